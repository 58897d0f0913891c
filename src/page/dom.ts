// The only ways this page creates elements. Text never becomes markup: it becomes a text node inside <bdi>, so that the
// direction of a name never reorders the words around it, with control characters of direction spelled out. The direction
// is always left to right, as in the side bar, so that a domain reads the same everywhere.
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
