import { type Command, l10n, type ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { rememberCommand } from "./ofThisWindow.ts";
import { labelWithValue } from "../words/sentences.ts";

/** A row of a tree view. */
export interface TreeRow {
  /** Stable, so that a refresh keeps expansion and selection. */
  readonly id: string;
  readonly label: string;
  /** Shown after the label and copied by "Copy Value". */
  readonly value?: string;
  readonly tooltip: string;
  /** Shown after the label instead of `value`. May be empty. */
  readonly description?: string;
  readonly icon?: ThemeIcon;
  /** Selects the row's menu items in the manifest. A "group" has none. */
  readonly contextValue: string;
  /** Text for screen readers. Default: label and description. */
  readonly heard?: string;
  readonly below: "open" | "closed" | "nothing";
  /** The tooltip is created on hover only, because the list may be long. */
  readonly isOneOfMany?: true;
  /** Runs on Enter or click. */
  readonly command?: Command;
}

/** Returns a unique row ID from a path of untrusted names. Two rows with the same ID break the view. */
export function rowId(...path: readonly string[]): string {
  return path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}

/** Returns the tree item of a row. */
export function treeItem(row: TreeRow): TreeItem {
  const { command, contextValue, icon, id, isOneOfMany, label } = row;
  const description = row.description ?? row.value ?? "";
  const item = new TreeItem(label, collapsibleStates[row.below]);
  item.id = id;
  if (isOneOfMany !== true) setTooltip(item, row);
  item.contextValue = contextValue;
  if (description !== "") item.description = description;
  if (icon !== undefined) item.iconPath = icon;
  if (command !== undefined) item.command = rememberCommand(command);
  const said = description === "" ? label : labelWithValue(label, description.replaceAll(" · ", ", "));
  const heard = row.heard ?? said;
  // A custom label replaces VS Code's own, which includes this hint.
  item.accessibilityInformation = {
    label: contextValue === "group" ? heard : l10n.t("{0}, has actions", heard),
  };
  return item;
}

/** Adds the row's tooltip to its tree item. */
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
