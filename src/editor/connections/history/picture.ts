import { l10n } from "vscode";
import type { TimelineEntry } from "../../../api/login.ts";
import type { Span } from "../../../domain/connections/history.ts";
import { daysOf } from "../../../domain/connections/historyDays.ts";
import type { Day } from "../../../domain/connections/historyDays.ts";
import type { Block, DayPiece } from "../../../card/card.ts";
import { hour, weekday } from "../../words/numbers.ts";
import { paragraph, sentence } from "../../words/sentences.ts";
import { entryWords, spanWords, toneOf } from "./words.ts";

type Picture = Extract<Block, { readonly kind: "days" }>;

const shownHours = [0, 6, 12, 18];
/** How many of those that happened at about the same time are told. */
const mostTold = 4;

/** The last days of a connection; nothing where nothing is told of them. */
export function picture(
  spans: readonly Span[],
  entries: readonly TimelineEntry[],
  now: number,
): readonly Picture[] {
  const happened = entries.filter(({ type }) => type !== "health_check");
  const days = daysOf(spans, happened, now);
  const drawn = days.map(({ begins, pieces }) => ({
    label: weekday(new Date(begins)),
    pieces: pieces.map((piece) => pieceOf(piece, now)),
  }));
  const looks = new Set(drawn.flatMap(({ pieces }) => pieces.map(({ look }) => look)));
  if (looks.size === 0) return [];
  return [
    {
      kind: "days",
      title: l10n.t("The last days"),
      hours: shownHours.map((at) => ({ at: at / 24, label: hour(new Date(2026, 0, 1, at)) })),
      days: drawn,
      legend: legendOf(looks),
    },
  ];
}

function pieceOf(piece: Day["pieces"][number], now: number): DayPiece {
  if (piece.kind === "span") {
    const { from, span, to } = piece;
    return { look: span.state, from, to, text: spanWords(span, now) };
  }
  const { at, entries } = piece;
  const told = entries.slice(0, mostTold).map((entry) => entryWords(entry));
  const left = entries.length - told.length;
  const texts = left > 0 ? [...told, l10n.t("… and {0} more", left)] : told;
  return {
    // That of the last one: how it stood then.
    look: toneOf(entries.at(-1)?.status) ?? "neutral",
    at,
    text: texts.length === 1 ? texts.join("") : paragraph(texts.map(sentence)),
  };
}

function legendOf(looks: ReadonlySet<DayPiece["look"]>): Picture["legend"] {
  const all: Picture["legend"] = [
    { look: "in", text: l10n.t("Logged in") },
    { look: "out", text: l10n.t("Logged out") },
    { look: "unknown", text: l10n.t("Not known") },
    { look: "success", text: l10n.t("Login succeeded") },
    { look: "error", text: l10n.t("Login failed") },
    { look: "warning", text: l10n.t("Login timed out") },
    { look: "info", text: l10n.t("Login under way") },
    { look: "neutral", text: l10n.t("Canceled or not known") },
  ];
  return all.filter(({ look }) => looks.has(look));
}
