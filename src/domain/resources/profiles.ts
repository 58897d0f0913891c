import type { ProfileCreateRequest, ProfileRenameRequest } from "../../api/resourceRequests.ts";
import type { Profile } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { type ConnectionView, rankConnections } from "../connections/connectionView.ts";
import { bodyOf } from "./fieldRequests.ts";
import { type FieldModels, defineFields, type ResourceModel } from "./resourceModel.ts";
import { isSameProfileName } from "../text/names.ts";

/** A profile from the list. `usedBy` contains the connections that use the profile, once they are known. */
export type ListedProfile = Profile & { readonly usedBy?: readonly ManagedAuth[] };

export interface ProfileValues {
  readonly name: string;
}

const { plain } = defineFields<ListedProfile, ProfileValues, ProfileCreateRequest, ProfileRenameRequest>();

export const profileModel = {
  fields: {
    name: plain("name", { reported: ({ name }) => name }),
  } satisfies FieldModels<ListedProfile, ProfileValues>,
  createBody: bodyOf<ProfileValues, ProfileCreateRequest>({}),
  updateBody: bodyOf<ProfileValues, ProfileRenameRequest>({}),
  uniqueField: "name",
  identifyingFields: ["name"],
  version: ({ updated_at }) => updated_at,
  /** Connections refer to a profile by name only (interface.md §2.1). */
  usedBy: ({ name }, connections) =>
    name === undefined
      ? []
      : connections.filter(({ profile_name: used }) => used !== undefined && isSameProfileName(used, name)),
} satisfies ResourceModel<ListedProfile, ProfileValues>;

/** Returns a function that finds a profile's connections by name, because connections don't store a profile's ID. */
export function connectionsByProfile(
  connections: readonly ManagedAuth[],
): (profile: Profile) => readonly ManagedAuth[] {
  const byProfile = Map.groupBy(connections, ({ profile_name }) => profile_name);
  return ({ name }) => (name === undefined ? [] : (byProfile.get(name) ?? []));
}

/** Returns a profile's sites that aren't logged in, most urgent first. */
export function unreadySites(
  connections: readonly ManagedAuth[],
  now = new Date(),
): readonly ConnectionView[] {
  return rankConnections(connections, now).filter(({ group }) => group !== "loggedIn");
}

/** True if all known sites of a profile are logged in, or if none are known. */
export function isReady(connections: readonly ManagedAuth[], now = new Date()): boolean {
  return unreadySites(connections, now).length === 0;
}
