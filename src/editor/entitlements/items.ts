import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { attemptWords } from "../connections/creation/attempts.ts";
import { display } from "../../domain/display.ts";
import type { RowValues } from "./rowValues.ts";
import { childrenOf } from "./nodes.ts";
import type { GroupId, Node } from "./nodes.ts";
import { accountLabel } from "../accounts/words.ts";
import { boundText, featureMeaning, featureState, featureSummary, planLabel, planText } from "./words.ts";
import { describeFailure } from "./failures.ts";
import { featureLabel, limitFullLabel, limitLabel } from "../words/labels.ts";
import { boundLabel, boundShortLabel, constraint, moment, shortMoment } from "../words/numbers.ts";
import { labelled } from "../words/sentences.ts";

/** What a row says, before it is a tree item; the value is also what "Copy Value" copies. */
export interface RowWords {
  readonly id: string;
  readonly label: string;
  readonly value?: string;
  readonly tooltip: string;
}

/** The words of a row. */
export function rowWords(node: Node): RowWords {
  switch (node.kind) {
    case "account": {
      const { account } = node;
      const label = accountLabel(account);
      return account.kind === "sandbox"
        ? {
            id: "account",
            label,
            value: l10n.t("sample data only"),
            tooltip: l10n.t("Sample data, not the service. Everything here happens on this computer only."),
          }
        : { id: "account", label, value: display(account.baseUrl), tooltip: display(account.baseUrl) };
    }
    case "group": {
      const label = groupLabel(node.group);
      return { id: node.group, label, tooltip: label };
    }
    case "plan": {
      const label = planLabel(node.row);
      const value = planText(node.row);
      return { id: `plan/${node.row.key}`, label, value, tooltip: labelled(label, value) };
    }
    case "feature": {
      const { feature } = node;
      const label = featureLabel(feature.key);
      const bounds = feature.bounds.map((bound) => labelled(boundLabel(bound), boundText(feature, bound)));
      return {
        id: rowId("features", feature.key),
        label,
        value: featureSummary(feature),
        tooltip: [
          labelled(label, featureState(feature)),
          featureMeaning(feature.key),
          ...bounds,
          unknownNote(feature.known),
        ]
          .filter(Boolean)
          .join("\n"),
      };
    }
    case "bound": {
      const value = boundText(node.feature, node.bound);
      return {
        id: rowId("features", node.feature.key, node.bound.key),
        label: boundShortLabel(node.bound),
        value,
        tooltip: labelled(boundLabel(node.bound), value),
      };
    }
    case "limit": {
      const label = limitLabel(node.bound.key);
      const value = constraint(node.bound.value, node.bound.unit);
      return {
        id: rowId("limits", node.bound.key),
        label,
        value,
        tooltip: labelled(limitFullLabel(node.bound.key), value),
      };
    }
    case "pending": {
      const { earlier, pending } = node.attempt;
      const at = moment(new Date(pending.startedAt));
      const label = l10n.t("Result unknown");
      const value = attemptWords(node.attempt).join(" · ");
      const sent = earlier
        ? l10n.t("Sent {0}. A check looks for the connection in the list of this account.", at)
        : l10n.t("Sent {0}. The connection may have been created: check to find out.", at);
      return {
        id: rowId("pending", pending.id),
        label,
        value,
        tooltip: [labelled(label, value), sent].join("\n"),
      };
    }
    case "failure": {
      const { advice, headline } = describeFailure(node.failure);
      return { id: "failure", label: headline, tooltip: [headline, ...advice].join("\n") };
    }
  }
}

/** An id that no other row has, whatever the service calls its features: two rows of one id break the view. */
function rowId(...path: readonly string[]): string {
  return path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}

/**
 * The tree item of a node. Its id is stable, so a refresh keeps what is open and selected. `changes` holds what rows
 * said when they were last looked at.
 */
