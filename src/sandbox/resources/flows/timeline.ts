// GET /auth/connections/{id}/timeline: logins, re-authentications and health checks, newest first.
import type { Reader } from "../../db/store.ts";
import { filter, listed } from "../../http/listing.ts";
import type { Reply } from "../../http/replies.ts";
import { badRequest } from "../../http/replies.ts";
import { connectionById, noConnection } from "../connections/connectionRows.ts";
import { iso } from "../clock.ts";
import type { Checks } from "./checks.ts";
import { checksOf } from "./checks.ts";
import { flowAt } from "./flow.ts";
import { flowsOf } from "./flowRows.ts";
import type { FlowRow } from "./shownFlow.ts";
import { sessionOf } from "./shownFlow.ts";

interface Entry {
  readonly at: number;
  readonly shown: () => object;
}

const types = ["login", "reauth", "health_check"];

/** 200, 400 or 404. `now`: milliseconds since 1970. */
export function timeline(store: Reader, connectionId: string, query: URLSearchParams, now: number): Reply {
  if (connectionById(store, connectionId) === undefined) return noConnection();
  const type = filter(query, "type");
  if (type !== "" && !types.includes(type)) return badRequest([`type: must be ${types.join(" or ")}.`]);
  const flows = flowsOf(store, connectionId).map((row) => flowEntry(row, now));
  const wanted = flows.filter((entry) => type === "" || entry.type === type);
  const checks = type === "" || type === "health_check" ? checksOf(store, connectionId) : [];
  return listed(query, (limit, offset) => pageOf(wanted, checks, limit, offset));
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

/** Both newest first; what a check has brought about is newer than it. */
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
    timestamp: iso(row.beganAt),
    updated_at: iso(since),
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
        timestamp: iso(at),
        // What is not logged in is not checked.
        previous_status: "AUTHENTICATED",
      });
      yield { at, shown };
    }
  }
}
