// Profiles: /profiles. The interface doesn't document these operations. Downloads aren't available, because the sandbox
// stores no browser data. Behavior that only the sandbox defines:
//
//   name used in another project  409, because the connections of all projects share one row per name
//   rename or deletion            400 while connections use the profile, because they refer to it by name
import * as z from "zod/mini";
import { containsText, matchesName, getOptionalText, type DatabaseRow, getText } from "../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../db/store.ts";
import { errorReply, type HttpReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { shortNameSchema } from "./requestSchemas.ts";
import { describeConnectionsWith } from "./connections/connectionRows.ts";
import { collectionRoutes, formatNames, readTimes } from "./collection.ts";
import { projectColumn } from "./projectScope.ts";
import { defineResource } from "./resource.ts";
import { isoTimeBefore, seedCreatedAt, msPerHour, toIsoTime, msPerMinute } from "./clock.ts";
import { isInSample } from "./smallSample.ts";

const CreateProfile = z.strictObject({ name: z.optional(shortNameSchema) });
const RenameProfile = z.strictObject({ name: shortNameSchema });

/**
 * `lastUsed` is the time since the last use, in milliseconds, or null if the profile was never used. The first three
 * profiles have connections.
 */
const seededProfiles = [
  { id: "prof_sandboxcompliance", name: "compliance", lastUsed: 25 * msPerMinute },
  { id: "prof_sandboxsupport", name: "support", lastUsed: 2 * msPerMinute },
  { id: "prof_sandboxtravel", name: "travel", lastUsed: 3 * msPerHour },
  { id: "prof_sandboxresearch", name: "research", lastUsed: null },
  { id: "prof_sandboxunnamed", name: null, lastUsed: 50 * msPerHour },
];

/** Returns the stored spelling of a profile's name. Names are unique regardless of case and accents. */
export function storedProfileName(store: StoreReader, name: string): string {
  const row = store.first("SELECT name FROM profiles WHERE plain_name = plain(?)", name);
  return (row && getText(row, "name")) ?? name;
}

/** Returns an SQL condition for a project's own profiles and the profiles that the project's connections use. */
const isVisibleInProject = (project: string): string =>
  `project_id = ${project} OR name IN (SELECT profile_name FROM connections WHERE project_id = ${project})`;

/** Finds a profile by ID or, if no ID matches, by name. */
export const findProfileRow = (
  store: StoreReader,
  project: string,
  idOrName: string,
): DatabaseRow | undefined =>
  store.first(
    `SELECT * FROM profiles WHERE (id = ?1 OR plain_name = plain(?1)) AND (${isVisibleInProject("?2")}) ORDER BY id = ?1 DESC`,
    idOrName,
    project,
  );

const profileRoutes = collectionRoutes({
  path: "/profiles",
  noun: "profile",
  key: "id_or_name",
  findByName: (store, _, name) => store.first("SELECT * FROM profiles WHERE plain_name = plain(?)", name),
  find: findProfileRow,
  table: "profiles",
  // `name` matches regardless of case and accents. `query` matches a part of the name or the ID.
  filters: ["name", "query"],
  where: `${matchesName("name", "?1")} AND ${containsText("?2", "name", "id")}`,
  // A profile can belong to another project, because connections of several projects share one row per profile name.
  projectCondition: isVisibleInProject,
  toReply: profileReply,
  repeatsPaging: true,
});

/** Updates the normalized name of a changed profile. The SQL function `plain` normalizes the name. */
const updatePlainName = (store: StoreWriter, row: DatabaseRow): DatabaseRow =>
  store.write("UPDATE profiles SET plain_name = plain(name) WHERE id = ? RETURNING *", getText(row, "id")) ??
  row;

/** Replies with 400 while connections use the profile, because connections refer to it by name. */
function refuseUsedProfile(
  row: DatabaseRow,
  { store }: { readonly store: StoreReader },
): HttpReply | undefined {
  const name = getOptionalText(row, "name");
  const holders = name === null ? [] : describeConnectionsWith(store, "profile_name", name);
  if (holders.length === 0) return undefined;
  return errorReply(400, "resource_in_use", `An auth connection uses the profile: ${formatNames(holders)}.`);
}

export function profileReply(row: DatabaseRow): object {
  return {
    id: getText(row, "id"),
    name: getOptionalText(row, "name"),
    ...readTimes(row),
    last_used_at: getOptionalText(row, "last_used_at") ?? undefined,
  };
}

export const profileResource = defineResource({
  tables: [
    {
      name: "profiles",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT UNIQUE",
        // Name without case and accents, for comparisons.
        plain_name: "TEXT",
        created_at: "TEXT NOT NULL",
        last_used_at: "TEXT",
        updated_at: "TEXT NOT NULL DEFAULT ''",
        project_id: projectColumn,
      },
      indexed: ["plain_name"],
    },
  ],
  seed(store, now, sample) {
    for (const { lastUsed, ...row } of seededProfiles.filter(({ id }) => isInSample(sample, id))) {
      const used = lastUsed && isoTimeBefore(now, lastUsed);
      store.insert("profiles", { ...row, created_at: seedCreatedAt(now), last_used_at: used });
    }
    store.write("UPDATE profiles SET plain_name = plain(name)");
  },
  routes: [
    profileRoutes.list,
    profileRoutes.create(CreateProfile, ({ store, body: { name = null }, project, now }) => {
      const row = { id: newId("prof"), name, created_at: toIsoTime(now), project_id: project };
      return { status: 201, body: profileReply(updatePlainName(store, store.insert("profiles", row))) };
    }),
    profileRoutes.read,
    profileRoutes.update(RenameProfile, (row, { store, body: { name }, now }) => {
      const refusal = name !== getOptionalText(row, "name") && refuseUsedProfile(row, { store });
      if (refusal) return refusal;
      const after = store.update("profiles", getText(row, "id"), { name, updated_at: toIsoTime(now) });
      return { status: 200, body: profileReply(updatePlainName(store, after)) };
    }),
    profileRoutes.remove(refuseUsedProfile),
  ],
});
