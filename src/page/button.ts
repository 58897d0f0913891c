import type { Button } from "../card/card.ts";
import { visible } from "../domain/text/visible.ts";
import { el, type Child } from "./dom.ts";
import { icon, type IconName } from "./icons.ts";

/** Reports a press to the editor. */
export type Act = (press: string) => void;

/** A button; `id` is unique in the card, so that a redrawn card keeps the focus. */
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

/** A button of the card, which reports its press. */
export function renderAction(
  className: string,
  id: string,
  button: Button<string>,
  act: Act,
): HTMLButtonElement {
  const element = renderButton(className, id, button.label, () => act(button.press));
  element.disabled = button.disabled === true;
  return element;
}

/** An icon button; `label` is its name and tooltip. */
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

/** A button that looks like a link. */
export function renderLink(id: string, button: Button<string>, act: Act): HTMLElement {
  const element = renderAction("link", id, button, act);
  if (button.hint !== undefined) element.title = visible(button.hint);
  return element;
}

/** An icon button that copies the value beside it; its accessible name has both. */
export function renderCopy(
  id: string,
  { label, press }: Button<string>,
  subjectId: string,
  act: Act,
): HTMLElement {
  const button = renderIconButton(id, "copy", label, () => act(press));
  button.classList.add("copy");
  button.setAttribute("aria-labelledby", `${id} ${subjectId}`);
  return button;
}

/** A small button beside its subject; its accessible name has both, as many buttons share a label. */
export function renderSmallButton(
  id: string,
  button: Button<string>,
  subjectId: string,
  act: Act,
): HTMLElement {
  const element = renderAction("secondary small", id, button, act);
  element.setAttribute("aria-labelledby", `${id} ${subjectId}`);
  return element;
}
