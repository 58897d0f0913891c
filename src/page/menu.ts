import { el } from "./dom.ts";
import { renderIconButton } from "./button.ts";

/** Where a key leads from an item among so many. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowUp: (at, count) => (at + count - 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A button that opens a menu, and the menu: the arrows lead from one item to the next, Tab, Escape and a click
 * elsewhere close it. `id` is unique in the card; the items are buttons that are hidden until then.
 */
export function renderMenu(id: string, label: string, items: readonly HTMLButtonElement[]): HTMLElement[] {
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
  // Before, not after: the arrows move the focus in the same moment, and who hears of the item has heard of the menu.
  menu.addEventListener("beforetoggle", ({ newState }) => {
    opener.setAttribute("aria-expanded", String(newState === "open"));
  });
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState === "open" && !menu.contains(document.activeElement)) shown()[0]?.focus();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Tab") {
      // From the opener on, as if there were no menu.
      opener.focus();
      return;
    }
    const all = shown();
    const at = all.findIndex((item) => item === document.activeElement);
    const to = moves[event.key]?.(at, all.length);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
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
