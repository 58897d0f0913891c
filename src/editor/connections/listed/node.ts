import type { ManagedAuth } from "../../../api/schemas.ts";
import { groupOf } from "../../../domain/connections/connectionState.ts";
import type { ReadingFailure } from "../../catalogue/reading.ts";

/** What connections are listed under. */
export type GroupName = ReturnType<typeof groupOf>;

/** A row of the view of connections, as plain data. */
export type ListedNode =
  /** VS Code knows a row by its object: it stays, and what it shows is exchanged when the connection was read anew. */
  | { readonly kind: "connection"; connection: ManagedAuth }
  | { readonly kind: "connectionGroup"; readonly group: GroupName; readonly below: readonly ListedNode[] }
  | { readonly kind: "unlisted"; readonly failure: ReadingFailure }
  /** There are more connections than these. */
  | { readonly kind: "more"; readonly read: number }
  /** The filter leaves nothing. */
  | { readonly kind: "nothingNeedsYou" };

type ConnectionNode = Extract<ListedNode, { kind: "connection" }>;

const groups: readonly GroupName[] = ["needsYou", "loggedIn", "other"];

/**
 * The rows of connections: those that need a person first. In groups, where there is more than one; with `needingYou`
 * those of the first alone.
 */
export function arranged(nodes: readonly ConnectionNode[], needingYou: boolean): readonly ListedNode[] {
  const byGroup = Map.groupBy(nodes, ({ connection }) => groupOf(connection));
  if (needingYou) {
    const some = byGroup.get("needsYou") ?? [];
    return some.length === 0 && nodes.length > 0 ? [{ kind: "nothingNeedsYou" }] : some;
  }
  if (byGroup.size < 2) return nodes;
  return groups.flatMap((group) => {
    const below = byGroup.get(group);
    return below === undefined ? [] : [{ kind: "connectionGroup", group, below } as const];
  });
}
