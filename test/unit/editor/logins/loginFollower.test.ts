// Following a login: which requests are sent and when, stream failures, and that only the service's reports end it.
// The clock is virtual.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id, running, createTrackedLogin } from "./following.ts";

const words = { code: undefined, message: undefined, websiteError: undefined };

describe("trackLogin", () => {
  it("opens an event stream and checks the timeline when the login ends", async () => {
    const tracked = await running();
    assert.deepEqual(tracked.service.requests, ["connection", "events", "connection"]);
    tracked.service.step(id, "AWAITING_INPUT");
    await tracked.clock.settle();
    assert.equal(tracked.step, "AWAITING_INPUT");
    assert.equal(tracked.service.count("connection"), 2, "an event needs no reading");
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(0), { kind: "loggedIn" });
    assert.deepEqual(tracked.service.requests.slice(3), ["connection", "timeline"]);
    assert.deepEqual([tracked.service.streams, tracked.clock.waiting], [0, 0]);
  });

  for (const [status, kind] of [
    ["FAILED", "failed"],
    ["EXPIRED", "expired"],
    ["CANCELED", "canceled"],
  ] as const)
    it(`ends the login as ${kind} if the timeline reports ${status}`, async () => {
      const tracked = await running();
      tracked.service.end(id, status, "some_code");
      assert.deepEqual(await tracked.ended(0), { ...words, kind, code: "some_code" });
    });

  it("ignores the success of the previous login", async () => {
    const tracked = createTrackedLogin({ begun: false, target: { kind: "after", id: "login_1" } });
    tracked.service.begin(id);
    tracked.service.end(id, "SUCCESS");
    await tracked.run();
    await tracked.clock.pass(10_000);
    assert.deepEqual([tracked.end, tracked.service.count("events")], [undefined, 0]);
    assert.equal(tracked.login.snapshot.phase, "starting", "nothing of it was seen");
    tracked.service.begin(id);
    await tracked.clock.until(() => tracked.service.streams === 1, 10_000);
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(0), { kind: "loggedIn" });
  });

  it("reports a login's success only after timeline and connection both report it", async () => {
    const tracked = createTrackedLogin();
    const running = tracked.service.timeline(id);
    await tracked.run();
    tracked.service.overrides = { timeline: running };
    tracked.service.end(id, "SUCCESS");
    await tracked.clock.pass(10_000);
    assert.deepEqual([tracked.end, tracked.login.snapshot.phase], [undefined, "confirming"]);
    tracked.service.overrides = { connection: { ...tracked.service.connection(id), status: "NEEDS_AUTH" } };
    await tracked.clock.pass(10_000);
    assert.equal(tracked.end, undefined);
    tracked.service.overrides = {};
    assert.deepEqual(await tracked.ended(5000), { kind: "loggedIn" });
  });

  it("continues with a login that replaces the tracked login", async () => {
    const tracked = await running();
    tracked.service.begin(id);
    await tracked.clock.until(() => tracked.login.snapshot.superseded, 5000);
    assert.equal(tracked.login.snapshot.phase, "running");
    await tracked.clock.until(() => tracked.service.streams === 1, 5000);
    tracked.service.end(id, "FAILED", "account_locked");
    assert.deepEqual(await tracked.ended(0), { ...words, kind: "failed", code: "account_locked" });
  });

  it("reports the login as superseded after newer logins replace it too many times", async () => {
    const tracked = await running();
    for (let times = 0; times < 6 && tracked.end === undefined; times++) {
      tracked.service.begin(id);
      await tracked.clock.pass(20_000);
    }
    assert.deepEqual(tracked.end, { kind: "superseded" });
  });
});

