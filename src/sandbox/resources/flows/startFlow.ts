// Starts logins. Chooses the script of each login and adds the answers that a stored credential provides.
import type { StoreReader, StoreWriter } from "../../db/store.ts";
import { newOneTimeCode, newId } from "../../identity.ts";
import { findConnectionRow, type ConnectionRow, connectionNotFound } from "../connections/connectionRows.ts";
import { readSettings } from "../connections/storedSettings.ts";
import { credentialParts } from "../credentials.ts";
import { msPerMinute } from "../clock.ts";
import { flowAt, type FlowRow, flowReply } from "./flowState.ts";
import { insertFlow, markFlowCanceled, findLatestFlowRow } from "./flowRows.ts";
import type { SandboxField } from "../connections/managedAuthSchema.ts";
import type { ScriptName } from "./scripts.ts";
import type { WriteRequest } from "../resource.ts";
import { behaviorOf } from "./domainBehaviors.ts";
import * as z from "zod/mini";
import { errorReply, type HttpReply } from "../../http/replies.ts";
import { resolveReferences } from "../connections/references.ts";
import { LoginSettings } from "../connections/connectionRequests.ts";

/**
 * Starts a login at `beganAt`, in milliseconds since 1970. The login's destination and proxy may differ from the
 * connection's.
 */
export function startFlow(
  store: StoreWriter,
  connection: ConnectionRow,
  type: "LOGIN" | "REAUTH",
  beganAt: number,
  { destinationId, proxyId }: Pick<ConnectionRow, "destinationId" | "proxyId"> = connection,
): FlowRow {
  const row: FlowRow = {
    id: newId("flow"),
    connectionId: connection.id,
    destinationId,
    proxyId,
    script: chooseScript(connection, proxyId),
    type,
    beganAt,
    code: newOneTimeCode(),
    answers: [],
    canceledAt: null,
  };
  const { credential } = readSettings(connection);
  const parts = credential && fillableParts(store, connection.projectId, credential);
  const filled = parts ? fillInAnswers(row, parts) : row;
  insertFlow(store, filled);
  return filled;
}

/** Returns which inputs a credential can fill in. Providers are assumed to have a user name and password. */
export const fillableParts = (
  store: StoreReader,
  project: string,
  { name }: { readonly name?: string | undefined },
): ReturnType<typeof credentialParts> =>
  name === undefined ? { values: true, secret: false } : credentialParts(store, project, name);

/**
 * Chooses how a login proceeds. If the connection is logged in, the login only verifies the session. A website that
 * shows a CAPTCHA accepts a login through a proxy other than the connection's.
 */
function chooseScript(connection: ConnectionRow, proxyId: string | null): ScriptName {
  if (connection.status === "AUTHENTICATED") return "stillIn";
  const { script = "plain" } = behaviorOf(connection.domain);
  if (script === "captcha" && proxyId !== connection.proxyId) return "plain";
  const allowed = readSettings(connection).allowed_domains;
  if (script === "redirecting" && allowed.includes("id.redirected.example")) return "plain";
  return script;
}

/** Adds the answers that a credential provides. Each answer has the time at which its question appears. */
function fillInAnswers(row: FlowRow, stored: ReturnType<typeof credentialParts>): FlowRow {
  // Five minutes after the start, all automatic stages have passed and no question has expired.
  const { form, since, reported } = flowAt({ ...row, type: "LOGIN" }, row.beganAt + 5 * msPerMinute);
  if (form === undefined || form.fields.length === 0 || reported.flow_step !== "AWAITING_INPUT") return row;
  const isKnown = ({ type }: SandboxField): boolean => {
    if (type === "identifier" || type === "password") return stored.values;
    return type === "totp_code" && stored.secret;
  };
  if (!form.fields.every(isKnown)) return row;
  if (form.rejectsEverything === true) {
    // Add a stored credential's wrong answer only once, because a rejected value must never be resent. Repeated
    // failures lock accounts.
    const wrong = form.fields.map(({ id }) => id);
    return { ...row, answers: [...row.answers, { at: since, wrong }] };
  }
  return fillInAnswers({ ...row, answers: [...row.answers, { at: since, to: form.nextStage }] }, stored);
}

export const LoginBody = z.optional(LoginSettings);

/** Replies with 200, 400, 403, 404 or 409. */
export function handleStartLogin(request: WriteRequest<"id", z.infer<typeof LoginBody>>): HttpReply {
  const { store, body = {}, now, origin } = request;
  const id = request.segment("id");
  const connection = findConnectionRow(store, id);
  if (connection === undefined) return connectionNotFound();
  const resolved = resolveReferences(store, connection.projectId, body, now);
  if ("status" in resolved) return resolved;
  const { refusesLogins } = behaviorOf(connection.domain);
  if (refusesLogins === "pending")
    return errorReply(409, "too_many_pending_sessions", "Too many logins are pending. Finish one, or wait.");
  const running = findLatestFlowRow(store, id);
  if (running !== undefined && flowAt(running, now).isInProgress) {
    if (refusesLogins === "running") return errorReply(409, "conflict", "A login is already in progress.");
    markFlowCanceled(store, running, now);
  }
  const row = startFlow(store, connection, "LOGIN", now, {
    destinationId: resolved.destinationId ?? connection.destinationId,
    proxyId: (body.browser?.proxy ?? body.proxy) === undefined ? connection.proxyId : resolved.proxyId,
  });
  const { flow_type, flow_expires_at, hosted_url, live_view_url } = flowReply(flowAt(row, now), origin);
  return { status: 200, body: { id, flow_type, hosted_url, flow_expires_at, live_view_url } };
}
