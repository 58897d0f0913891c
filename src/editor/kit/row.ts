import { type Command, l10n, type ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { rememberCommand } from "./ofThisWindow.ts";
import { labelWithValue } from "../words/sentences.ts";

export interface TreeRow {
  /** Must stay the same across refreshes, so that VS Code keeps the row's expansion and selection. */
  readonly id: string;
  readonly label: string;
  /** Shown after the label and copied by "Copy Value". */
  readonly value?: string;
  readonly tooltip: string;
  /** Shown after the label instead of `value`. May be empty. */
  readonly description?: string;
  readonly icon?: ThemeIcon;
  /** Determines the row's menu items in the manifest. A "group" row has no menu items. */
  readonly contextValue: string;
  /** Text for screen readers. Default: label and description. */
  readonly accessibilityLabel?: string;
  readonly children: "open" | "closed" | "nothing";
  /** Set for rows of long lists. Their tooltips are created only on hover. */
  readonly isOneOfMany?: true;
  /** Runs when the user clicks the row or presses Enter. */
  readonly command?: Command;
}

/** Builds a unique row ID from a path of untrusted names. Two rows with the same ID break the view. */
export function rowId(...path: readonly string[]): string {
  return path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}

export function treeItem(row: TreeRow): TreeItem {
  const { command, contextValue, icon, id, isOneOfMany, label } = row;
  const description = row.description ?? row.value ?? "";
  const item = new TreeItem(label, collapsibleStates[row.children]);
  item.id = id;
  if (isOneOfMany !== true) setTooltip(item, row);
  item.contextValue = contextValue;
  if (description !== "") item.description = description;
  if (icon !== undefined) item.iconPath = icon;
  if (command !== undefined) item.command = rememberCommand(command);
  const spokenLabel = description === "" ? label : labelWithValue(label, description.replaceAll(" · ", ", "));
  const accessibilityLabel = row.accessibilityLabel ?? spokenLabel;
  // The custom label replaces VS Code's label, which mentions available actions, too.
  item.accessibilityInformation = {
    label: contextValue === "group" ? accessibilityLabel : l10n.t("{0}, has actions", accessibilityLabel),
  };
  return item;
}

export function setTooltip(item: TreeItem, { tooltip }: TreeRow): TreeItem {
  // Use a plain string, because Markdown fetches remote images on hover.
  item.tooltip = tooltip;
  return item;
}

const collapsibleStates = {
  open: TreeItemCollapsibleState.Expanded,
  closed: TreeItemCollapsibleState.Collapsed,
  nothing: TreeItemCollapsibleState.None,
};
