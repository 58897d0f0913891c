import type { Profile } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { connectionState, type ConnectionState } from "../connections/connectionState.ts";
import { type FieldModels, fieldsOf, type ResourceModel } from "../resource/model.ts";
import { isSameName } from "../text/names.ts";

/** As it is listed: with its connections, as far as they are known by then. */
export type ListedProfile = Profile & { readonly usedBy?: readonly ManagedAuth[] };

/** What is set of a profile. */
export interface ProfileValues {
  readonly name: string;
}

const { plain } = fieldsOf<ListedProfile, ProfileValues>();

/** Browser profiles. */
export const profileModel = {
  fields: {
    name: plain("name", { reported: ({ name }) => name }),
  } satisfies FieldModels<ListedProfile, ProfileValues>,
  unique: "name",
  foundBy: ["name"],
  version: ({ updated_at }) => updated_at,
  /** Connections know a profile by its name alone (§2.1). */
  usedBy: ({ name }, connections) =>
    name === undefined
      ? []
      : connections.filter(({ profile_name: used }) => used !== undefined && isSameName(used, name)),
} satisfies ResourceModel<ListedProfile, ProfileValues>;

/** A site of a profile, and where its connection stands. */
export interface Site {
  readonly connection: ManagedAuth;
  readonly state: ConnectionState;
}

/** What needs a person most comes first; a profile is ready for what comes last. */
const order: readonly ConnectionState["kind"][] = ["failed", "needsLogin", "unknown", "running", "loggedIn"];

/** The sites of a profile, worst first, and for how many of them it is ready at a moment. */
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

/** Whether a profile is ready for all of its sites at a moment, as far as they are known. */
export function isReady(connections: readonly ManagedAuth[], now = new Date()): boolean {
  return readinessOf(connections, now).notReady.length === 0;
}
