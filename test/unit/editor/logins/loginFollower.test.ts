// Following a login: which requests are sent and when, stream failures, and that only the service's reports end it.
// The clock is virtual.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id, running, createTrackedLogin } from "./following.ts";

const words = { code: undefined, message: undefined, websiteError: undefined };

describe("trackLogin", () => {
  it("fetches the connection, opens a stream and confirms the login's end", async () => {
    const made = await running();
    assert.deepEqual(made.service.requests, ["connection", "events", "connection"]);
    made.service.step(id, "AWAITING_INPUT");
    await made.clock.settle();
    assert.equal(made.step, "AWAITING_INPUT");
    assert.equal(made.service.count("connection"), 2, "an event needs no reading");
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(0), { kind: "loggedIn" });
    assert.deepEqual(made.service.requests.slice(3), ["connection", "timeline"]);
    assert.deepEqual([made.service.streams, made.clock.waiting], [0, 0]);
  });

  for (const [status, kind] of [
    ["FAILED", "failed"],
    ["EXPIRED", "expired"],
    ["CANCELED", "canceled"],
  ] as const)
    it(`ends the login as ${kind} if the timeline reports ${status}`, async () => {
      const made = await running();
      made.service.end(id, status, "some_code");
      assert.deepEqual(await made.ended(0), { ...words, kind, code: "some_code" });
    });

  it("doesn't mistake the previous login's success for its own", async () => {
    const made = createTrackedLogin({ begun: false, target: { kind: "after", id: "login_1" } });
    made.service.begin(id);
    made.service.end(id, "SUCCESS");
    await made.run();
    await made.clock.pass(10_000);
    assert.deepEqual([made.end, made.service.count("events")], [undefined, 0]);
    assert.equal(made.login.snapshot.phase, "starting", "nothing of it was seen");
    made.service.begin(id);
    await made.clock.until(() => made.service.streams === 1, 10_000);
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(0), { kind: "loggedIn" });
  });

  it("ends a login only when timeline and connection both report success", async () => {
    const made = createTrackedLogin();
    const running = made.service.timeline(id);
    await made.run();
    made.service.overrides = { timeline: running };
    made.service.end(id, "SUCCESS");
    await made.clock.pass(10_000);
    assert.deepEqual([made.end, made.login.snapshot.phase], [undefined, "confirming"]);
    made.service.overrides = { connection: { ...made.service.connection(id), status: "NEEDS_AUTH" } };
    await made.clock.pass(10_000);
    assert.equal(made.end, undefined);
    made.service.overrides = {};
    assert.deepEqual(await made.ended(5000), { kind: "loggedIn" });
  });

  it("follows a login that replaced the previous one", async () => {
    const made = await running();
    made.service.begin(id);
    await made.clock.until(() => made.login.snapshot.superseded, 5000);
    assert.equal(made.login.snapshot.phase, "running");
    await made.clock.until(() => made.service.streams === 1, 5000);
    made.service.end(id, "FAILED", "account_locked");
    assert.deepEqual(await made.ended(0), { ...words, kind: "failed", code: "account_locked" });
  });

  it("ends as superseded if logins replace each other too often", async () => {
    const made = await running();
    for (let times = 0; times < 6 && made.end === undefined; times++) {
      made.service.begin(id);
      await made.clock.pass(20_000);
    }
    assert.deepEqual(made.end, { kind: "superseded" });
  });
});

