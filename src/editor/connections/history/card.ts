import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { spansOf, storyOf } from "../../../domain/connections/history.ts";
import { flowFacts } from "../../../domain/connections/flow.ts";
import { display } from "../../../domain/text/display.ts";
import { run } from "../../results/buttonEffect.ts";
import type { ResultButton, ResultCard } from "../../results/buttonEffect.ts";
import { button, copyIdButton, more, signInAgainButton } from "../../results/buttons.ts";
import { adviceOn, cardFrame, codeRow, rows, serviceSays, verdict } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { describeError, isPlainlyMissing } from "../../words/errors.ts";
import { count } from "../../words/numbers.ts";
import { paragraph, sentence } from "../../words/sentences.ts";
import { statusValue } from "../shown/blocks.ts";
import { flowState } from "../shown/progress.ts";
import { entriesTable } from "./entries.ts";
import { picture } from "./picture.ts";
import type { HistoryOutcome } from "./read.ts";
import { storyWords } from "./words.ts";

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
  const { domain, profile_name, status } = connection;
  const now = occasion.serviceTime ?? occasion.at;
  const facts = flowFacts(connection, now);
  const name = display(domain === undefined || profile_name === undefined ? connection.id : domain);
  const frame = {
    ...cardFrame(occasion, ...(domain === undefined || profile_name === undefined ? [] : [profile_name])),
    head: { kind: "header", state: (facts && flowState(facts)) ?? statusValue(status) },
    title: l10n.t("History of {0}", name),
    actions: {
      other: button(l10n.t("Show Connection"), run("managedAuth.showConnection", { id })),
      refresh: readButton(l10n.t("Refresh"), id, most, occasion),
      ...more(copyIdButton(id)),
    },
  } as const;
  if (timeline === undefined)
    return { ...frame, summary: [l10n.t("This service keeps no history.")], blocks: [] };
  const entries = timeline.rows;
  const whole = timeline.kind === "complete" && timeline.unreadable === 0;
  const known = { status, now: now.getTime(), whole };
  const older = olderOf(timeline.kind, read);
  return {
    ...frame,
    summary: [
      ...(entries.length === 0 && whole
        ? [l10n.t("Nothing has happened yet: no login, no health check.")]
        : []),
      ...(entries.length === 0 ? [] : storyWords(storyOf(entries, known))),
      ...leftOut(timeline, older),
    ],
    blocks: [
      ...picture(spansOf(entries, known), entries, known.now),
      ...(entries.length === 0
        ? []
        : [entriesTable(entries, older === undefined ? undefined : loadMore(id, older, occasion))]),
    ],
  };
}

/** A history that could not be read. */
export function noHistoryCard(occasion: Occasion, id: string, most: number, error: ApiError): ResultCard {
  const { headline, remedies, ...words } = describeError(error);
  const { advice, ...waits } = adviceOn(error, words.advice, occasion.at);
  return {
    ...cardFrame(occasion),
    head: verdict("error"),
    title: l10n.t("History not read"),
    summary: [sentence(headline), ...advice],
    ...waits,
    blocks: [
      rows(l10n.t("Connection"), codeRow(l10n.t("ID"), id)),
      ...(isPlainlyMissing(error) ? [] : serviceSays(error)),
    ],
    actions: {
      next: readButton(l10n.t("Try Again"), id, most, occasion),
      ...(remedies.includes("signIn") && { other: signInAgainButton() }),
      ...more(copyIdButton(id)),
    },
  };
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

function loadMore(id: string, most: number, occasion: Occasion): ResultButton {
  return readButton(l10n.t("Load More"), id, most, occasion);
}

/** Reads the history again, in the place of this result. */
function readButton(label: string, id: string, most: number, { id: resultId }: Occasion): ResultButton {
  return button(label, run("managedAuth.showHistory", { id, most, resultId }));
}
