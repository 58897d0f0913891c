// Tests the movable clock: who may advance it, how far, and which times depend on it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { openSandbox, type OpenSandbox } from "../../../../src/sandbox/run/openSandbox.ts";
import type { Answer, Call } from "../support.ts";
import { book, create, objectOf, send, startedSandbox, temporaryDirectory, token } from "../support.ts";

const start = Date.parse("2026-11-20T12:00:00.000Z");
const day = 86_400;

/** Opens a sandbox with a movable clock. The system clock is mocked and doesn't advance. */
async function movable(t: TestContext, file = ":memory:"): Promise<OpenSandbox> {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["Date"], now: start });
  const onFault = (error: unknown) => t.diagnostic(String(error));
  const sandbox = await openSandbox({ file, port: 0, token, clockMoves: true, onFault });
  assert.ok(sandbox);
  t.after(() => sandbox.close().catch(() => "closed before"));
  return sandbox;
}

const call = (seconds: unknown): Call => ({
  method: "POST",
  path: "/sandbox/advance",
  body: JSON.stringify({ seconds }),
});

const advance = (port: number, seconds: unknown): Promise<Answer> => send(port, call(seconds));

/** Returns the time in the Date header of a reply. */
async function timeAt(port: number): Promise<string> {
  const { headers } = await send(port, { method: "GET", path: "/org/entitlements" });
  return new Date(headers.date ?? "").toISOString();
}

async function isTrialing(port: number): Promise<unknown> {
  return objectOf((await send(port, { method: "GET", path: "/sandbox/plan" })).body)["is_trialing"];
}

describe("the sandbox's clock", () => {
  it("runs ahead of the computer's clock by the number of advanced seconds", async (t) => {
    const { port } = (await movable(t)).identity;
    assert.equal(await timeAt(port), "2026-11-20T12:00:00.000Z");
    const reply = await advance(port, 90);
    assert.deepEqual([reply.status, reply.body], [200, { now: "2026-11-20T12:01:30.000Z" }]);
    t.mock.timers.setTime(start + 5000);
    assert.equal(await timeAt(port), "2026-11-20T12:01:35.000Z");
    assert.deepEqual((await advance(port, 1)).body, { now: "2026-11-20T12:01:36.000Z" });
  });

  it("determines trial ends, Date headers, creation times and login expiries", async (t) => {
    const { port } = (await movable(t)).identity;
    await book(port, "FREE", true);
    await advance(port, 14 * day - 1);
    assert.equal(await isTrialing(port), true);
    await advance(port, 1);
    assert.equal(await isTrialing(port), false);
    const full = await create(port, `{"domain":"a.example","profile_name":"new"}`);
    assert.equal(full.status, 403, "the Free plan doesn't cover this");
    assert.equal(full.headers.date, "Fri, 04 Dec 2026 12:00:00 GMT");
    await book(port, "HOBBYIST", false);
    await create(port, `{"domain":"a.example","profile_name":"new"}`);
    const profiles = await send(port, { method: "GET", path: "/profiles?name=new" });
    assert.match(profiles.text, /"created_at":"2026-12-04T12:00:00\.000Z"/);
    const login = await send(port, { method: "GET", path: "/auth/connections/ma_sandboxhelpdesk" });
    assert.equal(objectOf(login.body)["flow_expires_at"], "2026-12-04T12:10:00.000Z", "it was renewed");
  });

  it("keeps its offset after a restart", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const first = await movable(t, file);
    await advance(first.identity.port, 3600);
    await first.close();
    assert.equal(await timeAt((await movable(t, file)).identity.port), "2026-11-20T13:00:00.000Z");
  });

  it("loses its offset when the sandbox is reset", async (t) => {
    const { port } = (await movable(t)).identity;
    await advance(port, 3600);
    await send(port, { method: "POST", path: "/sandbox/reset", body: "{}" });
    assert.equal(await timeAt(port), "2026-11-20T12:00:00.000Z");
    const profiles = await send(port, { method: "GET", path: "/profiles?name=travel" });
    assert.match(profiles.text, /"last_used_at":"2026-11-20T09:00:00\.000Z"/, "the seed is of the present");
  });

  for (const [wrong, message] of [
    [0, "must be at least 1"],
    [-1, "must be at least 1"],
    [0.5, "must be a whole number"],
    ["60", "must be a number"],
    [null, "must be a number"],
    [undefined, "is required"],
    [365 * day + 1, "must be at most 31536000"],
  ] as const)
    it(`refuses to advance by ${wrong} seconds`, async (t) => {
      const { port } = (await movable(t)).identity;
      const answer = await advance(port, wrong);
      assert.equal(answer.status, 400);
      assert.equal(objectOf(answer.body)["message"], `seconds: ${message}.`);
      assert.equal(await timeAt(port), "2026-11-20T12:00:00.000Z");
    });

  it("can be advanced by at most 100 years", async (t) => {
    const { port } = (await movable(t)).identity;
    for (let year = 0; year < 100; year++) assert.equal((await advance(port, 365 * day)).status, 200);
    assert.equal((await advance(port, 1)).status, 400);
    assert.equal(await timeAt(port), "2126-10-27T12:00:00.000Z");
    for (const path of ["/auth/connections", "/org/limits", "/telemetry/destinations"]) {
      assert.equal((await send(port, { method: "GET", path })).status, 200, path);
    }
  });
});

describe("POST /sandbox/advance", () => {
  it("requires the token and refuses requests from web pages", async (t) => {
    const { port } = (await movable(t)).identity;
    for (const [status, changed] of [
      [401, { token: null }],
      [401, { token: "another" }],
      [403, { headers: { Origin: "https://evil.example" } }],
      [403, { headers: { "Sec-Fetch-Site": "same-site" } }],
      [403, { headers: { Host: "evil.example" } }],
      [403, { method: "OPTIONS" }],
      [405, { method: "PUT" }],
      [415, { headers: { "Content-Type": "text/plain" } }],
    ] as const) {
      assert.equal((await send(port, { ...call(60), ...changed })).status, status, JSON.stringify(changed));
    }
    assert.equal(await timeAt(port), "2026-11-20T12:00:00.000Z");
  });

  it("replies 404 unless the sandbox was started with a movable clock", async (t) =>
    assert.equal((await advance((await startedSandbox(t)).identity.port, 60)).status, 404));
});
