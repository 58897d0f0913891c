// Credential providers: /org/credential_providers, and their items. The interface doesn't document these operations.
// The sandbox never contacts a provider. A flag in each row determines whether its token is accepted.
// Behavior that only the sandbox defines:
//
//   test of a disabled provider              still tests the token
//   items of a disabled or refused provider  empty list
//   deleting a provider in use               204; connections keep its name
//   {} as a change                           400
//   white space around a name                removed
//   priority                                 any whole number
import * as z from "zod/mini";
import { containsText, getInteger, type DatabaseRow, getText } from "../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../db/store.ts";
import { newId } from "../identity.ts";
import { collectionRoutes, readDetails, readTexts, readTimes } from "./collection.ts";
import { textSchema, changeSchema, creationSchema, nonEmptyTextSchema } from "./requestSchemas.ts";
import { actionRoute, getRoute, type RouteOptions, defineResource } from "./resource.ts";
import { seedCreatedAt, toIsoTime } from "./clock.ts";
import { isInSample } from "./smallSample.ts";

const providerNameSchema = textSchema.check(z.trim(), z.minLength(1));
const cacheTtlSchema = z.int().check(z.minimum(0));

const CreateProvider = creationSchema(
  { provider_type: z.literal("onepassword"), name: providerNameSchema, token: nonEmptyTextSchema },
  { cache_ttl_seconds: cacheTtlSchema },
);
const UpdateProvider = changeSchema({
  name: providerNameSchema,
  enabled: z.boolean(),
  priority: z.int(),
  token: nonEmptyTextSchema,
  cache_ttl_seconds: cacheTtlSchema,
});

/**
 * `items` is the prefix of the provider's item IDs. Sample connections use items of the first provider. The token of
 * the second provider is rejected.
 */
const seededProviders = [
  { id: "credprov_sandbox", name: "onepassword", priority: 0, items: "item_sandbox" },
  { id: "credprov_sandboxold", name: "retired-vault", priority: 10, token_works: 0 },
  { id: "credprov_sandboxoff", name: "travel-team", priority: 20, enabled: 0, items: "item_sandboxoff" },
];

const providerVaults = [
  { id: "vault_sandboxcompliance", name: "Compliance" },
  { id: "vault_sandboxengineering", name: "Engineering" },
] as const;

const providerItems = [
  { id: "bank", vault: providerVaults[0], title: "Bank", urls: ["https://bank.example/login"] },
  {
    id: "github",
    vault: providerVaults[1],
    title: "GitHub Bot",
    urls: ["https://github.example/login", "https://gist.github.example"],
  },
  { id: "wiki", vault: providerVaults[1], title: "Wiki" },
];

/** Adds the items that the provider's token can access. */
function insertProviderItems(store: StoreWriter, provider: string, idOf: (item: string) => string): void {
  for (const { id, vault, title, ...more } of providerItems) {
    const shown = { path: `${vault.name}/${title}`, title, vault_id: vault.id, vault_name: vault.name };
    const row = { id: idOf(id), provider_id: provider, details: JSON.stringify({ ...shown, ...more }) };
    store.insert("credential_provider_items", row);
  }
}

const findProviderByName = (store: StoreReader, _: string, name: string): DatabaseRow | undefined =>
  store.first("SELECT * FROM credential_providers WHERE name = ?", name);

export const hasProvider = (store: StoreReader, name: string): boolean =>
  findProviderByName(store, "", name) !== undefined;

/** Returns 1 if the token is accepted, or 0 if the token starts with "refused". Tokens aren't stored. */
const tokenWorks = (token: string): number => Number(!token.startsWith("refused"));

const providerReply = (row: DatabaseRow): object => ({
  ...readTexts(row, "id", "name"),
  provider_type: "onepassword",
  enabled: getInteger(row, "enabled") === 1,
  priority: getInteger(row, "priority"),
  ...readTimes(row),
});

const providerRouteOptions: RouteOptions = { requiresAnyOf: ["credential_providers"] };

