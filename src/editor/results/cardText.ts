import { maskedText } from "../../domain/text/secrets.ts";
import { visible, visibleLine } from "../../domain/text/visible.ts";
import type { Block, Card, Countdown, Item, TableCell } from "../../card/card.ts";
import { duration } from "../words/numbers.ts";
import { labelled, series, withAside } from "../words/sentences.ts";
import { contextLine } from "./contextLine.ts";

/**
 * A card as plain text, for the clipboard: no value can break out of its line, or hide what it holds. No address keeps
 * its query: the request as code has buttons of its own, which copy all of it.
 */
export function cardText(card: Card<unknown>): string {
  const { at = 0, countdown, head, progress, summary, title } = card;
  const state = head.kind === "header" ? head.state?.text : undefined;
  const top = state === undefined ? title : labelled(title, state);
  const waits = countdown && waitText(countdown, at);
  const frame = [top, contextLine(card), card.sandbox, ...summary, waits, progress?.text].filter(
    (part) => part !== undefined,
  );
  return [...frame.map(visibleLine), ...card.blocks.map(blockText)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** A countdown as it was when the card was made. */
function waitText({ before, until }: Countdown, at: number): string {
  return before.replace("{0}", () => duration(Math.max(0, Math.round((until - at) / 1_000))));
}

function blockText(block: Block<unknown>): string {
  const text =
    block.kind === "code"
      ? [visible(maskedText(block.text))]
      : block.kind === "forms"
        ? block.forms.flatMap((form) => [visibleLine(form.label), visible(maskedText(form.text))])
        : lines(block).map(visibleLine);
  return [visibleLine(block.title), ...text].join("\n");
}

function lines(block: Exclude<Block<unknown>, { kind: "code" | "forms" }>): readonly string[] {
  switch (block.kind) {
    case "rows":
      return block.rows.map(({ changed, label, note, value }) =>
        joined(labelled(label, value.text), changed, note),
      );
    case "task":
      return [...(block.message === undefined ? [] : [block.message]), ...block.notes];
    case "list":
      return [
        ...(block.lead === undefined ? [] : [itemText(block.lead)]),
        ...block.items.map((item) => `- ${itemText(item)}`),
      ];
    case "grid":
      return block.cells.map(({ label, note, state }) =>
        joined(labelled(label, state), note === "" ? undefined : note),
      );
    case "days":
      // What spans several days stands in each of them.
      return [...new Set(block.days.flatMap(({ pieces }) => pieces.map(({ text }) => `- ${text}`)))];
    case "strips":
      return block.groups.flatMap(({ strips, title }) => [
        ...(title === undefined ? [] : [title]),
        ...strips.map(({ about, name, note, state, text }) =>
          joined(
            state === undefined ? name : labelled(name, state.text),
            about,
            text,
            note === "" ? undefined : note,
          ),
        ),
      ]);
    case "table":
      return block.rows.map(({ cells, notes }) =>
        joined(
          cells
            .map(cellText)
            .filter((text) => text !== "")
            .reduce((line, text) => labelled(line, text)),
          ...notes,
        ),
      );
  }
}

function cellText({ hint, links, text }: TableCell<unknown>): string {
  const named = links?.map((link) => ({ hint: link.hint, text: link.label })) ?? [{ hint, text }];
  return series(named.map((one) => (one.hint === undefined ? one.text : withAside(one.text, one.hint))));
}

function itemText({ code, text }: Item): string {
  return code === undefined ? text : withAside(text, code);
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" – ");
}
