// GET /auth/connections/{id}/events: how the last login stands, each time that changes, until it is over. Where nobody
// says what the service does, this does:
//
//   it begins with how the login stands, and with that of one that is over it ends
//   a connection that never had a login has no stream (404)
//   a heartbeat comes every fifteen seconds
import { setTimeout as pause } from "node:timers/promises";
import type { Reader } from "../../db/store.ts";
import type { Answer, Streamed } from "../../http/replies.ts";
import { notFound } from "../../http/replies.ts";
import { iso, timeIn } from "../clock.ts";
import { connectionById, landingOf, noConnection } from "../connections/connectionRows.ts";
import type { Asked } from "../resource.ts";
import { flowNow, lastFlowRow } from "./flowRows.ts";
import type { Flow, FlowRow } from "./shownFlow.ts";
import { shownFlow } from "./shownFlow.ts";
import { switchOf } from "./switches.ts";

/** How often something comes, whatever happens; how long a stream that closes lasts; in milliseconds. */
const beat = 15_000;
const short = 5000;
/** How often it is looked at, in milliseconds: other requests change it, and so does the clock. */
const glance = 100;

type Write = Parameters<Streamed["stream"]>[0];

interface Followed {
  readonly store: Reader;
  readonly row: FlowRow;
  readonly domain: string;
  readonly origin: string;
}

/** A stream, or 404. */
export function events({ store, segment, origin }: Asked<"id">): Answer {
  const connectionId = segment("id");
  const connection = connectionById(store, connectionId);
  if (connection === undefined) return noConnection();
  const { domain } = connection;
  const row = lastFlowRow(store, connectionId);
  if (row === undefined || switchOf(domain).stream === "absent")
    return notFound("There is no login to follow.");
  return {
    status: 200,
    headers: { "X-SSE-Content-Type": "application/json" },
    stream: (write, signal) => follow({ store, row, domain, origin }, write, signal),
  };
}

async function follow(
  { store, row, domain, origin }: Followed,
  write: Write,
  signal: AbortSignal,
): Promise<void> {
  const { stream: fault } = switchOf(domain);
  const begun = timeIn(store);
  let beaten = begun;
  let told = "";
  for (;;) {
    const now = timeIn(store);
    const flow = flowNow(store, row, now);
    const state = frame("managed_auth_state", stateOf(flow, domain, origin));
    if (state !== told) {
      await send(state, fault, write, signal);
      [told, beaten] = [state, now];
      if (fault === "fails") return write(failure(now));
    }
    if (!flow.inProgress) return;
    if ((fault === "closes" || fault === "breaks") && now - begun >= short) {
      // What is not ended by an empty line is no event.
      return fault === "breaks" ? write(state.slice(0, state.length / 2)) : undefined;
    }
    if (fault !== "silent" && now - beaten >= beat) {
      await send(frame("sse_heartbeat", { timestamp: iso(now) }), fault, write, signal);
      beaten = now;
    }
    await pause(glance, undefined, { signal });
  }
}

/** What is null in a connection is left out. */
function stateOf(flow: Flow, domain: string, origin: string): object {
  const shown = shownFlow(flow, origin);
  const given = Object.entries(shown).filter(([key, value]) => value !== null && !unsaid.includes(key));
  const landed = shown.flow_status === "SUCCESS" && { post_login_url: landingOf(domain) };
  return { timestamp: iso(flow.since), ...Object.fromEntries(given), ...landed };
}

/** What a connection has and its events do not. */
const unsaid = ["flow_expires_at", "browser_session_id"];

const failure = (now: number): string =>
  frame("error", {
    timestamp: iso(now),
    error: { code: "internal_error", message: "The stream of events failed." },
  });

const frame = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify({ event, ...data })}\n\n`;

/** Sends a frame as the domain wants it. */
async function send(
  text: string,
  fault: string | undefined,
  write: Write,
  signal: AbortSignal,
): Promise<void> {
  if (fault === "crlf") return write(text.replaceAll("\n", "\r\n"));
  const bytes = Buffer.from(text);
  const at = bytes.findIndex((byte) => byte > 0x7f) + 1;
  if (fault !== "split" || at === 0) return write(text);
  await write(bytes.subarray(0, at));
  // Else both might be one piece again.
  await pause(glance, undefined, { signal });
  await write(bytes.subarray(at));
}
