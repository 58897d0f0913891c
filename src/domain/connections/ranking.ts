// The order and counts of connections in the overview.
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionState, type ConnectionState, listPosition, type ListPosition } from "./connectionState.ts";

/** A connection and its state. */
export interface RankedConnection {
  readonly connection: ManagedAuth;
  readonly state: ConnectionState;
  readonly group: ListPosition["group"];
}

/** Sort order of the groups, most urgent first. */
const groupRanks: Readonly<Record<ListPosition["group"], number>> = {
  needsYou: 0,
  inProgress: 1,
  other: 2,
  loggedIn: 3,
};

/**
 * Returns the connections with their states, most urgent first. Sorts by group (interface.md §2.1), then by position
 * within the group. Among logged-in connections, those without automatic logins come first.
 */
export function rankConnections(connections: readonly ManagedAuth[], now: Date): readonly RankedConnection[] {
  const ranked = connections.map((connection) => {
    const state = connectionState(connection, now);
    const { group, order } = listPosition(connection, now);
    const renews = Number(state.kind === "loggedIn" && state.canReauth !== false);
    return { connection, state, group, places: [groupRanks[group], order, renews] };
  });
  return ranked.sort(
    (one, other) =>
      one.places.map((place, at) => place - (other.places[at] ?? 0)).find((by) => by !== 0) ?? 0,
  );
}

/** Groups the connections by profile. The profile with the most urgent connection comes first. */
export function groupByProfile(
  worst: readonly RankedConnection[],
): readonly (readonly [profile: string | undefined, standings: readonly RankedConnection[]])[] {
  return [...Map.groupBy(worst, ({ connection }) => connection.profile_name)];
}

export function countByGroup(
  standings: readonly RankedConnection[],
): Readonly<Record<ListPosition["group"], number>> {
  const counts = { loggedIn: 0, needsYou: 0, inProgress: 0, other: 0 };
  for (const { group } of standings) counts[group]++;
  return counts;
}
