import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Block, Lane } from "./protocol.ts";
import { renderNotes } from "./value.ts";

type Flow = Extract<Block, { kind: "flow" }>;

/** A flow as a picture of its states, named by the sentence below it. */
export function renderFlow(flow: Flow, id: string): HTMLElement {
  const picture = el("div", "flow-picture", ...flow.lanes.map(renderLane));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-labelledby", id);
  const words = el("p", "flow-text", flow.text);
  words.id = id;
  return el("div", "surface flow", picture, words, ...renderNotes(flow.notes));
}

function renderLane({ label, states }: Lane): HTMLElement {
  const pills = states.map(({ current, label: state, tone = "info" }) =>
    current
      ? el("span", `state state-current tone-${tone}`, icon("current"), state)
      : el("span", "state", state),
  );
  return el("div", "lane", el("p", "lane-label", label), el("div", "lane-states", ...pills));
}
