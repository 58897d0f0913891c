import { type Command, l10n, type ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { commandOfThisWindow } from "./ofThisWindow.ts";
import { labelled } from "../words/sentences.ts";

/** A row of the side bar, as a room describes it. */
export interface Row {
  /** Stable, so that a refresh keeps what is open and selected. */
  readonly id: string;
  readonly label: string;
  /** Stands behind the label, and is what "Copy Value" copies. */
  readonly value?: string;
  readonly tooltip: string;
  /** What stands behind the label, where that is not the value; may be empty. */
  readonly description?: string;
  readonly icon?: ThemeIcon;
  /** By this the manifest knows what can be done with the row; with a "group" nothing can. */
  readonly contextValue: string;
  /** What is heard, where that is not label and description. */
  readonly heard?: string;
  readonly below: "open" | "closed" | "nothing";
  /** One of many: its tooltip is not made before somebody points at it. */
  readonly isOneOfMany?: true;
  /** What Enter does. */
  readonly command?: Command;
}

/** An id that no other row has, whatever the service calls its features: two rows of one id break the view. */
export function rowId(...path: readonly string[]): string {
  return path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}

/** The tree item of a row. */
export function treeItem(row: Row): TreeItem {
  const { command, contextValue, icon, id, isOneOfMany, label } = row;
  const description = row.description ?? row.value ?? "";
  const item = new TreeItem(label, states[row.below]);
  item.id = id;
  if (isOneOfMany !== true) withTooltip(item, row);
  item.contextValue = contextValue;
  if (description !== "") item.description = description;
  if (icon !== undefined) item.iconPath = icon;
  if (command !== undefined) item.command = commandOfThisWindow(command);
  const said = description === "" ? label : labelled(label, description.replaceAll(" · ", ", "));
  const heard = row.heard ?? said;
  // VS Code says this itself of rows without words of their own to be heard.
  item.accessibilityInformation = {
    label: contextValue === "group" ? heard : l10n.t("{0}, has actions", heard),
  };
  return item;
}

/** The tree item of a row, with what it says to who points at it. */
export function withTooltip(item: TreeItem, { tooltip }: Row): TreeItem {
  // A plain string: Markdown would fetch remote images on hover.
  item.tooltip = tooltip;
  return item;
}

const states = {
  open: TreeItemCollapsibleState.Expanded,
  closed: TreeItemCollapsibleState.Collapsed,
  nothing: TreeItemCollapsibleState.None,
};