describe("a broken login stream", () => {
  it("is reopened with increasing delays of up to 15 seconds", async () => {
    const tracked = createTrackedLogin();
    tracked.service.fate = (request) =>
      request === "events" && tracked.service.streams > 9 ? "dropped" : undefined;
    await tracked.run();
    const pauses: number[] = [];
    for (let times = 0; times < 7; times++) {
      const [readings, streams] = [tracked.service.count("connection"), tracked.service.count("events")];
      const cutAt = tracked.clock.passed;
      tracked.service.cut(id, times % 2 === 0 ? "end" : "break");
      await tracked.clock.until(() => tracked.service.count("events") > streams, 20_000);
      pauses.push(tracked.clock.passed - cutAt);
      await tracked.clock.settle();
      assert.equal(tracked.service.count("connection"), readings + 2, "before it, and once it is open");
    }
    assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it("is reopened after one second if it had delivered an event", async () => {
    const tracked = await running();
    for (let times = 0; times < 3; times++) {
      tracked.service.step(id, times % 2 === 0 ? "AWAITING_INPUT" : "SUBMITTING");
      await tracked.clock.settle();
      const streams = tracked.service.count("events");
      tracked.service.cut(id, "break");
      await tracked.clock.until(() => tracked.service.count("events") > streams, 1000);
      await tracked.clock.settle();
    }
  });

  it("is reopened without missing the end of the login", async () => {
    const tracked = await running();
    tracked.service.cut(id, "break");
    await tracked.clock.settle();
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(1000), { kind: "loggedIn" });
  });

  it("is reopened after sixty seconds without data", async () => {
    const tracked = await running();
    tracked.service.step(id, "AWAITING_INPUT");
    for (let beats = 0; beats < 10; beats++) {
      await tracked.clock.pass(50_000);
      tracked.service.write(id, `event: sse_heartbeat\ndata: {"timestamp":"2026-11-22T10:00:00Z"}\n\n`);
    }
    assert.equal(tracked.service.count("events"), 1);
    await tracked.clock.pass(59_999);
    assert.equal(tracked.service.count("events"), 1);
    await tracked.clock.pass(1001);
    assert.equal(tracked.service.count("events"), 2);
  });

  it("is replaced by polling after an error event", async () => {
    const tracked = await running();
    tracked.service.write(id, `event: error\ndata: {"error":{"code":"internal_error","message":"No."}}\n\n`);
    await tracked.clock.pass(30_000);
    assert.deepEqual([tracked.end, tracked.service.count("events")], [undefined, 1]);
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(5000), { kind: "loggedIn" });
  });
});

describe("a login stream with too many events", () => {
  it("is limited to 100 events per second until the login ends", async () => {
    const tracked = await running();
    for (let event = 0; event < 2000; event++) tracked.service.tell(id);
    const before = tracked.snapshots.length;
    await tracked.clock.pass(3500);
    assert.ok(tracked.snapshots.length - before <= 400, `${tracked.snapshots.length - before} changes`);
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(20_000), { kind: "loggedIn" });
  });
});

describe("trackLogin without a stream", () => {
  for (const [condition, fate] of [
    ["there is no stream", { status: 404 }],
    ["the response is a web page", { status: 200, body: "<html>", headers: { "content-type": "text/html" } }],
    ["the response is JSON", { status: 200, body: "{}" }],
    ["the response is a redirect", { status: 302, headers: { location: "https://elsewhere.example" } }],
    ["streams aren't implemented", { status: 501 }],
    ["the stream is refused", { status: 403 }],
  ] as const)
    it(`polls every two seconds, or five after a quiet minute, if ${condition}`, async () => {
      const tracked = createTrackedLogin();
      tracked.service.fate = (request) => (request === "events" ? fate : undefined);
      await tracked.run();
      await tracked.clock.pass(60_000);
      const firstCount = tracked.service.count("connection");
      assert.ok(firstCount >= 30 && firstCount <= 32, `${firstCount} readings in a minute`);
      await tracked.clock.pass(60_000);
      const secondCount = tracked.service.count("connection") - firstCount;
      assert.ok(secondCount >= 11 && secondCount <= 14, `${secondCount} readings in the next`);
      // An unreadable response is requested a second time, like any read.
      assert.equal(tracked.service.count("events"), fate.status === 200 ? 2 : 1);
      tracked.service.end(id, "SUCCESS");
      assert.deepEqual(await tracked.ended(5000), { kind: "loggedIn" });
    });

  it("stops opening streams and polls after three failed attempts", async () => {
    const tracked = createTrackedLogin();
    tracked.service.fate = (request) => (request === "events" ? { status: 503 } : undefined);
    await tracked.run();
    await tracked.clock.pass(10 * 60_000);
    assert.equal(tracked.service.count("events"), 9, "each is tried three times");
  });

  it("polls if the stream's headers never complete", async () => {
    const tracked = createTrackedLogin();
    tracked.service.fate = (request) => (request === "events" ? "silent" : undefined);
    await tracked.run();
    await tracked.clock.pass(180_000);
    const before = tracked.service.count("events");
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(5000), { kind: "loggedIn" });
    assert.equal(tracked.service.count("events"), before);
  });
});

