// Many connections at a glance: how many stand how, and in which order they are looked at.
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionState, type ConnectionState, listPlace, type ListPlace } from "./connectionState.ts";

/** A connection and its state. */
export interface Standing {
  readonly connection: ManagedAuth;
  readonly state: ConnectionState;
  readonly group: ListPlace["group"];
}

/** Worst first. */
const ranks: Readonly<Record<ListPlace["group"], number>> = {
  needsYou: 0,
  inProgress: 1,
  other: 2,
  loggedIn: 3,
};

/** The states of connections at a moment, worst first by what the list says of them (§2.1), then in its order. */
export function worstFirst(connections: readonly ManagedAuth[], now: Date): readonly Standing[] {
  const ranked = connections.map((connection) => {
    const state = connectionState(connection, now);
    const { group, order } = listPlace(connection, now);
    const renews = Number(state.kind === "loggedIn" && state.renews !== false);
    return { connection, state, group, places: [ranks[group], order, renews] };
  });
  return ranked.sort(
    (one, other) =>
      one.places.map((place, at) => place - (other.places[at] ?? 0)).find((by) => by !== 0) ?? 0,
  );
}

/** The same by their profiles, that of the worst connection first. */
export function byProfile(
  worst: readonly Standing[],
): readonly (readonly [profile: string | undefined, standings: readonly Standing[]])[] {
  return [...Map.groupBy(worst, ({ connection }) => connection.profile_name)];
}

/** How many of them are in which group. */
export function countsOf(standings: readonly Standing[]): Readonly<Record<ListPlace["group"], number>> {
  const counts = { loggedIn: 0, needsYou: 0, inProgress: 0, other: 0 };
  for (const { group } of standings) counts[group]++;
  return counts;
}
