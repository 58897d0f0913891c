import { TabInputWebview, window } from "vscode";
import { resultPanelType } from "../words/contributions.ts";

/**
 * True if the user may have pinned the tab with this title. VS Code doesn't report which tab belongs to a panel. The
 * panel counts as pinned if any tab with this title is pinned, or if no tab has this title.
 */
export function isTabPinned(title: string): boolean {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input, label }) =>
        label === title && input instanceof TabInputWebview && input.viewType.endsWith(resultPanelType),
    );
  return tabs.length === 0 || tabs.some((tab) => tab.isPinned);
}

export function nothingIsOpen(): boolean {
  return window.tabGroups.all.length === 1 && window.tabGroups.activeTabGroup.tabs.length === 0;
}
