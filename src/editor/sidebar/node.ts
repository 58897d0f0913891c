import type { RowValues } from "../catalogue/readModel.ts";
import type { OpenAttempt } from "../connections/creation/attempts.ts";
import { belowDestination, destinationRow } from "../resources/destinations/rows.ts";
import type { DestinationNode } from "../resources/destinations/rows.ts";
import { pendingRow } from "../connections/creation/attempts.ts";
import { entitlementsRow } from "../entitlements/rows.ts";
import { childrenOf as entitlementsBelow } from "../entitlements/nodes.ts";
import type { EntitlementsNode } from "../entitlements/nodes.ts";
import type { ListedNode } from "../connections/listed/node.ts";
import { listedRow } from "../connections/listed/rows.ts";
import type { TreeRow } from "../kit/row.ts";
import { resourceRow } from "./resourceRows.ts";
import type { ResourceNode } from "./resourceRows.ts";

/** What the view shows, as plain data; a tree item is made of it only when it is drawn. */
export type Node =
  /** An attempt to create a connection whose end is not known. */
  | { readonly kind: "pending"; readonly attempt: OpenAttempt }
  | ListedNode
  | DestinationNode
  | ResourceNode
  | EntitlementsNode;

/** The rows below a node. What is below a list of resources, its view reads. */
export function childrenOf(node: Node): readonly Node[] {
  if (node.kind === "connectionGroup") return node.below;
  if (node.kind === "destination") return belowDestination(node);
  return node.kind === "group" || node.kind === "feature" ? entitlementsBelow(node) : [];
}

/** A node as a row. `changes` holds what rows said when they were last looked at. */
export function rowOf(node: Node, changes: RowValues = new Map()): TreeRow {
  switch (node.kind) {
    case "pending":
      return pendingRow(node.attempt);
    case "connection":
    case "connectionGroup":
    case "unlisted":
    case "more":
    case "nothingNeedsYou":
    case "nothingFound":
      return listedRow(node, new Date());
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
