// Profiles: /profiles. The document does not show these operations. What a profile holds cannot be downloaded: nothing is
// saved here. Where the document is silent, this applies:
//
//   a name of another project     409: one row holds what connections of several projects call so
//   another name, or its end,     400 while connections have it: they know it by its name alone
import * as z from "zod/mini";
import { contains, isNamed, optionalText, type Row, text } from "../db/sqlite.ts";
import type { Reader } from "../db/store.ts";
import { refusal, type Reply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import { connectionsWith } from "./connections/connectionRows.ts";
import { answer, named, onRow, page, times } from "./records.ts";
import { projectColumn } from "./projectScope.ts";
import { get, patch, post, remove, resource, type WriteRequest } from "./resource.ts";
import { before, created, hour, iso, minute } from "./clock.ts";
import { isSeeded } from "./smallSample.ts";

const Name = z.string().check(
  z.refine((name) => name !== "" && Array.from(name).length <= 255 && name.isWellFormed(), {
    error: "must have 1 to 255 characters",
  }),
);
const CreateProfile = z.strictObject({ name: z.optional(Name) });
const RenameProfile = z.strictObject({ name: Name });

/** `lastUsed`: milliseconds before now, or null. Connections have each of the first three. */
const seeded = [
  { id: "prof_sandboxcompliance", name: "compliance", lastUsed: 25 * minute },
  { id: "prof_sandboxsupport", name: "support", lastUsed: 2 * minute },
  { id: "prof_sandboxtravel", name: "travel", lastUsed: 3 * hour },
  { id: "prof_sandboxresearch", name: "research", lastUsed: null },
  { id: "prof_sandboxunnamed", name: null, lastUsed: 50 * hour },
];

/** The profile that a name means, as it is written. Names are unique but for case and accents. */
export function profileNamed(store: Reader, name: string): string {
  const row = store.first("SELECT name FROM profiles WHERE plain_name = plain(?)", name);
  return row === undefined ? name : text(row, "name");
}

/** SQL of the rows that a project has, or that its connections have. */
const seenIn = (project: string): string =>
  `project_id = ${project} OR name IN (SELECT profile_name FROM connections WHERE project_id = ${project})`;

/** An id wins over a name. */
export const foundProfile = (store: Reader, project: string, idOrName: string): Row | undefined =>
  store.first(
    `SELECT * FROM profiles WHERE (id = ?1 OR plain_name = plain(?1)) AND (${seenIn("?2")}) ORDER BY id = ?1 DESC`,
    idOrName,
    project,
  );

const isTaken = (store: Reader, name: string, id = ""): boolean =>
  store.first("SELECT 1 FROM profiles WHERE plain_name = plain(?) AND id <> ?", name, id) !== undefined;

const onProfile = onRow<"id_or_name">("No profile has this id or name.", (request) =>
  foundProfile(request.store, request.project, request.segment("id_or_name")),
);
const nameTaken = (): Reply => refusal(409, "already_exists", "Another profile has this name.");

function createProfile({
  store,
  body,
  project,
  now,
}: WriteRequest<never, z.infer<typeof CreateProfile>>): Reply {
  const { name = null } = body;
  if (name !== null && isTaken(store, name)) return nameTaken();
  const id = newId("prof");
  store.write(
    "INSERT INTO profiles (id, name, plain_name, created_at, project_id) VALUES (?1, ?2, plain(?2), ?3, ?4)",
    id,
    name,
    iso(now),
    project,
  );
  return { status: 201, body: shownProfile(foundProfile(store, project, id) ?? {}) };
}

type One<Body = unknown> = WriteRequest<"id_or_name", Body>;

/** 400 while connections have it. */
function held(store: Reader, row: Row): Reply | undefined {
  const name = optionalText(row, "name");
  const holders = name === null ? [] : connectionsWith(store, "profile_name", name);
  if (holders.length === 0) return undefined;
  return refusal(400, "resource_in_use", `An auth connection uses the profile: ${named(holders)}.`);
}

function renameProfile(
  row: Row,
  { store, project, body: { name }, now }: One<z.infer<typeof RenameProfile>>,
): Reply {
  const id = text(row, "id");
  if (isTaken(store, name, id)) return nameTaken();
  const refused = name === optionalText(row, "name") ? undefined : held(store, row);
  if (refused !== undefined) return refused;
  store.write(
    "UPDATE profiles SET name = ?1, plain_name = plain(?1), updated_at = ?2 WHERE id = ?3",
    name,
    iso(now),
    id,
  );
  return { status: 200, body: shownProfile(foundProfile(store, project, id) ?? {}) };
}

function deleteProfile(row: Row, { store }: One): Reply {
  const refused = held(store, row);
  if (refused !== undefined) return refused;
  store.write("DELETE FROM profiles WHERE id = ?", text(row, "id"));
  return { status: 204, body: undefined };
}

/** A profile as the service gives it. */
export function shownProfile(row: Row): object {
  const used = optionalText(row, "last_used_at");
  return {
    id: text(row, "id"),
    name: optionalText(row, "name"),
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
      store.add("profiles", { ...row, created_at: created(now), last_used_at: used });
    }
    store.write("UPDATE profiles SET plain_name = plain(name)");
  },
  routes: [
    // `name` is exact but for case and accents, `query` a part of it or of the id.
    get("/profiles", {}, (request) =>
      page(request, {
        from: "profiles",
        filters: ["name", "query"],
        where: `${isNamed("name", "?1")} AND ${contains("?2", "name", "id")}`,
        // Connections of several projects can have profiles of one name, which are one row here.
        owned: seenIn,
        shown: shownProfile,
        tellsAgain: true,
      }),
    ),
    post("/profiles", { body: CreateProfile }, createProfile),
    get("/profiles/:id_or_name", {}, onProfile(answer(shownProfile))),
    patch("/profiles/:id_or_name", { body: RenameProfile }, onProfile(renameProfile)),
    remove("/profiles/:id_or_name", {}, onProfile(deleteProfile)),
  ],
});
