import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { mayStillExist } from "../../../domain/resources/deletionOutcome.ts";
import type { DeletionOutcome, DeletionTarget } from "../../../domain/resources/deletionOutcome.ts";
import { compact } from "../../../domain/compact.ts";
import { display } from "../../../domain/text/display.ts";
import { distinctNames } from "../../../domain/text/names.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { summarizeNames } from "../../catalogue/picks.ts";
import { connectionLinks } from "../../resourceEngine/usedBy.ts";
import { exportingBlocks, type Exporting } from "./exporting.ts";
import { commandButton, moreMenu, type ResultButton, type ResultCard } from "../../results/buttons.ts";
import { cardFrame, verdictHead } from "../../results/cardParts.ts";
import type { ResultContext } from "../../results/cardParts.ts";
import {
  deletionCountTitle,
  deletionBlocks,
  deletionRemedy,
  deletionNotes,
  deletionTone,
} from "../../results/deletions.ts";
import type { DeletedRow } from "../../results/deletions.ts";
import type { ResultTab } from "../../results/result.ts";

export interface Deleted extends DeletionTarget {
  readonly deletion: DeletionOutcome;
  /**
   * The running logins that the service names in a refusal. If the service names neither logins nor browsers,
   * contains all running logins, because any of them may use the destination (interface.md §4.3).
   */
  readonly loggingIn?: readonly ManagedAuth[];
  /** The browsers that may export to the destination. Set if the deletion is refused and no connection uses it. */
  readonly exporting?: Exporting;
}

/**
 * Renders the outcomes of deleting destinations (interface.md §4.3), and the connections whose use of a destination
 * prevented its deletion. `isComplete` is true if all of these connections are known.
 */
export function deletedCard(
  context: ResultContext,
  destinations: readonly Deleted[],
  isComplete = false,
): ResultCard {
  return {
    ...cardFrame(context),
    head: verdictHead(deletionTone(destinations.map(({ deletion }) => deletion))),
    title: deletionHeadline(destinations),
    summary: deletedWords(destinations),
    blocks: [
      ...deletionBlocks(
        l10n.t("Destinations"),
        destinations.map((item) => deletionRow(item, context.id, isComplete, destinations.length === 1)),
      ),
      ...exportingBlocks(destinations.filter(isInUse).flatMap(({ exporting }) => exporting ?? [])),
    ],
    actions: deletionActions(context.id, destinations),
  };
}

/** Returns the result's tab. The title is the name of a single destination, or a count such as "2 of 3 deleted". */
export function deletedTab(destinations: readonly Deleted[]): ResultTab {
  const [first, ...others] = destinations;
  const title =
    first !== undefined && others.length === 0
      ? display(first.name ?? first.idOrName)
      : deletionCountTitle(countByOutcome(destinations)("deleted"), destinations.length);
  return { icon: "trash", title };
}

/**
 * Orders the buttons by urgency: fix the token or project, wait for the connections that use the destinations, then
 * try again. The button that retries refused destinations is only in the menu, because the service would most likely
 * refuse again.
 */
function deletionActions(resultId: string, destinations: readonly Deleted[]): ResultCard["actions"] {
  const heldTargets = storedTargets(destinations.filter(isHeld));
  const remaining = storedTargets(destinations.filter((item) => mayStillExist(item) && !isInUse(item)));
  const refused = storedTargets(destinations.filter((item) => isInUse(item) && !isHeld(item)));
  const isNotTried = destinations.some(({ deletion }) => deletion.kind === "notTried");
  const title = isNotTried ? l10n.t("Delete the Rest…") : l10n.t("Try Again");
  const [next, other, ...others] = compact(
    deletionRemedy(destinations.map(({ deletion }) => deletion)),
    heldTargets.length > 0 && notifyButton(heldTargets, resultId),
    remaining.length > 0 && deletionButton(title, remaining),
  );
  const retryRefused = compact(refused.length > 0 && deletionButton(l10n.t("Try Refused Again…"), refused));
  return { ...(next && { next }), ...(other && { other }), ...moreMenu(...others, ...retryRefused) };
}

/** True if the connections or browsers that use the destination are known, as "Notify When Free" requires. */
function isHeld({ exporting, heldBy = [] }: Deleted): boolean {
  return heldBy.length > 0 || (exporting?.browsers ?? []).length > 0;
}

const isInUse = ({ deletion }: Deleted): boolean => deletion.kind === "inUse";

/**
 * Returns the destinations as button arguments. Button arguments are stored, so they omit the destinations' URLs and
 * the connections that use the destinations.
 */
function storedTargets(destinations: readonly Deleted[]): readonly DeletionTarget[] {
  return destinations.map(({ exporting, idOrName, name }) => ({
    idOrName,
    name,
    ...(exporting?.isKnown === true && { browsers: exporting.browsers.map(({ id }) => id) }),
  }));
}

/**
 * Returns a button that deletes destinations. If `wait` is given, the button instead starts or stops waiting until
 * the destinations are unused.
 */
export function deletionButton(
  label: string,
  targets: readonly DeletionTarget[],
  wait: { readonly wait?: boolean; readonly resultId?: string | undefined } = {},
): ResultButton {
  return commandButton(label, "managedAuth.deleteDestinations", { targets, ...wait });
}

