import type { CardActions, CardProgress } from "../card/card.ts";
import type { PageCard } from "../card/protocol.ts";
import { renderAction, renderIconButton, type SendPress } from "./button.ts";
import { visibleText } from "../domain/text/visible.ts";
import { el } from "./dom.ts";
import { renderIcon, type IconName } from "./icons.ts";
import { renderValue } from "./value.ts";

/** Renders the head of a card. The heading is the page's only h1 and can be focused by scripts. */
export function renderHead(
  { actions, context, done, head, progress, summary, title }: PageCard,
  countdown: HTMLElement | undefined,
  send: SendPress,
): { readonly head: HTMLElement; readonly heading: HTMLElement } {
  const heading = el("h1", "", title);
  heading.id = "title";
  heading.tabIndex = -1;
  const isVerdict = head.kind === "verdict";
  // Show the first button as primary if the state requires an action or the card requests a primary button.
  const isUrgent = isVerdict || head.state?.tone === "warning" || head.state?.tone === "error";
  const text = el(
    "div",
    "head-text",
    el(
      "div",
      "head-line",
      heading,
      !isVerdict && head.state && renderValue(head.state),
      done && el("p", "done", renderIcon("success"), done.text),
    ),
    context.length > 0 && el("p", "context", ...context.map((part) => el("span", "", part))),
    ...summary.map((sentence) => el("p", "summary", sentence)),
    countdown,
    progress && renderProgress(progress),
    renderHeadButtons(actions, isUrgent || actions.next?.primary === true, send),
  );
  const tools = renderTools(actions, send);
  return {
    head: el(
      "div",
      isVerdict ? `head verdict tone-${head.tone}` : "head",
      isVerdict && el("div", "head-icon", renderIcon(head.tone)),
      text,
      tools.length > 0 && el("div", "tools", ...tools),
    ),
    heading,
  };
}

function renderHeadButtons(
  { next, other }: CardActions<string>,
  urgent: boolean,
  send: SendPress,
): HTMLElement | undefined {
  if (next === undefined && other === undefined) return undefined;
  return el(
    "div",
    "actions",
    next && renderAction(urgent ? "primary" : "secondary", "next", next, send),
    other && renderAction("secondary", "other", other, send),
  );
}

function renderTools({ more, refresh }: CardActions<string>, send: SendPress): HTMLElement[] {
  const tools: HTMLElement[] = [];
  if (refresh !== undefined) {
    const button = renderIconButton("refresh", "refresh", refresh.label, () => send(refresh.press));
    button.disabled = refresh.disabled === true;
    tools.push(button);
  }
  if (more !== undefined) {
    const items = more.items.map((item, index) => renderAction("menu-item", `more-${index}`, item, send));
    tools.push(...renderMenu("more", more.label, items));
  }
  return tools;
}

const stepIcons: Readonly<Record<CardProgress["steps"][number]["mark"], IconName>> = {
  done: "success",
  current: "current",
  failed: "error",
  ahead: "off",
};

/** Renders progress as a line of steps. `text` is the accessible name of the line. */
function renderProgress({ steps, text }: CardProgress): HTMLElement {
  const drawn = steps.map(({ label, mark }) =>
    el("span", `step step-${mark}`, renderIcon(stepIcons[mark]), label),
  );
  const line = el("div", "progress", ...drawn);
  line.setAttribute("role", "img");
  line.setAttribute("aria-label", visibleText(text));
  return line;
}

/** Maps each key to a function that returns the index of the menu item to focus. */
const menuKeyTargets: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at, count) => (at + count - 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Renders a button and the menu that it opens. Arrow keys move between the items. Tab, Escape and a click outside the
 * menu close the menu. `id` must be unique in the card.
 */
function renderMenu(id: string, label: string, items: readonly HTMLButtonElement[]): HTMLElement[] {
  const opener = renderIconButton(id, "ellipsis", label);
  const menu = el("div", "menu", ...items);
  menu.id = `${id}-menu`;
  menu.popover = "auto";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-labelledby", id);
  opener.popoverTargetElement = menu;
  opener.setAttribute("aria-haspopup", "menu");
  opener.setAttribute("aria-controls", menu.id);
  opener.setAttribute("aria-expanded", "false");
  const shown = (): HTMLButtonElement[] => items.filter((item) => item.checkVisibility());
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    menu.showPopover();
    shown()
      .at(event.key === "ArrowDown" ? 0 : -1)
      ?.focus();
  });
  // Update `aria-expanded` before the menu opens. Arrow keys focus an item immediately, and screen readers must
  // announce the menu before the item.
  menu.addEventListener("beforetoggle", ({ newState }) => {
    opener.setAttribute("aria-expanded", String(newState === "open"));
  });
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState === "open" && !menu.contains(document.activeElement)) shown()[0]?.focus();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Tab") {
      // Focus the opener, so that Tab moves to the element after the opener instead of another menu item.
      opener.focus();
      return;
    }
    const all = shown();
    const focused = all.findIndex((item) => item === document.activeElement);
    const target = menuKeyTargets[event.key]?.(focused, all.length);
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && menu.contains(relatedTarget);
    if (!isInside && menu.matches(":popover-open")) menu.hidePopover();
  });
  for (const item of items) {
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
    item.addEventListener("click", () => opener.focus());
  }
  return [opener, menu];
}
