// Profiles: /profiles. The document does not show these operations. What a profile holds cannot be downloaded: nothing is
// saved here. Where the document is silent, this applies:
//
//   a name of another project     409: one row holds what connections of several projects call so
//   another name, or its end,     400 while connections have it: they know it by its name alone
import * as z from "zod/mini";
import { containsText, matchesName, readOptionalText, type DatabaseRow, readText } from "../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../db/store.ts";
import { errorReply, type HttpReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { shortName } from "./fields.ts";
import { connectionsWith } from "./connections/connectionRows.ts";
import { collection, named, times } from "./records.ts";
import { projectColumn } from "./projectScope.ts";
import { resource } from "./resource.ts";
import { before, created, hour, iso, minute } from "./clock.ts";
import { isSeeded } from "./smallSample.ts";

const CreateProfile = z.strictObject({ name: z.optional(shortName) });
const RenameProfile = z.strictObject({ name: shortName });

/** `lastUsed`: milliseconds before now, or null. Connections have each of the first three. */
const seeded = [
  { id: "prof_sandboxcompliance", name: "compliance", lastUsed: 25 * minute },
  { id: "prof_sandboxsupport", name: "support", lastUsed: 2 * minute },
  { id: "prof_sandboxtravel", name: "travel", lastUsed: 3 * hour },
  { id: "prof_sandboxresearch", name: "research", lastUsed: null },
  { id: "prof_sandboxunnamed", name: null, lastUsed: 50 * hour },
];

/** The profile that a name means, as it is written. Names are unique but for case and accents. */
export function profileNamed(store: StoreReader, name: string): string {
  const row = store.first("SELECT name FROM profiles WHERE plain_name = plain(?)", name);
  return row === undefined ? name : readText(row, "name");
}

/** SQL of the rows that a project has, or that its connections have. */
const seenIn = (project: string): string =>
  `project_id = ${project} OR name IN (SELECT profile_name FROM connections WHERE project_id = ${project})`;

/** An id wins over a name. */
export const foundProfile = (
  store: StoreReader,
  project: string,
  idOrName: string,
): DatabaseRow | undefined =>
  store.first(
    `SELECT * FROM profiles WHERE (id = ?1 OR plain_name = plain(?1)) AND (${seenIn("?2")}) ORDER BY id = ?1 DESC`,
    idOrName,
    project,
  );

const routes = collection({
  path: "/profiles",
  noun: "profile",
  key: "id_or_name",
  named: (store, _, name) => store.first("SELECT * FROM profiles WHERE plain_name = plain(?)", name),
  find: foundProfile,
  from: "profiles",
  // `name` is exact but for case and accents, `query` a part of it or of the id.
  filters: ["name", "query"],
  where: `${matchesName("name", "?1")} AND ${containsText("?2", "name", "id")}`,
  // Connections of several projects can have profiles of one name, which are one row here.
  owned: seenIn,
  shown: shownProfile,
  tellsAgain: true,
});

/** What a name is compared by is written by SQLite's own function. */
const withPlainName = (store: StoreWriter, row: DatabaseRow): DatabaseRow =>
  store.write("UPDATE profiles SET plain_name = plain(name) WHERE id = ? RETURNING *", readText(row, "id")) ??
  row;

/** 400 while connections have it. */
function held(row: DatabaseRow, { store }: { readonly store: StoreReader }): HttpReply | undefined {
  const name = readOptionalText(row, "name");
  const holders = name === null ? [] : connectionsWith(store, "profile_name", name);
  if (holders.length === 0) return undefined;
  return errorReply(400, "resource_in_use", `An auth connection uses the profile: ${named(holders)}.`);
}

/** A profile as the service gives it. */
export function shownProfile(row: DatabaseRow): object {
  const used = readOptionalText(row, "last_used_at");
  return {
    id: readText(row, "id"),
    name: readOptionalText(row, "name"),
    ...times(row),
    ...(used === null ? {} : { last_used_at: used }),
  };
}

export const profiles = resource({
  tables: [
    {
      name: "profiles",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT UNIQUE",
        // What a name is compared by.
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
    for (const { lastUsed, ...row } of seeded.filter(({ id }) => isSeeded(sample, id))) {
      const used = lastUsed === null ? null : before(now, lastUsed);
      store.insert("profiles", { ...row, created_at: created(now), last_used_at: used });
    }
    store.write("UPDATE profiles SET plain_name = plain(name)");
  },
  routes: [
    routes.list,
    routes.create(CreateProfile, ({ store, body: { name = null }, project, now }) => {
      const row = { id: newId("prof"), name, created_at: iso(now), project_id: project };
      return { status: 201, body: shownProfile(withPlainName(store, store.insert("profiles", row))) };
    }),
    routes.read,
    routes.update(RenameProfile, (row, { store, body: { name }, now }) => {
      const refused = name === readOptionalText(row, "name") ? undefined : held(row, { store });
      if (refused !== undefined) return refused;
      const after = store.update("profiles", readText(row, "id"), { name, updated_at: iso(now) });
      return { status: 200, body: shownProfile(withPlainName(store, after)) };
    }),
    routes.remove(held),
  ],
});