/** Returns the button that starts waiting until the destinations are unused. The result page shows the progress. */
export function notifyButton(targets: readonly DeletionTarget[], resultId: string | undefined): ResultButton {
  return deletionButton(l10n.t("Notify When Free"), targets, { wait: true, resultId });
}

/** Returns buttons that open the telemetry setting of connections. Each label contains the connection's website. */
export function editButtons(connections: readonly ManagedAuth[]): readonly ResultButton[] {
  return namedButtons(connections, (name, id) =>
    commandButton(l10n.t("Edit {0}…", name), "managedAuth.editConnection", { id, setting: "telemetry" }),
  );
}

/** Returns buttons for the first two connections, because a row or a dialog has no room for more. */
function namedButtons(
  connections: readonly ManagedAuth[],
  buttonOf: (name: string, id: string) => ResultButton,
): readonly ResultButton[] {
  const named = connections.map(({ domain, id }) => ({ id, name: display(domain ?? id) }));
  const names = distinctNames(named);
  return named.slice(0, 2).map(({ id, name }, index) => buttonOf(names[index] ?? name, id));
}

function deletionRow(item: Deleted, resultId: string, isComplete: boolean, isOnly: boolean): DeletedRow {
  const { deletion, exporting, heldBy = [], idOrName, loggingIn = [], name } = item;
  const row = { id: idOrName, name: name ?? idOrName, deletion };
  const notes = deletionNotes(deletion, {
    missing: l10n.t("No destination has this ID or name."),
    scope: l10n.t("Use an organization token; project tokens have fewer permissions."),
  });
  // On the page of a single destination, omit "Notify When Free" and "Try Again", which the page's own buttons offer.
  if (heldBy.length > 0)
    return {
      ...row,
      heldBy: connectionLinks(heldBy),
      notes: [...notes, l10n.t("Choose another destination in the connection, or delete the connection.")],
      actions: [...editButtons(heldBy), ...(isOnly ? [] : [notifyButton(storedTargets([item]), resultId)])],
    };
  if (isInUse(item))
    return {
      ...row,
      notes: [...notes, ...possibleHolders(loggingIn, isComplete, exporting)],
      actions: namedButtons(loggingIn, (shown, id) =>
        commandButton(l10n.t("Show Login for {0}", shown), "managedAuth.showConnection", { id }),
      ),
    };
  const retry = deletionButton(l10n.t("Try Again"), storedTargets([item]));
  return { ...row, notes, actions: isOnly || !mayStillExist(item) ? [] : [retry] };
}

/**
 * Returns sentences about the browsers, logins or connections that may use a destination. Used if no known connection
 * uses the destination.
 */
function possibleHolders(
  loggingIn: readonly ManagedAuth[],
  isComplete: boolean,
  exporting?: Exporting,
): readonly string[] {
  const names = loggingIn.map((connection) => display(connectionName(connection)));
  if (exporting?.isKnown === true)
    return compact(
      exporting.browsers.length > 0 &&
        l10n.t("The browsers below export to the destination. Wait, or end the browsers."),
      names.length > 0 && l10n.t("A running login uses the destination: {0}.", summarizeNames(names)),
    );
  const login =
    names.length > 0
      ? l10n.t("A running login may use the destination: {0}.", summarizeNames(names))
      : l10n.t("A login using the destination may be running. Wait until the login ends.");
  return compact(
    exporting !== undefined && exporting.browsers.length > 0
      ? l10n.t("The service doesn't report which browsers export. Those below capture telemetry.")
      : l10n.t("Browser sessions may still export to the destination. Wait, or delete the sessions."),
    (names.length > 0 || !isComplete) && login,
    !isComplete && l10n.t("A connection may use the destination. Edit or delete that connection."),
  );
}

function countByOutcome(destinations: readonly Deleted[]): (kind: DeletionOutcome["kind"]) => number {
  return (wanted) => destinations.filter(({ deletion: { kind } }) => kind === wanted).length;
}

function deletionHeadline(destinations: readonly Deleted[]): string {
  const count = countByOutcome(destinations);
  const all = destinations.length;
  const [deleted, accepted, unknown] = [count("deleted"), count("accepted"), count("unknown")];
  if (accepted > 0 && deleted === 0)
    return all === 1 ? l10n.t("Deletion accepted") : l10n.t("{0} of {1} deletions accepted", accepted, all);
  // Don't report that no destination was deleted, because a destination with an unknown result may have been deleted.
  if (unknown > 0 && deleted === 0)
    return all === 1 ? l10n.t("Result unknown") : l10n.t("{0} of {1} results unknown", unknown, all);
  if (all > 1) return deletionCountTitle(deleted, all);
  return l10n.t("Destination not deleted");
}

/** Returns the sentences above the table: what to do about unknown results, and why some requests were not sent. */
function deletedWords(destinations: readonly Deleted[]): readonly string[] {
  const kinds = new Set(destinations.map(({ deletion: { kind } }) => kind));
  return compact(
    kinds.has("unknown") && l10n.t("We couldn't confirm every deletion. Delete again to check."),
    kinds.has("accepted") && l10n.t("The deletion may still be running. Delete again to check."),
    kinds.has("cancelled") && l10n.t("You canceled before the rest was sent."),
    kinds.has("notTried") && l10n.t("The rest wasn't sent: it would likely have failed the same way."),
  );
}
