import type { Button } from "../card/card.ts";
import { visible } from "../domain/text/visible.ts";
import { el, type Child } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

/** Tells the editor what the button carries that was pressed. */
export type Act = (press: string) => void;

/** A button that does nothing but report itself; `id` is unique in the card, so that it keeps the focus. */
export function renderButton(
  className: string,
  id: string,
  label: Child,
  press: () => void = () => undefined,
): HTMLButtonElement {
  const button = el("button", className, label);
  button.type = "button";
  button.id = id;
  button.addEventListener("click", press);
  return button;
}

/** A button of the card, which reports what it carries; at rest it cannot be pressed. */
export function renderAction(
  className: string,
  id: string,
  button: Button<string>,
  act: Act,
): HTMLButtonElement {
  const element = renderButton(className, id, button.label, () => act(button.press));
  element.disabled = button.rests === true;
  return element;
}

/** A button that is an icon; `label` is its name, and shown while the pointer rests on it. */
export function renderIconButton(
  id: string,
  name: IconName,
  label: string,
  press: () => void = () => undefined,
): HTMLButtonElement {
  const button = renderButton("tool", id, icon(name), press);
  button.setAttribute("aria-label", visible(label));
  button.title = visible(label);
  return button;
}

/** A button that looks like a link: the name of what it leads to. */
export function renderLink(
  id: string,
  { hint, label, rests }: Pick<Button<string>, "hint" | "label" | "rests">,
  press: () => void,
): HTMLElement {
  const button = renderButton("link", id, label, press);
  button.disabled = rests === true;
  if (hint !== undefined) button.title = visible(hint);
  return button;
}

/** An icon that copies the value beside it; its name holds both. */
export function renderCopy(
  id: string,
  { label }: Pick<Button<string>, "label">,
  subjectId: string,
  press: () => void,
): HTMLElement {
  const button = renderIconButton(id, "copy", label, press);
  button.classList.add("copy");
  button.setAttribute("aria-labelledby", `${id} ${subjectId}`);
  return button;
}

/** A small button beside what it works on; its name holds both, as many on a page have the same label. */
export function renderSmallButton(
  id: string,
  { label, rests }: Pick<Button<string>, "label" | "rests">,
  subjectId: string,
  press: () => void,
): HTMLElement {
  const button = renderButton("secondary small", id, label, press);
  button.disabled = rests === true;
  button.setAttribute("aria-labelledby", `${id} ${subjectId}`);
  return button;
}