describe("a broken login stream", () => {
  it("is reopened with increasing delays of up to 15 seconds", async () => {
    const made = createTrackedLogin();
    made.service.fate = (asked) => (asked === "events" && made.service.streams > 9 ? "dropped" : undefined);
    await made.run();
    const pauses: number[] = [];
    for (let times = 0; times < 7; times++) {
      const [readings, streams] = [made.service.count("connection"), made.service.count("events")];
      const cutAt = made.clock.passed;
      made.service.cut(id, times % 2 === 0 ? "end" : "break");
      await made.clock.until(() => made.service.count("events") > streams, 20_000);
      pauses.push(made.clock.passed - cutAt);
      await made.clock.settle();
      assert.equal(made.service.count("connection"), readings + 2, "before it, and once it is open");
    }
    assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it("is reopened after one second if an event arrived before", async () => {
    const made = await running();
    for (let times = 0; times < 3; times++) {
      made.service.step(id, times % 2 === 0 ? "AWAITING_INPUT" : "SUBMITTING");
      await made.clock.settle();
      const streams = made.service.count("events");
      made.service.cut(id, "break");
      await made.clock.until(() => made.service.count("events") > streams, 1000);
      await made.clock.settle();
    }
  });

  it("causes no event to be missed", async () => {
    const made = await running();
    made.service.cut(id, "break");
    await made.clock.settle();
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(1000), { kind: "loggedIn" });
  });

  it("is reopened after sixty seconds without data", async () => {
    const made = await running();
    made.service.step(id, "AWAITING_INPUT");
    for (let beats = 0; beats < 10; beats++) {
      await made.clock.pass(50_000);
      made.service.write(id, `event: sse_heartbeat\ndata: {"timestamp":"2026-11-22T10:00:00Z"}\n\n`);
    }
    assert.equal(made.service.count("events"), 1);
    await made.clock.pass(59_999);
    assert.equal(made.service.count("events"), 1);
    await made.clock.pass(1001);
    assert.equal(made.service.count("events"), 2);
  });

  it("is replaced by polling after an error event", async () => {
    const made = await running();
    made.service.write(id, `event: error\ndata: {"error":{"code":"internal_error","message":"No."}}\n\n`);
    await made.clock.pass(30_000);
    assert.deepEqual([made.end, made.service.count("events")], [undefined, 1]);
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(5000), { kind: "loggedIn" });
  });
});

describe("a login stream with too many events", () => {
  it("is limited to 100 events per second until the login ends", async () => {
    const made = await running();
    for (let event = 0; event < 2000; event++) made.service.tell(id);
    const before = made.snapshots.length;
    await made.clock.pass(3500);
    assert.ok(made.snapshots.length - before <= 400, `${made.snapshots.length - before} changes`);
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(20_000), { kind: "loggedIn" });
  });
});

describe("trackLogin without a stream", () => {
  for (const [what, fate] of [
    ["there is no stream", { status: 404 }],
    ["the response is a web page", { status: 200, body: "<html>", headers: { "content-type": "text/html" } }],
    ["the response is JSON", { status: 200, body: "{}" }],
    ["the response is a redirect", { status: 302, headers: { location: "https://elsewhere.example" } }],
    ["streams aren't implemented", { status: 501 }],
    ["the stream is refused", { status: 403 }],
  ] as const)
    it(`polls every two seconds, or five after a quiet minute, if ${what}`, async () => {
      const made = createTrackedLogin();
      made.service.fate = (asked) => (asked === "events" ? fate : undefined);
      await made.run();
      await made.clock.pass(60_000);
      const often = made.service.count("connection");
      assert.ok(often >= 30 && often <= 32, `${often} readings in a minute`);
      await made.clock.pass(60_000);
      const seldom = made.service.count("connection") - often;
      assert.ok(seldom >= 11 && seldom <= 14, `${seldom} readings in the next`);
      // An unreadable response is requested a second time, like any read.
      assert.equal(made.service.count("events"), fate.status === 200 ? 2 : 1);
      made.service.end(id, "SUCCESS");
      assert.deepEqual(await made.ended(5000), { kind: "loggedIn" });
    });

  it("only polls after three failed attempts to open a stream", async () => {
    const made = createTrackedLogin();
    made.service.fate = (asked) => (asked === "events" ? { status: 503 } : undefined);
    await made.run();
    await made.clock.pass(10 * 60_000);
    assert.equal(made.service.count("events"), 9, "each is tried three times");
  });

  it("polls if the stream's headers never complete", async () => {
    const made = createTrackedLogin();
    made.service.fate = (asked) => (asked === "events" ? "silent" : undefined);
    await made.run();
    await made.clock.pass(180_000);
    const asked = made.service.count("events");
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(5000), { kind: "loggedIn" });
    assert.equal(made.service.count("events"), asked);
  });
});

