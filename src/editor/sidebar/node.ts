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
import type { Row } from "../kit/row.ts";
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

/** The rows below a node. */
export function childrenOf(node: Node): readonly Node[] {
  if (isListed(node)) return node.kind === "connectionGroup" ? node.below : [];
  if (isDestination(node)) return belowDestination(node);
  // The view reads what is below a list.
  if (isResource(node)) return [];
  return node.kind === "pending" ? [] : entitlementsBelow(node);
}

/** A node as a row. `changes` holds what rows said when they were last looked at. */
export function rowOf(node: Node, changes: RowValues = new Map()): Row {
  if (isListed(node)) return listedRow(node, new Date());
  if (isDestination(node)) return destinationRow(node);
  if (isResource(node)) return resourceRow(node);
  return node.kind === "pending" ? pendingRow(node.attempt) : entitlementsRow(node, changes);
}

const listed = {
  connection: true,
  connectionGroup: true,
  unlisted: true,
  more: true,
  nothingNeedsYou: true,
  nothingFound: true,
} as const satisfies Record<ListedNode["kind"], true>;

function isListed(node: Node): node is ListedNode {
  return node.kind in listed;
}

const ofDestinations = {
  destination: true,
  selecting: true,
  destinationsUnlisted: true,
} as const satisfies Record<DestinationNode["kind"], true>;

function isDestination(node: Node): node is DestinationNode {
  return node.kind in ofDestinations;
}

const ofResources = {
  resourceList: true,
  resource: true,
  noResources: true,
  moreResources: true,
  resourcesUnlisted: true,
} as const satisfies Record<ResourceNode["kind"], true>;

function isResource(node: Node): node is ResourceNode {
  return node.kind in ofResources;
}
