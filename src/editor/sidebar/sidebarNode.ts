import type { RowValues } from "../catalogue/readModel.ts";
import { type OpenAttempt, pendingRow } from "../connections/creation/openAttempts.ts";
import { belowDestination, destinationRow, type DestinationNode } from "../resources/destinations/rows.ts";
import { entitlementsRow } from "../entitlements/entitlementsRow.ts";
import { entitlementsChildren as entitlementsBelow, type EntitlementsNode } from "../entitlements/nodes.ts";
import type { ListedNode } from "../connections/listed/listedNodes.ts";
import { listedRow } from "../connections/listed/listedRows.ts";
import type { TreeRow } from "../kit/row.ts";
import { resourceRow, type ResourceNode } from "./resourceRows.ts";

/** The contents of the views as plain data. A tree item is created only when the row is rendered. */
export type SidebarNode =
  /** A creation attempt with an unknown result. */
  | { readonly kind: "pending"; readonly attempt: OpenAttempt }
  | ListedNode
  | DestinationNode
  | ResourceNode
  | EntitlementsNode;

/** Returns the children of a node. For a resource list, the resources view fetches the children itself. */
export function nodeChildren(node: SidebarNode): readonly SidebarNode[] {
  if (node.kind === "connectionGroup") return node.children;
  if (node.kind === "destination") return belowDestination(node);
  if (node.kind === "group" || node.kind === "feature") return entitlementsBelow(node);
  return [];
}

/** Renders a node as a row. `changes` contains the previous values of changed rows. */
export function nodeRow(node: SidebarNode, changes: RowValues = new Map()): TreeRow {
  switch (node.kind) {
    case "pending":
      return pendingRow(node.attempt);
    case "connection":
    case "connectionGroup":
    case "unlisted":
    case "more":
    case "nothingNeedsYou":
    case "nothingFound":
      return listedRow(node);
    case "destination":
    case "selecting":
    case "destinationsUnlisted":
      return destinationRow(node);
    case "resourceList":
    case "resource":
    case "noResources":
    case "moreResources":
    case "resourcesUnlisted":
      return resourceRow(node);
    case "plan":
    case "group":
    case "use":
    case "checks":
    case "feature":
    case "bound":
    case "failure":
      return entitlementsRow(node, changes);
  }
}
