import { l10n } from "vscode";
import type { TimelineEntry } from "../../../api/loginSchemas.ts";
import type { BlockOf, DayPiece, DayStrip } from "../../../card/card.ts";
import { parseTime } from "../../../domain/dates.ts";
import type { ConnectionView } from "../../../domain/connections/connectionView.ts";
import { lastCheckTime } from "../../../domain/connections/deprecatedFields.ts";
import { isLogin, type StatePeriod, statePeriods, entryTime } from "../../../domain/connections/history.ts";
import { type HistoryWeek, splitWeek } from "../../../domain/connections/historyDays.ts";
import type { WeekReading } from "../../catalogue/timelineFetcher.ts";
import type { ButtonAction, ResultBlock } from "../../results/buttons.ts";
import {
  formatCount,
  formatDateTime,
  formatDateRange,
  formatShortDateTime,
  formatShortWeekday,
} from "../../words/formatting.ts";
import { labelWithValue, joinSentences, withFullStop } from "../../words/sentences.ts";

/**
 * The parts of a connection's strip in the seven-day chart, apart from the timeline: name, state, link and action.
 */
export type StripFrame = Pick<DayStrip<ButtonAction>, "name" | "about" | "state" | "leads" | "action">;

const shortSpanMs = 3_600_000;

export type StripsBlock = BlockOf<"strips", ButtonAction>;
type SpanPiece = Extract<HistoryWeek["pieces"][number], { readonly kind: "span" }>;

const stripLooks = new Set(["in", "out", "unknown", "unread", "error", "warning", "next"]);

/** Returns the parts of a block that all seven-day charts have in common: the days and the legend. */
export function weekFrame(now: number): Pick<StripsBlock, "kind" | "days" | "legend"> {
  const { midnights, share } = splitWeek([], [], now);
  return {
    kind: "strips",
    days: midnights.map((begins, day) => ({
      at: share(begins),
      label: day === midnights.length - 1 ? l10n.t("Today") : formatShortWeekday(new Date(begins)),
    })),
    legend: chartLegend(stripLooks),
  };
}

/** Returns a chart's legend, which explains the given looks (colors and symbols) and the mark for the current time. */
export function chartLegend(usedLooks: ReadonlySet<string>): StripsBlock["legend"] {
  const all: StripsBlock["legend"] = [
    { look: "in", text: l10n.t("Logged in") },
    { look: "out", text: l10n.t("Not logged in") },
    { look: "unknown", text: l10n.t("Unknown") },
    { look: "unread", text: l10n.t("Not read") },
    { look: "success", text: l10n.t("Login succeeded") },
    { look: "error", text: l10n.t("Login failed") },
    { look: "warning", text: l10n.t("Login timed out") },
    { look: "info", text: l10n.t("Login running") },
    { look: "neutral", text: l10n.t("Canceled or unknown") },
    { look: "now", text: l10n.t("Now") },
    { look: "next", text: l10n.t("Next check") },
  ];
  return all.filter(({ look }) => look === "now" || usedLooks.has(look));
}

/** Builds the block for the strip on a connection's page. The timeline is fetched when the strip comes into view. */
export function weekBlock(view: ConnectionView, state: string): ResultBlock {
  const groups = [{ strips: [weekStrip({ name: state }, view, undefined)] }];
  return { ...weekFrame(view.now.getTime()), title: l10n.t("The last seven days"), groups };
}

