// What a connection can refer to, as lists. The document does not show these operations.
import type { Reply } from "./http/replies.ts";
import { insufficientPlan, notFound } from "./http/replies.ts";
import { contains, filter, isNamed, listed } from "./http/listing.ts";
import type { Features } from "./plans.ts";
import { entitlements } from "./plans.ts";
import type { Row } from "./sqlite.ts";
import { integer, optionalText, text } from "./sqlite.ts";
import type { Store } from "./store.ts";

/** GET /profiles; `name` is exact, `query` a part of it. */
export const listProfiles = (store: Store, query: URLSearchParams): Reply =>
  rows(store, query, ["name", "query"], shownProfile, {
    from: "profiles",
    where: `${isNamed("name", "?1")} AND ${contains("?2", "name")}`,
  });

/** GET /proxies; `query` looks into names, hosts and addresses. 403 where the plan has no proxies to choose. */
export function listProxies(store: Store, query: URLSearchParams, now: number): Reply {
  const { custom_proxies: custom, managed_proxies: managed } = featuresOf(store, now);
  if (!custom.enabled && !managed.enabled)
    return insufficientPlan("This plan has no proxies to choose from.");
  const host = "json_extract(details, '$.config.host')";
  const address = "json_extract(details, '$.ip_address')";
  return rows(store, query, ["name", "query"], shownProxy, {
    from: "proxies",
    where: `${isNamed("name", "?1")} AND ${contains("?2", "name", host, address)}`,
  });
}

/** GET /credentials; `domain` is exact, `query` a part of the name or domain. 403 where the plan has none. */
export function listCredentials(store: Store, query: URLSearchParams, now: number): Reply {
  if (!featuresOf(store, now).credentials.enabled) {
    return insufficientPlan("This plan has no stored credentials.");
  }
  return rows(store, query, ["domain", "query"], shownCredential, {
    from: "credentials",
    where: `(?1 = '' OR domain = ?1) AND ${contains("?2", "name", "domain")}`,
  });
}

/** GET /org/credential_providers; `query` is a part of the name. 403 where the plan has none. */
export function listCredentialProviders(store: Store, query: URLSearchParams, now: number): Reply {
  return (
    withoutProviders(store, now) ??
    rows(store, query, ["query"], shownProvider, {
      from: "credential_providers",
      where: contains("?1", "name"),
    })
  );
}

/** GET /org/credential_providers/{id}/items: all at once. 403 or 404 where there is no such provider. */
export function readProviderItems(store: Store, providerId: string, now: number): Reply {
  const refused = withoutProviders(store, now);
  if (refused !== undefined) return refused;
  const [provider] = store.select("SELECT 1 FROM credential_providers WHERE id = ?", providerId);
  if (provider === undefined) return notFound("There is no credential provider with this id.");
  const sql = "SELECT id, details FROM credential_provider_items WHERE provider_id = ? ORDER BY id";
  const items = store.select(sql, providerId).map((row) => ({ id: text(row, "id"), ...details(row) }));
  return { status: 200, body: { items } };
}

/** GET /telemetry/destinations; `name` is exact, `query` a part of it. */
export const listDestinations = (store: Store, query: URLSearchParams): Reply =>
  rows(store, query, ["name", "query"], shownDestination, {
    from: "destinations",
    where: `${isNamed("name", "?1")} AND ${contains("?2", "name")}`,
  });

interface Source {
  readonly from: string;
  /** SQL; the filters are its parameters, in their order. */
  readonly where: string;
}

function rows(
  store: Store,
  query: URLSearchParams,
  filters: readonly string[],
  shown: (row: Row) => object,
  { from, where }: Source,
): Reply {
  const sql = `SELECT * FROM ${from} WHERE ${where} ORDER BY name, id LIMIT ? OFFSET ?`;
  const values = filters.map((name) => filter(query, name));
  return listed(query, (limit, offset) => store.select(sql, ...values, limit, offset).map(shown));
}

const featuresOf = (store: Store, now: number): Features => entitlements(store.booking(), now).features;

function withoutProviders(store: Store, now: number): Reply | undefined {
  if (featuresOf(store, now).credential_providers.enabled) return undefined;
  return insufficientPlan("This plan has no credential providers.");
}

function details(row: Row): object {
  const parsed: unknown = JSON.parse(text(row, "details"));
  if (typeof parsed !== "object" || parsed === null) throw new TypeError("details are no object");
  return parsed;
}

const times = (row: Row) => ({ created_at: text(row, "created_at"), updated_at: text(row, "created_at") });

function shownProfile(row: Row): object {
  const used = optionalText(row, "last_used_at");
  return {
    id: text(row, "id"),
    name: optionalText(row, "name"),
    ...times(row),
    ...(used === null ? {} : { last_used_at: used }),
  };
}

const shownProxy = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  type: text(row, "type"),
  status: integer(row, "active") === 1 ? "available" : "unavailable",
  ...details(row),
});

const shownCredential = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  domain: text(row, "domain"),
  ...times(row),
  has_values: true,
  ...details(row),
});

const shownProvider = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  provider_type: "onepassword",
  enabled: true,
  priority: 0,
  ...times(row),
});

/** Header values of a collector never come back. */
const shownDestination = (row: Row): object => ({
  id: text(row, "id"),
  name: text(row, "name"),
  endpoint: text(row, "endpoint"),
  headers: {},
  ...times(row),
  consecutive_failures: 0,
  ...details(row),
});
