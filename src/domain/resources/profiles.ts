import type { Profile } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionState, type ConnectionState } from "../connections/connectionState.ts";
import { type FieldModels, fieldsOf, type ResourceModel } from "../resource/model.ts";
import { isSameProfileName } from "../text/names.ts";

/** A listed profile with its connections, once known. */
export type ListedProfile = Profile & { readonly usedBy?: readonly ManagedAuth[] };

export interface ProfileValues {
  readonly name: string;
}

const { plain } = fieldsOf<ListedProfile, ProfileValues>();

export const profileModel = {
  fields: {
    name: plain("name", { reported: ({ name }) => name }),
  } satisfies FieldModels<ListedProfile, ProfileValues>,
  unique: "name",
  foundBy: ["name"],
  version: ({ updated_at }) => updated_at,
  /** Connections refer to a profile by name only (interface.md §2.1). */
  usedBy: ({ name }, connections) =>
    name === undefined
      ? []
      : connections.filter(({ profile_name: used }) => used !== undefined && isSameProfileName(used, name)),
} satisfies ResourceModel<ListedProfile, ProfileValues>;

/** A site of a profile with the state of its connection. */
export interface Site {
  readonly connection: ManagedAuth;
  readonly state: ConnectionState;
}

/** From the most urgent state to the state of a ready site. */
const order: readonly ConnectionState["kind"][] = ["failed", "needsLogin", "unknown", "running", "loggedIn"];

/** Returns the sites of a profile, worst first, and the number of ready ones. */
export function readinessOf(
  connections: readonly ManagedAuth[],
  now: Date,
): { readonly sites: readonly Site[]; readonly notReady: readonly Site[]; readonly ready: number } {
  const sites = connections
    .map((connection): Site => ({ connection, state: connectionState(connection, now) }))
    .toSorted((one, other) => order.indexOf(one.state.kind) - order.indexOf(other.state.kind));
  const notReady = sites.filter(({ state }) => state.kind !== "loggedIn");
  return { sites, notReady, ready: sites.length - notReady.length };
}

/** True if a profile is ready for all of its known sites. */
export function isReady(connections: readonly ManagedAuth[], now = new Date()): boolean {
  return readinessOf(connections, now).notReady.length === 0;
}
