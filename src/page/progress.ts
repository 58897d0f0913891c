import type { Progress } from "../card/card.ts";
import { visible } from "../domain/text/visible.ts";
import { el } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

type Step = Progress["steps"][number];

const icons: Readonly<Record<Step["mark"], IconName>> = {
  done: "success",
  current: "current",
  failed: "error",
  ahead: "off",
};

/** One line of steps, named by words that say the same. */
export function renderProgress({ steps, text }: Progress): HTMLElement {
  const line = el("div", "progress", ...steps.map(renderStep));
  line.setAttribute("role", "img");
  line.setAttribute("aria-label", visible(text));
  return line;
}

function renderStep({ label, mark }: Step): HTMLElement {
  return el("span", `step step-${mark}`, icon(icons[mark]), label);
}
