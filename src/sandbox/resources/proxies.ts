// GET /proxies. The document does not show this operation.
import { contains, isNamed } from "../db/filters.ts";
import type { Row } from "../db/sqlite.ts";
import { integer, text } from "../db/sqlite.ts";
import type { Store } from "../db/store.ts";
import { details, page } from "./page.ts";
import { get, resource } from "./resource.ts";
import { before, minute } from "./time.ts";

/** `active`: whether it is available, and so found by its name. */
const seeded = [
  {
    id: "proxy_sandboxparis",
    name: "paris-datacenter",
    type: "datacenter",
    active: 1,
    details: { protocol: "https", ip_address: "192.0.2.10", config: { country: "FR" } },
  },
  {
    id: "proxy_sandboxoffice1",
    name: "office",
    type: "isp",
    active: 1,
    details: { protocol: "https", ip_address: "198.51.100.21", config: { country: "GB" } },
  },
  {
    id: "proxy_sandboxoffice2",
    name: "office",
    type: "isp",
    active: 1,
    details: { protocol: "https", ip_address: "198.51.100.22", config: { country: "US" } },
  },
  {
    id: "proxy_sandboxberlin",
    name: "berlin-residential",
    type: "residential",
    active: 1,
    details: {
      protocol: "https",
      config: { country: "DE", state: "BE", city: "berlin", zip: "10115", os: "windows" },
    },
  },
  {
    id: "proxy_sandboxtokyo",
    name: "tokyo-mobile",
    type: "mobile",
    active: 1,
    details: { protocol: "https", config: { country: "JP", city: "tokyo" } },
  },
  {
    id: "proxy_sandboxown",
    name: "headquarters",
    type: "custom",
    active: 1,
    details: {
      protocol: "http",
      bypass_hosts: ["intranet.example"],
      config: { host: "proxy.corp.example", port: 3128, username: "browser", has_password: true },
    },
  },
  {
    id: "proxy_sandboxretired",
    name: "retired",
    type: "datacenter",
    active: 0,
    details: { protocol: "https", ip_address: "203.0.113.9", config: { country: "US" } },
  },
];

export const hasProxy = (store: Store, id: string): boolean =>
  store.first("SELECT 1 FROM proxies WHERE id = ?", id) !== undefined;

/** Ids of the active proxies of that name (§2.3: names are not unique); at most two. */
export const proxiesNamed = (store: Store, name: string): string[] =>
  store
    .select("SELECT id FROM proxies WHERE name = ? AND active = 1 LIMIT 2", name)
    .map((row) => text(row, "id"));

const shown = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  type: text(row, "type"),
  status: integer(row, "active") === 1 ? "available" : "unavailable",
  ...details(row),
});

const host = "json_extract(details, '$.config.host')";
const address = "json_extract(details, '$.ip_address')";

export const proxies = resource({
  tables: [
    {
      name: "proxies",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT NOT NULL",
        active: "INTEGER NOT NULL CHECK (active IN (0, 1))",
        type: "TEXT NOT NULL DEFAULT 'datacenter'",
        details: "TEXT NOT NULL DEFAULT '{}'",
      },
      indexed: ["name"],
    },
  ],
  seed(store, now) {
    for (const { details: more, ...row } of seeded) {
      const checked = { ...more, last_checked: before(now, 5 * minute) };
      store.add("proxies", { ...row, details: JSON.stringify(checked) });
    }
  },
  routes: [
    // `name` is exact; `query` looks into names, hosts and addresses, or is the whole id.
    get("/proxies", { needs: ["managed_proxies", "custom_proxies"] }, (asked) =>
      page(asked, {
        from: "proxies",
        filters: ["name", "query"],
        where: `${isNamed("name", "?1")} AND (id = ?2 OR ${contains("?2", "name", host, address)})`,
        shown,
      }),
    ),
  ],
});
