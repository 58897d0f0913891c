import { drawArrows } from "./arrows.ts";
import { el, svg } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";
import type { Block, Lane, Tone } from "../card/protocol.ts";
import { renderNotes } from "./value.ts";

type Flow = Extract<Block, { kind: "flow" }>;

/** Pixels that a state needs on a line, so that its words break between words. */
const narrowest = 104;

interface DrawnLane {
  readonly lane: Lane;
  readonly element: HTMLElement;
  readonly pills: readonly HTMLElement[];
  readonly arrows: SVGSVGElement;
}

/** A flow as a picture of its states, named by the sentence below it. */
export function renderFlow(flow: Flow, id: string): HTMLElement {
  const lanes = flow.lanes.map(renderLane);
  const picture = el("div", "flow-picture", ...lanes.map(({ element }) => element));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-labelledby", id);
  const words = el("p", "", flow.text);
  words.id = id;
  const below = el("div", "flow-below", words, ...renderNotes(flow.notes));
  // As wide as the picture, and never resized by what is drawn in it.
  new ResizeObserver(() => layOut(picture, lanes)).observe(below);
  return el("div", "surface flow", picture, below);
}

function renderLane(lane: Lane): DrawnLane {
  const pills = lane.states.map(({ current, label, tone = "info" }) =>
    current
      ? el("span", `state state-current tone-${tone}`, icon(currentIcon(tone)), label)
      : el("span", "state", label),
  );
  const states = el("div", "lane-states", ...pills);
  const arrows = svg("svg", { class: "lane-arrows" });
  const body = el("div", lane.arrows.length > 0 ? "lane-body with-arrows" : "lane-body", states, arrows);
  body.style.setProperty("--arrows", String(lane.arrows.length));
  return { lane, element: el("div", "lane", el("p", "lane-label", lane.label), body), pills, arrows };
}

/** An outcome has the shape of its tone; a state in between is a place where the flow stands. */
function currentIcon(tone: Tone): IconName {
  return tone === "info" || tone === "neutral" ? "current" : tone;
}

/** Puts the states of every lane on one line, or, where the picture is too narrow for that, below each other. */
function layOut(picture: HTMLElement, lanes: readonly DrawnLane[]): void {
  const most = Math.max(1, ...lanes.map(({ pills }) => pills.length));
  const stacked = picture.clientWidth < most * narrowest;
  picture.classList.toggle("stacked", stacked);
  for (const { arrows, element, lane, pills } of lanes) {
    drawArrows(arrows, lane.arrows, pills, stacked, element.clientWidth);
  }
}
