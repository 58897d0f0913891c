// Auth connections: GET and POST /auth/connections (§4.1); GET, PATCH and DELETE /auth/connections/{id}. Where
// the interface is silent, changes follow these rules:
//
//   {}                           400
//   credential null or {}        400: a credential can't be removed
//   browser.telemetry null       no capture, and none requested
//   telemetry without export     the destination stays while anything is captured
//   proxy {"mode":"default"}     removes the connection's own proxy; replies omit it
import { containsText } from "../../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../../db/store.ts";
import { simulatedError, collectionRoutes } from "../collection.ts";
import { type HttpReply, alreadyExists, insufficientPlan } from "../../http/replies.ts";
import { shownFlow } from "../flows/flow.ts";
import { latestFlow } from "../flows/flowRows.ts";
import { defaultProject, belongsToProject } from "../projectScope.ts";
import { getRoute, patchRoute, postRoute, defineResource } from "../resource.ts";
import { CreateRequest, UpdateRequest, type BrowserTelemetry, captures } from "./connectionRequests.ts";
import {
  type ConnectionRow,
  addConnection,
  connectionById,
  noConnection,
  rowOf,
  table,
  connectionCount,
  connectionFor,
  neverLoggedIn,
  changeConnection,
} from "./connectionRows.ts";
import { seeded } from "./seededConnections.ts";
import {
  shownConnection,
  settingsAfter,
  storedSettings,
  usual,
  checkAfter,
  selectedTelemetry,
} from "./shownConnection.ts";
import { newId } from "../../identity.ts";
import { readPlanFeatures } from "../plans.ts";
import { profileNamed } from "../profiles.ts";
import { toIsoTime } from "../clock.ts";
import { resolveReferences } from "./references.ts";
import { reauthWith } from "./credentialChanges.ts";
import type { Settings } from "./document.ts";

/** 200 or 404. `now` is in milliseconds since 1970. */
export function readConnection(store: StoreReader, id: string, now: number, origin: string): HttpReply {
  const row = connectionById(store, id);
  return row === undefined ? noConnection() : { status: 200, body: shown(store, row, now, origin) };
}

function shown(store: StoreReader, row: ConnectionRow, now: number, origin: string): object {
  const flow = latestFlow(store, row.id, now);
  return shownConnection(row, flow && shownFlow(flow, origin));
}

const routes = collectionRoutes({
  path: "/auth/connections",
  noun: "auth connection",
  key: "id",
  table: "connections",
  // Newest first. `profile_name` and `domain` are exact. `query` is a part of them or of the ID.
  filters: ["profile_name", "domain", "query"],
  where:
    "(?1 = '' OR profile_name = ?1) AND (?2 = '' OR domain = ?2) " +
    `AND ${containsText("?3", "id", "profile_name", "domain")}`,
  orderBy: "created_at DESC, rowid DESC",
  projectCondition: belongsToProject,
  shown: (row, { store, now, origin }) => shown(store, rowOf(row), now, origin),
});

export const connections = defineResource({
  tables: [{ ...table, read: (row) => shownConnection(rowOf(row), undefined) }],
  seed(store, now, sample) {
    for (const row of seeded(now, sample)) addConnection(store, { ...row, projectId: defaultProject });
  },
  routes: [
    routes.list,
    postRoute("/auth/connections", { body: CreateRequest }, ({ store, body, project, now }) =>
      createConnection(store, body, project, now),
    ),
    getRoute("/auth/connections/:id", { allowsLoginTokens: true }, ({ store, segment, now, origin }) =>
      readConnection(store, segment("id"), now, origin),
    ),
    patchRoute("/auth/connections/:id", { body: UpdateRequest }, ({ store, segment, body, now, origin }) =>
      updateConnection(store, segment("id"), body, now, origin),
    ),
    // Deletion also ends a running login. The profile and a stored credential stay.
    routes.remove(),
  ],
});

