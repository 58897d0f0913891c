// GET /profiles. The document does not show this operation.
import { contains, isProfile } from "../db/filters.ts";
import type { Row } from "../db/sqlite.ts";
import { optionalText, text } from "../db/sqlite.ts";
import type { Store } from "../db/store.ts";
import { page, times } from "./page.ts";
import { projectColumn } from "./projectScope.ts";
import { get, resource } from "./resource.ts";
import { before, created, hour, minute } from "./time.ts";

/** `lastUsed`: milliseconds before now, or null. Connections have each of the first three. */
const seeded = [
  { id: "prof_sandboxcompliance", name: "compliance", lastUsed: 25 * minute },
  { id: "prof_sandboxsupport", name: "support", lastUsed: 2 * minute },
  { id: "prof_sandboxtravel", name: "travel", lastUsed: 3 * hour },
  { id: "prof_sandboxresearch", name: "research", lastUsed: null },
  { id: "prof_sandboxunnamed", name: null, lastUsed: 50 * hour },
];

/** The profile that a name means, as it is written. Names are unique but for case and accents. */
export function profileNamed(store: Store, name: string): string {
  const row =
    store.first("SELECT name FROM profiles WHERE name = ?", name) ??
    store.first("SELECT name FROM profiles WHERE plain_name = plain(?) ORDER BY rowid", name);
  return row === undefined ? name : text(row, "name");
}

function shown(row: Row): object {
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
        // What a name is compared by; null in files of before, whose profiles are found by their exact names.
        plain_name: "TEXT",
        created_at: "TEXT NOT NULL",
        last_used_at: "TEXT",
        project_id: projectColumn,
      },
      indexed: ["plain_name"],
    },
  ],
  seed(store, now) {
    for (const { lastUsed, ...row } of seeded) {
      const used = lastUsed === null ? null : before(now, lastUsed);
      store.add("profiles", { ...row, created_at: created(now), last_used_at: used });
    }
    store.write("UPDATE profiles SET plain_name = plain(name)");
  },
  routes: [
    // `name` is exact, `query` a part of it.
    get("/profiles", {}, (asked) =>
      page(asked, {
        from: "profiles",
        filters: ["name", "query"],
        where: `${isProfile("name", "?1")} AND ${contains("?2", "name")}`,
        // Connections of several projects can have profiles of one name, which are one row here.
        owned: (project) =>
          `project_id = ${project} OR name IN (SELECT profile_name FROM connections WHERE project_id = ${project})`,
        shown,
      }),
    ),
  ],
});
