// Logins of connections: start, submit, events and timeline. Rules for events that the interface doesn't
// specify:
//
//   the stream starts with the state of the latest login, and ends immediately if this login has ended
//   a connection that never had a login causes a 404 reply
//   a heartbeat is sent every 15 seconds
import { newOneTimeCode } from "../../identity.ts";
import { seededFlowRows } from "../connections/seededConnections.ts";
import { getRoute, postRoute, defineResource, type ReadRequest } from "../resource.ts";
import {
  seedHealthChecks,
  healthChecksTable,
  type HealthCheckRun,
  findHealthChecks,
} from "./healthChecks.ts";
import { LoginBody, handleStartLogin } from "./startFlow.ts";
import { flowsTable, currentFlow, findLatestFlowRow, findFlowRows } from "./flowRows.ts";
import { flowScripts } from "./scripts.ts";
import { applyFlowChanges } from "./dueChanges.ts";
import { handleSubmit, SubmitBody } from "./submit.ts";
import { setTimeout as pause } from "node:timers/promises";
import {
  type RouteReply,
  type StreamedReply,
  notFound,
  type HttpReply,
  badRequest,
} from "../../http/replies.ts";
import { toIsoTime, sandboxTime } from "../clock.ts";
import { findConnectionRow, postLoginUrlOf, connectionNotFound } from "../connections/connectionRows.ts";
import { type SandboxFlow, type FlowRow, flowReply, browserSessionIdOf, flowAt } from "./flowState.ts";
import { behaviorOf } from "./domainBehaviors.ts";
import { filterParameter, pagedReply } from "../collection.ts";

export const flowResource = defineResource({
  tables: [flowsTable, healthChecksTable],
  seed(store, now, sample) {
    for (const row of seededFlowRows(now, sample)) {
      // A sample flow that isn't running has ended, and its connection already has the resulting state.
      const isRunning = flowScripts[row.script].lifetime !== "once";
      store.insert("flows", isRunning ? { ...row, code: newOneTimeCode(), settled: 0 } : row);
    }
    seedHealthChecks(store);
  },
  applyDueChanges: applyFlowChanges,
  routes: [
    postRoute("/auth/connections/:id/login", { body: LoginBody, isBodyOptional: true }, handleStartLogin),
    postRoute(
      "/auth/connections/:id/submit",
      { body: SubmitBody, allowsLoginTokens: true },
      ({ store, segment, body, now }) => handleSubmit(store, segment("id"), body, now),
    ),
    getRoute("/auth/connections/:id/events", { allowsLoginTokens: true }, handleEvents),
    // The query parameter `type` is `login`, `reauth` or `health_check`.
    getRoute("/auth/connections/:id/timeline", {}, handleTimeline),
  ],
});

/** Heartbeat interval of an event stream, in milliseconds. */
const heartbeatMs = 15_000;
/** Lifetime of an event stream that simulates an early close or a broken connection, in milliseconds. */
const shortStreamMs = 5000;
/** Poll interval of an event stream, in milliseconds. Detects changes caused by other requests or the clock. */
const eventPollMs = 100;

function handleEvents({ store, segment, origin }: ReadRequest<"id">): RouteReply {
  const connectionId = segment("id");
  const connection = findConnectionRow(store, connectionId);
  if (connection === undefined) return connectionNotFound();
  const { domain } = connection;
  const { streamFault } = behaviorOf(domain);
  const row = findLatestFlowRow(store, connectionId);
  if (row === undefined || streamFault === "absent") return notFound("No login is running.");
  const stream: StreamedReply["stream"] = async (write, signal) => {
    const startedAt = sandboxTime(store);
    let lastSentAt = startedAt;
    let lastEvent = "";
    for (;;) {
      const now = sandboxTime(store);
      const flow = currentFlow(store, row, now);
      const event = eventFrame("managed_auth_state", flowStateEvent(flow, domain, origin));
      if (event !== lastEvent) {
        await writeWithFault(event, streamFault, write, signal);
        [lastEvent, lastSentAt] = [event, now];
        if (streamFault === "fails") return write(errorFrame(now));
      }
      if (!flow.isInProgress) return;
      if (now - startedAt >= shortStreamMs) {
        if (streamFault === "closes") return;
        // Simulate a broken stream. The client ignores half of an event, because only an empty line completes an event.
        if (streamFault === "breaks") return write(event.slice(0, event.length / 2));
      }
      if (streamFault !== "silent" && now - lastSentAt >= heartbeatMs) {
        const heartbeat = eventFrame("sse_heartbeat", { timestamp: toIsoTime(now) });
        await writeWithFault(heartbeat, streamFault, write, signal);
        lastSentAt = now;
      }
      await pause(eventPollMs, undefined, { signal });
    }
  };
  return { status: 200, headers: { "X-SSE-Content-Type": "application/json" }, stream };
}

