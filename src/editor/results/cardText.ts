import { maskedText } from "../../domain/text/secrets.ts";
import { visibleText, visibleLine } from "../../domain/text/visible.ts";
import type { CardBlock, CardModel, CardCountdown, ListItem, TableCell, CardValue } from "../../card/card.ts";
import { formatDuration, formatDateTime, formatShortDateTime } from "../words/formatting.ts";
import {
  labelWithValue,
  joinWithCommas,
  withParentheses,
  joinSentences,
  withFullStop,
} from "../words/sentences.ts";
import { l10n } from "vscode";
import { accountIdOf } from "../../storage/scope.ts";
import type { SessionState } from "../accounts/session.ts";
import { compact } from "../../domain/compact.ts";

/**
 * Formats a card as plain text for the clipboard. No value can break out of its line or hide a part of the line.
 * URLs are copied without their queries. A card that shows a request has a separate button, which copies the request
 * with complete URLs.
 */
export function cardText(card: CardModel<unknown>): string {
  const { at = 0, countdown, head, progress, summary, title } = card;
  const top = withState(title, head.kind === "header" ? head.state : undefined);
  const waits = countdown && waitText(countdown, at);
  const frame = compact(top, contextLine(card), card.sandbox, ...summary, waits, progress?.text);
  return [...frame.map(visibleLine), ...card.blocks.map(blockText)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Formats a countdown with the time that remained when the card was created. */
function waitText({ before, until }: CardCountdown, at: number): string {
  return before.replace("{0}", () => formatDuration(Math.max(0, Math.round((until - at) / 1_000))));
}

function blockText(block: CardBlock<unknown>): string {
  return [visibleLine(block.title), ...blockLines(block)].join("\n");
}

/** Returns the lines of a block. Only code can have line breaks. */
function blockLines(block: CardBlock<unknown>): readonly string[] {
  if (block.kind === "code") return [visibleText(maskedText(block.text))];
  if (block.kind === "forms")
    return block.forms.flatMap((form) => [visibleLine(form.label), visibleText(maskedText(form.text))]);
  return plainLines(block).map(visibleLine);
}

function plainLines(block: Exclude<CardBlock<unknown>, { kind: "code" | "forms" }>): readonly string[] {
  switch (block.kind) {
    case "rows":
      return block.rows.map(({ changed, label, note, value }) =>
        joinDashed(labelWithValue(label, value.text), changed, note),
      );
    case "task":
      return compact(block.message, ...block.notes);
    case "list":
      return compact(
        block.lead !== undefined && itemText(block.lead),
        ...block.items.map((item) => `- ${itemText(item)}`),
      );
    case "grid":
      return block.cells.map(({ label, note, state }) => joinDashed(labelWithValue(label, state), note));
    case "days":
      // List each entry only once, because an entry that spans several days is repeated under each day.
      return [...new Set(block.days.flatMap(({ pieces }) => pieces.map(({ text }) => `- ${text}`)))];
    case "strips":
      return block.groups.flatMap(({ strips, title }) =>
        compact(
          title,
          ...strips.map(({ about, name, note, state, text }) =>
            joinDashed(withState(name, state), about, text, note),
          ),
        ),
      );
    case "table":
      return block.rows.map(({ cells, notes }) =>
        joinDashed(
          cells
            .map(cellText)
            .filter((text) => text !== "")
            .reduce((line, text) => labelWithValue(line, text)),
          ...notes,
        ),
      );
  }
}

function cellText({ hint, links, text }: TableCell<unknown>): string {
  const named = links?.map((link) => ({ hint: link.hint, text: link.label })) ?? [{ hint, text }];
  return joinWithCommas(named.map((part) => withParentheses(part.text, part.hint)));
}

function itemText({ code, text }: ListItem): string {
  return withParentheses(text, code);
}

function withState(name: string, state: CardValue | undefined): string {
  if (state === undefined) return name;
  return labelWithValue(name, state.text);
}

function joinDashed(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(" – ");
}

/** Formats a card's account and time in one line. Includes the date, because cards are also shown on later days. */
export function contextLine({ at, context }: CardModel<unknown>): string {
  return compact(...context, at !== undefined && formatDateTime(new Date(at))).join(" · ");
}

/** Returns a short reason why buttons are disabled, or undefined if the window uses the result's account. */
export function disabledReason(
  { accountId }: { readonly accountId?: string | undefined },
  state: SessionState,
): string | undefined {
  if (accountId === undefined) return undefined;
  if (state.kind === "signedOut") return l10n.t("Signed out");
  if (state.account.id === accountId) return undefined;
  if (accountIdOf(state.account.id) === accountIdOf(accountId)) return l10n.t("Another project is in use");
  return l10n.t("Another account is in use");
}

/** Adds the result's time to the card. If the buttons are disabled, also adds the reason (`reason`). */
export function withTimeAndReason<P>(
  card: CardModel<P>,
  reason: string | undefined,
  now = new Date(),
): CardModel<P> {
  if (card.at === undefined) return card;
  const asOf = asOfText(new Date(card.at), now);
  return {
    ...card,
    context: [...card.context, joinSentences(compact(reason !== undefined && withFullStop(reason), asOf))],
  };
}

function asOfText(date: Date, now: Date): string {
  const isToday = date.toDateString() === now.toDateString();
  return l10n.t("As of {0}", isToday ? formatShortDateTime(date, now) : formatDateTime(date));
}