/** Builds the strip of the last seven days from the fetched timeline, and marks the next health check. */
export function weekStrip(
  frame: StripFrame,
  { connection, nextCheckAt, now: time }: ConnectionView,
  reading: WeekReading | undefined,
): DayStrip<ButtonAction> {
  const now = time.getTime();
  const { entries = [], isComplete = false } = reading ?? {};
  const spans = statePeriods(entries, { status: connection.status, now, isComplete });
  const failed = entries.filter((entry) => isLogin(entry) && failureLook(entry) !== undefined);
  const week = splitWeek(spans, failed, now);
  const unread = unreadUntil(entries, isComplete, week, now);
  const knownSince = spans[0]?.from ?? parseTime(lastCheckTime(connection)) ?? now;
  const marks = week.pieces.flatMap((piece) => weekPiece(piece, now));
  const pieces: DayPiece[] = [...marks];
  if (unread > 0) pieces.unshift({ look: "unread", from: 0, to: unread, text: describeUnread(reading) });
  const nowText = labelWithValue(l10n.t("Now"), formatStripTime(now));
  pieces.push({ look: "now", at: week.share(now), text: nowText });
  let note = "";
  if (nextCheckAt !== undefined) {
    note = l10n.t("Next check about {0}", formatStripTime(nextCheckAt, now));
    const at = week.share(nextCheckAt);
    // Don't draw a mark that would cover another mark. The time of the next check is shown next to the strip anyway.
    const isCovered = marks.some((mark) => "at" in mark && at - mark.at < week.minMarkDistance);
    if (at <= 1 && !isCovered) pieces.push({ look: "next", at, text: note });
  }
  return {
    ...frame,
    key: connection.id,
    pieces,
    text: describeWeek(spans, failed, reading, now),
    note,
    short: now - knownSince < shortSpanMs,
  };
}

/** Returns the end of the week's unfetched part, as a fraction of the week. Returns 0 if all entries were fetched. */
function unreadUntil(
  entries: readonly TimelineEntry[],
  isComplete: boolean,
  week: HistoryWeek,
  now: number,
): number {
  if (isComplete) return 0;
  const oldest = Math.min(now, ...entries.map((entry) => entryTime(entry) ?? now));
  return Math.max(0, week.share(oldest));
}

function describeUnread(reading: WeekReading | undefined): string {
  if (reading === undefined) return l10n.t("Not read yet");
  return reading.isFailed ? l10n.t("Couldn't be read") : l10n.t("Not read: too many entries");
}

function failureLook({ status }: TimelineEntry): "error" | "warning" | undefined {
  if (status === "FAILED") return "error";
  return status === "EXPIRED" ? "warning" : undefined;
}

function weekPiece(piece: HistoryWeek["pieces"][number], now: number): readonly DayPiece[] {
  if (piece.kind === "span") return [spanPiece(piece, now)];
  const { at, entries } = piece;
  const look = entries.map(failureLook).findLast((failure) => failure !== undefined);
  if (look === undefined) return [];
  const last = entries.at(-1);
  const time = formatDateTime(new Date((last && entryTime(last)) ?? now));
  if (entries.length > 1) {
    const text = l10n.t("{0} logins failed, the last at {1}", formatCount(entries.length), time);
    return [{ look, at, text }];
  }
  const label = look === "error" ? l10n.t("Login failed") : l10n.t("Login timed out");
  return [{ look, at, text: labelWithValue(label, time) }];
}

/** Converts a period with an unchanged state to a piece of the chart. */
export function spanPiece({ from, span, to }: SpanPiece, now: number): DayPiece {
  return { look: span.state, from, to, text: describeSpan(span, now) };
}

function describeSpan({ from, state, to }: StatePeriod, now: number): string {
  const [begin, end] = [new Date(from), new Date(to)];
  const isCurrent = to >= now;
  switch (state) {
    case "in":
      if (isCurrent) return l10n.t("Logged in since {0}", formatDateTime(begin));
      return labelWithValue(l10n.t("Logged in"), formatDateRange(begin, end));
    case "out":
      if (isCurrent) return l10n.t("Not logged in since {0}", formatDateTime(begin));
      return labelWithValue(l10n.t("Not logged in"), formatDateRange(begin, end));
    case "unknown":
      return labelWithValue(l10n.t("Unknown"), formatDateRange(begin, end));
  }
}

function describeWeek(
  spans: readonly StatePeriod[],
  failed: readonly TimelineEntry[],
  reading: WeekReading | undefined,
  now: number,
): string {
  const last = spans.at(-1);
  const sentences: string[] = [];
  if (last !== undefined) sentences.push(withFullStop(describeSpan(last, now)));
  if (failed.length > 0)
    sentences.push(withFullStop(l10n.t("Failed logins: {0}", formatCount(failed.length))));
  if (sentences.length > 0) return joinSentences(sentences);
  return reading?.isComplete === true ? l10n.t("No login and no health check yet") : describeUnread(reading);
}

function formatStripTime(at: number, now = at): string {
  return formatShortDateTime(new Date(at), new Date(now));
}
