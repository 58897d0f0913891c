// Compares the project that a connection file names with the one that an account works in.
import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import type { ApiError } from "../../api/errors.ts";
import { findProject, projectInUse, type ProjectLookup } from "../../api/projectLookup.ts";
import { display } from "../../domain/text/display.ts";
import type { NotifyAction } from "../kit/notify.ts";
import type { StartCommand } from "../kit/command.ts";
import { accountLabel } from "../accounts/words.ts";
import { inProject, type Account } from "../accounts/accounts.ts";

/** A file names a project that the account doesn't work in, or that can't be used. */
export interface OtherProject {
  readonly kind: "otherProject";
  readonly account: Account;
  /** The name or ID in the file. */
  readonly wanted: string;
  readonly lookup: Exclude<ProjectLookup, { readonly kind: "cancelled" | "unclear" }>;
}

export type ProjectMatch =
  /** The account works in the file's project, which may have another name than when the account chose it. */
  | { readonly kind: "sameProject"; readonly account: Account }
  | OtherProject
  | { readonly kind: "failed"; readonly list: "projects"; readonly error?: ApiError }
  | { readonly kind: "cancelled" };

/**
 * Looks a project up by name or ID and compares its ID with the account's, because names change (operations.md 10). The client
 * must work in no project itself.
 */
export async function matchProject(
  client: Pick<Client, "call">,
  account: Account,
  wanted: string,
  signal: AbortSignal,
): Promise<ProjectMatch> {
  const lookup = await findProject(client, wanted, signal);
  if (lookup.kind === "cancelled") return lookup;
  if (lookup.kind === "unclear") {
    const { error } = lookup;
    return { kind: "failed", list: "projects", ...(error !== undefined && { error }) };
  }
  if (lookup.kind !== "found") return { kind: "otherProject", account, wanted, lookup };
  const { id, name } = lookup.project;
  const current = { id, name: name ?? id };
  if (account.project === undefined) {
    const inUse = (await projectInUse(client, signal)).project;
    if (inUse === id) return { kind: "sameProject", account };
    // Some services don't report their default project. Requests then name the project, in case the guess is wrong.
    const isDefault = inUse === undefined && name?.toLowerCase() === "default";
    return isDefault
      ? { kind: "sameProject", account: inProject(account, current) }
      : { kind: "otherProject", account, wanted, lookup };
  }
  if (account.project.id !== id) return { kind: "otherProject", account, wanted, lookup };
  return { kind: "sameProject", account: { ...account, project: current } };
}

/** Says why a file isn't compared with the account's project. */
export function otherProjectWords({ account, lookup, wanted }: OtherProject): string {
  const name = display(wanted);
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

/** The action that makes the window use the file's project, if that is possible, or asks for one. */
export function switchAction(
  { start }: { readonly start: StartCommand },
  other?: OtherProject,
): NotifyAction {
  if (other?.lookup.kind !== "found")
    return { label: l10n.t("Choose Project…"), run: () => start("managedAuth.chooseProject") };
  const { id } = other.lookup.project;
  return {
    label: l10n.t("Switch to {0}", display(other.wanted)),
    run: () => start("managedAuth.chooseProject", { project: id }),
  };
}