/** Builds the data of an event that reports the flow's state. Omits null fields. */
function flowStateEvent(flow: SandboxFlow, domain: string, origin: string): object {
  const fields = flowReply(flow, origin);
  const reported = Object.entries(fields).filter(
    ([key, value]) => value !== null && !omittedEventFields.includes(key),
  );
  const landed = fields.flow_status === "SUCCESS" && { post_login_url: postLoginUrlOf(domain) };
  return { timestamp: toIsoTime(flow.since), ...Object.fromEntries(reported), ...landed };
}

/** Fields of a connection that events omit. */
const omittedEventFields = ["flow_expires_at", "browser_session_id"];

const errorFrame = (now: number): string =>
  eventFrame("error", {
    timestamp: toIsoTime(now),
    error: { code: "internal_error", message: "The event stream failed." },
  });

const eventFrame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify({ event, ...data })}\n\n`;

async function writeWithFault(
  text: string,
  fault: string | undefined,
  ...[write, signal]: Parameters<StreamedReply["stream"]>
): Promise<void> {
  if (fault === "crlf") return write(text.replaceAll("\n", "\r\n"));
  const bytes = Buffer.from(text);
  const at = bytes.findIndex((byte) => byte > 0x7f) + 1;
  if (fault !== "split" || at === 0) return write(text);
  await write(bytes.subarray(0, at));
  // Pause, so that the two parts arrive in separate chunks.
  await pause(eventPollMs, undefined, { signal });
  await write(bytes.subarray(at));
}

interface SandboxTimelineEntry {
  readonly at: number;
  readonly toReply: () => object;
}

const sandboxTimelineTypes = ["login", "reauth", "health_check"];

/** Replies with 200, 400 or 404. */
export function handleTimeline({ store, segment, query, now }: ReadRequest<"id">): HttpReply {
  const connectionId = segment("id");
  if (findConnectionRow(store, connectionId) === undefined) return connectionNotFound();
  const type = filterParameter(query, "type");
  if (type !== "" && !sandboxTimelineTypes.includes(type))
    return badRequest([`type: must be ${sandboxTimelineTypes.join(" or ")}.`]);
  const flows = findFlowRows(store, connectionId).map((row) => flowEntry(row, now));
  const matching = flows.filter((entry) => type === "" || entry.type === type);
  const checks = type === "" || type === "health_check" ? findHealthChecks(store, connectionId) : [];
  return pagedReply(query, (limit, offset) => timelinePage(matching, checks, limit, offset));
}

function timelinePage(
  flows: readonly SandboxTimelineEntry[],
  checks: readonly HealthCheckRun[],
  limit: number,
  offset: number,
): object[] {
  const page: object[] = [];
  let at = 0;
  for (const { toReply } of mergeEntries(flows, checkEntries(checks))) {
    if (page.length === limit) break;
    if (at++ >= offset) page.push(toReply());
  }
  return page;
}

/**
 * Merges flows and health checks, newest first. If a health check caused a re-authentication at the same time, the
 * re-authentication counts as newer.
 */
function* mergeEntries(
  flows: readonly SandboxTimelineEntry[],
  checks: Iterable<SandboxTimelineEntry>,
): Generator<SandboxTimelineEntry> {
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

function flowEntry(row: FlowRow, now: number): SandboxTimelineEntry & { readonly type: string } {
  const { type, since, reported } = flowAt(row, now);
  const { flow_status, flow_step, error_code, error_message, website_error } = reported;
  const entryType = type === "LOGIN" ? "login" : "reauth";
  const entry = {
    id: row.id,
    type: entryType,
    status: flow_status,
    timestamp: toIsoTime(row.beganAt),
    updated_at: toIsoTime(since),
    step: flow_step,
    browser_session_id: browserSessionIdOf(row),
    error_code: error_code ?? undefined,
    error_message: error_message ?? undefined,
    website_error: website_error ?? undefined,
  };
  return { at: row.beganAt, type: entryType, toReply: () => entry };
}

function* checkEntries(rows: readonly HealthCheckRun[]): Generator<SandboxTimelineEntry> {
  for (const { connectionId, firstAt, interval, count, status } of rows) {
    for (let before = count - 1; before >= 0; before--) {
      const at = firstAt + before * interval;
      const toReply = () => ({
        id: `check_${connectionId}_${at.toString(36)}`,
        type: "health_check",
        status,
        timestamp: toIsoTime(at),
        // Health checks run only while the connection is logged in.
        previous_status: "AUTHENTICATED",
      });
      yield { at, toReply };
    }
  }
}
