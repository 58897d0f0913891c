// Auth connections: GET and POST /auth/connections (interface.md §4.1), and GET, PATCH and DELETE
// /auth/connections/{id}. Rules for changes that the interface doesn't specify:
//
//   {}                           400
//   credential null or {}        400: a credential can't be removed
//   browser.telemetry null       captures nothing, and clears the telemetry settings
//   telemetry without export     keeps the destination while any telemetry is captured
//   proxy {"mode":"default"}     removes the connection's own proxy; replies omit it
import { containsText } from "../../db/sqlite.ts";
import { simulatedError, collectionRoutes } from "../collection.ts";
import { type HttpReply, alreadyExists, insufficientPlan } from "../../http/replies.ts";
import { flowReply } from "../flows/flowState.ts";
import { findLatestFlow } from "../flows/flowRows.ts";
import { belongsToProject } from "../projectScope.ts";
import {
  defineResource,
  getRoute,
  patchRoute,
  postRoute,
  type ReadRequest,
  type WriteRequest,
} from "../resource.ts";
import {
  CreateConnection,
  UpdateConnection,
  type BrowserTelemetry,
  enablesCapture,
} from "./connectionRequests.ts";
import {
  type ConnectionRow,
  insertConnection,
  findConnectionRow,
  connectionNotFound,
  connectionFromRow,
  connectionsTable,
  countConnections,
  findConnectionId,
  stateBeforeLogin,
  updateConnectionRow,
} from "./connectionRows.ts";
import { seededConnectionRows } from "./seededConnections.ts";
import {
  managedAuthReply,
  applyRequest,
  readSettings,
  defaultConnectionSettings,
  nextCheckAfter,
  selectedTelemetry,
} from "./storedSettings.ts";
import { newId } from "../../identity.ts";
import { readPlanFeatures } from "../plans.ts";
import { storedProfileName } from "../profiles.ts";
import { toIsoTime } from "../clock.ts";
import { resolveReferences } from "./references.ts";
import { reauthFromCredential } from "./credentialChanges.ts";
import type { SandboxConnectionSettings } from "./managedAuthSchema.ts";

/** Replies with 200 or 404. */
export function handleReadConnection(request: ReadRequest<"id">): HttpReply {
  const row = findConnectionRow(request.store, request.segment("id"));
  return row ? { status: 200, body: connectionReply(row, request) } : connectionNotFound();
}

function connectionReply(row: ConnectionRow, { store, now, origin }: ReadRequest): object {
  const flow = findLatestFlow(store, row.id, now);
  return managedAuthReply(row, flow && flowReply(flow, origin));
}

const connectionRoutes = collectionRoutes({
  path: "/auth/connections",
  noun: "auth connection",
  key: "id",
  table: "connections",
  // Lists the newest connection first. `profile_name` and `domain` are compared exactly. `query` matches a part of
  // the profile name, the domain or the ID.
  filters: ["profile_name", "domain", "query"],
  where:
    "(?1 = '' OR profile_name = ?1) AND (?2 = '' OR domain = ?2) " +
    `AND ${containsText("?3", "id", "profile_name", "domain")}`,
  orderBy: "created_at DESC, rowid DESC",
  projectCondition: belongsToProject,
  toReply: (row, request) => connectionReply(connectionFromRow(row), request),
});

export const connectionResource = defineResource({
  tables: [{ ...connectionsTable, read: (row) => managedAuthReply(connectionFromRow(row), undefined) }],
  seed(store, now, sample) {
    for (const row of seededConnectionRows(now, sample)) insertConnection(store, row);
  },
  routes: [
    connectionRoutes.list,
    postRoute("/auth/connections", { body: CreateConnection }, handleCreateConnection),
    getRoute("/auth/connections/:id", { allowsLoginTokens: true }, handleReadConnection),
    patchRoute("/auth/connections/:id", { body: UpdateConnection }, handleUpdateConnection),
    // Deleting a connection also ends its running login. The profile and a stored credential are kept.
    connectionRoutes.remove(),
  ],
});

