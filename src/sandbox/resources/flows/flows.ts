// Logins of connections: start, submit, events and timeline. Where the interface is silent, the events follow these rules:
//
//   the stream starts with the latest login's state, and ends there if the login is over
//   404 for a connection that never had a login
//   a heartbeat every fifteen seconds
import { newOneTimeCode } from "../../identity.ts";
import { seededFlows } from "../connections/seededConnections.ts";
import { getRoute, postRoute, defineResource, type ReadRequest } from "../resource.ts";
import { seedChecks, table as checks, type Checks, checksOf } from "./checks.ts";
import { LoginBody, startLogin } from "./start.ts";
import { table, flowNow, lastFlowRow, flowsOf } from "./flowRows.ts";
import { scripts } from "./scripts.ts";
import { settle } from "./settle.ts";
import { submit, SubmitRequest } from "./submit.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { StoreReader } from "../../db/store.ts";
import {
  type RouteReply,
  type StreamedReply,
  notFound,
  type HttpReply,
  badRequest,
} from "../../http/replies.ts";
import { toIsoTime, sandboxTime } from "../clock.ts";
import { connectionById, landingOf, noConnection } from "../connections/connectionRows.ts";
import { type Flow, type FlowRow, shownFlow, sessionOf, flowAt } from "./flow.ts";
import { switchOf } from "./switches.ts";
import { filterParameter, pagedReply } from "../collection.ts";

export const flows = defineResource({
  tables: [table, checks],
  seed(store, now, sample) {
    for (const row of seededFlows(now, sample)) {
      // Other sample flows are over, and the sample contains their outcome.
      const isRunning = scripts[row.script].lasts !== "once";
      store.insert("flows", isRunning ? { ...row, code: newOneTimeCode(), settled: 0 } : row);
    }
    seedChecks(store);
  },
  applyDueChanges: settle,
  routes: [
    postRoute(
      "/auth/connections/:id/login",
      { body: LoginBody, isBodyOptional: true },
      ({ store, segment, ...request }) => startLogin(store, segment("id"), request),
    ),
    postRoute(
      "/auth/connections/:id/submit",
      { body: SubmitRequest, allowsLoginTokens: true },
      ({ store, segment, body, now }) => submit(store, segment("id"), body, now),
    ),
    getRoute("/auth/connections/:id/events", { allowsLoginTokens: true }, events),
    // `type` is login, reauth or health_check.
    getRoute("/auth/connections/:id/timeline", {}, ({ store, segment, query, now }) =>
      timeline(store, segment("id"), query, now),
    ),
  ],
});

/** Heartbeat interval and lifetime of a stream that closes early, in milliseconds. */
const beat = 15_000;
const short = 5000;
/** Poll interval, in milliseconds. Other requests and the clock change the flow. */
const glance = 100;

function events({ store, segment, origin }: ReadRequest<"id">): RouteReply {
  const connectionId = segment("id");
  const connection = connectionById(store, connectionId);
  if (connection === undefined) return noConnection();
  const { domain } = connection;
  const { stream: fault } = switchOf(domain);
  const row = lastFlowRow(store, connectionId);
  if (row === undefined || fault === "absent") return notFound("No login is running.");
  const follow: StreamedReply["stream"] = async (write, signal) => {
    const begun = sandboxTime(store);
    let beaten = begun;
    let told = "";
    for (;;) {
      const now = sandboxTime(store);
      const flow = flowNow(store, row, now);
      const state = frame("managed_auth_state", stateOf(flow, domain, origin));
      if (state !== told) {
        await send(state, fault, write, signal);
        [told, beaten] = [state, now];
        if (fault === "fails") return write(failure(now));
      }
      if (!flow.inProgress) return;
      if ((fault === "closes" || fault === "breaks") && now - begun >= short) {
        // Only an empty line completes an event, so the client ignores this part.
        return fault === "breaks" ? write(state.slice(0, state.length / 2)) : undefined;
      }
      if (fault !== "silent" && now - beaten >= beat) {
        await send(frame("sse_heartbeat", { timestamp: toIsoTime(now) }), fault, write, signal);
        beaten = now;
      }
      await pause(glance, undefined, { signal });
    }
  };
  return { status: 200, headers: { "X-SSE-Content-Type": "application/json" }, stream: follow };
}

