// Stores due changes: ended logins and due health checks. The next request writes their effects, ordered by time.
import type { StoreReader, SandboxStore, StoreWriter } from "../../db/store.ts";
import { newOneTimeCode, newId } from "../../identity.ts";
import { readPlanFeatures } from "../plans.ts";
import type { ConnectionRow } from "../connections/connectionRows.ts";
import { reauthFromCredential } from "../connections/credentialChanges.ts";
import {
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

/** Writes the changes due until now (milliseconds since 1970), if any. */
export function applyFlowChanges(store: SandboxStore, now: number): void {
  const ended = findUnsettledFlows(store).filter((row) => !flowAt(row, now).inProgress);
  const ids = new Set([
    ...ended.map(({ connectionId }) => connectionId),
    ...findDueConnectionIds(store, now),
  ]);
  if (ids.size === 0) return;
  store.transaction((writer) => {
    for (const id of ids) while (applyNextChange(writer, id, now));
  });
}

/** Writes a connection's earliest due change. Returns false if none is due. */
function applyNextChange(store: StoreWriter, id: string, now: number): boolean {
  const connection = findConnectionRow(store, id);
  if (connection === undefined) return false;
  const [first] = findUnsettledFlows(store)
    .filter(({ connectionId }) => connectionId === id)
    .map((row) => ({ row, flow: flowAt(row, now) }))
    .filter(({ flow }) => !flow.inProgress)
    .sort((one, other) => one.flow.since - other.flow.since);
  const due = connection.nextCheckAt ?? Number.POSITIVE_INFINITY;
  if (first !== undefined && first.flow.since <= due) {
    markFlowSettled(store, first.row);
    if (first.row.destinationId !== null) recordExport(store, first.row.destinationId, first.flow.since);
    const { flow_status: status } = first.flow.shown;
    if (status === "SUCCESS") applySuccessfulLogin(store, connection, first.row, first.flow.since);
    if (status === "EXPIRED" && flowScripts[first.row.script].lasts === "again")
      insertFlow(store, {
        ...first.row,
        id: newId("flow"),
        code: newOneTimeCode(),
        beganAt: now,
        answers: [],
      });
    return true;
  }
  if (due > now) return false;
  runHealthChecks(store, connection, due, Math.min(now, first?.flow.since ?? now));
  return true;
}

/** Runs the health checks from `due` to `until`. */
function runHealthChecks(store: StoreWriter, connection: ConnectionRow, due: number, until: number): void {
  const { auto_reauth: auto, health_check_interval: seconds } = readSettings(connection);
  const interval = seconds * 1000;
  const { checks } = behaviorOf(connection.domain);
  const begun = { connectionId: connection.id, firstAt: due, interval };
  if (checks === "out" && isFirstCheckSinceLogin(store, connection.id)) {
    addHealthChecks(store, { ...begun, count: 1, status: "NEEDS_AUTH" });
    const out = { ...connection, status: "NEEDS_AUTH", lastAuthCheckAt: toIsoTime(due), nextCheckAt: null };
    updateConnectionRow(store, out);
    const live = findLatestFlow(store, connection.id, due)?.inProgress === true;
    if (auto && connection.canReauth && !live) startFlow(store, out, "REAUTH", due);
    return;
  }
  const count = Math.floor((until - due) / interval) + 1;
  const last = due + (count - 1) * interval;
  if (checks !== "unclear") addHealthChecks(store, { ...begun, count, status: "AUTHENTICATED" });
  updateConnectionRow(store, {
    ...connection,
    lastAuthCheckAt: toIsoTime(last),
    nextCheckAt: last + interval,
  });
}

/** True if no check has run since the latest login. */
function isFirstCheckSinceLogin(store: StoreReader, connectionId: string): boolean {
  const login = findFlowRows(store, connectionId).find(({ type }) => type === "LOGIN");
  const [last] = findHealthChecks(store, connectionId);
  return last === undefined || (login !== undefined && last.firstAt < login.beganAt);
}

function applySuccessfulLogin(
  store: StoreWriter,
  connection: ConnectionRow,
  flow: FlowRow,
  at: number,
): void {
  const settings = readSettings(connection);
  const wasIn = flow.script === "stillIn";
  const provider = flow.answers.find(
    ({ choice }) => choice !== undefined && ssoProviderByChoice.has(choice),
  )?.choice;
  const saves =
    !wasIn && settings.save_credentials && settings.credential === undefined && provider === undefined;
  const name =
    saves && readPlanFeatures(store, at).credentials.enabled
      ? saveCredential(store, connection, at)
      : undefined;
  const saved = name === undefined ? {} : { credential: { name } };
  updateConnectionRow(store, {
    ...connection,
    ...(!wasIn && reauthAfterLogin(store, connection, flow, { ...settings, ...saved })),
    settings: JSON.stringify({ ...settings, ...saved }),
    status: "AUTHENTICATED",
    // Verifying a running session counts as a health check.
    lastAuthCheckAt: wasIn ? toIsoTime(at) : connection.lastAuthCheckAt,
    postLoginUrl: connection.postLoginUrl ?? postLoginUrlOf(connection.domain),
    ssoProvider:
      provider === undefined ? connection.ssoProvider : (ssoProviderByChoice.get(provider) ?? null),
    nextCheckAt: nextCheckAfter(at, settings),
  });
}

const ssoProviderByChoice: ReadonlyMap<string, string> = new Map([
  ["choice_google", "google"],
  ["choice_microsoft", "microsoft"],
]);

/** `can_reauth_reason` of scripts with a question that only a person can answer. */
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
): Pick<ConnectionRow, "canReauth" | "canReauthReason"> {
  if (credential === undefined) return { canReauth: false, canReauthReason: "no_credential" };
  const lacksSecret = script === "totp" && !fillableParts(store, projectId, credential).secret;
  const person = lacksSecret ? "requires_totp_without_secret" : reauthBlockers[script];
  // If checks must find the site logged out, re-authentication is tried and fails for this reason.
  const reason = behaviorOf(domain).checks === "out" ? undefined : person;
  if (reason !== undefined) return { canReauth: false, canReauthReason: reason };
  return reauthFromCredential(credential);
}