describe("the login follower", () => {
  for (const endpoint of ["connection", "events", "timeline"] as const)
    for (const status of [401, 410]) {
      if (endpoint === "timeline" && status === 410) continue;
      it(`stops after the response ${status} to the ${endpoint} request`, async () => {
        const tracked = await running();
        tracked.service.fate = (request) => (request === endpoint ? { status } : undefined);
        if (endpoint === "timeline") tracked.service.end(id, "FAILED");
        else tracked.service.cut(id, "break");
        assert.deepEqual(await tracked.ended(5000), { kind: "stopped", why: "unauthorized" });
        const before = tracked.service.requests.length;
        await tracked.clock.pass(120_000);
        assert.equal(tracked.service.requests.length, before, "nothing is asked any more");
      });
    }

  it("stops if fetching the connection returns 404", async () => {
    const tracked = await running();
    tracked.service.fate = (request) => (request === "connection" ? { status: 404 } : undefined);
    tracked.service.cut(id, "break");
    assert.deepEqual(await tracked.ended(5000), { kind: "gone" });
  });

  for (const [cause, fate] of [
    ["a proxy", { body: "<html>", headers: { "content-type": "text/html" } }],
    ["a missing project", { body: '{"code":"project_not_found","message":"No such project."}' }],
  ] as const)
    it(`continues after a 404 caused by ${cause}`, async () => {
      const tracked = await running();
      tracked.service.fate = (request) => (request === "connection" ? { status: 404, ...fate } : undefined);
      tracked.service.cut(id, "break");
      await tracked.clock.pass(60_000);
      assert.equal(tracked.end, undefined);
      assert.ok(tracked.login.snapshot.lostSince !== undefined);
    });

  it("stops immediately in every phase when aborted", async () => {
    for (const ms of [0, 500, 20_000]) {
      const tracked = await running();
      await tracked.clock.pass(ms);
      if (ms === 500) tracked.service.cut(id, "break");
      await tracked.clock.settle();
      tracked.stop();
      await tracked.clock.settle();
      assert.deepEqual(tracked.end, { kind: "stopped", why: "closed" });
      assert.deepEqual([tracked.service.streams, tracked.clock.waiting], [0, 0]);
    }
  });
});

describe("a login's time limit", () => {
  it("ends the login as expired thirty seconds after the limit passes", async () => {
    const tracked = await running();
    const began = tracked.clock.passed;
    assert.deepEqual(await tracked.ended(), { ...words, kind: "expired" });
    const took = tracked.clock.passed - began;
    assert.ok(took >= 20 * 60_000 + 30_000 && took <= 20 * 60_000 + 35_000, `${took} ms`);
  });

  it("is extended when the service extends the expiry", async () => {
    const tracked = await running();
    await tracked.clock.pass(15 * 60_000);
    const flow = tracked.service.last(id);
    assert.ok(flow);
    flow.expiresAt += 20 * 60_000;
    await tracked.clock.pass(20 * 60_000);
    assert.equal(tracked.end, undefined);
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(0), { kind: "loggedIn" });
  });

  it("ends the login as unconfirmed if the service can't be reached", async () => {
    const tracked = await running();
    tracked.service.fate = () => "dropped";
    tracked.service.cut(id, "break");
    assert.deepEqual(await tracked.ended(), { kind: "unconfirmed" });
  });

  for (const [clockError, jump] of [
    ["an hour ahead", 3_600_000],
    ["an hour behind", -3_600_000],
  ] as const)
    it(`follows the service's clock if the local clock is ${clockError}`, async () => {
      for (const when of ["before", "in the middle"]) {
        const tracked = createTrackedLogin();
        if (when === "before") tracked.clock.wallOffset = jump;
        await tracked.run();
        await tracked.clock.pass(60_000);
        tracked.clock.wallOffset = jump;
        await tracked.clock.pass(15 * 60_000);
        assert.equal(tracked.end, undefined, when);
        tracked.service.end(id, "SUCCESS");
        assert.deepEqual(await tracked.ended(20_000), { kind: "loggedIn" }, when);
      }
    });

  it("allows another fetch if the limit passed while the computer slept", async () => {
    const tracked = await running();
    tracked.service.fate = () => "dropped";
    tracked.service.end(id, "SUCCESS");
    tracked.clock.sleepMachine(3_600_000);
    tracked.service.cut(id, "break");
    await tracked.clock.pass(5000);
    assert.equal(tracked.end, undefined, "the network is not there yet");
    tracked.service.fate = () => undefined;
    assert.deepEqual(await tracked.ended(30_000), { kind: "loggedIn" });
  });
});

