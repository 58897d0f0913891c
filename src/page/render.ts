import { renderBlock } from "./blocks.ts";
import { renderButton, type Act } from "./button.ts";
import { el } from "./dom.ts";
import type { Folds } from "./fold.ts";
import { icon } from "./icons.ts";
import type { Action, Card } from "../card/protocol.ts";

/** The parts of one card, not yet in the document. */
export interface RenderedCard {
  /** The sandbox line, where the card has one, and the card itself. */
  readonly parts: readonly HTMLElement[];
  /** The one h1; it can take the focus. */
  readonly heading: HTMLElement;
}

/** Draws a card. Nothing of it is read as markup. */
export function renderCard(card: Card, folds: Folds, act: Act): RenderedCard {
  const heading = el("h1", "", card.title);
  heading.id = "title";
  heading.tabIndex = -1;
  const verdict = el(
    "div",
    `verdict tone-${card.tone}`,
    el("div", "verdict-icon", icon(card.tone)),
    el(
      "div",
      "verdict-text",
      heading,
      ...(card.context === "" ? [] : [el("p", "context", card.context)]),
      ...card.summary.map((sentence) => el("p", "summary", sentence)),
      ...renderActions(card.actions, act),
    ),
  );
  const main = el(
    "main",
    "",
    verdict,
    ...card.blocks.map((block, index) => renderBlock(block, `block-${index}`, folds, act)),
  );
  return { parts: [...renderSandbox(card.sandbox), main], heading };
}

function renderSandbox(text: string | undefined): HTMLElement[] {
  if (text === undefined) return [];
  return [el("header", "sandbox", el("div", "sandbox-stripes"), icon("sandbox"), el("p", "", text))];
}

function renderActions(actions: readonly Action[], act: Act): HTMLElement[] {
  if (actions.length === 0) return [];
  const buttons = actions.map(({ id, label, primary }) =>
    renderButton(primary ? "primary" : "secondary", `action-${id}`, label, () => act(id)),
  );
  return [el("div", "actions", ...buttons)];
}
