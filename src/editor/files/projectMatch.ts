// Compares the project of a connection file with the project of an account.
import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { getProject } from "../../api/operations.ts";
import { findProject, projectInUse, type ProjectLookup } from "../../api/projectLookup.ts";
import { display } from "../../domain/text/display.ts";
import type { NotifyAction } from "../kit/notify.ts";
import type { StartCommand } from "../kit/command.ts";
import { accountLabel } from "../accounts/accountLabels.ts";
import { inProject, type Account } from "../accounts/accounts.ts";
import type { ApiCaller } from "../../api/client.ts";

/** The connection file names a project that isn't the account's project or can't be used. */
export interface OtherProject {
  readonly kind: "otherProject";
  readonly account: Account;
  /** The project's name or ID as written in the connection file. */
  readonly declared: string | undefined;
  readonly lookup: Exclude<ProjectLookup, { readonly kind: "cancelled" | "unclear" }>;
}

export type ProjectMatch =
  /** The connection file is for the account's project. `account` contains the project's current name. */
  | { readonly kind: "sameProject"; readonly account: Account }
  | OtherProject
  | { readonly kind: "failed"; readonly list: "projects"; readonly error?: ApiError }
  | { readonly kind: "cancelled" };

/**
 * Looks up the project that a file declares, or the default project if the file declares none. Compares this project's
 * ID with the ID of the account's project, because names can change (operations.md §10). The client must not be bound
 * to a project.
 */
export async function matchProject(
  client: ApiCaller,
  account: Account,
  declared: string | undefined,
  signal: AbortSignal,
): Promise<ProjectMatch> {
  const usesDefault = declared === undefined || account.project === undefined;
  const { error: notReported, project: inUse } = usesDefault ? await projectInUse(client, signal) : {};
  if (notReported !== undefined) return { kind: "failed", list: "projects", error: notReported };
  // Some services don't report which project is the default, so identify it by its name.
  const lookup = await findProject(client, declared ?? inUse ?? "default", signal);
  if (lookup.kind === "cancelled") return lookup;
  if (lookup.kind === "unclear") {
    const { error } = lookup;
    return { kind: "failed", list: "projects", ...(error !== undefined && { error }) };
  }
  const otherProject = { kind: "otherProject", account, declared, lookup } as const;
  if (lookup.kind !== "found") return otherProject;
  const { id, name } = lookup.project;
  const current = { id, name: name ?? id };
  if (account.project === undefined) {
    if (inUse === id) return { kind: "sameProject", account };
    // Send the project's ID in later requests, because a project called "default" may not be the default project.
    const isDefault = inUse === undefined && name?.toLowerCase() === "default";
    return isDefault ? { kind: "sameProject", account: inProject(account, current) } : otherProject;
  }
  if (account.project.id === id) return { kind: "sameProject", account: inProject(account, current) };
  // The window's project may have been renamed, and its former name may now belong to the file's project.
  const ownProject = await client.call(getProject, { path: { id_or_name: account.project.id } }, signal);
  const ownName = ownProject.value?.name ?? account.project.name;
  return { ...otherProject, account: inProject(account, { ...account.project, name: ownName }) };
}

export function describeOtherProject({ account, lookup, declared }: OtherProject): string {
  if (declared === undefined)
    return l10n.t("The file is for the default project, and this window uses {0}.", accountLabel(account));
  const name = display(declared);
  switch (lookup.kind) {
    case "found":
      return l10n.t("The file is for project {0}, and this window uses {1}.", name, accountLabel(account));
    case "archived":
      return l10n.t("The file's project {0} is archived.", name);
    case "absent":
      return l10n.t("The file's project {0} doesn't exist.", name);
    case "ambiguous": {
      const ids = lookup.projects.map(({ id }) => id).join(", ");
      return l10n.t("Several projects are named {0}. Use an ID in the file: {1}.", name, display(ids));
    }
    case "otherToken": {
      const ownName = display(lookup.project.name ?? lookup.project.id);
      return l10n.t("The file is for project {0}. This token works only in project {1}.", name, ownName);
    }
  }
}

/**
 * Returns the label and arguments of a command that switches the window to the file's project. Returns undefined if
 * that project can't be used.
 */
export function projectSwitch({ declared, lookup }: OtherProject) {
  if (lookup.kind !== "found") return undefined;
  const { id, name = id } = lookup.project;
  return { label: l10n.t("Switch to {0}", display(declared ?? name)), args: { project: id } };
}

/**
 * Returns a notification button that switches the window to the file's project. If that project can't be used, the
 * button instead prompts for another project.
 */
export function switchProjectAction(start: StartCommand, other: OtherProject): NotifyAction {
  const { args = {}, label = l10n.t("Choose Project…") } = projectSwitch(other) ?? {};
  return { label, run: () => start("managedAuth.chooseProject", args) };
}
