import { visible } from "../../domain/visible.ts";
import { el, svg } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Bar, Tone } from "../../card/card.ts";

/** From this share of the limit on, it is nearly used up. */
const nearlyAll = 0.8;

/** Below this share, the line is hardly more than its track. */
const pictured = 0.5;

/** Limits below each other. */
export function renderBars(bars: readonly Bar[], id: string): HTMLElement {
  return el("div", "surface", ...bars.map((bar, index) => renderBar(bar, `${id}-bar-${index}`)));
}

/** A limit as its name, its words, and, once half of it is used, a line that is filled as far as it is. */
function renderBar(bar: Bar, id: string): HTMLElement {
  const used = Math.max(0, bar.used);
  const allowed = Math.max(0, bar.allowed);
  const tone = toneOf(used, allowed);
  const label = el("h3", "bar-label", bar.label);
  label.id = id;
  const words = el("p", "bar-text", ...(tone === "info" ? [] : [icon(tone)]), bar.text);
  if (used < pictured * allowed || used === 0) return el("div", `bar tone-${tone}`, label, words);
  const meter = el("div", "bar-meter", picture(used, allowed));
  meter.setAttribute("role", "meter");
  meter.setAttribute("aria-labelledby", id);
  meter.setAttribute("aria-valuemin", "0");
  meter.setAttribute("aria-valuemax", String(allowed));
  meter.setAttribute("aria-valuenow", String(Math.min(used, allowed)));
  meter.setAttribute("aria-valuetext", visible(bar.text));
  return el("div", `bar tone-${tone}`, label, words, meter);
}

function toneOf(used: number, allowed: number): Tone {
  if (used >= allowed) return used > 0 ? "error" : "info";
  return used >= nearlyAll * allowed ? "warning" : "info";
}

/** Past the limit, the line grows beyond a mark at the limit. */
function picture(used: number, allowed: number): SVGSVGElement {
  const whole = Math.max(used, allowed);
  const share = (part: number): string => `${whole === 0 ? 0 : (100 * part) / whole}%`;
  const line = (name: string, to: string): SVGElement =>
    svg("rect", { class: name, width: to, height: "100%", rx: 3 });
  return svg(
    "svg",
    { class: "bar-picture", height: 6, "aria-hidden": "true", focusable: "false" },
    line("bar-track", "100%"),
    line("bar-used", share(used)),
    ...(used > allowed
      ? [svg("rect", { class: "bar-limit", x: share(allowed), width: 2, height: "100%" })]
      : []),
  );
}
