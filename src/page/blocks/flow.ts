import { el } from "../dom.ts";
import { icon, type IconName } from "../icons.ts";
import type { Lane, Tone } from "../../card/card.ts";
import type { PageBlock } from "../../card/protocol.ts";
import { renderNotes } from "../value.ts";

/** A flow as a picture of its states, named by the sentence below it. */
export function renderFlow(flow: Extract<PageBlock, { kind: "flow" }>, id: string): HTMLElement {
  const picture = el("div", "flow-picture", ...flow.lanes.map(renderLane));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-labelledby", id);
  const words = el("p", "", flow.text);
  words.id = id;
  return el("div", "surface flow", picture, el("div", "flow-below", words, ...renderNotes(flow.notes)));
}

function renderLane({ label, states }: Lane): HTMLElement {
  const pills = states.map((state) => {
    if (!state.current) return el("span", "state", state.label);
    const { tone = "info" } = state;
    return el("span", `state state-current tone-${tone}`, icon(currentIcon(tone)), state.label);
  });
  return el("div", "lane", el("p", "lane-label", label), el("div", "lane-states", ...pills));
}

/** An outcome has the shape of its tone; a state in between is a place where the flow stands. */
function currentIcon(tone: Tone): IconName {
  return tone === "info" || tone === "neutral" ? "current" : tone;
}
