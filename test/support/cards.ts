import assert from "node:assert/strict";
import type { CommandId } from "../../src/editor/words/contributions.ts";
import type { ResultContext } from "../../src/editor/results/cardParts.ts";
import type { Block } from "../../src/card/card.ts";
import type { Effect, ResultButton, ResultCard } from "../../src/editor/results/buttons.ts";

export const service: ResultContext = {
  id: "00000000-0000-4000-8000-000000000001",
  account: { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com" },
  baseUrl: "https://api.example.com",
  at: new Date("2026-11-20T12:00:00Z"),
};

export const sandbox: ResultContext = {
  ...service,
  account: { kind: "sandbox", id: "sandbox" },
  baseUrl: "http://127.0.0.1:4000",
};

/** The block of a card with this title, which must be of this kind. */
export function block<K extends Block<Effect>["kind"]>(
  card: ResultCard,
  kind: K,
  title: string,
): Extract<Block<Effect>, { kind: K }> {
  const isMeant = (one: Block<Effect>): one is Extract<Block<Effect>, { kind: K }> =>
    one.title === title && one.kind === kind;
  const found = card.blocks.find(isMeant);
  assert.ok(found, `No ${kind} ${title}, but ${card.blocks.map((one) => `${one.kind} ${one.title}`).join()}`);
  return found;
}

/** The rows of a block as label and text. */
export function rowsOf(card: ResultCard, title: string): Readonly<Record<string, string>> {
  return Object.fromEntries(block(card, "rows", title).rows.map(({ label, value }) => [label, value.text]));
}

/** All buttons of a card itself, in the order they are read in. */
export function buttonsOf({ actions: { more, next, other, refresh } }: ResultCard): readonly ResultButton[] {
  return [next, other, refresh, ...(more?.items ?? [])].filter((one) => one !== undefined);
}

/**
 * The labels of a card's buttons: the next step with "!", what is behind "More Actions" after "…", of which the last,
 * which all cards have, is left out.
 */
export function actionsOf({ actions: { more, next, other, refresh } }: ResultCard): readonly string[] {
  const items = more?.items.map(({ label }) => `…${label}`) ?? [];
  assert.ok(more === undefined || items.pop() === "…Copy as Text");
  const inSight = [next && `${next.label}!`, other?.label, refresh?.label];
  return [...inSight.filter((one) => one !== undefined), ...items];
}

/** The tone of a verdict, or "header" of a card that has none. */
export function toneOf({ head }: ResultCard): string {
  return head.kind === "verdict" ? head.tone : head.kind;
}

/** What a command is told by the button of a card that starts it. */
export function toldBy(card: ResultCard, command: CommandId): unknown {
  for (const { press } of buttonsOf(card))
    if (press.does === "run" && press.command === command) return press.told;
  return undefined;
}

/** Whether a card is fit to be drawn: no hole in its words. */
export function assertWhole(card: ResultCard): void {
  assert.doesNotMatch(JSON.stringify(card), /undefined|NaN|\[object|\{\d\}/);
  // A sentence, or one that begins with a domain, which is never written otherwise.
  assert.match(card.title, /^([A-Z0-9]|[a-z0-9.-]+\.[a-z]+(?: |$))/);
  for (const sentence of card.summary) assert.match(sentence, /^\S.*[.!]$/);
}