/** Replies with 201, 400, 403 or 409. */
export function handleCreateConnection(call: WriteRequest<never, CreateConnection>): HttpReply {
  const { store, body: request, project, now } = call;
  const simulated = simulatedError(request.domain);
  if (simulated !== undefined) return simulated;
  const resolved = resolveReferences(store, project, request, now);
  if ("status" in resolved) return resolved;

  const profileName = storedProfileName(store, request.profile_name);
  const existingId = findConnectionId(store, project, profileName, request.domain);
  if (existingId !== undefined) return alreadyExists(existingId);

  const { managed_auth: plan } = readPlanFeatures(store, now);
  const { max_connections: max, health_check_interval_default_seconds: interval } = plan;
  if (max !== null && countConnections(store) >= max)
    return insufficientPlan(`This plan allows ${max} auth connections, all in use.`);

  const settings = applyRequest({ ...defaultConnectionSettings, health_check_interval: interval }, request, {
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
    ...stateBeforeLogin,
  };
  insertConnection(store, row);
  return { status: 201, body: managedAuthReply(row) };
}

/** Replies with 200, 400, 403 or 404. */
export function handleUpdateConnection(call: WriteRequest<"id", UpdateConnection>): HttpReply {
  const { store, body: request, now } = call;
  const simulated = simulatedError(URL.parse(request.login_url ?? "")?.hostname ?? "");
  if (simulated !== undefined) return simulated;
  const before = findConnectionRow(store, call.segment("id"));
  if (before === undefined) return connectionNotFound();
  const resolved = resolveReferences(store, before.projectId, request, now);
  if ("status" in resolved) return resolved;

  const settings = updatedSettings(readSettings(before), request);
  let row: ConnectionRow = { ...before, settings: JSON.stringify(settings) };
  if ((request.browser?.proxy ?? request.proxy) !== undefined) row = { ...row, proxyId: resolved.proxyId };
  if (selectedTelemetry(request)?.export?.otlp?.destination !== undefined)
    row = { ...row, destinationId: resolved.destinationId };
  else if (settings.browser.telemetry?.export?.otlp?.destination === undefined)
    row = { ...row, destinationId: null };
  // Reschedule the next health check, because changes to the health check settings apply immediately.
  if ((request.health_checks ?? request.health_check_interval) !== undefined)
    row = { ...row, nextCheckAt: row.status === "AUTHENTICATED" ? nextCheckAfter(now, settings) : null };
  // A credential enables re-authentication only after the first successful login (interface.md §2.1).
  if (request.credential !== undefined && row.canReauthReason !== "no_prior_successful_login")
    row = { ...row, ...reauthFromCredential(request.credential) };
  updateConnectionRow(store, row);
  return { status: 200, body: connectionReply(row, call) };
}

function updatedSettings(
  before: SandboxConnectionSettings,
  request: UpdateConnection,
): SandboxConnectionSettings {
  const proxy = request.browser?.proxy ?? request.proxy ?? before.browser.proxy;
  const isDefault = proxy !== undefined && "mode" in proxy && proxy.mode === "default";
  return applyRequest(before, request, {
    proxy: isDefault ? undefined : proxy,
    telemetry: updatedTelemetry(before.browser.telemetry, selectedTelemetry(request)),
  });
}

type OptionalTelemetry = BrowserTelemetry | null | undefined;

/**
 * Applies the update rules of interface.md §2.6. `enabled: true` starts from the default categories. Otherwise, the
 * changed categories are merged into the existing ones.
 */
function updatedTelemetry(before: OptionalTelemetry, change: OptionalTelemetry): OptionalTelemetry {
  if (change === null) return null;
  if (change === undefined) return before;
  const { enabled, browser: categories = {} } = change;
  if (enabled === false) return { enabled: false };
  const running = before && enablesCapture(before) ? before : undefined;
  if (running === undefined && enabled === undefined && Object.keys(categories).length === 0) return before;
  const browser = enabled === undefined ? { ...running?.browser, ...categories } : categories;
  const after: BrowserTelemetry = { enabled: true };
  if (Object.keys(browser).length > 0) after.browser = browser;
  const { destination, enabled: isExporting = true } = change.export?.otlp ?? {};
  const exportConfig = destination === undefined ? running?.export : change.export;
  if (isExporting && exportConfig !== undefined) after.export = exportConfig;
  return enablesCapture(after) ? after : { enabled: false };
}
