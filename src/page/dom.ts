// The only ways this page makes elements. There is no path from a string to markup: text becomes a text node,
// always inside <bdi>, so that the direction of a name never reorders the words around it, and with what would change
// the direction within it spelled out. It runs from left to right as the rows of the side bar do, also where it begins
// with a name that does not: a domain is read in one order wherever it stands.
import { visible } from "../domain/text/visible.ts";

/** What an element may contain: other nodes, or text that is isolated and never read as markup. */
export type Child = Node | string;

/** An element with an optional class; strings among its children become isolated text. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children.map((child) => (typeof child === "string" ? isolated(child) : child)));
  return element;
}

/** An SVG element with attributes; geometry lives in attributes, colours in the style sheet. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Node[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

function isolated(text: string): HTMLElement {
  const element = document.createElement("bdi");
  element.dir = "ltr";
  element.textContent = visible(text);
  return element;
}
