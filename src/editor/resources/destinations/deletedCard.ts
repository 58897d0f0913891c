import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { isLeft } from "../../../domain/deletion/deletion.ts";
import type { Deletion, Target } from "../../../domain/deletion/deletion.ts";
import { display } from "../../../domain/text/display.ts";
import { distinctNames } from "../../../domain/text/names.ts";
import { connectionLinks } from "../../resourceEngine/usedBy.ts";
import { button, more, type ResultButton, type ResultCard } from "../../results/buttons.ts";
import { cardFrame, verdict } from "../../results/cardParts.ts";
import type { ResultContext } from "../../results/cardParts.ts";
import {
  deletedTitle,
  deletionBlocks,
  deletionHelp,
  deletionNotes,
  deletionTone,
} from "../../results/deletions.ts";
import type { DeletedRow } from "../../results/deletions.ts";
import type { Tab } from "../../results/result.ts";

/** A destination and the outcome of its deletion. */
export interface Deleted extends Target {
  readonly deletion: Deletion;
}

/** What became of a batch of destinations (§4.3), and which connections hold the refused ones; `isWhole`: all of them are known. */
export function deletedCard(
  context: ResultContext,
  destinations: readonly Deleted[],
  isWhole = false,
): ResultCard {
  return {
    ...cardFrame(context),
    head: verdict(deletionTone(destinations.map(({ deletion }) => deletion))),
    title: titleOf(destinations),
    summary: deletedWords(destinations),
    blocks: deletionBlocks(
      l10n.t("Destinations"),
      destinations.map((one) => rowOf(one, context, isWhole, destinations.length === 1)),
    ),
    actions: actions(context, destinations),
  };
}

/** What a tab says of it: how many were deleted. */
export function deletedTab(destinations: readonly Deleted[]): Tab {
  return { icon: "trash", title: deletedTitle(counting(destinations)("deleted"), destinations.length) };
}

/**
 * Orders the buttons by urgency: a token or project problem, then the connections that use the destinations, then another
 * try. A destination in use isn't tried again, because the service would refuse again.
 */
function actions({ id: resultId }: ResultContext, destinations: readonly Deleted[]): ResultCard["actions"] {
  const again = targetsOf(destinations.filter((one) => isLeft(one) && isUnheld(one)));
  const held = targetsOf(destinations.filter((one) => !isUnheld(one)));
  const kinds = new Set(destinations.map(({ deletion }) => deletion.kind));
  const title = kinds.has("notTried") ? l10n.t("Delete the Rest…") : l10n.t("Try Again");
  const goOn =
    again.length === 0 ? undefined : button(title, "managedAuth.deleteDestinations", { targets: again });
  const notify = held.length === 0 ? undefined : notifyButton(held, resultId);
  const help = deletionHelp(destinations.map(({ deletion }) => deletion));
  // A refusal is repeated if nothing changes: trying again at once is no advice.
  const isAdvised = [...kinds].some(
    (kind) => kind !== "refused" && kind !== "notFound" && kind !== "deleted",
  );
  const [first, second, ...others] = [help, notify, goOn].filter((one) => one !== undefined);
  const isNext = help !== undefined || notify !== undefined || isAdvised;
  const [next, other] = isNext ? [first, second] : [undefined, first];
  return { ...(next && { next }), ...(other && { other }), ...more(...others) };
}

/** Results store neither the address of a destination nor the connections that use it. */
function targetsOf(destinations: readonly Deleted[]): readonly Target[] {
  return destinations.map(({ idOrName, name }) => ({ idOrName, name }));
}

/** Waits, on the page of this result, until no connection uses the destinations. */
function notifyButton(targets: readonly Target[], resultId: string): ResultButton {
  return button(l10n.t("Notify When Free"), "managedAuth.deleteDestinations", {
    targets,
    wait: true,
    resultId,
  });
}

