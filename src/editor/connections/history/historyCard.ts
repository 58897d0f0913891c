import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { type StatePeriod, statePeriods, entryTime } from "../../../domain/connections/history.ts";
import { connectionView } from "../../../domain/connections/connectionView.ts";
import {
  type ButtonAction,
  type ResultButton,
  type ResultCard,
  commandButton,
  copyIdButton,
  moreMenu,
  type ResultBlock,
} from "../../results/buttons.ts";
import { type ResultContext, plainValue } from "../../results/cardParts.ts";
import { describeError } from "../../words/errors.ts";
import { formatCount, formatHour, formatDateRange, formatDayWithWeekday } from "../../words/formatting.ts";
import { joinSentences, withFullStop } from "../../words/sentences.ts";
import { nextAction, showConnectionButton } from "../shown/connectionActions.ts";
import { connectionFrame, connectionNotReadCard } from "../shown/connectionCard.ts";
import type { TimelineListing } from "./fetchHistory.ts";
import {
  outcomePill,
  describeEntry,
  historyHeadline,
  isKnownEntry,
  loginTone,
  entryTypeLabel,
  formatEntryTime,
} from "./historyWords.ts";
import { type HistoryDay, splitIntoDays } from "../../../domain/connections/historyDays.ts";
import type { CardBlock, DayPiece, BlockOf } from "../../../card/card.ts";
import type { TimelineEntry } from "../../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { maskedJson, maskedText } from "../../../domain/text/secrets.ts";
import { failureCause } from "../shown/words/failureWords.ts";
import { chartLegend, spanPiece } from "../week/weekStrip.ts";

interface HistoryContent {
  readonly connection: ManagedAuth;
  /** `undefined` if the service keeps no history. */
  readonly timeline: TimelineListing | undefined;
  /** The connection ID that was requested. The card shows this ID instead of `connection.id`. */
  readonly id: string;
  /** Number of entries that were requested for this card. */
  readonly limit: number;
  /** Number of entries that "Load More" requests. Undefined once the maximum is reached. */
  readonly nextLimit: number | undefined;
}

export function historyCard(context: ResultContext, read: HistoryContent): ResultCard {
  const { connection, id, limit, timeline } = read;
  const now = context.serviceTime ?? context.at;
  const view = connectionView({ ...connection, id }, now);
  const next = nextAction(view);
  const { title, ...shown } = connectionFrame(context, view);
  const frame = {
    ...shown,
    context: [title, ...shown.context],
    actions: {
      ...(next && { next }),
      other: showConnectionButton(id),
      refresh: refreshHistoryButton(l10n.t("Refresh"), id, limit, context),
      ...moreMenu(copyIdButton(id)),
    },
  } as const;
  if (timeline === undefined)
    return { ...frame, title: l10n.t("This service keeps no history"), summary: [], blocks: [] };
  const entries = timeline.rows;
  const isComplete = timeline.kind === "complete" && timeline.unreadable === 0;
  const origin = { status: connection.status, now: now.getTime(), isComplete };
  let older = timeline.kind === "complete" ? undefined : read.nextLimit;
  // If older entries couldn't be fetched, "Load More" requests the same number of entries again.
  if (timeline.kind === "failed") older = limit;
  const loadMore =
    older === undefined ? undefined : refreshHistoryButton(l10n.t("Load More"), id, older, context);
  const blocks: ResultBlock[] = [...daysChart(statePeriods(entries, origin), entries, origin.now)];
  if (entries.length > 0) blocks.push(entriesTable(entries, loadMore), rawEntries(entries));
  return {
    ...frame,
    title: historyHeadline(entries, origin),
    summary: describeMissingEntries(timeline, older),
    blocks,
  };
}

export function noHistoryCard(
  context: ResultContext,
  id: string,
  limit: number,
  error: ApiError,
): ResultCard {
  const retry = refreshHistoryButton(l10n.t("Try Again"), id, limit, context);
  return connectionNotReadCard(context, id, error, { title: l10n.t("Couldn't read the history"), retry });
}

function describeMissingEntries(timeline: TimelineListing, older: number | undefined): readonly string[] {
  const sentences: string[] = [];
  if (timeline.unreadable > 0)
    sentences.push(l10n.t("Unreadable entries: {0}.", formatCount(timeline.unreadable)));
  if (timeline.kind === "failed") {
    const reason = withFullStop(describeError(timeline.error).headline);
    sentences.push(joinSentences([l10n.t("Couldn't read older entries."), reason]));
  } else if (timeline.kind !== "complete" && older === undefined)
    sentences.push(l10n.t("Older entries aren't shown."));
  return sentences;
}

function refreshHistoryButton(
  label: string,
  id: string,
  limit: number,
  { id: resultId }: ResultContext,
): ResultButton {
  return commandButton(label, "managedAuth.showHistory", { id, most: limit, resultId });
}

type DaysChart = BlockOf<"days">;

