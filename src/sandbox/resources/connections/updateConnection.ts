// PATCH /auth/connections/{id}. Where nobody says what the service does, this does:
//
//   {}                           400
//   credential null or {}        400: there is no way to take a credential away
//   browser.telemetry null       no capture, and none asked for
//   telemetry without export     where it is exported to stays, as long as something is captured
//   proxy {"mode":"default"}     there is no proxy of one's own any more, and none is shown
import type { Writer } from "../../db/store.ts";
import type { Reply } from "../../http/replies.ts";
import { badRequest, insufficientPlan } from "../../http/replies.ts";
import { featuresOf } from "../organization.ts";
import { shownFlow } from "../flows/shownFlow.ts";
import { latestFlow } from "../flows/flowRows.ts";
import { askedFor } from "../records.ts";
import { intervalProblems, lackingFeature } from "./createConnection.ts";
import { reauthWith } from "./credentialChanges.ts";
import type { ManagedAuth } from "./document.ts";
import { resolveReferences } from "./references.ts";
import type { BrowserTelemetry, UpdateRequest } from "./connectionRequests.ts";
import { captures } from "./connectionRequests.ts";
import type { ConnectionRow } from "./connectionRows.ts";
import { changeConnection, connectionById, noConnection } from "./connectionRows.ts";
import type { Settings } from "./shownConnection.ts";
import { checkAfter, selectedTelemetry, shownConnection } from "./shownConnection.ts";

/** 200, 400, 403 or 404. `now`: milliseconds since 1970. */
export function updateConnection(
  store: Writer,
  id: string,
  request: UpdateRequest,
  now: number,
  origin: string,
): Reply {
  const rare = askedFor(URL.parse(request.login_url ?? "")?.hostname ?? "");
  if (rare !== undefined) return rare;
  const before = connectionById(store, id);
  if (before === undefined) return noConnection();
  const features = featuresOf(store, now);
  const lacking = lackingFeature(features, request);
  if (lacking !== undefined) return insufficientPlan(lacking);
  const resolved = resolveReferences(store, before.projectId, request);
  const problems = [...resolved.problems, ...intervalProblems(features, request)];
  if (problems.length > 0) return badRequest(problems);

  const latest = latestFlow(store, id, now);
  const flow = latest && shownFlow(latest, origin);
  const settings = changedSettings(shownConnection(before, flow), request);
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
    nextCheckAt: nextCheck(before, settings, request, now),
    // §2.1: a credential is of use to a connection that was once logged in.
    ...(request.credential !== undefined &&
      before.canReauthReason !== "no_prior_successful_login" &&
      reauthWith(request.credential)),
  };
  changeConnection(store, row);
  return { status: 200, body: shownConnection(row, flow) };
}

/** A change of what is checked, and how often, acts at once. */
function nextCheck(
  { status, nextCheckAt }: ConnectionRow,
  settings: Settings,
  request: UpdateRequest,
  now: number,
): number | null {
  if (request.health_checks === undefined && request.health_check_interval === undefined) return nextCheckAt;
  return status === "AUTHENTICATED" ? checkAfter(now, settings) : null;
}

function changedSettings(before: ManagedAuth, request: UpdateRequest): Settings {
  const { browser: changed = {}, login_url: loginUrl } = request;
  const proxy = changed.proxy ?? request.proxy ?? before.browser.proxy;
  return {
    allowed_domains: request.allowed_domains ?? before.allowed_domains,
    auto_reauth: request.auto_reauth ?? before.auto_reauth,
    browser: {
      stealth: changed.stealth ?? before.browser.stealth,
      proxy: proxy !== undefined && "mode" in proxy && proxy.mode === "default" ? undefined : proxy,
      telemetry: changedTelemetry(before.browser.telemetry, selectedTelemetry(request)),
    },
    credential: request.credential ?? before.credential,
    health_check_interval: request.health_check_interval ?? before.health_check_interval,
    health_checks: request.health_checks ?? before.health_checks,
    login_url: loginUrl === "" ? undefined : (loginUrl ?? before.login_url),
    record_session: request.record_session ?? before.record_session,
    save_credentials: request.save_credentials ?? before.save_credentials,
  };
}

type Telemetry = BrowserTelemetry | null | undefined;

/** §2.6, on update: on begins with the default set; without it, categories are merged onto what is captured. */
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
