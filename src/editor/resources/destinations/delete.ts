// Deletes destinations (interface.md §4.3): prompts for them, asks for confirmation and reports each outcome.
import { commands, l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { listWith } from "../../../api/listing.ts";
import { deleteDestination, listBrowsers } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { DeletionTarget } from "../../../domain/resources/deletionOutcome.ts";
import { indexByIdOrName, indexBySelectedDestination } from "../../../domain/resources/destinationUse.ts";
import { isLoginRunning } from "../../../domain/login/loginState.ts";
import { display, maxFullLength, displayFull } from "../../../domain/text/display.ts";
import { maskedAddress } from "../../../domain/text/secrets.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { accountLabel } from "../../accounts/accountLabels.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { summarizeNames } from "../../catalogue/picks.ts";
import type { RefreshableModel } from "../../catalogue/readModel.ts";
import type { WhoAmI } from "../../catalogue/whoAmI.ts";
import { deleteAll } from "../../kit/deleteAll.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { chooseAction, bulletLines, showStatusOrInform } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import { deletionError } from "../../results/deletions.ts";
import { newResultContext, type ShowingContext } from "../../results/showingContext.ts";
import type { CommandId } from "../../words/contributions.ts";
import { labelWithValue } from "../../words/sentences.ts";
import { explainRefusal } from "./exporting.ts";
import { deletedCard, deletedTab, editButtons, type Deleted } from "./deletedCard.ts";
import { pickDestinations } from "./picker.ts";

export interface DestinationParts extends ShowingContext {
  readonly destinations: RefreshableModel;
  readonly whoAmI: WhoAmI;
}

export const deletionTitle = (): string => l10n.t("Delete Telemetry Destinations");

/**
 * Asks for confirmation and deletes the given destinations, for example from an earlier result page. Prompts for
 * destinations if none are given.
 */
export async function deleteDestinations(
  parts: DestinationParts,
  targets?: readonly DeletionTarget[],
): Promise<void> {
  const access = await parts.requireAccess(deletionTitle());
  if (access === undefined) return;
  const title = deletionTitle();
  const chosen =
    targets === undefined
      ? await pickDestinations(title, new PickerLists(access.client).destinations)
      : await whileLoading({ title, back: false }, l10n.t("Reading the connections…"), async (signal) => {
          const { heldBy } = await readHolders(access, signal);
          return targets.map((target) => ({ ...target, heldBy: heldBy(target.idOrName) }));
        });
  if (chosen !== undefined) await deleteTargets(parts, access, chosen);
}

/**
 * Asks for confirmation and deletes the destinations of the given account. Reports the deletion of a single
 * destination in the status bar and any other outcome on a page.
 */
export async function deleteTargets(
  { destinations, panel, results, whoAmI }: Omit<DestinationParts, "requireAccess">,
  access: AccountAccess,
  chosen: readonly DeletionTarget[],
): Promise<void> {
  const { account } = access;
  if (!(await confirmDeletion(chosen, accountLabel(account)))) return;
  const { deleted, isComplete } = await deleteAgreed(access, chosen);
  if (deleted.every(({ deletion }) => deletion.kind === "cancelled")) return;
  void destinations.refreshIfLoaded();
  for (const { idOrName } of deleted.filter(isRemoved)) await panel.markDeleted(account.id, idOrName);
  const [only, ...others] = deleted;
  if (only !== undefined && others.length === 0 && isRemoved(only)) {
    const name = display(only.name ?? only.idOrName);
    showStatusOrInform(
      only.deletion.kind === "deleted"
        ? l10n.t("Deleted {0}", name)
        : l10n.t("{0} was already deleted", name),
      {
        label: l10n.t("Show Destinations…"),
        run: () => commands.executeCommand("managedAuth.showDestination" satisfies CommandId),
      },
    );
    return;
  }
  const card = deletedCard(newResultContext(access, results.newId()), deleted, isComplete);
  const errors = deleted.map(({ deletion }) => deletionError(deletion));
  const advice = (await tokenAdvice(whoAmI, access, errors)) ?? [];
  await panel.show(
    {
      card: { ...card, summary: [...card.summary, ...advice] },
      accountId: account.id,
      tab: deletedTab(deleted),
      about: deleted.map(({ idOrName, name }) => name ?? idOrName).join(", "),
    },
    { awayMessage: card.title },
  );
}

/**
 * True if the destination no longer exists, regardless of who deleted it. A typed ID or name that the service doesn't
 * know doesn't count, because it may never have existed.
 */
export function isRemoved({ deletion, name }: Deleted): boolean {
  return deletion.kind === "deleted" || (deletion.kind === "gone" && name !== undefined);
}

/** The outcome for each destination. `isComplete` is true if all connections that may explain a refusal are known. */
interface DeletedDestinations {
  readonly deleted: readonly Deleted[];
  readonly isComplete: boolean;
}

/** Deletes destinations that the user has confirmed. Aborting `also` cancels the requests, like the Cancel button. */
export function deleteAgreed(
  access: AccountAccess,
  targets: readonly DeletionTarget[],
  also?: AbortSignal,
): Promise<DeletedDestinations> {
  return deleteAll(
    l10n.t("Deleting telemetry destinations"),
    targets,
    ({ idOrName }, signal) =>
      access.client.call(deleteDestination, { path: { id_or_name: idOrName } }, signal, {
        failOnRateLimit: true,
      }),
    (deletions, signal) => {
      const deleted = targets.map(({ idOrName, name }, index): Deleted => {
        return { idOrName, name, deletion: deletions[index] ?? { kind: "notTried" } };
      });
      return withHolders(access, deleted, signal);
    },
    also,
  );
}

/**
 * For each refused deletion, adds the connections that use the destination or, if there are none, the browsers and
 * running logins that may use the destination.
 */
async function withHolders(
  access: AccountAccess,
  deleted: readonly Deleted[],
  signal: AbortSignal,
): Promise<DeletedDestinations> {
  if (deleted.every(({ deletion }) => deletion.kind !== "inUse")) return { deleted, isComplete: true };
  const { connections, find, heldBy, knownConnections } = await readHolders(access, signal);
  const running = knownConnections.filter((connection) => isLoginRunning(connection, Date.now()));
  const { rows: browsers } = await listWith(access.client, listBrowsers, {}, signal);
  return {
    deleted: deleted.map((row) => {
      if (row.deletion.kind !== "inUse") return row;
      const heldByConnections = heldBy(row.idOrName);
      const destination = find(row.idOrName) ?? { id: row.idOrName, name: row.name };
      const explained = explainRefusal(row.deletion.error, destination, browsers, running);
      return heldByConnections.length > 0
        ? { ...row, deletion: explained.deletion, heldBy: heldByConnections }
        : { ...row, ...explained };
    }),
    isComplete: connections.kind === "complete",
  };
}

/** Fetches connections and destinations, and returns a lookup of connections by a destination's ID or name. */
export async function readHolders({ client }: AccountAccess, signal: AbortSignal) {
  const lists = new PickerLists(client);
  const reading = lists.connections("", () => undefined, signal);
  const destinations = await lists.destinations("", () => undefined, signal);
  const connections = await reading;
  const find = indexByIdOrName(destinations.rows);
  const { knownConnections } = lists;
  const selecting = indexBySelectedDestination(knownConnections);
  const heldBy = (idOrName: string): readonly ManagedAuth[] =>
    selecting(find(idOrName) ?? { id: idOrName, name: idOrName });
  return { connections, destinations, knownConnections, find, heldBy };
}

/**
 * Asks once for confirmation of all deletions. The dialog names the destinations, the effects or obstacles, the
 * account and, at the top, the agent that requests the deletion, if any. Instead of deleting, the user can edit the
 * connections that use the destination.
 */
export async function confirmDeletion(
  targets: readonly DeletionTarget[],
  account: string,
  asker: readonly string[] = [],
): Promise<boolean> {
  const [first, ...others] = targets;
  if (first === undefined) return false;
  const isOne = others.length === 0;
  const { heldBy = [] } = first;
  const isAgent = asker.length > 0;
  const question = isAgent ? l10n.t("Delete a telemetry destination?") : deletionQuestion(first);
  const lost = isOne ? exportLoss(first) : lossOfMany(targets);
  const deleteOne = l10n.t("Delete");
  let isAgreed = false;
  const agree = (): undefined => {
    isAgreed = true;
  };
  await chooseAction(
    isOne ? question : l10n.t("Delete {0} telemetry destinations?", targets.length),
    [
      ...asker,
      ...(isAgent ? ["", ...nameLines(first), ""] : []),
      ...(isOne && heldBy.length > 0
        ? [
            l10n.t("The service refuses the deletion while connections use the destination:"),
            ...bulletLines(heldBy.map((user) => display(connectionName(user)))),
          ]
        : [l10n.t("{0} You can't undo this.", lost)]),
      "",
      ...(isOne ? [] : [...bulletLines(targets.map(targetWithUsers)), ""]),
      // Show the ID unless the dialog's question already contains it.
      isOne && first.name !== undefined ? l10n.t("{0} · {1}", display(first.idOrName), account) : account,
    ].join("\n"),
    ...(isOne && !isAgent ? editButtons(heldBy) : []).map(({ label, press }) => ({
      label,
      run: () => (press.does === "run" ? commands.executeCommand(press.command, press.args) : undefined),
    })),
    { label: isOne ? deleteOne : l10n.t("Delete Destinations ({0})", targets.length), run: agree },
  );
  return isAgreed;
}

function deletionQuestion(target: DeletionTarget): string {
  return target.name === undefined
    ? l10n.t('Delete the telemetry destination with the ID or name "{0}"?', display(target.idOrName))
    : l10n.t('Delete telemetry destination "{0}"?', display(target.name));
}

/**
 * Returns an extra line with the full name of a destination that an agent wants to delete. If the name is too long to
 * read, returns no line, and the dialog shows only the ID.
 */
function nameLines({ idOrName, name }: DeletionTarget): readonly string[] {
  if (name === undefined) return [labelWithValue(l10n.t("ID or name"), displayFull(idOrName))];
  return name.length > maxFullLength ? [] : [labelWithValue(l10n.t("Name"), displayFull(name))];
}

/** Describes which exports stop after the deletion. Names the endpoint, by which people recognize a destination. */
function exportLoss({ endpoint }: DeletionTarget): string {
  if (endpoint === undefined) return l10n.t("Exports stop.");
  return l10n.t("Exports to {0} stop.", display(maskedAddress(endpoint)));
}

function lossOfMany(targets: readonly DeletionTarget[]): string {
  return targets.some(({ heldBy = [] }) => heldBy.length > 0)
    ? l10n.t("Destinations that connections use stay. Exports to the others stop.")
    : l10n.t("Exports to these destinations stop.");
}

function targetWithUsers({ heldBy = [], idOrName, name }: DeletionTarget): string {
  const words =
    name === undefined ? display(idOrName) : l10n.t("{0} ({1})", display(name), display(idOrName));
  const users = heldBy.map((user) => display(connectionName(user)));
  return users.length === 0 ? words : l10n.t("{0}, used by {1}", words, summarizeNames(users));
}

/**
 * If the service refused the request because of the token's permissions, returns advice about the token, otherwise
 * undefined. Only organization tokens may create, change and delete destinations (operations §5), so the token's
 * scope is fetched while the user waits.
 */
export async function tokenAdvice(
  whoAmI: WhoAmI,
  access: AccountAccess,
  errors: readonly (ApiError | undefined)[],
): Promise<readonly string[] | undefined> {
  if (!errors.some((error) => error?.kind === "forbidden" && error.code !== "insufficient_plan"))
    return undefined;
  const doing = l10n.t("Reading the token's permissions");
  const reading = await withCancel(doing, (_, signal) => whoAmI.fetch(access, signal));
  const context = reading !== undefined && "context" in reading ? reading.context : undefined;
  const project = context?.authorization?.credential_scope?.project_id;
  if (project === undefined)
    return [l10n.t("Use an organization token; project tokens have fewer permissions.")];
  return [
    project === null
      ? l10n.t("You already use an organization token. Ask your organization's admin for permission.")
      : l10n.t("Your token is for project {0} only. Use an organization token.", display(project)),
  ];
}