const providerRoutes = collectionRoutes({
  path: "/org/credential_providers",
  noun: "credential provider",
  key: "id",
  readOptions: providerRouteOptions,
  findByName: findProviderByName,
  table: "credential_providers",
  // `query` matches a part of the name, or the whole ID.
  filters: ["query"],
  where: `id = ?1 OR ${containsText("?1", "name")}`,
  toReply: providerReply,
  repeatsPaging: true,
});

const defaultTtlSeconds = 300;

export const providerResource = defineResource({
  tables: [
    {
      name: "credential_providers",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT NOT NULL UNIQUE",
        created_at: "TEXT NOT NULL DEFAULT ''",
        updated_at: "TEXT NOT NULL DEFAULT ''",
        enabled: "INTEGER NOT NULL DEFAULT 1",
        priority: "INTEGER NOT NULL DEFAULT 0",
        cache_ttl_seconds: `INTEGER NOT NULL DEFAULT ${defaultTtlSeconds}`,
        token_works: "INTEGER NOT NULL DEFAULT 1",
      },
    },
    {
      name: "credential_provider_items",
      columns: {
        id: "TEXT PRIMARY KEY",
        provider_id: "TEXT NOT NULL REFERENCES credential_providers (id) ON DELETE CASCADE",
        details: "TEXT NOT NULL",
      },
      indexed: ["provider_id"],
      read: readDetails,
    },
  ],
  seed(store, now, sample) {
    for (const { items, ...row } of seededProviders.filter(({ id }) => isInSample(sample, id))) {
      store.insert("credential_providers", { ...row, created_at: seedCreatedAt(now) });
      if (items !== undefined) insertProviderItems(store, row.id, (id) => items + id);
    }
  },
  routes: [
    providerRoutes.list,
    providerRoutes.create(CreateProvider, ({ store, body, now }) => {
      const id = newId("credprov");
      const row = store.insert("credential_providers", {
        id,
        name: body.name,
        cache_ttl_seconds: body.cache_ttl_seconds ?? defaultTtlSeconds,
        token_works: tokenWorks(body.token),
        created_at: toIsoTime(now),
      });
      insertProviderItems(store, id, () => newId("item"));
      return { status: 201, body: providerReply(row) };
    }),
    providerRoutes.read,
    providerRoutes.update(UpdateProvider, (row, { store, body, now }) => {
      const after = store.update("credential_providers", getText(row, "id"), {
        name: body.name ?? getText(row, "name"),
        enabled: body.enabled ?? getInteger(row, "enabled"),
        priority: body.priority ?? getInteger(row, "priority"),
        cache_ttl_seconds: body.cache_ttl_seconds ?? getInteger(row, "cache_ttl_seconds"),
        token_works: body.token === undefined ? getInteger(row, "token_works") : tokenWorks(body.token),
        updated_at: toIsoTime(now),
      });
      return { status: 200, body: providerReply(after) };
    }),
    providerRoutes.remove(),
    actionRoute(
      providerRoutes.rowPath("/test"),
      providerRouteOptions,
      providerRoutes.withRow((row) => {
        const error = "The provider refused the service account token.";
        const success = getInteger(row, "token_works") === 1;
        return {
          status: 200,
          body: success ? { success, vaults: providerVaults } : { success, vaults: [], error },
        };
      }),
    ),
    // Replies with all items in a single page.
    getRoute(
      providerRoutes.rowPath("/items"),
      providerRouteOptions,
      providerRoutes.withRow((row, { store }) => {
        const opens = getInteger(row, "token_works") === 1 && getInteger(row, "enabled") === 1;
        const sql = "SELECT id, details FROM credential_provider_items WHERE provider_id = ? ORDER BY rowid";
        const items = opens ? store.select(sql, getText(row, "id")) : [];
        const body = { items: items.map((item) => ({ id: getText(item, "id"), ...readDetails(item) })) };
        return { status: 200, body };
      }),
    ),
  ],
});
