// GET /credentials. The document does not show this operation.
import { contains } from "../db/filters.ts";
import type { Row } from "../db/sqlite.ts";
import { text } from "../db/sqlite.ts";
import type { Store } from "../db/store.ts";
import { newId } from "../ids.ts";
import { details, page, times } from "./page.ts";
import { get, resource } from "./resource.ts";
import { created, iso } from "./time.ts";

const seeded = [
  // With a secret for one-time codes.
  {
    id: "cred_sandboxgithub",
    name: "github-bot",
    domain: "github.example",
    details: { has_totp_secret: true, sso_provider: null },
  },
  {
    id: "cred_sandboxhelpdesk",
    name: "helpdesk-agent",
    domain: "helpdesk.example",
    details: { has_totp_secret: false, sso_provider: "google" },
  },
];

export const hasCredential = (store: Store, name: string): boolean =>
  store.first("SELECT 1 FROM credentials WHERE name = ?", name) !== undefined;

/** Whether a credential of that name holds a secret for one-time codes. */
export function storedSecret(store: Store, name: string | undefined): boolean {
  const row =
    name === undefined ? undefined : store.first("SELECT details FROM credentials WHERE name = ?", name);
  if (row === undefined) return false;
  const known = details(row);
  return "has_totp_secret" in known && known.has_totp_secret === true;
}

/**
 * Saves that a connection has a credential, and returns its name. Its values are kept nowhere: nobody ever asks for them.
 * `now`: milliseconds since 1970.
 */
export function saveCredential(store: Store, { profileName, domain }: Owner, now: number): string {
  const name = `${profileName}-${domain}`;
  if (!hasCredential(store, name)) {
    const more = JSON.stringify({ has_totp_secret: false, sso_provider: null });
    store.add("credentials", { id: newId("cred"), name, domain, details: more, created_at: iso(now) });
  }
  return name;
}

interface Owner {
  readonly profileName: string;
  readonly domain: string;
}

const shown = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  domain: text(row, "domain"),
  ...times(row),
  has_values: true,
  ...details(row),
});

export const credentials = resource({
  tables: [
    {
      name: "credentials",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT NOT NULL UNIQUE",
        domain: "TEXT NOT NULL",
        details: "TEXT NOT NULL DEFAULT '{}'",
        created_at: "TEXT NOT NULL DEFAULT ''",
      },
    },
  ],
  seed(store, now) {
    for (const { details: more, ...row } of seeded) {
      store.add("credentials", { ...row, details: JSON.stringify(more), created_at: created(now) });
    }
  },
  routes: [
    // `domain` is exact, `query` a part of the name or domain.
    get("/credentials", { needs: ["credentials"] }, (asked) =>
      page(asked, {
        from: "credentials",
        filters: ["domain", "query"],
        where: `(?1 = '' OR domain = ?1) AND ${contains("?2", "name", "domain")}`,
        shown,
      }),
    ),
  ],
});
