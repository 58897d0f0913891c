// Every path that the sandbox knows.
import { choosePlan, health, readPlan, reset } from "./control.ts";
import { createConnection } from "./createConnection.ts";
import { deleteDestination } from "./deleteDestination.ts";
import type { Route } from "./http/router.ts";
import { entitlements } from "./plans.ts";
import { listConnections, readConnection } from "./readConnections.ts";
import { readLimits } from "./readLimits.ts";
import {
  listCredentialProviders,
  listCredentials,
  listDestinations,
  listProfiles,
  listProxies,
  readProviderItems,
} from "./readLists.ts";
import type { Store } from "./store.ts";

const route = (method: string, path: string, answer: Route["answer"]): Route => ({
  method,
  path,
  takesBody: method === "POST" || method === "PUT",
  open: false,
  answer,
});

/** The routes of the sandbox on its data. */
export const routesOn = (store: Store): readonly Route[] => [
  route("GET", "/auth/connections", ({ query, now }) => listConnections(store, query, now)),
  route("POST", "/auth/connections", ({ body, now }) => createConnection(store, body, now)),
  route("GET", "/auth/connections/:id", ({ segments: { id = "" }, now }) => readConnection(store, id, now)),
  route("GET", "/credentials", ({ query, now }) => listCredentials(store, query, now)),
  route("GET", "/org/credential_providers", ({ query, now }) => listCredentialProviders(store, query, now)),
  route("GET", "/org/credential_providers/:id/items", ({ segments: { id = "" }, now }) =>
    readProviderItems(store, id, now),
  ),
  route("GET", "/org/entitlements", ({ now }) => ({
    status: 200,
    body: entitlements(store.booking(), now),
  })),
  route("GET", "/org/limits", ({ now }) => readLimits(store, now)),
  route("GET", "/profiles", ({ query }) => listProfiles(store, query)),
  route("GET", "/proxies", ({ query, now }) => listProxies(store, query, now)),
  route("GET", "/telemetry/destinations", ({ query }) => listDestinations(store, query)),
  route("DELETE", "/telemetry/destinations/:id_or_name", ({ segments: { id_or_name: idOrName = "" }, now }) =>
    deleteDestination(store, idOrName, now),
  ),
  { ...route("GET", "/sandbox/health", ({ identity, query }) => health(identity, query)), open: true },
  route("GET", "/sandbox/plan", ({ now }) => readPlan(store, now)),
  route("PUT", "/sandbox/plan", ({ body, now }) => choosePlan(store, body, now)),
  route("POST", "/sandbox/reset", ({ now }) => reset(store, now)),
];
