// Ids of stored data. Each project of an account has its own, so that projects never see each other's data.
import { createHash } from "node:crypto";

/** An account with all its projects, or a single project if `accountId` is its {@link scopeId}. */
export interface AccountScope {
  readonly accountId: string;
}

/** Account ids never contain this character. */
const scopeSeparator = "~";

/**
 * Combines an account and an optional project into one id. The project is in hexadecimal, so that ids are valid and
 * distinct file names even on file systems that ignore case.
 */
export function scopeId(accountId: string, projectId: string | undefined): string {
  return projectId === undefined
    ? accountId
    : accountId + scopeSeparator + Buffer.from(projectId).toString("hex");
}

/** Splits a {@link scopeId} into its account and project. */
export function parseScopeId(id: string): { readonly accountId: string; readonly projectId?: string } {
  const [accountId = "", project] = id.split(scopeSeparator, 2);
  return project === undefined
    ? { accountId }
    : { accountId, projectId: Buffer.from(project, "hex").toString() };
}

/** Returns the account of a {@link scopeId}. */
export function accountIdOf(id: string): string {
  return parseScopeId(id).accountId;
}

/** True if data stored under `id` belongs to the scope. */
export function scopeCovers({ accountId }: AccountScope, id: string): boolean {
  return id === accountId || id.startsWith(accountId + scopeSeparator);
}

/** Returns the file name of a connection. Hashed, so that no id from the service can form a path. */
export function connectionFileId(accountId: string, connectionId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([accountId, connectionId]))
    .digest("hex");
}
