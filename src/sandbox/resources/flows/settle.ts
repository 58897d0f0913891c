// Stores due changes: ended logins and due health checks. The next request writes their effects, ordered by time.
import type { StoreReader, SandboxStore, StoreWriter } from "../../db/store.ts";
import { newOneTimeCode, newId } from "../../identity.ts";
import { readPlanFeatures } from "../plans.ts";
import type { ConnectionRow } from "../connections/connectionRows.ts";
import { reauthWith } from "../connections/credentialChanges.ts";
import {
  changeConnection,
  connectionById,
  connectionsDue,
  landingOf,
} from "../connections/connectionRows.ts";
import type { Settings } from "../connections/document.ts";
import { checkAfter, storedSettings } from "../connections/shownConnection.ts";
import { saveCredential } from "../credentials.ts";
import { noteExport } from "../destinations.ts";
import { toIsoTime } from "../clock.ts";
import { addChecks, checksOf } from "./checks.ts";
import { flowAt, type FlowRow } from "./flow.ts";
import { addFlow, flowsOf, latestFlow, settleFlow, unsettledFlows } from "./flowRows.ts";
import { scripts } from "./scripts.ts";
import { answering, startFlow } from "./start.ts";
import { switchOf } from "./switches.ts";

/** Writes the changes due until now (milliseconds since 1970), if any. */
export function settle(store: SandboxStore, now: number): void {
  const ended = unsettledFlows(store).filter((row) => !flowAt(row, now).inProgress);
  const ids = new Set([...ended.map(({ connectionId }) => connectionId), ...connectionsDue(store, now)]);
  if (ids.size === 0) return;
  store.transaction((writer) => {
    for (const id of ids) while (settleNext(writer, id, now));
  });
}

/** Writes a connection's earliest due change. Returns false if none is due. */
function settleNext(store: StoreWriter, id: string, now: number): boolean {
  const connection = connectionById(store, id);
  if (connection === undefined) return false;
  const [first] = unsettledFlows(store)
    .filter(({ connectionId }) => connectionId === id)
    .map((row) => ({ row, flow: flowAt(row, now) }))
    .filter(({ flow }) => !flow.inProgress)
    .sort((one, other) => one.flow.since - other.flow.since);
  const due = connection.nextCheckAt ?? Number.POSITIVE_INFINITY;
  if (first !== undefined && first.flow.since <= due) {
    settleFlow(store, first.row);
    if (first.row.destinationId !== null) noteExport(store, first.row.destinationId, first.flow.since);
    const { flow_status: status } = first.flow.shown;
    if (status === "SUCCESS") succeed(store, connection, first.row, first.flow.since);
    if (status === "EXPIRED" && scripts[first.row.script].lasts === "again")
      addFlow(store, { ...first.row, id: newId("flow"), code: newOneTimeCode(), beganAt: now, answers: [] });
    return true;
  }
  if (due > now) return false;
  check(store, connection, due, Math.min(now, first?.flow.since ?? now));
  return true;
}

/** Runs the health checks from `due` to `until`. */
function check(store: StoreWriter, connection: ConnectionRow, due: number, until: number): void {
  const { auto_reauth: auto, health_check_interval: seconds } = storedSettings(connection);
  const interval = seconds * 1000;
  const { checks } = switchOf(connection.domain);
  const begun = { connectionId: connection.id, firstAt: due, interval };
  if (checks === "out" && isFirst(store, connection.id)) {
    addChecks(store, { ...begun, count: 1, status: "NEEDS_AUTH" });
    const out = { ...connection, status: "NEEDS_AUTH", lastAuthCheckAt: toIsoTime(due), nextCheckAt: null };
    changeConnection(store, out);
    const live = latestFlow(store, connection.id, due)?.inProgress === true;
    if (auto && connection.canReauth && !live) startFlow(store, out, "REAUTH", due);
    return;
  }
  const count = Math.floor((until - due) / interval) + 1;
  const last = due + (count - 1) * interval;
  if (checks !== "unclear") addChecks(store, { ...begun, count, status: "AUTHENTICATED" });
  changeConnection(store, { ...connection, lastAuthCheckAt: toIsoTime(last), nextCheckAt: last + interval });
}

/** True if no check has run since the latest login. */
function isFirst(store: StoreReader, connectionId: string): boolean {
  const login = flowsOf(store, connectionId).find(({ type }) => type === "LOGIN");
  const [last] = checksOf(store, connectionId);
  return last === undefined || (login !== undefined && last.firstAt < login.beganAt);
}

function succeed(store: StoreWriter, connection: ConnectionRow, flow: FlowRow, at: number): void {
  const settings = storedSettings(connection);
  const wasIn = flow.script === "stillIn";
  const provider = flow.answers.find(({ choice }) => choice !== undefined && providers.has(choice))?.choice;
  const saves =
    !wasIn && settings.save_credentials && settings.credential === undefined && provider === undefined;
  const name =
    saves && readPlanFeatures(store, at).credentials.enabled
      ? saveCredential(store, connection, at)
      : undefined;
  const saved = name === undefined ? {} : { credential: { name } };
  changeConnection(store, {
    ...connection,
    ...(!wasIn && reauthAfter(store, connection, flow, { ...settings, ...saved })),
    settings: JSON.stringify({ ...settings, ...saved }),
    status: "AUTHENTICATED",
    // Verifying a running session counts as a health check.
    lastAuthCheckAt: wasIn ? toIsoTime(at) : connection.lastAuthCheckAt,
    postLoginUrl: connection.postLoginUrl ?? landingOf(connection.domain),
    ssoProvider: provider === undefined ? connection.ssoProvider : (providers.get(provider) ?? null),
    nextCheckAt: checkAfter(at, settings),
  });
}

const providers: ReadonlyMap<string, string> = new Map([
  ["choice_google", "google"],
  ["choice_microsoft", "microsoft"],
]);

/** `can_reauth_reason` of scripts with a question that only a person can answer. */
const needsPerson: Readonly<Partial<Record<FlowRow["script"], string>>> = {
  smsCode: "requires_sms_code",
  emailCode: "requires_email_code",
  push: "requires_external_action",
  secondFactor: "requires_customer_input",
  singleSignOn: "requires_customer_input",
};

function reauthAfter(
  store: StoreReader,
  { domain, projectId }: ConnectionRow,
  { script }: FlowRow,
  { credential }: Settings,
): Pick<ConnectionRow, "canReauth" | "canReauthReason"> {
  if (credential === undefined) return { canReauth: false, canReauthReason: "no_credential" };
  const lacksSecret = script === "totp" && !answering(store, projectId, credential).secret;
  const person = lacksSecret ? "requires_totp_without_secret" : needsPerson[script];
  // If checks must find the site logged out, re-authentication is tried and fails for this reason.
  const reason = switchOf(domain).checks === "out" ? undefined : person;
  if (reason !== undefined) return { canReauth: false, canReauthReason: reason };
  return reauthWith(credential);
}