/** The most connections that a row or a dialog has a button for. */
const mostEdited = 2;

/** Buttons that edit where connections export to, named after the website. */
export function editButtons(heldBy: readonly ManagedAuth[]): readonly ResultButton[] {
  const names = distinctNames(heldBy.map(({ domain, id }) => ({ id, name: display(domain ?? id) })));
  return heldBy.slice(0, mostEdited).map(({ id }, index) =>
    button(l10n.t("Edit {0}…", names[index] ?? id), "managedAuth.editConnection", {
      id,
      setting: "telemetry",
    }),
  );
}

function isUnheld({ heldBy = [] }: Deleted): boolean {
  return heldBy.length === 0;
}

function rowOf(one: Deleted, { id: resultId }: ResultContext, isWhole: boolean, isOnly: boolean): DeletedRow {
  const { deletion, heldBy = [], idOrName, name } = one;
  const targets = targetsOf([one]);
  const isHeld = !isUnheld(one);
  const again =
    isOnly || !isLeft(one)
      ? []
      : [button(l10n.t("Try Again"), "managedAuth.deleteDestinations", { targets })];
  return {
    id: idOrName,
    name: name ?? idOrName,
    deletion,
    ...(isHeld && { heldBy: connectionLinks(heldBy) }),
    why: [
      ...deletionNotes(deletion, {
        missing: l10n.t("No destination has this ID or name."),
        scope: l10n.t("Use an organization token; project tokens have fewer permissions."),
      }),
      ...(isHeld
        ? [l10n.t("Choose another destination in the connection, or delete the connection.")]
        : deletion.kind === "refused"
          ? possibleHolders(isWhole)
          : []),
    ],
    actions: isHeld ? [...editButtons(heldBy), ...(isOnly ? [] : [notifyButton(targets, resultId)])] : again,
  };
}

/** What may hold a destination that no known connection does. */
function possibleHolders(isWhole: boolean): readonly string[] {
  return [
    l10n.t("Browser sessions may still export to the destination. Wait, or delete the sessions."),
    l10n.t("A login using the destination may be running. Wait until the login ends."),
    ...(isWhole ? [] : [l10n.t("A connection may use the destination. Edit or delete that connection.")]),
  ];
}

/** How many ended so. */
function counting(destinations: readonly Deleted[]): (kind: Deletion["kind"]) => number {
  return (wanted) => destinations.filter(({ deletion: { kind } }) => kind === wanted).length;
}

/** What became of a batch, as a headline. */
function titleOf(destinations: readonly Deleted[]): string {
  const count = counting(destinations);
  const all = destinations.length;
  const [deleted, accepted, unknown] = [count("deleted"), count("accepted"), count("unknown")];
  if (accepted > 0 && deleted === 0)
    return all === 1 ? l10n.t("Deletion accepted") : l10n.t("{0} of {1} deletions accepted", accepted, all);
  // An unknown one may be deleted yet: a count of the deleted would deny that.
  if (unknown > 0 && deleted === 0)
    return all === 1 ? l10n.t("Result unknown") : l10n.t("{0} of {1} results unknown", unknown, all);
  if (all > 1) return deletedTitle(deleted, all);
  return l10n.t("Destination not deleted");
}

/** What no row of the table says: what to do where an end is not known, and why some were not sent. */
function deletedWords(destinations: readonly Deleted[]): readonly string[] {
  const kinds = new Set(destinations.map(({ deletion: { kind } }) => kind));
  return [
    kinds.has("unknown") ? l10n.t("We couldn't confirm every deletion. Delete again to check.") : "",
    kinds.has("accepted") ? l10n.t("The deletion may still be running. Delete again to check.") : "",
    kinds.has("skipped") ? l10n.t("You canceled before the rest was sent.") : "",
    kinds.has("notTried") ? l10n.t("The rest wasn't sent: it would likely have failed the same way.") : "",
  ].filter((words) => words !== "");
}