describe("an unreachable service during a login", () => {
  it("is reported with the start of the outage and polled less often", async () => {
    const tracked = await running();
    tracked.service.fate = () => "dropped";
    const at = tracked.clock.passed;
    tracked.service.cut(id, "break");
    await tracked.clock.pass(300_000);
    assert.ok((tracked.login.snapshot.lostSince ?? 0) >= at);
    assert.ok(tracked.service.count("connection") < 70, `${tracked.service.count("connection")} requests`);
    tracked.service.fate = () => undefined;
    await tracked.clock.until(() => tracked.login.snapshot.lostSince === undefined, 20_000);
    tracked.service.end(id, "SUCCESS");
    assert.deepEqual(await tracked.ended(20_000), { kind: "loggedIn" });
  });

  it("isn't polled after a 429 response until Retry-After has passed", async () => {
    const tracked = createTrackedLogin();
    tracked.service.fate = () => ({ status: 429, headers: { "retry-after": "20" } });
    await tracked.run();
    const before = tracked.service.requests.length;
    await tracked.clock.pass(19_000);
    assert.equal(tracked.service.requests.length, before);
    tracked.service.fate = () => undefined;
    await tracked.clock.until(() => tracked.service.streams === 1, 5000);
  });
});

describe("TrackedLogin.readNow", () => {
  it("fetches the connection at once and sets the phase to confirming", async () => {
    const tracked = await running();
    tracked.service.step(id, "AWAITING_INPUT");
    await tracked.clock.settle();
    const readings = tracked.service.count("connection");
    tracked.login.readNow();
    await tracked.clock.settle();
    assert.equal(tracked.service.count("connection"), readings + 1);
    assert.deepEqual([tracked.end, tracked.login.snapshot.phase], [undefined, "confirming"]);
    tracked.service.step(id, "SUBMITTING");
    await tracked.clock.settle();
    assert.equal(tracked.login.snapshot.phase, "running");
  });
});

describe("a login's stream events and fetched states", () => {
  it("are merged, and events received during a fetch take precedence", async () => {
    const tracked = await running();
    const readings = tracked.service.count("connection");
    tracked.service.beforeReply = async () => {
      tracked.service.beforeReply = undefined;
      tracked.service.step(id, "AWAITING_INPUT");
      await tracked.clock.settle();
    };
    tracked.login.readNow();
    await tracked.clock.settle();
    await tracked.clock.settle();
    assert.equal(tracked.service.count("connection"), readings + 2, "it is read again");
    assert.equal(tracked.step, "AWAITING_INPUT");
  });

  it("are ordered by their timestamps", async () => {
    const tracked = await running();
    const early = tracked.service.frame(id);
    await tracked.clock.pass(2000);
    tracked.service.step(id, "AWAITING_INPUT");
    tracked.service.write(id, early);
    await tracked.clock.settle();
    assert.equal(tracked.step, "AWAITING_INPUT");
  });

  it("keep the hosted URL but clear the form if an event omits both", async () => {
    const tracked = await running();
    tracked.service.step(id, "AWAITING_INPUT");
    await tracked.clock.settle();
    const before = tracked.login.snapshot.connection;
    assert.equal(before?.fields?.length, 1);
    const event = { event: "managed_auth_state", flow_status: "IN_PROGRESS", flow_step: "SUBMITTING" };
    tracked.service.write(id, `data: ${JSON.stringify(event)}\n\n`);
    await tracked.clock.settle();
    const after = tracked.login.snapshot.connection;
    assert.deepEqual(
      [after?.flow_step, after?.fields, after?.interaction_id],
      ["SUBMITTING", undefined, undefined],
    );
    assert.deepEqual([after?.hosted_url, after?.flow_type], [before.hosted_url, "LOGIN"]);
  });
});
