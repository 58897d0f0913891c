// Tests memory and resources after many wizard runs and after following a login for a long time. A warm-up fills the
// compiler and the caches first, so that later growth is a leak.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { setTimeout as pause } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { InputBox, QuickPick, reset, screen } from "../doubles/vscode.ts";
import { begin } from "../support/creating.ts";
import { id, createTrackedLogin } from "../unit/editor/logins/following.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the used heap after garbage collection, in megabytes. */
async function heap(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    // Weak references and finalizers need another round, and the test runner processes them later.
    await pause(20);
  }
  return process.memoryUsage().heapUsed / 1e6;
}

afterEach(reset);

describe("the connection wizard", () => {
  it("leaks at most 1 MB and no active resources in 600 runs", async (context) => {
    const { again, result, wire } = await begin(context);
    for (const list of ["auth/connections", "profiles", "proxies", "credentials", "org/credential_providers"])
      wire.serve(`GET /${list}`, 200, []);
    wire.serve("POST /auth/connections", 201, { id: "ma_1", domain: "shop.example", profile_name: "buyer" });
    wire.serve("GET /org/limits", 200, {});
    await answerAll();
    await result;
    const settled = async (): Promise<{ readonly heap: number; readonly resources: number }> => {
      reset();
      wire.forget();
      return { heap: await heap(), resources: process.getActiveResourcesInfo().length };
    };
    const run = async (): Promise<void> => {
      reset();
      const result = again();
      await answerAll();
      assert.ok((await result) !== undefined);
    };
    for (let warmUp = 0; warmUp < 400; warmUp++) await run();
    const before = await settled();
    for (let count = 0; count < 600; count++) await run();
    const after = await settled();
    context.diagnostic(`${after.heap - before.heap} MB`);
    assert.ok(after.heap - before.heap <= 1, `${after.heap - before.heap} MB`);
    assert.ok(after.resources <= before.resources, `${after.resources - before.resources} are left`);
  });
});

async function answerAll(): Promise<void> {
  const box = await screen.next(InputBox);
  box.type("shop.example");
  box.enter();
  const profile = await screen.next(QuickPick);
  profile.type("buyer");
  profile.enter();
  for (const label of ["Service default", "None: a person types the values", "$(add) Create Connection"])
    (await screen.next(QuickPick)).choose(label);
}

describe("following a login's stream", () => {
  it("leaks at most 0.1 MB in 20 minutes of heartbeats", async (context) => {
    await heapGrowth();
    const growth = await heapGrowth();
    context.diagnostic(`${growth} MB`);
    assert.ok(growth <= 0.1, `${growth} MB`);
  });
});

const minutes = 20;
/** Heartbeat interval in milliseconds, fifteen times as often as the service's. */
const everyMs = 1_000;

/** Returns the heap growth between the first and the last minute in megabytes, with only heartbeats on the stream. */
async function heapGrowth(): Promise<number> {
  const login = createTrackedLogin();
  const { clock, service, snapshots, stop } = login;
  const flow = service.last(id);
  assert.ok(flow);
  flow.expiresAt += minutes * 60_000;
  await login.run();
  const beats = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += everyMs) {
      const data = { event: "sse_heartbeat", timestamp: new Date(clock.now()).toISOString() };
      service.write(id, `event: sse_heartbeat\ndata: ${JSON.stringify(data)}\n\n`);
      await clock.pass(everyMs);
      // Recorded for assertions only, so it isn't a leak.
      snapshots.length = 0;
    }
  };
  await beats(60_000);
  const first = await heap();
  await beats((minutes - 1) * 60_000);
  const last = await heap();
  assert.equal(service.streams, 1);
  assert.equal(service.count("events"), 1);
  stop();
  return last - first;
}
