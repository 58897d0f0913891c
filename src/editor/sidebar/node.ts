import type { Account } from "../accounts/accounts.ts";
import { accountRow } from "../accounts/accountRow.ts";
import type { RowValues } from "../catalogue/rowValues.ts";
import type { OpenAttempt } from "../connections/creation/attempts.ts";
import { pendingRow } from "../connections/creation/pendingRow.ts";
import { entitlementsRow } from "../entitlements/rows.ts";
import { childrenOf as entitlementsBelow } from "../entitlements/nodes.ts";
import type { EntitlementsNode } from "../entitlements/nodes.ts";
import type { Row } from "../kit/row.ts";

/** What the view shows, as plain data; a tree item is made of it only when it is drawn. */
export type Node =
  /** With when the rows below it were read, where that was before this window was there. */
  | { readonly kind: "account"; readonly account: Account; readonly asOf?: Date }
  /** An attempt to create a connection whose end is not known. */
  | { readonly kind: "pending"; readonly attempt: OpenAttempt }
  | EntitlementsNode;

/** The rows below a node. */
export function childrenOf(node: Node): readonly Node[] {
  return node.kind === "account" || node.kind === "pending" ? [] : entitlementsBelow(node);
}

/** A node as a row. `changes` holds what rows said when they were last looked at. */
export function rowOf(node: Node, changes: RowValues = new Map()): Row {
  if (node.kind === "account") return accountRow(node.account, node.asOf);
  return node.kind === "pending" ? pendingRow(node.attempt) : entitlementsRow(node, changes);
}
