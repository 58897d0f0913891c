import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { spansOf } from "../../../domain/connections/history.ts";
import { flowFacts } from "../../../domain/connections/flow.ts";
import type { ResultButton, ResultCard } from "../../results/buttonEffect.ts";
import { button, copyIdButton, more } from "../../results/buttons.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { describeError } from "../../words/errors.ts";
import { count } from "../../words/numbers.ts";
import { paragraph, sentence } from "../../words/sentences.ts";
import { firstActions, showConnectionButton } from "../shown/actions.ts";
import { connectionFrame, connectionNotReadCard } from "../shown/card.ts";
import { entriesTable } from "./entries.ts";
import { picture } from "./picture.ts";
import type { HistoryOutcome } from "./read.ts";
import { historyWords } from "./words.ts";

/** A history as it was read. */
type Read = Omit<Extract<HistoryOutcome, { readonly kind: "ok" }>, "answeredAt" | "kind"> & {
  /** The ID that was asked for. */
  readonly id: string;
  /** How many entries were asked for, and how many are asked for next, if more are. */
  readonly most: number;
  readonly more: number | undefined;
};

/** What became of a connection: in one paragraph, as a picture of the last days, and entry by entry. */
export function historyCard(occasion: Occasion, read: Read): ResultCard {
  const { connection, id, most, timeline } = read;
  const now = occasion.serviceTime ?? occasion.at;
  const { next, other } = firstActions({ ...connection, id }, flowFacts(connection, now));
  const { title, ...shown } = connectionFrame(occasion, connection);
  const frame = {
    ...shown,
    title: l10n.t("History of {0}", title),
    actions: {
      ...(next && { next }),
      other: showConnectionButton(id),
      refresh: readButton(l10n.t("Refresh"), id, most, occasion),
      ...more(...(next && other ? [other] : []), copyIdButton(id)),
    },
  } as const;
  if (timeline === undefined)
    return { ...frame, summary: [l10n.t("This service keeps no history.")], blocks: [] };
  const entries = timeline.rows;
  const whole = timeline.kind === "complete" && timeline.unreadable === 0;
  const known = { status: connection.status, now: now.getTime(), whole };
  const older = olderOf(timeline.kind, read);
  const loadMore = older === undefined ? undefined : readButton(l10n.t("Load More"), id, older, occasion);
  return {
    ...frame,
    summary: [...historyWords(entries, known), ...leftOut(timeline, older)],
    blocks: [
      ...picture(spansOf(entries, known), entries, known.now),
      ...(entries.length === 0 ? [] : [entriesTable(entries, loadMore)]),
    ],
  };
}

/** A history that could not be read. */
export function noHistoryCard(occasion: Occasion, id: string, most: number, error: ApiError): ResultCard {
  const again = readButton(l10n.t("Try Again"), id, most, occasion);
  return connectionNotReadCard(occasion, id, error, { title: l10n.t("History not read"), again });
}

/** How many entries are read to have older ones: as many again, where these did not come. */
function olderOf(
  kind: NonNullable<Read["timeline"]>["kind"],
  { more: next, most }: Pick<Read, "more" | "most">,
): number | undefined {
  if (kind === "complete") return undefined;
  return kind === "failed" ? most : next;
}

/** What is missing from the entries that are shown, and why. */
function leftOut(timeline: NonNullable<Read["timeline"]>, older: number | undefined): readonly string[] {
  const unreadable =
    timeline.unreadable === 0
      ? []
      : [l10n.t("Entries that this version cannot read: {0}.", count(timeline.unreadable))];
  if (timeline.kind === "failed")
    return [
      ...unreadable,
      paragraph([
        l10n.t("Older entries could not be read."),
        sentence(describeError(timeline.error).headline),
      ]),
    ];
  const isCut = timeline.kind !== "complete" && older === undefined;
  return isCut ? [...unreadable, l10n.t("Older entries are not shown.")] : unreadable;
}

/** Reads the history again, in the place of this result. */
function readButton(label: string, id: string, most: number, { id: resultId }: Occasion): ResultButton {
  return button(label, "managedAuth.showHistory", { id, most, resultId });
}
