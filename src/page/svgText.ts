/** A text in at most `length` characters, with a mark where it was cut. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(0, length - 1))}…` : text;
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
