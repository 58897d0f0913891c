// Under which id something is kept: an account's own, or that of one of its projects, so that what is kept in one project
// is not there in another.

/** Whose something is: an account's with all of its projects, or that of one project alone where the id is one of a scope. */
export interface Scope {
  readonly accountId: string;
}

/** Stands in no id of an account. */
const between = "~";

/**
 * The id of an account in one of its projects, or in none. It is a name for files on every system, also where letters are
 * told apart by more than their case: the project's id stands in it in hexadecimal.
 */
export function scopeId(accountId: string, projectId: string | undefined): string {
  return projectId === undefined ? accountId : accountId + between + Buffer.from(projectId).toString("hex");
}

/** What such an id was made of. */
export function partsOfScope(id: string): { readonly accountId: string; readonly projectId?: string } {
  const [accountId = "", project] = id.split(between, 2);
  return project === undefined
    ? { accountId }
    : { accountId, projectId: Buffer.from(project, "hex").toString() };
}

/** The account of such an id, whatever project it is of. */
export function accountIdOf(id: string): string {
  return partsOfScope(id).accountId;
}

/** Whether something that is kept under an id is covered by a scope. */
export function covers({ accountId }: Scope, id: string): boolean {
  return id === accountId || id.startsWith(accountId + between);
}
