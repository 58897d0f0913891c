import type { CardButton } from "../card/card.ts";
import { visibleText } from "../domain/text/visible.ts";
import { el, type ElementChild } from "./dom.ts";
import { renderIcon, type IconName } from "./icons.ts";

export type SendPress = (press: string) => void;

/** Renders a button. `id` must be unique in the card, so that a re-render can restore the focus. */
export function renderButton(
  className: string,
  id: string,
  label: ElementChild,
  press: () => void = () => undefined,
): HTMLButtonElement {
  const button = el("button", className, label);
  button.type = "button";
  button.id = id;
  button.addEventListener("click", press);
  return button;
}

/** Renders a button of a card. A click sends `button.press` to the editor. */
export function renderAction(
  className: string,
  id: string,
  button: CardButton<string>,
  send: SendPress,
): HTMLButtonElement {
  const element = renderButton(className, id, button.label, () => send(button.press));
  element.disabled = button.disabled === true;
  return element;
}

/** Renders a button that only shows an icon. `label` is the accessible name and the tooltip. */
export function renderIconButton(
  id: string,
  name: IconName,
  label: string,
  press: () => void = () => undefined,
): HTMLButtonElement {
  const button = renderButton("tool", id, renderIcon(name), press);
  button.setAttribute("aria-label", visibleText(label));
  button.title = visibleText(label);
  return button;
}

export function renderLink(id: string, button: CardButton<string>, send: SendPress): HTMLElement {
  const element = renderAction("link", id, button, send);
  if (button.hint !== undefined) element.title = visibleText(button.hint);
  return element;
}

/** Renders an icon button that copies the adjacent value. The accessible name includes the name of the value. */
export function renderCopy(
  id: string,
  { label, press }: CardButton<string>,
  subjectId: string,
  send: SendPress,
): HTMLElement {
  const button = renderIconButton(id, "copy", label, () => send(press));
  button.classList.add("copy");
  button.setAttribute("aria-labelledby", `${id} ${subjectId}`);
  return button;
}

/** Renders a small button. The accessible name includes the subject, because many buttons share a label. */
export function renderSmallButton(
  id: string,
  button: CardButton<string>,
  subjectId: string,
  send: SendPress,
): HTMLElement {
  const element = renderAction("secondary small", id, button, send);
  element.setAttribute("aria-labelledby", `${id} ${subjectId}`);
  return element;
}
