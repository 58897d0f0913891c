import { visible } from "../domain/visible.ts";

/** A text in at most `length` characters, with a mark where it was cut. */
export function cut(text: string, length: number): string {
  const shown = visible(text);
  return shown.length > length ? `${shown.slice(0, Math.max(0, length - 1))}…` : shown;
}

/** Cuts a text, which has to stand in the document, until it is no wider than `width` pixels. */
export function fit(text: SVGTextElement, width: number): SVGTextElement {
  const whole = text.textContent;
  const ratio = width / text.getComputedTextLength();
  for (
    let length = Math.floor(whole.length * ratio);
    text.getComputedTextLength() > width && length > 0;
    length--
  ) {
    text.textContent = cut(whole, length);
  }
  return text;
}
