// Tests a connection's timeline with raw HTTP and our client against the sandbox. Expected replies are written by
// hand, so that a misreading in the code can't hide.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listAll } from "../../src/api/listing.ts";
import { listTimeline } from "../../src/api/operations.ts";
import { logins } from "../unit/sandbox/logins.ts";
import { send, startedSandbox } from "../unit/sandbox/support.ts";
import { clientOf } from "./support.ts";

const path = "/auth/connections/ma_sandboxpayroll/timeline";
const hour = 3_600_000;

describe("GET /auth/connections/{id}/timeline in the sandbox", () => {
  it("returns logins and health checks with their details, newest first", async (t) => {
    const { port } = await logins(t);
    const { body, headers, status } = await send(port, { method: "GET", path: `${path}?limit=3` });
    assert.deepEqual([status, headers["x-has-more"], headers["x-next-offset"]], [200, "true", "3"]);
    const began = Date.parse("2026-11-20T06:00:00.000Z");
    const iso = (ms: number): string => new Date(began + ms).toISOString();
    const id = (ms: number): string => `check_ma_sandboxpayroll_${(began + ms).toString(36)}`;
    assert.deepEqual(body, [
      {
        id: "flow_sandboxpayroll",
        type: "login",
        status: "FAILED",
        timestamp: iso(0),
        updated_at: iso(60_000),
        step: "SUBMITTING",
        browser_session_id: "bs_flow_sandboxpayroll",
        error_code: "account_locked",
        error_message: "The website has locked the account.",
        website_error: "Your account is locked. Contact your administrator.",
      },
      {
        id: id(0),
        type: "health_check",
        status: "NEEDS_AUTH",
        timestamp: iso(0),
        previous_status: "AUTHENTICATED",
      },
      {
        id: id(-hour),
        type: "health_check",
        status: "AUTHENTICATED",
        timestamp: iso(-hour),
        previous_status: "AUTHENTICATED",
      },
    ]);
  });

  it("can be fetched page by page without duplicates", async (t) => {
    const client = clientOf(t, (await startedSandbox(t)).identity.port);
    const read = (id: string, most?: number) =>
      listAll(
        (query, ending) => client.call(listTimeline, { path: { id }, query }, ending),
        most === undefined ? {} : { maxRows: most },
        new AbortController().signal,
      );
    const listing = await read("ma_sandboxledger");
    assert.deepEqual([listing.kind, listing.rows.length, listing.unreadable], ["complete", 241, 0]);
    assert.equal(new Set(listing.rows.map(({ id }) => id)).size, 241);
    const cut = await read("ma_sandboxledger", 200);
    assert.deepEqual([cut.kind, cut.rows.length, cut.more], ["cut", 200, true]);
    assert.deepEqual((await read("ma_sandboxexchange")).rows, []);
    const missing = await read("ma_nobody");
    assert.ok(missing.kind === "failed" && missing.error.kind === "notFound");
  });
});
