import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { rowId } from "../kit/row.ts";
import type { Row, RowWords } from "../kit/row.ts";
import type { RowValues } from "../catalogue/rowValues.ts";
import { childrenOf } from "./nodes.ts";
import type { GroupId, EntitlementsNode } from "./nodes.ts";
import {
  boundText,
  featureMeaning,
  featureState,
  featureSummary,
  planLabel,
  planText,
  featureLabel,
  limitFullLabel,
  limitLabel,
} from "./words.ts";
import { describeFailure } from "./failures.ts";
import { boundLabel, boundShortLabel, constraint } from "../words/numbers.ts";
import { labelled } from "../words/sentences.ts";

/** The words of a row. */
export function rowWords(node: EntitlementsNode): RowWords {
  switch (node.kind) {
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
    case "failure": {
      const { advice, headline } = describeFailure(node.failure);
      return { id: "failure", label: headline, tooltip: [headline, ...advice].join("\n") };
    }
  }
}

/** A row of the entitlements. `changes` holds what rows said when they were last looked at. */
export function entitlementsRow(node: EntitlementsNode, changes: RowValues): Row {
  const words = rowWords(node);
  const icon = iconOf(node);
  const was = changes.get(words.id);
  return {
    ...words,
    contextValue: contextValue(node),
    below: below(node),
    ...(icon !== undefined && { icon }),
    ...(was !== undefined &&
      words.value !== undefined && { description: l10n.t("{0} (was {1})", words.value, was) }),
    ...(node.kind === "failure" && failureParts(node, words.label)),
  };
}

/** What Enter does on the row of a failure, as it is heard. */
function failureParts(
  node: Extract<EntitlementsNode, { kind: "failure" }>,
  label: string,
): Pick<Row, "command" | "heard"> {
  return needsToken(node)
    ? {
        heard: l10n.t("{0}. Press Enter to sign in again", label),
        command: { command: "managedAuth.replaceToken", title: l10n.t("Sign In Again") },
      }
    : {
        heard: l10n.t("{0}. Press Enter to try again", label),
        command: { command: "managedAuth.refreshEntitlements", title: l10n.t("Try Again") },
      };
}

/** Whether trying again is of no use before there is another token (401). */
function needsToken({ failure }: Extract<EntitlementsNode, { kind: "failure" }>): boolean {
  return failure.kind === "unauthorized";
}

function contextValue(node: EntitlementsNode): string {
  switch (node.kind) {
    case "group":
      return "group";
    case "failure":
      return needsToken(node) ? "refusedToken" : "error";
    case "plan":
    case "feature":
    case "bound":
    case "limit":
      return "value";
  }
}

function below(node: EntitlementsNode): Row["below"] {
  if (node.kind === "group") return "open";
  return childrenOf(node).length > 0 ? "closed" : "nothing";
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

function iconOf(node: EntitlementsNode): ThemeIcon | undefined {
  switch (node.kind) {
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
  return enabled ? new ThemeIcon("check", new ThemeColor("charts.green")) : new ThemeIcon("circle-slash");
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
