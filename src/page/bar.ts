import { svg } from "./dom.ts";

const width = 96;
const height = 6;

/** A share from 0 to 1 as a bar; decoration only, as the words beside it say the same. */
export function renderBar(share: number): SVGSVGElement {
  const part = (name: string, length: number): SVGRectElement =>
    svg("rect", { class: name, width: length, height });
  return svg(
    "svg",
    { class: "bar", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    part("bar-track", width),
    part("bar-fill", Math.round(width * Math.min(1, Math.max(0, share)))),
  );
}
