import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { isLeft } from "../../../domain/deletion/deletion.ts";
import type { DeletedDestination, Deletion } from "../../../domain/deletion/deletion.ts";
import { display } from "../../../domain/text/display.ts";
import type { Block } from "../../../card/card.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { button, more } from "../../results/buttons.ts";
import { cardFrame, code, verdict } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { deletionHelp, deletionNotes, deletionTone, deletionValue } from "../../results/deletions.ts";
import type { Effect, ResultButton, ResultCard } from "../../results/buttonEffect.ts";
import type { Tab } from "../../results/result.ts";
import { paragraph, sentence, series } from "../../words/sentences.ts";

/** What became of one destination, and which connections hold it, as far as they could be read. */
export interface Deleted extends DeletedDestination {
  readonly heldBy?: readonly ManagedAuth[];
}

/**
 * What became of a batch of destinations (§4.3), and which connections hold the refused ones; `isWhole`: all of them are
 * known. One that is simply deleted needs no more than its name.
 */
export function deletedCard(
  occasion: Occasion,
  destinations: readonly Deleted[],
  isWhole = false,
): ResultCard {
  const frame = {
    ...cardFrame(occasion),
    head: verdict(deletionTone(destinations.map(({ deletion }) => deletion))),
    title: deletedTitle(destinations),
    actions: actions(destinations),
  };
  const [only] = destinations;
  return only !== undefined && isPlainSuccess(destinations)
    ? {
        ...frame,
        summary: [l10n.t("Nothing is exported to {0} any more.", display(nameOf(only)))],
        blocks: [],
      }
    : {
        ...frame,
        summary: deletedWords(destinations),
        blocks: [table(destinations), ...causes(destinations, isWhole)],
      };
}

/** Whether one destination was asked for, and deleted: nobody needs to read more than that. */
export function isPlainSuccess(destinations: readonly Deleted[]): boolean {
  return destinations.length === 1 && destinations[0]?.deletion.kind === "deleted";
}

/** What a tab says of it: how many were deleted, or which where it was one. */
export function deletedTab(destinations: readonly Deleted[]): Tab {
  const deleted = destinations.filter(({ deletion: { kind } }) => kind === "deleted");
  const [only] = deleted;
  return {
    icon: "trash",
    title:
      isPlainSuccess(destinations) && only !== undefined
        ? l10n.t("Deleted {0}", display(nameOf(only)))
        : l10n.t("Deleted {0} of {1}", deleted.length, destinations.length),
  };
}

/** The first button is for what has to come first: a token or a project, then whatever holds them, then another try. */
function actions(destinations: readonly Deleted[]): ResultCard["actions"] {
  // A result is kept: the address of a destination is not.
  const targets = destinations.filter(isLeft).map(({ idOrName, name }) => ({ idOrName, name }));
  const kinds = new Set(destinations.map(({ deletion }) => deletion.kind));
  const title = kinds.has("notTried") ? l10n.t("Delete What Is Left…") : l10n.t("Try Again");
  const goOn =
    targets.length === 0 ? undefined : button(title, "managedAuth.deleteDestinations", { targets });
  const watch = destinations.every(isUnheld)
    ? undefined
    : button(l10n.t("Delete When Free…"), "managedAuth.deleteDestinations", { targets, wait: true });
  const help = deletionHelp(destinations.map(({ deletion }) => deletion));
  // What is held is held a moment later, too: trying again at once is no advice.
  const isAdvised = [...kinds].some(
    (kind) => kind !== "refused" && kind !== "notFound" && kind !== "deleted",
  );
  const [first, second, ...others] = [help, watch, goOn].filter((one) => one !== undefined);
  const isNext = help !== undefined || watch !== undefined || isAdvised;
  const [next, other] = isNext ? [first, second] : [undefined, first];
  return { ...(next && { next }), ...(other && { other }), ...more(...others) };
}

function isUnheld({ heldBy = [] }: Deleted): boolean {
  return heldBy.length === 0;
}

function table(destinations: readonly Deleted[]): Block<Effect> {
  return {
    kind: "table",
    title: l10n.t("Destinations"),
    columns: [l10n.t("ID or name"), l10n.t("Result")],
    rows: destinations.map((destination) => {
      const { heldBy: holders = [] } = destination;
      return {
        cells: [code(nameOf(destination)), deletionValue(destination.deletion)],
        notes: [...holders.map(heldWords), ...notesOf(destination)],
        ...(holders.length > 0 && { actions: holders.map((one) => showButton(one, holders.length > 1)) }),
      };
    }),
  };
}

