// Ids for stored data. Each project of an account has its own id, so that the data of different projects is never
// mixed.
import { createHash } from "node:crypto";

/** An account with all its projects, or a single project if `accountId` is the {@link scopeId} of that project. */
export interface AccountScope {
  readonly accountId: string;
}

/** Separates the account from the project in a {@link scopeId}. Account ids never contain this character. */
const scopeSeparator = "~";

/**
 * Combines an account id and an optional project id into one id. The project is encoded in hexadecimal, so that the
 * result is a valid and distinct file name even on case-insensitive file systems.
 */
export function scopeId(accountId: string, projectId: string | undefined): string {
  if (projectId === undefined) return accountId;
  return accountId + scopeSeparator + Buffer.from(projectId).toString("hex");
}

export function parseScopeId(id: string): { readonly accountId: string; readonly projectId?: string } {
  const [accountId = "", project] = id.split(scopeSeparator, 2);
  if (project === undefined) return { accountId };
  return { accountId, projectId: Buffer.from(project, "hex").toString() };
}

export function accountIdOf(id: string): string {
  return parseScopeId(id).accountId;
}

export function scopeCovers({ accountId }: AccountScope, id: string): boolean {
  return id === accountId || id.startsWith(accountId + scopeSeparator);
}

/** Returns a connection's file name. The name is a hash, because an id from the service could contain a path. */
export function connectionFileId(accountId: string, connectionId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([accountId, connectionId]))
    .digest("hex");
}
