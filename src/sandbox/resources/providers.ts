// GET /org/credential_providers and what each holds. The document does not show these operations.
import { contains } from "../db/filters.ts";
import type { Row } from "../db/sqlite.ts";
import { text } from "../db/sqlite.ts";
import type { Store } from "../db/store.ts";
import { notFound } from "../http/replies.ts";
import { details, page, times } from "./page.ts";
import { get, resource } from "./resource.ts";
import { created } from "./time.ts";

const provider = { id: "credprov_sandbox", name: "onepassword" };

const items = [
  {
    id: "item_sandboxbank",
    path: "Compliance/Bank",
    title: "Bank",
    vault_id: "vault_sandboxcompliance",
    vault_name: "Compliance",
    urls: ["https://bank.example/login"],
  },
  {
    id: "item_sandboxgithub",
    path: "Engineering/GitHub Bot",
    title: "GitHub Bot",
    vault_id: "vault_sandboxengineering",
    vault_name: "Engineering",
    urls: ["https://github.example/login", "https://gist.github.example"],
  },
  {
    id: "item_sandboxwiki",
    path: "Engineering/Wiki",
    title: "Wiki",
    vault_id: "vault_sandboxengineering",
    vault_name: "Engineering",
  },
];

export const hasProvider = (store: Store, name: string): boolean =>
  store.first("SELECT 1 FROM credential_providers WHERE name = ?", name) !== undefined;

const shown = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  provider_type: "onepassword",
  enabled: true,
  priority: 0,
  ...times(row),
});

const needs = ["credential_providers"] as const;

export const providers = resource({
  tables: [
    {
      name: "credential_providers",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT NOT NULL UNIQUE",
        created_at: "TEXT NOT NULL DEFAULT ''",
      },
    },
    {
      name: "credential_provider_items",
      columns: {
        id: "TEXT PRIMARY KEY",
        provider_id: "TEXT NOT NULL REFERENCES credential_providers (id)",
        details: "TEXT NOT NULL",
      },
    },
  ],
  seed(store, now) {
    store.add("credential_providers", { ...provider, created_at: created(now) });
    for (const { id, ...more } of items) {
      const row = { id, provider_id: provider.id, details: JSON.stringify(more) };
      store.add("credential_provider_items", row);
    }
  },
  routes: [
    // `query` is a part of the name.
    get("/org/credential_providers", { needs }, (asked) =>
      page(asked, {
        from: "credential_providers",
        filters: ["query"],
        where: contains("?1", "name"),
        shown,
      }),
    ),
    // All at once.
    get("/org/credential_providers/:id/items", { needs }, ({ store, segment }) => {
      const id = segment("id");
      if (store.first("SELECT 1 FROM credential_providers WHERE id = ?", id) === undefined) {
        return notFound("There is no credential provider with this id.");
      }
      const sql = "SELECT id, details FROM credential_provider_items WHERE provider_id = ? ORDER BY id";
      const found = store.select(sql, id).map((row) => ({ id: text(row, "id"), ...details(row) }));
      return { status: 200, body: { items: found } };
    }),
  ],
});
