import * as z from "zod/mini";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { listPlace, type ListPlace } from "../../../domain/connections/connectionState.ts";
import type { ReadingFailure } from "../../catalogue/readModel.ts";

/** What connections are listed under. */
export type Group =
  | { readonly by: "status"; readonly name: ListPlace["group"] }
  /** Those of one profile, or those whose profile is not reported. */
  | { readonly by: "profile"; readonly name: string | undefined };

/** What the view groups connections by. */
export const Grouping = z.enum(["status", "profile", "none"]);
export type Grouping = z.infer<typeof Grouping>;

/** Which connections the view shows, and how. */
export interface Arrangement {
  readonly grouping: Grouping;
  /** Only those that need a person. */
  readonly needingYou: boolean;
  /** Only those that hold this text; empty for all. */
  readonly text: string;
}

/** A row of the view of connections, as plain data. */
export type ListedNode =
  /** VS Code knows a row by its object, so the object stays and its connection is replaced. */
  | {
      readonly kind: "connection";
      connection: ManagedAuth;
      /** It is being deleted. */
      leaving?: boolean;
      /** Someone wants to know when it is logged out. */
      watched?: boolean;
      /** Another connection has the same domain, so the row says its profile. */
      showsProfile?: boolean;
    }
  | { readonly kind: "connectionGroup"; readonly group: Group; readonly below: readonly ListedNode[] }
  | { readonly kind: "unlisted"; readonly failure: ReadingFailure }
  /** There are more connections than these. */
  | { readonly kind: "more"; readonly read: number }
  /** The filter leaves nothing: of those that hold a text, or of all. */
  | { readonly kind: "nothingNeedsYou" }
  | { readonly kind: "nothingFound"; readonly text: string };

export type ConnectionNode = Extract<ListedNode, { kind: "connection" }>;

const statusGroups = ["needsYou", "inProgress", "loggedIn", "other"] as const satisfies ListPlace["group"][];

/**
 * Returns the rows of connections: first those that need a person, by urgency, then the others by domain. Two or more groups
 * get a row each. A filter without a match returns a single row with that message.
 */
export function arranged(
  nodes: readonly ConnectionNode[],
  { grouping, needingYou, text }: Arrangement,
  now: Date,
): readonly ListedNode[] {
  const found = nodes.filter(({ connection }) => holds(connection, text));
  if (found.length === 0) return nodes.length === 0 ? [] : [{ kind: "nothingFound", text }];
  const placed = found
    .map((node) => ({ node, ...listPlace(node.connection, now) }))
    .sort((one, other) => one.order - other.order || byDomain(one.node, other.node));
  const byStatus = new Map(
    [...Map.groupBy(placed, ({ group }) => group)].map(([name, below]) => [
      name,
      below.map(({ node }) => node),
    ]),
  );
  if (needingYou) return byStatus.get("needsYou") ?? [{ kind: "nothingNeedsYou" }];
  const inOrder = statusGroups.flatMap((name) => byStatus.get(name) ?? []);
  switch (grouping) {
    case "none":
      return inOrder;
    case "status":
      return grouped(
        statusGroups.flatMap((name) => {
          const below = byStatus.get(name);
          return below === undefined ? [] : [{ group: { by: "status", name }, below } as const];
        }),
      );
    case "profile":
      return grouped(
        [...Map.groupBy(inOrder, ({ connection }) => connection.profile_name)]
          .map(([name, below]) => ({ group: { by: "profile", name } as const, below }))
          .toSorted((one, other) => byName(one.group.name, other.group.name)),
      );
  }
}

/** Whether its ID, website or profile holds a text, in any case: the service's own search looks at the same. */
function holds({ domain, id, profile_name }: ManagedAuth, text: string): boolean {
  const wanted = folded(text);
  return [id, domain, profile_name].some((field) => field !== undefined && folded(field).includes(wanted));
}

const folded = (text: string): string => text.toLowerCase();

// One collator for all, because String.localeCompare makes one for each comparison.
const { compare } = new Intl.Collator(undefined, { numeric: true });

/** By name; those without one last. */
function byName(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  return compare(one, other);
}

/** By domain, then by profile. A connection without a domain is shown by its ID. */
function byDomain({ connection: one }: ConnectionNode, { connection: other }: ConnectionNode): number {
  return (
    compare(one.domain ?? one.id, other.domain ?? other.id) || byName(one.profile_name, other.profile_name)
  );
}

/** Groups, where there is more than one. */
function grouped(
  groups: readonly { readonly group: Group; readonly below: readonly ConnectionNode[] }[],
): readonly ListedNode[] {
  if (groups.length < 2) return groups.flatMap(({ below }) => below);
  return groups.map((one) => ({ kind: "connectionGroup", ...one }));
}