export function treeItem(node: Node, changes: RowValues = new Map()): TreeItem {
  const words = rowWords(node);
  const { id, label, tooltip } = words;
  const value = described(node, words.value, changes.get(id));
  const item = new TreeItem(label, collapsible(node));
  item.id = id;
  // A plain string: Markdown would fetch remote images on hover.
  item.tooltip = tooltip;
  item.contextValue = contextValue(node);
  if (value !== undefined) item.description = value;
  const icon = iconOf(node);
  if (icon !== undefined) item.iconPath = icon;
  const heard = spoken(node, label, value);
  // VS Code says this itself of rows without words of their own to be heard.
  item.accessibilityInformation = { label: hasActions(node) ? l10n.t("{0}, has actions", heard) : heard };
  if (node.kind === "failure") {
    item.command = needsToken(node)
      ? { command: "managedAuth.replaceToken", title: l10n.t("Sign In Again") }
      : { command: "managedAuth.refreshEntitlements", title: l10n.t("Retry") };
  }
  return item;
}

/** What stands behind a row's name: its value, with what it was before, or how old the rows below it are. */
function described(node: Node, value: string | undefined, was: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (node.kind === "account" && node.asOf !== undefined)
    return l10n.t("as of {0} · {1}", shortMoment(node.asOf), value);
  return was === undefined ? value : l10n.t("{0} (was {1})", value, was);
}

function spoken(node: Node, label: string, value: string | undefined): string {
  if (node.kind === "failure") {
    return needsToken(node)
      ? l10n.t("{0}. Press Enter to sign in again", label)
      : l10n.t("{0}. Press Enter to try again", label);
  }
  return value === undefined ? label : labelled(label, value.replaceAll(" · ", ", "));
}

/** Whether the manifest has anything to do with such a row, by its context value. */
function hasActions(node: Node): boolean {
  return contextValue(node) !== "group";
}

/** Whether trying again is of no use before there is another token (401). */
function needsToken({ failure }: Extract<Node, { kind: "failure" }>): boolean {
  return failure.kind === "unauthorized";
}

function contextValue(node: Node): string {
  switch (node.kind) {
    case "account":
      return "account";
    case "group":
      return "group";
    case "pending":
      return "pending";
    case "failure":
      return needsToken(node) ? "refusedToken" : "error";
    case "plan":
    case "feature":
    case "bound":
    case "limit":
      return "value";
  }
}

function collapsible(node: Node): TreeItemCollapsibleState {
  if (node.kind === "group") return TreeItemCollapsibleState.Expanded;
  return childrenOf(node).length > 0 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;
}

function groupLabel(group: GroupId): string {
  switch (group) {
    case "plan":
      return l10n.t("Plan");
    case "features":
      return l10n.t("Features");
    case "limits":
      return l10n.t("Limits");
  }
}

function unknownNote(known: boolean): string {
  return known ? "" : l10n.t("Not known to this version");
}

function iconOf(node: Node): ThemeIcon | undefined {
  switch (node.kind) {
    case "account":
      return new ThemeIcon(node.account.kind === "sandbox" ? "beaker" : "account");
    case "pending":
      return new ThemeIcon("question", new ThemeColor("list.warningForeground"));
    case "failure":
      return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
    case "feature":
      return featureIcon(node.feature.enabled);
    case "group":
      return new ThemeIcon(groupIcon(node.group));
    case "plan":
    case "bound":
    case "limit":
      return undefined;
  }
}

function featureIcon(enabled: boolean | undefined): ThemeIcon {
  if (enabled === undefined) return new ThemeIcon("question");
  return enabled
    ? new ThemeIcon("check", new ThemeColor("testing.iconPassed"))
    : new ThemeIcon("circle-slash", new ThemeColor("disabledForeground"));
}

function groupIcon(group: GroupId): string {
  switch (group) {
    case "plan":
      return "organization";
    case "features":
      return "extensions";
    case "limits":
      return "dashboard";
  }
}
