// Writes the effects of ended logins and due health checks before the next request is handled. The effects on a
// connection are written in the order in which they became due.
import type { StoreReader, SandboxStore, StoreWriter } from "../../db/store.ts";
import { newOneTimeCode, newId } from "../../identity.ts";
import { readPlanFeatures } from "../plans.ts";
import { reauthFromCredential } from "../connections/credentialChanges.ts";
import {
  type ConnectionRow,
  updateConnectionRow,
  findConnectionRow,
  findDueConnectionIds,
  postLoginUrlOf,
} from "../connections/connectionRows.ts";
import type { SandboxConnectionSettings } from "../connections/managedAuthSchema.ts";
import { nextCheckAfter, readSettings } from "../connections/storedSettings.ts";
import { saveCredential } from "../credentials.ts";
import { recordExport } from "../destinations.ts";
import { toIsoTime } from "../clock.ts";
import { addHealthChecks, findHealthChecks } from "./healthChecks.ts";
import { flowAt, type FlowRow } from "./flowState.ts";
import { insertFlow, findFlowRows, findLatestFlow, markFlowSettled, findUnsettledFlows } from "./flowRows.ts";
import { flowScripts } from "./scripts.ts";
import { fillableParts, startFlow } from "./startFlow.ts";
import { behaviorOf } from "./domainBehaviors.ts";

/** Writes all changes that were due by `now`, in milliseconds since 1970. */
export function applyFlowChanges(store: SandboxStore, now: number): void {
  const ended = findUnsettledFlows(store).filter((row) => !flowAt(row, now).isInProgress);
  const ids = new Set(findDueConnectionIds(store, now));
  for (const { connectionId } of ended) ids.add(connectionId);
  if (ids.size === 0) return;
  store.transaction((writer) => {
    for (const id of ids) while (applyNextChange(writer, id, now));
  });
}

/** Writes the connection's earliest due change: an ended login or health checks. Returns false if nothing is due. */
function applyNextChange(store: StoreWriter, id: string, now: number): boolean {
  const connection = findConnectionRow(store, id);
  if (connection === undefined) return false;
  const [first] = findUnsettledFlows(store)
    .filter(({ connectionId }) => connectionId === id)
    .map((row) => ({ row, flow: flowAt(row, now) }))
    .filter(({ flow }) => !flow.isInProgress)
    .sort((a, b) => a.flow.since - b.flow.since);
  const due = connection.nextCheckAt ?? Number.POSITIVE_INFINITY;
  if (first !== undefined && first.flow.since <= due) {
    const { row, flow } = first;
    markFlowSettled(store, row);
    if (row.destinationId !== null) recordExport(store, row.destinationId, flow.since);
    const { flow_status: status } = flow.reported;
    if (status === "SUCCESS") applyLoginSuccess(store, connection, row, flow.since);
    if (status === "EXPIRED" && flowScripts[row.script].lifetime === "again")
      insertFlow(store, { ...row, id: newId("flow"), code: newOneTimeCode(), beganAt: now, answers: [] });
    return true;
  }
  if (due > now) return false;
  runHealthChecks(store, connection, due, Math.min(now, first?.flow.since ?? now));
  return true;
}

/** Records the health checks that were due from `due` to `until`, both in milliseconds since 1970. */
function runHealthChecks(store: StoreWriter, connection: ConnectionRow, due: number, until: number): void {
  const { auto_reauth: auto, health_check_interval: seconds } = readSettings(connection);
  const interval = seconds * 1000;
  const { healthChecks } = behaviorOf(connection.domain);
  const run = { connectionId: connection.id, firstAt: due, interval };
  if (healthChecks === "out" && isFirstCheckSinceLogin(store, connection.id)) {
    addHealthChecks(store, { ...run, count: 1, status: "NEEDS_AUTH" });
    const out = { ...connection, status: "NEEDS_AUTH", lastAuthCheckAt: toIsoTime(due), nextCheckAt: null };
    updateConnectionRow(store, out);
    const hasFlow = findLatestFlow(store, connection.id, due)?.isInProgress === true;
    if (auto && connection.canReauth && !hasFlow) startFlow(store, out, "REAUTH", due);
    return;
  }
  const count = Math.floor((until - due) / interval) + 1;
  const last = due + (count - 1) * interval;
  if (healthChecks !== "unclear") addHealthChecks(store, { ...run, count, status: "AUTHENTICATED" });
  const checked = { lastAuthCheckAt: toIsoTime(last), nextCheckAt: last + interval };
  updateConnectionRow(store, { ...connection, ...checked });
}

/** True if no health check has run since the latest login. */
function isFirstCheckSinceLogin(store: StoreReader, connectionId: string): boolean {
  const login = findFlowRows(store, connectionId).find(({ type }) => type === "LOGIN");
  const [last] = findHealthChecks(store, connectionId);
  return last === undefined || (login !== undefined && last.firstAt < login.beganAt);
}

function applyLoginSuccess(store: StoreWriter, connection: ConnectionRow, flow: FlowRow, at: number): void {
  const settings = readSettings(connection);
  const wasLoggedIn = flow.script === "stillIn";
  const ssoProvider = flow.answers.map(({ choice = "" }) => ssoProviderByChoice.get(choice)).find(Boolean);
  const savesCredential =
    !wasLoggedIn &&
    ssoProvider === undefined &&
    settings.save_credentials &&
    settings.credential === undefined &&
    readPlanFeatures(store, at).credentials.enabled;
  if (savesCredential) settings.credential = { name: saveCredential(store, connection, at) };
  updateConnectionRow(store, {
    ...connection,
    ...(!wasLoggedIn && reauthAfterLogin(store, connection, flow, settings)),
    settings: JSON.stringify(settings),
    status: "AUTHENTICATED",
    // Verifying an existing session counts as a health check.
    lastAuthCheckAt: wasLoggedIn ? toIsoTime(at) : connection.lastAuthCheckAt,
    postLoginUrl: connection.postLoginUrl ?? postLoginUrlOf(connection.domain),
    ssoProvider: ssoProvider ?? connection.ssoProvider,
    nextCheckAt: nextCheckAfter(at, settings),
  });
}

const ssoProviderByChoice: ReadonlyMap<string, string> = new Map([
  ["choice_google", "google"],
  ["choice_microsoft", "microsoft"],
]);

/** Values of `can_reauth_reason` for scripts with a question that only a person can answer. */
const reauthBlockers: Readonly<Partial<Record<FlowRow["script"], string>>> = {
  smsCode: "requires_sms_code",
  emailCode: "requires_email_code",
  push: "requires_external_action",
  secondFactor: "requires_customer_input",
  singleSignOn: "requires_customer_input",
};

function reauthAfterLogin(
  store: StoreReader,
  { domain, projectId }: ConnectionRow,
  { script }: FlowRow,
  { credential }: SandboxConnectionSettings,
) {
  if (credential === undefined) return { canReauth: false, canReauthReason: "no_credential" };
  // If health checks simulate a logout on this domain, report that re-authentication is possible. The sandbox then
  // tries to re-authenticate and fails.
  if (behaviorOf(domain).healthChecks === "out") return reauthFromCredential(credential);
  const lacksSecret = script === "totp" && !fillableParts(store, projectId, credential).secret;
  const blocker = lacksSecret ? "requires_totp_without_secret" : reauthBlockers[script];
  if (blocker !== undefined) return { canReauth: false, canReauthReason: blocker };
  return reauthFromCredential(credential);
}
