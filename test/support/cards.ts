import assert from "node:assert/strict";
import type { CommandId } from "../../src/editor/words/contributions.ts";
import type { Occasion } from "../../src/editor/results/cardParts.ts";
import type { Block } from "../../src/card/card.ts";
import type { Effect, ResultCard } from "../../src/editor/results/effect.ts";

export const service: Occasion = {
  id: "00000000-0000-4000-8000-000000000001",
  account: { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com" },
  baseUrl: "https://api.example.com",
  at: new Date("2026-11-20T12:00:00Z"),
};

export const sandbox: Occasion = {
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

/** The labels of a card's buttons, with a mark at the primary one. */
export function actionsOf(card: ResultCard): readonly string[] {
  return card.actions.map(({ label, primary }) => (primary === true ? `${label}!` : label));
}

/** What a command is told by the button of a card that starts it. */
export function toldBy(card: ResultCard, command: CommandId): unknown {
  for (const { press } of card.actions)
    if (press.does === "run" && press.command === command) return press.told;
  return undefined;
}

/** Whether a card is fit to be drawn: no hole in its words. */
export function assertWhole(card: ResultCard): void {
  assert.doesNotMatch(JSON.stringify(card), /undefined|NaN|\[object|\{\d\}/);
  assert.match(card.title, /^[A-Z0-9]/);
  assert.ok(card.actions.filter(({ primary }) => primary === true).length <= 1);
  for (const sentence of card.summary) assert.match(sentence, /^\S.*[.!]$/);
}
