import { el } from "./dom.ts";

/** Tells the editor what the button carries that was pressed. */
export type Act = (press: string) => void;

/** A button that does nothing but report itself; `id` is unique in the card, so that it keeps the focus. */
export function renderButton(className: string, id: string, label: string, press: () => void): HTMLElement {
  const button = el("button", className, label);
  button.type = "button";
  button.id = id;
  button.addEventListener("click", press);
  return button;
}

/** A small button beside what it works on; its name holds both, as many on a page have the same label. */
export function renderSmallButton(
  id: string,
  label: string,
  subjectId: string,
  press: () => void,
): HTMLElement {
  const button = renderButton("secondary small", id, label, press);
  button.setAttribute("aria-labelledby", `${id} ${subjectId}`);
  return button;
}
