// The ids of stored data: an account's own, or one per project of it, so that projects never see each other's data.
import { createHash } from "node:crypto";

/** An account with all its projects, or one project alone, by its {@link scopeId}. */
export interface Scope {
  readonly accountId: string;
}

/** Never part of an account's id. */
const between = "~";

/**
 * The id of an account in one of its projects, or in none. The project's id is in hexadecimal, so that the result is a
 * file name on every system, also where file names ignore case.
 */
export function scopeId(accountId: string, projectId: string | undefined): string {
  return projectId === undefined ? accountId : accountId + between + Buffer.from(projectId).toString("hex");
}

/** The account and project of a {@link scopeId}. */
export function partsOfScope(id: string): { readonly accountId: string; readonly projectId?: string } {
  const [accountId = "", project] = id.split(between, 2);
  return project === undefined
    ? { accountId }
    : { accountId, projectId: Buffer.from(project, "hex").toString() };
}

/** The account of a {@link scopeId}. */
export function accountIdOf(id: string): string {
  return partsOfScope(id).accountId;
}

/** Whether a scope covers the data under an id. */
export function covers({ accountId }: Scope, id: string): boolean {
  return id === accountId || id.startsWith(accountId + between);
}

/** The file name of a connection: a hash, so that no id can become a path. */
export function fileId(accountId: string, connectionId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([accountId, connectionId]))
    .digest("hex");
}