/** 201, 400, 403 or 409. `now` is in milliseconds since 1970. */
export function createConnection(
  store: StoreWriter,
  request: CreateRequest,
  project: string,
  now: number,
): HttpReply {
  const rare = simulatedError(request.domain);
  if (rare !== undefined) return rare;
  const resolved = resolveReferences(store, project, request, now);
  if ("status" in resolved) return resolved;

  const profileName = profileNamed(store, request.profile_name);
  const existingId = connectionFor(store, project, profileName, request.domain);
  if (existingId !== undefined) return alreadyExists(existingId);

  const { managed_auth: plan } = readPlanFeatures(store, now);
  const { max_connections: most, health_check_interval_default_seconds: interval } = plan;
  if (most !== null && connectionCount(store) >= most) {
    return insufficientPlan(`This plan allows ${most} auth connections, all in use.`);
  }

  const settings = settingsAfter({ ...usual, health_check_interval: interval }, request, {
    proxy: request.browser?.proxy ?? request.proxy,
    telemetry: selectedTelemetry(request),
  });
  const row: ConnectionRow = {
    id: newId("ma"),
    projectId: project,
    profileName,
    domain: request.domain,
    settings: JSON.stringify(settings),
    proxyId: resolved.proxyId,
    destinationId: resolved.destinationId,
    createdAt: toIsoTime(now),
    ...neverLoggedIn,
  };
  addConnection(store, row);
  return { status: 201, body: shownConnection(row, undefined) };
}

/** 200, 400, 403 or 404. `now` is in milliseconds since 1970. */
export function updateConnection(
  store: StoreWriter,
  id: string,
  request: UpdateRequest,
  now: number,
  origin: string,
): HttpReply {
  const rare = simulatedError(URL.parse(request.login_url ?? "")?.hostname ?? "");
  if (rare !== undefined) return rare;
  const before = connectionById(store, id);
  if (before === undefined) return noConnection();
  const resolved = resolveReferences(store, before.projectId, request, now);
  if ("status" in resolved) return resolved;

  const settings = changedSettings(storedSettings(before), request);
  const { browser } = settings;
  const chosen = request.browser?.proxy ?? request.proxy;
  const destination = selectedTelemetry(request)?.export?.otlp?.destination;
  const exporting = browser.telemetry?.export?.otlp?.destination !== undefined;
  const row: ConnectionRow = {
    ...before,
    settings: JSON.stringify(settings),
    proxyId: chosen === undefined ? before.proxyId : resolved.proxyId,
    destinationId:
      destination === undefined ? (exporting ? before.destinationId : null) : resolved.destinationId,
    // Changes to health checks apply at once.
    ...((request.health_checks ?? request.health_check_interval) !== undefined && {
      nextCheckAt: before.status === "AUTHENTICATED" ? checkAfter(now, settings) : null,
    }),
    // A credential enables re-authentication only after a first login (interface.md §2.1).
    ...(request.credential !== undefined &&
      before.canReauthReason !== "no_prior_successful_login" &&
      reauthWith(request.credential)),
  };
  changeConnection(store, row);
  return { status: 200, body: shown(store, row, now, origin) };
}

function changedSettings(before: Settings, request: UpdateRequest): Settings {
  const proxy = request.browser?.proxy ?? request.proxy ?? before.browser.proxy;
  return settingsAfter(before, request, {
    proxy: proxy !== undefined && "mode" in proxy && proxy.mode === "default" ? undefined : proxy,
    telemetry: changedTelemetry(before.browser.telemetry, selectedTelemetry(request)),
  });
}

type Telemetry = BrowserTelemetry | null | undefined;

/** Update rules of interface.md §2.6: `enabled: true` starts from the default set. Otherwise categories are merged. */
function changedTelemetry(before: Telemetry, change: Telemetry): Telemetry {
  if (change === undefined || change === null) return change === null ? null : before;
  if (change.enabled === false) return { enabled: false };
  const { enabled, browser: categories = {} } = change;
  const running = before !== undefined && before !== null && captures(before) ? before : undefined;
  if (running === undefined && enabled === undefined && Object.keys(categories).length === 0) return before;
  const browser = { ...(enabled === undefined && running?.browser), ...categories };
  const { otlp } = change.export ?? {};
  const exported =
    otlp?.enabled === false ? undefined : otlp?.destination === undefined ? running?.export : change.export;
  const after: BrowserTelemetry = {
    enabled: true,
    ...(Object.keys(browser).length > 0 && { browser }),
    ...(exported !== undefined && { export: exported }),
  };
  return captures(after) ? after : { enabled: false };
}
