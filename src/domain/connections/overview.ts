// Many connections at a glance: how many stand how, and in which order they are looked at.
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionState, groupOf } from "./connectionState.ts";
import type { ConnectionState } from "./connectionState.ts";

/** A connection and where it stands. */
export interface Standing {
  readonly connection: ManagedAuth;
  readonly state: ConnectionState;
}

/** How many connections stand how; each counts once. */
export type Counts = Readonly<Record<"loggedIn" | "needYou" | "inProgress" | "other", number>>;

/** Where connections stand at a moment, worst first: by their status (§2.1) and last flow, then by name. */
export function worstFirst(connections: readonly ManagedAuth[], now: Date): readonly Standing[] {
  const ranked = connections.map((connection) => {
    const state = connectionState(connection, now);
    const { domain = "", profile_name = "" } = connection;
    return { connection, state, rank: rankOf(connection, state), name: `${domain}\n${profile_name}` };
  });
  return ranked.sort((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : 1));
}

/** The same by their profiles, those first whose worst connection is worst. */
export function byProfile(
  worst: readonly Standing[],
): readonly (readonly [profile: string | undefined, standings: readonly Standing[]])[] {
  return [...Map.groupBy(worst, ({ connection }) => connection.profile_name)];
}

/** How many of them stand how. */
export function countsOf(standings: readonly Standing[]): Counts {
  const counts = { loggedIn: 0, needYou: 0, inProgress: 0, other: 0 };
  for (const { connection, state } of standings) counts[countedAs(connection, state)]++;
  return counts;
}

function countedAs(connection: ManagedAuth, state: ConnectionState): keyof Counts {
  if (state.kind === "running") return "inProgress";
  const group = groupOf(connection);
  return group === "needsYou" ? "needYou" : group;
}

/** A login that runs leaves its connection in place: it moves once, when that has ended. */
function rankOf(connection: ManagedAuth, state: ConnectionState): number {
  switch (groupOf(connection)) {
    case "needsYou":
      return state.kind === "failed" ? 0 : 1;
    case "other":
      return 2;
    case "loggedIn":
      return state.kind === "loggedIn" && state.renews === false ? 3 : 4;
  }
}
