// The only code that creates elements. Text is never parsed as markup. It becomes a text node inside <bdi>, so that
// right-to-left names don't reorder the surrounding text, and bidirectional control characters are spelled out. The
// direction is always left to right, as in the side bar, so that domains look the same everywhere.
import { visibleText } from "../domain/text/visible.ts";

/** A node, or a string that becomes isolated text and is never parsed as markup. */
export type ElementChild = Node | string;

/**
 * Creates an element with an optional class. Strings in `children` become isolated text. `undefined` and `false` are
 * skipped, so that optional children can be written as `condition && child`.
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

/** Creates an SVG element. The attributes define its geometry, and the style sheet defines its colours. */
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
