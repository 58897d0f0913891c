import { el } from "../dom.ts";
import type { Item } from "../../card/card.ts";
import type { PageBlock } from "../../card/protocol.ts";

/** What was said, and what belongs to it as bullets, in no order. */
export function renderList({ items, lead }: Extract<PageBlock, { kind: "list" }>): HTMLElement {
  return el(
    "div",
    "surface said",
    ...(lead === undefined ? [] : [renderItem("p", lead)]),
    ...(items.length === 0 ? [] : [el("ul", "list", ...items.map((item) => renderItem("li", item)))]),
  );
}

function renderItem(tag: "p" | "li", { code, text }: Item): HTMLElement {
  const words = el("span", "", text);
  return el(tag, "item", words, ...(code === undefined ? [] : [el("code", "", code)]));
}