/** Omits null fields. */
function stateOf(flow: Flow, domain: string, origin: string): object {
  const shown = shownFlow(flow, origin);
  const given = Object.entries(shown).filter(([key, value]) => value !== null && !unsaid.includes(key));
  const landed = shown.flow_status === "SUCCESS" && { post_login_url: landingOf(domain) };
  return { timestamp: toIsoTime(flow.since), ...Object.fromEntries(given), ...landed };
}

/** Fields of connections that events omit. */
const unsaid = ["flow_expires_at", "browser_session_id"];

const failure = (now: number): string =>
  frame("error", {
    timestamp: toIsoTime(now),
    error: { code: "internal_error", message: "The event stream failed." },
  });

const frame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify({ event, ...data })}\n\n`;

async function send(
  text: string,
  fault: string | undefined,
  ...[write, signal]: Parameters<StreamedReply["stream"]>
): Promise<void> {
  if (fault === "crlf") return write(text.replaceAll("\n", "\r\n"));
  const bytes = Buffer.from(text);
  const at = bytes.findIndex((byte) => byte > 0x7f) + 1;
  if (fault !== "split" || at === 0) return write(text);
  await write(bytes.subarray(0, at));
  // The pause prevents both parts from arriving as one.
  await pause(glance, undefined, { signal });
  await write(bytes.subarray(at));
}

interface Entry {
  readonly at: number;
  readonly shown: () => object;
}

const types = ["login", "reauth", "health_check"];

/** 200, 400 or 404. `now` is in milliseconds since 1970. */
export function timeline(
  store: StoreReader,
  connectionId: string,
  query: URLSearchParams,
  now: number,
): HttpReply {
  if (connectionById(store, connectionId) === undefined) return noConnection();
  const type = filterParameter(query, "type");
  if (type !== "" && !types.includes(type)) return badRequest([`type: must be ${types.join(" or ")}.`]);
  const flows = flowsOf(store, connectionId).map((row) => flowEntry(row, now));
  const wanted = flows.filter((entry) => type === "" || entry.type === type);
  const checks = type === "" || type === "health_check" ? checksOf(store, connectionId) : [];
  return pagedReply(query, (limit, offset) => pageOf(wanted, checks, limit, offset));
}

function pageOf(flows: readonly Entry[], checks: readonly Checks[], limit: number, offset: number): object[] {
  const page: object[] = [];
  let at = 0;
  for (const { shown } of merged(flows, checkEntries(checks))) {
    if (page.length === limit) break;
    if (at++ >= offset) page.push(shown());
  }
  return page;
}

/** Merges both lists, newest first. A re-authentication counts as newer than the check that caused it. */
function* merged(flows: readonly Entry[], checks: Iterable<Entry>): Generator<Entry> {
  let next = 0;
  for (const check of checks) {
    for (let flow = flows[next]; flow !== undefined && flow.at >= check.at; flow = flows[next]) {
      yield flow;
      next++;
    }
    yield check;
  }
  yield* flows.slice(next);
}

function flowEntry(row: FlowRow, now: number): Entry & { readonly type: string } {
  const { type, since, shown } = flowAt(row, now);
  const { flow_status, flow_step, error_code, error_message, website_error } = shown;
  const word = type === "LOGIN" ? "login" : "reauth";
  const entry = {
    id: row.id,
    type: word,
    status: flow_status,
    timestamp: toIsoTime(row.beganAt),
    updated_at: toIsoTime(since),
    step: flow_step,
    browser_session_id: sessionOf(row),
    ...(error_code !== null && { error_code }),
    ...(error_message !== null && { error_message }),
    ...(website_error !== null && { website_error }),
  };
  return { at: row.beganAt, type: word, shown: () => entry };
}

function* checkEntries(rows: readonly Checks[]): Generator<Entry> {
  for (const { connectionId, firstAt, interval, count, status } of rows) {
    for (let before = count - 1; before >= 0; before--) {
      const at = firstAt + before * interval;
      const shown = () => ({
        id: `check_${connectionId}_${at.toString(36)}`,
        type: "health_check",
        status,
        timestamp: toIsoTime(at),
        // Only logged-in connections are checked.
        previous_status: "AUTHENTICATED",
      });
      yield { at, shown };
    }
  }
}
