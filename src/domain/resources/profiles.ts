import type { ProfileCreateRequest, ProfileRenameRequest } from "../../api/resourceRequests.ts";
import type { Profile } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionState, type ConnectionState } from "../connections/connectionState.ts";
import { type FieldModels, defineFields, type ResourceModel } from "../resource/resourceModel.ts";
import { isSameProfileName } from "../text/names.ts";

/** A profile from the list, with the connections that use it once they are known. */
export type ListedProfile = Profile & { readonly usedBy?: readonly ManagedAuth[] };

export interface ProfileValues {
  readonly name: string;
}

const { plain } = defineFields<ListedProfile, ProfileValues, ProfileCreateRequest, ProfileRenameRequest>();

export const profileModel = {
  fields: {
    name: plain("name", { reported: ({ name }) => name }),
  } satisfies FieldModels<ListedProfile, ProfileValues>,
  uniqueField: "name",
  identifyingFields: ["name"],
  version: ({ updated_at }) => updated_at,
  /** Connections refer to a profile by name only (interface.md §2.1). */
  usedBy: ({ name }, connections) =>
    name === undefined
      ? []
      : connections.filter(({ profile_name: used }) => used !== undefined && isSameProfileName(used, name)),
} satisfies ResourceModel<ListedProfile, ProfileValues>;

/** A website that a profile logs in to, with its connection and the connection's state. */
export interface ProfileSite {
  readonly connection: ManagedAuth;
  readonly state: ConnectionState;
}

/** Sort order of the connection states, from the most urgent to the state of a ready site. */
const readinessOrder: readonly ConnectionState["kind"][] = [
  "failed",
  "needsLogin",
  "unknown",
  "running",
  "loggedIn",
];

/** Returns the sites of a profile, most urgent first, the sites that aren't ready, and the number of ready sites. */
export function readinessOf(
  connections: readonly ManagedAuth[],
  now: Date,
): {
  readonly sites: readonly ProfileSite[];
  readonly notReady: readonly ProfileSite[];
  readonly ready: number;
} {
  const sites = connections
    .map((connection): ProfileSite => ({ connection, state: connectionState(connection, now) }))
    .toSorted(
      (one, other) => readinessOrder.indexOf(one.state.kind) - readinessOrder.indexOf(other.state.kind),
    );
  const notReady = sites.filter(({ state }) => state.kind !== "loggedIn");
  return { sites, notReady, ready: sites.length - notReady.length };
}

/** True if all known sites of a profile are ready. */
export function isReady(connections: readonly ManagedAuth[], now = new Date()): boolean {
  return readinessOf(connections, now).notReady.length === 0;
}