describe("the login follower", () => {
  for (const at of ["connection", "events", "timeline"] as const)
    for (const status of [401, 410]) {
      if (at === "timeline" && status === 410) continue;
      it(`stops after the response ${status} to the ${at} request`, async () => {
        const made = await running();
        made.service.fate = (asked) => (asked === at ? { status } : undefined);
        if (at === "timeline") made.service.end(id, "FAILED");
        else made.service.cut(id, "break");
        assert.deepEqual(await made.ended(5000), { kind: "stopped", why: "unauthorized" });
        const asked = made.service.requests.length;
        await made.clock.pass(120_000);
        assert.equal(made.service.requests.length, asked, "nothing is asked any more");
      });
    }

  it("stops if the service reports that the connection is gone", async () => {
    const made = await running();
    made.service.fate = (asked) => (asked === "connection" ? { status: 404 } : undefined);
    made.service.cut(id, "break");
    assert.deepEqual(await made.ended(5000), { kind: "gone" });
  });

  for (const [what, fate] of [
    ["a proxy", { body: "<html>", headers: { "content-type": "text/html" } }],
    ["a missing project", { body: '{"code":"project_not_found","message":"No such project."}' }],
  ] as const)
    it(`continues after a 404 from ${what}`, async () => {
      const made = await running();
      made.service.fate = (asked) => (asked === "connection" ? { status: 404, ...fate } : undefined);
      made.service.cut(id, "break");
      await made.clock.pass(60_000);
      assert.equal(made.end, undefined);
      assert.ok(made.login.snapshot.lostSince !== undefined);
    });

  it("stops immediately when aborted, in every phase", async () => {
    for (const ms of [0, 500, 20_000]) {
      const made = await running();
      await made.clock.pass(ms);
      if (ms === 500) made.service.cut(id, "break");
      await made.clock.settle();
      made.stop();
      await made.clock.settle();
      assert.deepEqual(made.end, { kind: "stopped", why: "closed" });
      assert.deepEqual([made.service.streams, made.clock.waiting], [0, 0]);
    }
  });
});

describe("a login's time limit", () => {
  it("ends the login as expired thirty seconds later if nothing is reported", async () => {
    const made = await running();
    const began = made.clock.passed;
    assert.deepEqual(await made.ended(), { ...words, kind: "expired" });
    const took = made.clock.passed - began;
    assert.ok(took >= 20 * 60_000 + 30_000 && took <= 20 * 60_000 + 35_000, `${took} ms`);
  });

  it("is extended when the service extends the expiry", async () => {
    const made = await running();
    await made.clock.pass(15 * 60_000);
    const flow = made.service.last(id);
    assert.ok(flow);
    flow.expiresAt += 20 * 60_000;
    await made.clock.pass(20 * 60_000);
    assert.equal(made.end, undefined);
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(0), { kind: "loggedIn" });
  });

  it("ends the login as unconfirmed if the service can't be reached", async () => {
    const made = await running();
    made.service.fate = () => "dropped";
    made.service.cut(id, "break");
    assert.deepEqual(await made.ended(), { kind: "unconfirmed" });
  });

  for (const [what, jump] of [
    ["an hour ahead", 3_600_000],
    ["an hour behind", -3_600_000],
  ] as const)
    it(`is measured by the service's clock if the local clock is ${what}`, async () => {
      for (const when of ["before", "in the middle"]) {
        const made = createTrackedLogin();
        if (when === "before") made.clock.wallOffset = jump;
        await made.run();
        await made.clock.pass(60_000);
        made.clock.wallOffset = jump;
        await made.clock.pass(15 * 60_000);
        assert.equal(made.end, undefined, when);
        made.service.end(id, "SUCCESS");
        assert.deepEqual(await made.ended(20_000), { kind: "loggedIn" }, when);
      }
    });

  it("allows another read after the computer has slept", async () => {
    const made = await running();
    made.service.fate = () => "dropped";
    made.service.end(id, "SUCCESS");
    made.clock.sleepMachine(3_600_000);
    made.service.cut(id, "break");
    await made.clock.pass(5000);
    assert.equal(made.end, undefined, "the network is not there yet");
    made.service.fate = () => undefined;
    assert.deepEqual(await made.ended(30_000), { kind: "loggedIn" });
  });
});

