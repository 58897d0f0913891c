// Compares the project of a connection file with the project of an account.
import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { findProject, projectInUse, type ProjectLookup } from "../../api/projectLookup.ts";
import { display } from "../../domain/text/display.ts";
import type { NotifyAction } from "../kit/notify.ts";
import type { StartCommand } from "../kit/command.ts";
import { accountLabel } from "../accounts/accountLabels.ts";
import { inProject, type Account } from "../accounts/accounts.ts";
import type { ApiCaller } from "../../api/client.ts";

/** The file's project isn't the account's project or can't be used. */
export interface OtherProject {
  readonly kind: "otherProject";
  readonly account: Account;
  /** The project's name or ID as written in the file. */
  readonly declared: string;
  readonly lookup: Exclude<ProjectLookup, { readonly kind: "cancelled" | "unclear" }>;
}

export type ProjectMatch =
  /** The file is for the account's project. `account` contains the project's current name. */
  | { readonly kind: "sameProject"; readonly account: Account }
  | OtherProject
  | { readonly kind: "failed"; readonly list: "projects"; readonly error?: ApiError }
  | { readonly kind: "cancelled" };

/**
 * Looks up a project by name or ID and compares its ID with the ID of the account's project. Names aren't compared,
 * because names change (operations.md 10). The client must not be bound to a project.
 */
export async function matchProject(
  client: ApiCaller,
  account: Account,
  declared: string,
  signal: AbortSignal,
): Promise<ProjectMatch> {
  const lookup = await findProject(client, declared, signal);
  if (lookup.kind === "cancelled") return lookup;
  if (lookup.kind === "unclear") {
    const { error } = lookup;
    return { kind: "failed", list: "projects", ...(error !== undefined && { error }) };
  }
  if (lookup.kind !== "found") return { kind: "otherProject", account, declared, lookup };
  const { id, name } = lookup.project;
  const current = { id, name: name ?? id };
  if (account.project === undefined) {
    const inUse = (await projectInUse(client, signal)).project;
    if (inUse === id) return { kind: "sameProject", account };
    // Some services don't report which project is the default, so identify it by its name. Set the project explicitly
    // in requests, in case the guess is wrong.
    const isDefault = inUse === undefined && name?.toLowerCase() === "default";
    if (isDefault) return { kind: "sameProject", account: inProject(account, current) };
    return { kind: "otherProject", account, declared, lookup };
  }
  if (account.project.id !== id) return { kind: "otherProject", account, declared, lookup };
  return { kind: "sameProject", account: { ...account, project: current } };
}

export function describeOtherProject({ account, lookup, declared }: OtherProject): string {
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
      const own = display(lookup.project.name ?? lookup.project.id);
      return l10n.t("The file is for project {0}. This token works only in project {1}.", name, own);
    }
  }
}

/**
 * Returns a message button that switches the window to the file's project. If that project can't be used, the button
 * prompts for a project.
 */
export function switchProjectAction(
  { start }: { readonly start: StartCommand },
  other?: OtherProject,
): NotifyAction {
  if (other?.lookup.kind !== "found")
    return { label: l10n.t("Choose Project…"), run: () => start("managedAuth.chooseProject") };
  const { id } = other.lookup.project;
  return {
    label: l10n.t("Switch to {0}", display(other.declared)),
    run: () => start("managedAuth.chooseProject", { project: id }),
  };
}
