// The only code that creates elements. Text never becomes markup: it becomes a text node inside <bdi>, so that
// right-to-left names don't reorder the text around them, and bidirectional control characters are spelled out. The
// direction is always left to right, as in the side bar, so that a domain reads the same everywhere.
import { visibleText } from "../domain/text/visible.ts";

/** A node, or text that is isolated and never parsed as markup. */
export type ElementChild = Node | string;

/**
 * Creates an element with an optional class. Strings among the children become isolated text. `undefined` and `false`
 * are skipped, so that optional children can be written as `condition && child`.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly (ElementChild | undefined | false)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  for (const child of children) {
    if (typeof child === "string") element.append(isolatedText(child));
    else if (child) element.append(child);
  }
  return element;
}

/** Creates an SVG element. Attributes define its geometry, and the style sheet its colours. */
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

function isolatedText(text: string): HTMLElement {
  const element = document.createElement("bdi");
  element.dir = "ltr";
  element.textContent = visibleText(text);
  return element;
}