const shownHours = [0, 6, 12, 18];
/** Maximum number of entries that the text of a mark in the chart describes. Further entries are only counted. */
const maxDescribedEntries = 4;

/** Builds the day-by-day chart, or returns an empty list if no day has data. */
function daysChart(
  spans: readonly StatePeriod[],
  entries: readonly TimelineEntry[],
  now: number,
): readonly DaysChart[] {
  const happened = entries.filter(({ type }) => type !== "health_check");
  const days = splitIntoDays(spans, happened, now);
  const drawn = days.map(({ startsAt: begins, now: share, pieces }) => ({
    label: formatDayWithWeekday(new Date(begins)),
    ...(share !== undefined && { now: share }),
    pieces: pieces.map((piece) => dayPiece(piece, now)),
  }));
  const usedLooks = new Set(drawn.flatMap(({ pieces }) => pieces.map(({ look }) => look)));
  if (usedLooks.size === 0) return [];
  return [
    {
      kind: "days",
      title: l10n.t("Day by day"),
      hours: shownHours.map((hour) => ({ at: hour / 24, label: formatHour(new Date(2026, 0, 1, hour)) })),
      days: drawn.toReversed(),
      legend: chartLegend(usedLooks),
    },
  ];
}

function dayPiece(piece: HistoryDay["pieces"][number], now: number): DayPiece {
  if (piece.kind === "span") return spanPiece(piece, now);
  const { at, entries } = piece;
  const texts = entries.slice(0, maxDescribedEntries).map((entry) => describeEntry(entry));
  if (entries.length > texts.length) texts.push(l10n.t("… and {0} more", entries.length - texts.length));
  return {
    look: loginTone(entries.at(-1)?.status) ?? "neutral",
    at,
    text: texts.length === 1 ? texts.join("") : joinSentences(texts.map(withFullStop)),
  };
}

type EntriesTable = BlockOf<"table", ButtonAction>;

/**
 * Builds the table of entries, which are already sorted newest first. Consecutive health checks with the same outcome
 * share a row.
 */
function entriesTable(entries: readonly TimelineEntry[], loadMore: ResultButton | undefined): EntriesTable {
  return {
    kind: "table",
    title:
      loadMore === undefined
        ? l10n.t("Logins and health checks")
        : l10n.t("The newest {0} logins and health checks", formatCount(entries.length)),
    columns: [l10n.t("When"), l10n.t("Event"), l10n.t("Outcome")],
    rows: mergeHealthChecks(entries).map(entriesRow),
    ...(loadMore && { more: loadMore }),
  };
}

function entriesRow(run: readonly [TimelineEntry, ...TimelineEntry[]]): EntriesTable["rows"][number] {
  const [newest] = run;
  const oldest = run.at(-1) ?? newest;
  const [from, to] = [entryTime(oldest), entryTime(newest)];
  const isSingle = run.length === 1 || from === undefined || to === undefined;
  return {
    cells: [
      plainValue(isSingle ? formatEntryTime(newest) : formatDateRange(new Date(from), new Date(to))),
      plainValue(isSingle ? entryTypeLabel(newest) : l10n.t("{0} health checks", formatCount(run.length))),
      outcomePill(newest),
    ],
    notes: entryNotes(oldest),
    ...(!isKnownEntry(oldest) && { volatile: true }),
  };
}

function mergeHealthChecks(
  entries: readonly TimelineEntry[],
): readonly [TimelineEntry, ...TimelineEntry[]][] {
  const runs: [TimelineEntry, ...TimelineEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run !== undefined && entryNotes(run.at(-1) ?? run[0]).length === 0 && canMerge(run[0], entry))
      run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function canMerge(newer: TimelineEntry, older: TimelineEntry): boolean {
  const isCheck = newer.type === "health_check" && older.type === "health_check" && isKnownEntry(older);
  return (
    isCheck &&
    newer.status === older.status &&
    entryTime(newer) !== undefined &&
    entryTime(older) !== undefined
  );
}

/**
 * Explains the outcome of an entry with its error code and the website's message. If neither is known, quotes the
 * service's message.
 */
function entryNotes({ error_code, error_message, website_error }: TimelineEntry): readonly string[] {
  const notes = [
    failureCause(error_code),
    website_error && l10n.t('The website says: "{0}"', maskedText(website_error)),
  ].filter((note) => note !== undefined);
  const reason = error_message ?? error_code;
  if (notes.length > 0 || reason === undefined) return notes;
  return [l10n.t('The service says: "{0}"', maskedText(reason))];
}

/**
 * Builds a block that shows the entries as received, one per line and with secrets masked. The block isn't persisted.
 */
function rawEntries(entries: readonly TimelineEntry[]): CardBlock {
  return {
    kind: "code",
    title: l10n.t("Entries as received, secrets masked"),
    text: entries.map((entry) => maskedJson(entry).replace(/\s+/g, " ")).join("\n"),
    volatile: true,
  };
}
