import * as z from "zod/mini";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { ConnectionView, UrgencyGroup } from "../../../domain/connections/connectionView.ts";
import type { ReadingFailure } from "../../catalogue/readModel.ts";

export type ConnectionGroup =
  | { readonly by: "status"; readonly name: UrgencyGroup }
  /**
   * A group of connections with the same profile. The name is `undefined` for connections without a reported profile.
   */
  | { readonly by: "profile"; readonly name: string | undefined };

export const ConnectionGrouping = z.enum(["status", "profile", "none"]);
export type ConnectionGrouping = z.infer<typeof ConnectionGrouping>;

export interface ViewArrangement {
  readonly grouping: ConnectionGrouping;
  /** True if the view lists only connections that need an action by the user. */
  readonly needingYou: boolean;
  /** Text that the ID, domain or profile of a listed connection must contain. Empty for no filter. */
  readonly text: string;
}

/** A row of the Connections view as plain data. */
export type ListedNode =
  /**
   * VS Code identifies a row by object identity, so an update replaces the `view` of the existing object
   * instead of creating a new object.
   */
  | {
      readonly kind: "connection";
      view: ConnectionView;
      deleting?: boolean;
      watched?: boolean;
      /** True if another connection has the same domain, so that the row must also show the profile. */
      showsProfile?: boolean;
    }
  | {
      readonly kind: "connectionGroup";
      readonly group: ConnectionGroup;
      readonly children: readonly ListedNode[];
    }
  | { readonly kind: "unlisted"; readonly failure: ReadingFailure }
  | { readonly kind: "more"; readonly read: number }
  /** Placeholder rows for a filter that matches no connection. */
  | { readonly kind: "nothingNeedsYou" }
  | { readonly kind: "nothingFound"; readonly text: string };

export type ListedConnectionNode = Extract<ListedNode, { kind: "connection" }>;

/**
 * Returns the rows of the view, with the most urgent connections first. Connections of equal urgency are sorted by
 * domain. Two or more groups each get a row. If no connection matches the filter, returns one row with a message.
 */
export function arrangeNodes(
  nodes: readonly ListedConnectionNode[],
  { grouping, needingYou, text }: ViewArrangement,
): readonly ListedNode[] {
  const found = nodes.filter(({ view }) => matchesFilter(view.connection, text));
  if (found.length === 0) return nodes.length === 0 ? [] : [{ kind: "nothingFound", text }];
  const sorted = found.sort(
    ({ view: a }, { view: b }) => a.urgency - b.urgency || compareDomains(a.connection, b.connection),
  );
  const byStatus = Map.groupBy(sorted, ({ view }) => view.group);
  if (needingYou) return byStatus.get("needsYou") ?? [{ kind: "nothingNeedsYou" }];
  switch (grouping) {
    case "none":
      return sorted;
    case "status":
      return withGroupRows(
        [...byStatus].map(([name, children]) => ({ group: { by: "status", name } as const, children })),
      );
    case "profile":
      return withGroupRows(
        [...Map.groupBy(sorted, ({ view }) => view.connection.profile_name)]
          .map(([name, children]) => ({ group: { by: "profile", name } as const, children }))
          .toSorted((a, b) => compareNames(a.group.name, b.group.name)),
      );
  }
}

/** True if the ID, domain or profile contains `text`, ignoring case. The service searches the same fields. */
function matchesFilter({ domain, id, profile_name }: ManagedAuth, text: string): boolean {
  const query = foldCase(text);
  return [id, domain, profile_name].some((field) => field !== undefined && foldCase(field).includes(query));
}

const foldCase = (text: string): string => text.toLowerCase();

/** Reused for all comparisons, because `String.localeCompare` creates a collator each time. The first takes 5 ms. */
let sharedCollator: Intl.Collator | undefined;

function compareNaturally(a: string, b: string): number {
  sharedCollator ??= new Intl.Collator(undefined, { numeric: true });
  return sharedCollator.compare(a, b);
}

/** Compares two names for sorting. A missing name comes last. */
function compareNames(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareNaturally(a, b);
}

/**
 * Compares two connections by domain, then by profile. A connection without a domain is compared by its ID, which the
 * row shows instead.
 */
function compareDomains(a: ManagedAuth, b: ManagedAuth): number {
  return compareNaturally(a.domain ?? a.id, b.domain ?? b.id) || compareNames(a.profile_name, b.profile_name);
}

/** Adds group rows unless there is only one group. */
function withGroupRows(
  groups: readonly { readonly group: ConnectionGroup; readonly children: readonly ListedConnectionNode[] }[],
): readonly ListedNode[] {
  if (groups.length < 2) return groups.flatMap(({ children }) => children);
  return groups.map((entry) => ({ kind: "connectionGroup", ...entry }));
}