function heldWords(connection: ManagedAuth): string {
  return l10n.t(
    "{0} selects it: choose another destination there, or delete that connection.",
    connectionName(connection),
  );
}

function showButton(connection: ManagedAuth, isOneOfSeveral: boolean): ResultButton {
  const label = isOneOfSeveral ? l10n.t("Show {0}", connectionName(connection)) : l10n.t("Show Connection");
  return button(label, "managedAuth.showConnection", { id: connection.id });
}

function notesOf({ deletion }: Deleted): readonly string[] {
  return deletionNotes(deletion, {
    missing: l10n.t("No destination has this ID or name."),
    scope: l10n.t("Deleting may need a token of the organization: one for a single project may not do it."),
  });
}

/** What may hold those that no known connection does. */
function causes(destinations: readonly Deleted[], isWhole: boolean): readonly Block[] {
  const isHeldUnseen = destinations.some((one) => one.deletion.kind === "refused" && isUnheld(one));
  if (!isHeldUnseen) return [];
  return [
    {
      kind: "list",
      title: l10n.t("What can hold a destination"),
      items: [
        l10n.t("Browser sessions still export to it: wait until they end, or delete them."),
        l10n.t("A login that uses it is under way: wait until it ends."),
        ...(isWhole
          ? []
          : [l10n.t("A connection selects it: choose another destination there, or delete the connection.")]),
      ].map((text) => ({ text })),
    },
  ];
}

function nameOf({ idOrName, name }: Deleted): string {
  return name ?? idOrName;
}

/** How many ended so. */
function counting(destinations: readonly Deleted[]): (kind: Deletion["kind"]) => number {
  return (wanted) => destinations.filter(({ deletion: { kind } }) => kind === wanted).length;
}

/** What became of a batch, as a headline. */
function deletedTitle(destinations: readonly Deleted[]): string {
  const count = counting(destinations);
  const all = destinations.length;
  const [deleted, accepted, unknown] = [count("deleted"), count("accepted"), count("unknown")];
  if (accepted > 0 && deleted === 0)
    return all === 1 ? l10n.t("Deletion accepted") : l10n.t("{0} of {1} deletions accepted", accepted, all);
  // What is not known may be deleted yet: then nothing says that it is not.
  if (unknown > 0 && deleted === 0)
    return all === 1 ? l10n.t("Result unknown") : l10n.t("{0} of {1} results unknown", unknown, all);
  if (all > 1) return l10n.t("{0} of {1} destinations deleted", deleted, all);
  return deleted === 1 ? l10n.t("Destination deleted") : l10n.t("Destination not deleted");
}

/** What became of those that are not deleted, and what to do about them, in sentences. */
function deletedWords(destinations: readonly Deleted[]): readonly string[] {
  const count = counting(destinations);
  const [refused, notFound, failed, unknown] = [
    count("refused"),
    count("notFound"),
    count("failed"),
    count("unknown"),
  ];
  const left = [
    refused === 1 ? l10n.t("1 is in use") : refused > 1 ? l10n.t("{0} are in use", refused) : "",
    notFound === 1 ? l10n.t("1 does not exist") : notFound > 1 ? l10n.t("{0} do not exist", notFound) : "",
    failed > 0 ? l10n.t("{0} failed", failed) : "",
  ].filter((words) => words !== "");
  const isNothing = count("deleted") + count("accepted") + unknown === 0;
  return [
    destinations.length === 1 || left.length === 0
      ? ""
      : paragraph([...(isNothing ? [l10n.t("Nothing was deleted.")] : []), sentence(series(left))]),
    unknown > 0
      ? l10n.t(
          "Where the result is unknown, the destination may be deleted. Run the command again for it to find out.",
        )
      : "",
    count("accepted") > 0
      ? l10n.t("The service may still be working on what it accepted. Run the command again to check.")
      : "",
    count("skipped") > 0 ? l10n.t("You canceled before the rest was sent.") : "",
    count("notTried") > 0
      ? l10n.t("The rest was not tried, because it would most likely have ended the same way.")
      : "",
  ].filter((words) => words !== "");
}
