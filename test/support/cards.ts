import assert from "node:assert/strict";
import type { CommandId } from "../../src/editor/words/contributions.ts";
import type { ResultContext } from "../../src/editor/results/cardParts.ts";
import type { CardBlock } from "../../src/card/card.ts";
import type { ButtonAction, ResultButton, ResultCard } from "../../src/editor/results/buttons.ts";

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

/** Returns the block with this title and kind. Fails if there is none. */
export function block<K extends CardBlock<ButtonAction>["kind"]>(
  card: ResultCard,
  kind: K,
  title: string,
): Extract<CardBlock<ButtonAction>, { kind: K }> {
  const isMatch = (one: CardBlock<ButtonAction>): one is Extract<CardBlock<ButtonAction>, { kind: K }> =>
    one.title === title && one.kind === kind;
  const match = card.blocks.find(isMatch);
  assert.ok(match, `No ${kind} ${title}, but ${card.blocks.map((one) => `${one.kind} ${one.title}`).join()}`);
  return match;
}

/** Returns the rows of a block as texts by label. */
export function rowsOf(card: ResultCard, title: string): Readonly<Record<string, string>> {
  return Object.fromEntries(block(card, "rows", title).rows.map(({ label, value }) => [label, value.text]));
}

/** Returns the buttons of a card in reading order, without those of its blocks. */
export function buttonsOf({ actions: { more, next, other, refresh } }: ResultCard): readonly ResultButton[] {
  return [next, other, refresh, ...(more?.items ?? [])].filter((one) => one !== undefined);
}

/**
 * Returns the labels of a card's buttons. The next step ends with "!". Those behind "More Actions" begin with "…", without
 * "Copy as Text", which every card has.
 */
export function actionsOf({ actions: { more, next, other, refresh } }: ResultCard): readonly string[] {
  const items = more?.items.map(({ label }) => `…${label}`) ?? [];
  assert.ok(more === undefined || items.pop() === "…Copy as Text");
  const inSight = [next && `${next.label}!`, other?.label, refresh?.label];
  return [...inSight.filter((one) => one !== undefined), ...items];
}

/** Returns the tone of a verdict, or "header" for a card without a verdict. */
export function toneOf({ head }: ResultCard): string {
  return head.kind === "verdict" ? head.tone : head.kind;
}

/** Returns the argument that a card's button passes to a command. */
export function argumentOf(card: ResultCard, command: CommandId): unknown {
  for (const { press } of buttonsOf(card))
    if (press.does === "run" && press.command === command) return press.args;
  return undefined;
}

/** Fails if a text of the card lacks a value or isn't a sentence. */
export function assertComplete(card: ResultCard): void {
  assert.doesNotMatch(JSON.stringify(card), /undefined|NaN|\[object|\{\d\}/);
  // A title may begin with a domain, which stays in lower case.
  assert.match(card.title, /^([A-Z0-9]|[a-z0-9.-]+\.[a-z]+(?: |$))/);
  for (const sentence of card.summary) assert.match(sentence, /^\S.*[.!]$/);
}