describe("an unreachable service during a login", () => {
  it("is reported with the time and polled less often", async () => {
    const made = await running();
    made.service.fate = () => "dropped";
    const at = made.clock.passed;
    made.service.cut(id, "break");
    await made.clock.pass(300_000);
    assert.ok((made.login.snapshot.lostSince ?? 0) >= at);
    assert.ok(made.service.count("connection") < 70, `${made.service.count("connection")} requests`);
    made.service.fate = () => undefined;
    await made.clock.until(() => made.login.snapshot.lostSince === undefined, 20_000);
    made.service.end(id, "SUCCESS");
    assert.deepEqual(await made.ended(20_000), { kind: "loggedIn" });
  });

  it("isn't polled until Retry-After has passed", async () => {
    const made = createTrackedLogin();
    made.service.fate = () => ({ status: 429, headers: { "retry-after": "20" } });
    await made.run();
    const asked = made.service.requests.length;
    await made.clock.pass(19_000);
    assert.equal(made.service.requests.length, asked);
    made.service.fate = () => undefined;
    await made.clock.until(() => made.service.streams === 1, 5000);
  });
});

describe("TrackedLogin.readNow", () => {
  it("fetches immediately and reports that the end is unconfirmed", async () => {
    const made = await running();
    made.service.step(id, "AWAITING_INPUT");
    await made.clock.settle();
    const readings = made.service.count("connection");
    made.login.readNow();
    await made.clock.settle();
    assert.equal(made.service.count("connection"), readings + 1);
    assert.deepEqual([made.end, made.login.snapshot.phase], [undefined, "confirming"]);
    made.service.step(id, "SUBMITTING");
    await made.clock.settle();
    assert.equal(made.login.snapshot.phase, "running");
  });
});

describe("a login's stream events and fetched states", () => {
  it("are merged in favour of the event if they overlap", async () => {
    const made = await running();
    const readings = made.service.count("connection");
    made.service.meanwhile = async () => {
      made.service.meanwhile = undefined;
      made.service.step(id, "AWAITING_INPUT");
      await made.clock.settle();
    };
    made.login.readNow();
    await made.clock.settle();
    await made.clock.settle();
    assert.equal(made.service.count("connection"), readings + 2, "it is read again");
    assert.equal(made.step, "AWAITING_INPUT");
  });

  it("are ordered by their timestamps", async () => {
    const made = await running();
    const early = made.service.frame(id);
    await made.clock.pass(2000);
    made.service.step(id, "AWAITING_INPUT");
    made.service.write(id, early);
    await made.clock.settle();
    assert.equal(made.step, "AWAITING_INPUT");
  });

  it("keep only the URLs that an event omits", async () => {
    const made = await running();
    made.service.step(id, "AWAITING_INPUT");
    await made.clock.settle();
    const before = made.login.snapshot.connection;
    assert.equal(before?.fields?.length, 1);
    const event = { event: "managed_auth_state", flow_status: "IN_PROGRESS", flow_step: "SUBMITTING" };
    made.service.write(id, `data: ${JSON.stringify(event)}\n\n`);
    await made.clock.settle();
    const after = made.login.snapshot.connection;
    assert.deepEqual(
      [after?.flow_step, after?.fields, after?.interaction_id],
      ["SUBMITTING", undefined, undefined],
    );
    assert.deepEqual([after?.hosted_url, after?.flow_type], [before.hosted_url, "LOGIN"]);
  });
});
