// The logins of a window: which requests are sent and how often, lost responses, and several windows.
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { StoredLogins } from "../../../../src/editor/logins/storedLogins.ts";
import { quiet } from "../../../support/offers.ts";
import { storedFiles } from "../../../support/storedFiles.ts";
import { untilTrue } from "../../../support/diskClock.ts";
import { account, id, openWindows, signal } from "./windowsOf.ts";

type Office = Awaited<ReturnType<typeof openWindows>>;
type Window = ReturnType<Office["openWindow"]>;

/** Returns a connection as the service reports it. */
const read = (service: Office["service"], target = id) => ({ ...service.connection(target), id: target });

/** Opens a window that has found a number of running logins. */
async function openWithFoundLogins(t: TestContext, count: number) {
  const fixture = await openWindows(t);
  const { openWindow, service, until } = fixture;
  const { access, logins, connections } = openWindow();
  const ids = Array.from({ length: count }, (_, n) => `ma_${n}`);
  for (const connectionId of ids) service.begin(connectionId);
  await logins.followFound(
    access,
    ids.map((connectionId) => read(service, connectionId)),
  );
  await until(() => connections.logins.all.every(({ phase }) => phase === "running"));
  return { ...fixture, access, ids, logins, connections };
}

/** Opens one window. */
async function openOne(t: TestContext) {
  const fixture = await openWindows(t);
  const window = fixture.openWindow();
  const { access, become, logins, connections, snapshots, store } = window;
  return { ...fixture, window, access, become, logins, connections, snapshots, store };
}

/** Opens a window that follows a login it has started. */
async function following(t: TestContext) {
  const { window, ...fixture } = await openOne(t);
  await window.logins.start(window.access, { id }, {}, signal);
  await untilTrue(() => fixture.service.streams === 1);
  return { ...fixture, window };
}

/** Resolves to true if the window reports the end of the login. */
const claimed = ({ login, logins }: Window): Promise<boolean> => logins.claimReport(login ?? assert.fail());

const form = { interaction_id: "mai_login_1_1", field_values: { field_1: "hunter2-secret" } };

describe("LoginManager.start", () => {
  it("stores the login, sends one request and follows the login to its end", async (t) => {
    const { access, clock, logins, connections, service, snapshots } = await openOne(t);
    const started = await logins.start(access, { id }, {}, signal);
    assert.ok(started.kind === "started");
    assert.deepEqual(service.requests.slice(0, 3), ["connection", "timeline", "login"]);
    assert.match(started.login.hostedUrl ?? "", /^https:\/\/managed-auth\.example\/login\/ma_1\?code=/);
    await untilTrue(() => service.streams === 1);
    service.step(id, "AWAITING_INPUT");
    await clock.settle();
    assert.equal(connections.logins.of(account, id)?.connection?.flow_step, "AWAITING_INPUT");
    service.end(id, "SUCCESS");
    await untilTrue(() => connections.logins.of(account, id)?.phase === "ended");
    const result = connections.logins.of(account, id);
    assert.deepEqual(
      [result?.end, result?.hostedUrl, result?.startedHere],
      [{ kind: "loggedIn" }, undefined, true],
    );
    assert.equal(service.started.length, 1);
    assert.deepEqual(
      [...new Set(snapshots.map(({ phase }) => phase))],
      ["starting", "running", "confirming", "ended"],
    );
  });

  it("sends one request for concurrent calls", async (t) => {
    const { access, logins, connections, outcome, service } = await openOne(t);
    // Without another step before the check for a running login, all calls check before any of them has started a
    // login. A call that finds the lock held before the login is tracked waits for a second.
    const options = { veto: () => false };
    const calls = [1, 2, 3].map(() => logins.start(access, { id }, options, signal));
    const all = await outcome(Promise.all(calls));
    assert.deepEqual(all.map(({ kind }) => kind).sort(), ["running", "running", "started"]);
    assert.equal(service.started.length, 1);
    const keys = new Set(all.map((one) => ("login" in one ? one.login.key : undefined)));
    assert.deepEqual([...keys], [connections.logins.of(account, id)?.key], "the same one for all who asked");
  });

  it("sends one request for several windows", async (t) => {
    const { openWindow, service, until } = await openWindows(t);
    const windows = [openWindow(), openWindow(), openWindow()];
    const kinds: string[] = [];
    for (const { access, logins } of windows)
      void logins.start(access, { id }, {}, signal).then(({ kind }) => kinds.push(kind));
    await until(() => kinds.length === windows.length);
    assert.deepEqual([kinds, service.started.length], [["started", "running", "running"], 1]);
  });

  it("doesn't supersede a login that another window has just started", async (t) => {
    const { clock, openWindow, service, until } = await openWindows(t);
    const [mine, other] = [openWindow(), openWindow()];
    service.begin(id);
    const held = Promise.withResolvers<undefined>();
    service.beforeRequest = (request) => (request === "login" ? held.promise : Promise.resolve(undefined));
    const starting = mine.logins.start(mine.access, { id }, { supersede: true }, signal);
    await untilTrue(() => service.count("login") === 1);
    let kind: string | undefined;
    void other.logins
      .start(other.access, { id }, { supersede: true }, signal)
      .then((started) => (kind = started.kind));
    await clock.settle();
    held.resolve(undefined);
    await starting;
    await until(() => kind !== undefined);
    assert.deepEqual([kind, service.count("login")], ["running", 1]);
  });

  it("returns a login that appears while it waits for another window", async (t) => {
    const { clock, openWindow, service, until } = await openWindows(t);
    const [mine, other] = [openWindow(), openWindow()];
    const held = Promise.withResolvers<undefined>();
    service.beforeRequest = (request) => (request === "login" ? held.promise : Promise.resolve(undefined));
    const starting = mine.logins.start(mine.access, { id }, {}, signal);
    await untilTrue(() => service.count("login") === 1);
    let key: string | undefined;
    void other.logins
      .start(other.access, { id }, {}, signal)
      .then((started) => (key = "login" in started ? started.login.key : started.kind));
    await clock.settle();
    held.resolve(undefined);
    await starting;
    const followed = other.logins.follow(other.access, { ...service.connection(id), id });
    await until(() => key !== undefined);
    assert.equal(key, followed.key);
  });

  it("can be cancelled while it waits for another window", async (t) => {
    const { openWindow, service } = await openWindows(t);
    const [mine, other] = [openWindow(), openWindow()];
    service.fate = (request) => (request === "login" ? "silent" : undefined);
    const [leave, stop] = [new AbortController(), new AbortController()];
    const starting = mine.logins.start(mine.access, { id }, {}, leave.signal);
    await untilTrue(() => service.count("login") === 1);
    const waiting = other.logins.start(other.access, { id }, {}, stop.signal);
    stop.abort();
    assert.deepEqual(await waiting, { kind: "notStarted", error: undefined });
    assert.equal(service.count("login"), 1);
    leave.abort();
    await mine.logins.close();
    await starting;
  });

  it("follows a running login unless the caller asks to supersede it", async (t) => {
    const { access, logins, connections, service, until } = await openOne(t);
    service.begin(id);
    const first = await logins.start(access, { id }, {}, signal);
    assert.deepEqual([first.kind, service.started], ["running", []]);
    await until(() => connections.logins.of(account, id)?.phase === "running");
    const second = await logins.start(access, { id }, { supersede: true }, signal);
    assert.deepEqual([second.kind, service.started.length], ["started", 1]);
    await untilTrue(() => service.streams === 1 && connections.logins.of(account, id)?.phase === "running");
    assert.equal(connections.logins.all.length, 1);
    service.end(id, "SUCCESS");
    await untilTrue(() => connections.logins.of(account, id)?.end?.kind === "loggedIn");
  });

  for (const [condition, request] of [
    ["the connection can't be fetched", "connection"],
    ["the timeline can't be fetched", "timeline"],
  ] as const)
    it(`requests no login if ${condition}`, async (t) => {
      const { access, logins, connections, outcome, service } = await openOne(t);
      service.fate = (one) => (one === request ? { status: 500 } : undefined);
      const { kind } = await outcome(logins.start(access, { id }, {}, signal));
      assert.deepEqual([kind, service.count("login")], ["notStarted", 0]);
      assert.equal(connections.logins.of(account, id)?.end?.kind, "notStarted");
    });

  it("returns the reason for a refusal and keeps following the running login", async (t) => {
    const { access, logins, connections, service } = await openOne(t);
    service.begin(id);
    await logins.start(access, { id }, {}, signal);
    const body = `{"code":"too_many_pending_sessions","message":"Wait."}`;
    service.fate = (one) => (one === "login" ? { status: 409, body } : undefined);
    const refused = await logins.start(access, { id }, { supersede: true }, signal);
    assert.ok(refused.kind === "notStarted" && refused.error?.code === "too_many_pending_sessions");
    await untilTrue(() => connections.logins.of(account, id)?.phase === "running");
    assert.equal(service.count("login"), 1);
  });

  it("ignores the success of an earlier login if the service has no timeline", async (t) => {
    const { access, logins, connections, pass, service } = await openOne(t);
    service.hasTimeline = false;
    service.begin(id);
    service.end(id, "SUCCESS");
    const before = service.connection(id);
    await pass(5000);
    service.overrides = { connection: before };
    const started = await logins.start(access, { id }, {}, signal);
    assert.equal(started.kind, "started");
    await pass(10_000);
    assert.equal(connections.logins.of(account, id)?.end, undefined, "the success before it is not its own");
    service.overrides = {};
    await pass(5000);
    service.end(id, "SUCCESS");
    await untilTrue(() => connections.logins.of(account, id)?.end?.kind === "loggedIn");
  });
});

describe("LoginManager.start after a lost response", () => {
  it("finds the login by fetching the connection and follows it", async (t) => {
    const { outcome, service, window } = await openOne(t);
    service.fate = (one) => (one === "login" ? "lost" : undefined);
    const { kind } = await outcome(window.logins.start(window.access, { id }, {}, signal));
    assert.deepEqual([kind, service.count("login"), service.started.length], ["started", 1, 1]);
    await untilTrue(() => service.streams === 1);
    assert.match(window.login?.hostedUrl ?? "", /^https:/, "as the connection tells it");
    service.end(id, "SUCCESS");
    await untilTrue(() => window.login?.end?.kind === "loggedIn");
  });

  for (const [condition, supersedes] of Object.entries({ "no login runs": false, "a login runs": true }))
    it(`returns "unknown" and sends no second request while ${condition}`, async (t) => {
      const { access, logins, connections, outcome, service } = await openOne(t);
      if (supersedes) service.begin(id);
      service.fate = (one) => (one === "login" ? "dropped" : undefined);
      const { kind } = await outcome(logins.start(access, { id }, { supersede: supersedes }, signal));
      assert.deepEqual([kind, service.count("login")], ["unknown", 1]);
      assert.equal(connections.logins.of(account, id)?.end?.kind, "startUnknown");
    });

  it("doesn't mistake the previous login for the new login if there is no timeline", async (t) => {
    const { access, logins, outcome, pass, service } = await openOne(t);
    service.hasTimeline = false;
    service.begin(id);
    await pass(60_000);
    service.fate = (one) => (one === "login" ? "dropped" : undefined);
    const { kind } = await outcome(logins.start(access, { id }, { supersede: true }, signal));
    assert.deepEqual([kind, service.count("login")], ["unknown", 1]);
  });

  for (const [fate, result] of [
    ["lost", "loggedIn"],
    ["dropped", "startUnknown"],
  ] as const)
    it(`lets another window report "${result}" after the first window closes`, async (t) => {
      const { openWindow, pass, service, storage, until } = await openWindows(t);
      const first = openWindow();
      service.fate = (one) => (one === "login" ? fate : undefined);
      const stop = new AbortController();
      const starting = first.logins.start(first.access, { id }, {}, stop.signal);
      await untilTrue(() => service.count("login") === 1);
      const next = openWindow();
      const row = { id, flow_status: "FAILED" };
      await next.logins.followFound(next.access, [row]);
      assert.equal(next.connections.logins.all.length, 0, "it is being started");
      stop.abort();
      await first.logins.close();
      await starting;
      service.fate = () => undefined;
      await untilTrue(async () => (await readdir(join(storage, "startingLogins"))).length === 0);
      await next.logins.followFound(next.access, [row]);
      service.end(id, "SUCCESS");
      await until(() => next.login?.end !== undefined);
      assert.deepEqual([next.login?.end?.kind, service.count("login")], [result, 1]);
      const claim = claimed(next);
      await pass(6000);
      assert.equal(await claim, true);
      assert.deepEqual(await storedFiles(join(storage, "logins")), [], "nothing of it is kept");
    });
});

describe("LoginManager.submit", () => {
  it('returns "accepted" without ending the login', async (t) => {
    const { service, window } = await following(t);
    service.step(id, "AWAITING_INPUT");
    await untilTrue(() => window.login?.connection?.flow_step === "AWAITING_INPUT");
    const shown = window.login?.connection;
    assert.ok(shown);
    const result = await window.logins.submit(window.access, shown, form, signal);
    assert.deepEqual(result, { kind: "accepted" });
    assert.deepEqual(service.submitted, [form]);
    assert.notEqual(window.login.phase, "ended");
    await untilTrue(() => window.login?.connection?.flow_step === "SUBMITTING");
  });

  it("finds the outcome without resending the form if the response is lost", async (t) => {
    for (const [fate, expected] of [
      ["lost", "accepted"],
      ["dropped", "unknown"],
    ] as const) {
      const { outcome, service, window } = await openOne(t);
      await window.logins.start(window.access, { id }, {}, signal);
      service.step(id, "AWAITING_INPUT");
      const shown = read(service);
      service.fate = (one) => (one === "submit" ? fate : undefined);
      const { kind } = await outcome(window.logins.submit(window.access, shown, form, signal));
      assert.deepEqual([kind, service.count("submit")], [expected, 1]);
    }
  });

  it('returns "stale" for an outdated form and fetches the new form', async (t) => {
    const { service, window } = await openOne(t);
    await window.logins.start(window.access, { id }, {}, signal);
    service.step(id, "AWAITING_INPUT");
    const shown = read(service);
    service.step(id, "AWAITING_INPUT");
    const body = `{"code":"stale_interaction","message":"Not hunter2-secret again.","details":[{"message":"hunter2-secret"}]}`;
    service.fate = (one) => (one === "submit" ? { status: 400, body } : undefined);
    const result = await window.logins.submit(window.access, shown, form, signal);
    assert.ok(result.kind === "stale");
    assert.doesNotMatch(JSON.stringify(result), /hunter2/, "an error does not repeat what was entered");
    assert.equal(window.login?.connection?.interaction_id, service.connection(id)["interaction_id"]);
  });

  it("masks the entered values in error messages in every encoding", async (t) => {
    const { access, logins, service } = await openOne(t);
    service.begin(id);
    const shown = read(service);
    const password = 'adal"hunter2 & söhne';
    const field_values = { field_1: "adal", field_2: password, field_3: "a" };
    const sent = { interaction_id: "mai_login_1_1", field_values };
    const forms = [
      encodeURIComponent(password),
      new URLSearchParams({ password }).toString(),
      "adal&quot;hunter2 &amp; s&ouml;hne",
    ];
    const echo = {
      code: "adal",
      message: `Got ${JSON.stringify(field_values)} for ${forms.join()} by adal.`,
    };
    const error = { ...echo, details: [echo], inner_error: echo };
    service.fate = (one) => (one === "submit" ? { status: 400, body: JSON.stringify(error) } : undefined);
    const result = await logins.submit(access, shown, sent, signal);
    assert.equal(result.kind, "refused");
    assert.doesNotMatch(JSON.stringify(result), /adal|hunter2|hne/);
    const stale = { code: "stale_interaction", message: "Not that." };
    service.fate = (one) => (one === "submit" ? { status: 400, body: JSON.stringify(stale) } : undefined);
    assert.equal((await logins.submit(access, shown, sent, signal)).kind, "stale");
  });

  it('returns different results for "accepted: false", a refusal and a cancellation', async (t) => {
    const { access, logins, service } = await openOne(t);
    service.begin(id);
    const shown = read(service);
    service.fate = (one) => (one === "submit" ? { status: 202, body: `{"accepted":false}` } : undefined);
    assert.equal((await logins.submit(access, shown, form, signal)).kind, "notTaken");
    service.fate = (one) => (one === "submit" ? { status: 422 } : undefined);
    assert.equal((await logins.submit(access, shown, form, signal)).kind, "refused");
    assert.equal((await logins.submit(access, shown, form, AbortSignal.abort())).kind, "cancelled");
    assert.deepEqual(service.submitted, []);
  });
});

describe("several windows of one user", () => {
  it("follow the same login, but only one window reports its end", async (t) => {
    const { openWindow, pass, service, storage, until } = await openWindows(t);
    const windows = [openWindow(), openWindow(), openWindow()];
    const [first, ...others] = windows as [Window, Window, Window];
    await first.logins.start(first.access, { id }, {}, signal);
    for (const { access, logins } of others) await logins.followFound(access, [read(service)]);
    await until(() => windows.every(({ login }) => login?.phase === "running"));
    assert.deepEqual(
      windows.map(({ login }) => login?.startedHere),
      [true, false, false],
    );
    // The other windows read the stored login, as after a reload.
    await untilTrue(() => windows.every(({ login }) => login?.startedByUser === true));
    service.end(id, "SUCCESS");
    await until(() => windows.every(({ login }) => login?.end?.kind === "loggedIn"));
    const claims = windows.map(claimed);
    assert.equal(await claims[0], true, "whoever started it tells its end");
    await pass(6000);
    assert.deepEqual(await Promise.all(claims), [true, false, false]);
    assert.deepEqual([service.started.length, await storedFiles(join(storage, "logins"))], [1, []]);
  });

  it("report a login's end only in the window that last took ownership", async (t) => {
    const { clock, openWindow, pass, service } = await openWindows(t);
    const [first, second] = [openWindow(), openWindow()];
    await first.logins.start(first.access, { id }, {}, signal);
    second.logins.follow(second.access, read(service));
    await untilTrue(() => second.login?.startedByUser === true);
    await second.logins.takeOwnership(account, id);
    await untilTrue(() => service.streams === 2);
    service.end(id, "SUCCESS");
    await untilTrue(() => [first, second].every(({ login }) => login?.phase === "ended"));
    const firstClaim = claimed(first);
    await clock.settle();
    const claims = [firstClaim, claimed(second)];
    await pass(5000);
    assert.deepEqual(await Promise.all(claims), [false, true]);
  });

  it("don't report a login's end while another window starts a new login", async (t) => {
    const { openWindow, service, until } = await openWindows(t);
    const [first, second] = [openWindow(), openWindow()];
    service.begin(id);
    const held = Promise.withResolvers<undefined>();
    service.beforeRequest = (request) => (request === "login" ? held.promise : Promise.resolve(undefined));
    const starting = first.logins.start(first.access, { id }, { supersede: true }, signal);
    await untilTrue(() => service.count("login") === 1);
    second.logins.follow(second.access, read(service));
    await until(() => second.login?.phase === "running");
    service.end(id, "SUCCESS");
    await until(() => second.login?.phase === "ended");
    assert.equal(await claimed(second), false);
    held.resolve(undefined);
    assert.equal((await starting).kind, "started");
  });

  it("don't report the end of a login that no window started", async (t) => {
    const { service, until, window } = await openOne(t);
    service.begin(id);
    window.logins.follow(window.access, read(service));
    service.end(id, "SUCCESS");
    await until(() => window.login?.phase === "ended");
    assert.equal(await claimed(window), false);
  });

  it("report a login's end even if they can't write to the disk", async (t) => {
    const { openWindow, service, storage } = await openWindows(t);
    await writeFile(join(storage, "logins"), "no folder");
    const window = openWindow();
    await window.logins.start(window.access, { id }, {}, signal);
    await untilTrue(() => service.streams === 1);
    service.end(id, "SUCCESS");
    await untilTrue(() => window.login?.phase === "ended");
    assert.equal(await claimed(window), true);
    assert.ok(window.faults.length > 0);
  });

  it("delete a refused login's record but keep the running login's record", async (t) => {
    const { service, storage, until, window } = await openOne(t);
    const storedTexts = async (): Promise<readonly string[]> =>
      (await storedFiles(join(storage, "logins"))).map(({ text }) => text);
    const refused = (request: string) => (request === "login" ? { status: 409 } : undefined);
    service.fate = refused;
    await window.logins.start(window.access, { id }, {}, signal);
    assert.deepEqual(await storedTexts(), []);
    service.fate = () => undefined;
    await window.logins.start(window.access, { id }, {}, signal);
    const before = await storedTexts();
    service.fate = refused;
    await window.logins.start(window.access, { id }, { supersede: true }, signal);
    // After the refusal the window reads which login runs, and stores the ID of that login in the same record.
    const withLoginId = before.map((text) =>
      text.replace('{"kind":"after"}', '{"kind":"is","id":"login_1"}'),
    );
    await untilTrue(async () => (await storedTexts()).join("").includes('"login_1"'));
    assert.deepEqual([await storedTexts(), before.length], [withLoginId, 1]);
    service.end(id, "SUCCESS");
    await until(() => window.login?.phase === "ended");
    assert.equal(await claimed(window), true);
  });

  it("report only once that a login ended while no window was open", async (t) => {
    const { openWindow, pass, service, until, window: first } = await following(t);
    await first.logins.close();
    service.end(id, "SUCCESS");
    const all = [openWindow(), openWindow()];
    for (const { access, logins } of all) await logins.followFound(access, [read(service)]);
    await until(() => all.every(({ login }) => login?.end?.kind === "loggedIn"));
    const claims = all.map(claimed);
    await pass(6000);
    assert.deepEqual((await Promise.all(claims)).toSorted(), [false, true]);
    for (const { access, logins } of all) await logins.followFound(access, [read(service)]);
    assert.ok(all.every(({ login }) => login?.phase === "ended"));
  });

  it("find the outcome of the superseding login, not of a later login", async (t) => {
    const { openWindow, service, storage, until, window: first } = await following(t);
    const next = service.begin(id);
    await until(() => first.login?.superseded === true);
    await untilTrue(async () =>
      (await storedFiles(join(storage, "logins"))).some(({ text }) => text.includes(next.id)),
    );
    await first.logins.close();
    service.end(id, "SUCCESS");
    service.begin(id);
    service.end(id, "FAILED");
    const second = openWindow();
    await second.logins.followFound(second.access, [read(service)]);
    await until(() => second.login?.end !== undefined);
    assert.deepEqual(second.login?.end, { kind: "loggedIn" });
  });

  it("report a superseding login's end only in the window that started it", async (t) => {
    const { openWindow, service, until, pass } = await openWindows(t);
    const [first, second] = [openWindow(), openWindow()];
    await first.logins.start(first.access, { id }, {}, signal);
    await untilTrue(() => service.streams === 1);
    await second.logins.start(second.access, { id }, { supersede: true }, signal);
    await until(() => first.login?.superseded === true);
    service.end(id, "SUCCESS");
    await until(() => [first, second].every(({ login }) => login?.end?.kind === "loggedIn"));
    const claims = [claimed(first), claimed(second)];
    await pass(6000);
    assert.deepEqual(await Promise.all(claims), [false, true]);
  });

  it("ignore a replaced login's record that is found late", async (t) => {
    const { openWindow, outcome, service, until } = await openWindows(t);
    const other = openWindow();
    service.begin(id);
    const found = Promise.withResolvers<string>();
    t.mock.method(StoredLogins.prototype, "identify", () => found.promise, { times: 1 });
    other.logins.follow(other.access, read(service, id));
    await until(() => other.login?.phase === "running");
    await outcome(other.logins.start(other.access, { id }, { supersede: true }, signal));
    const { length } = other.snapshots;
    found.resolve("login");
    await quiet();
    assert.equal(other.snapshots.length, length);
  });

  it("store no URL, text or value of a login on disk", async (t) => {
    const { service, storage, window } = await openOne(t);
    await window.logins.start(window.access, { id }, {}, signal);
    service.step(id, "AWAITING_INPUT");
    await window.logins.submit(window.access, read(service), form, signal);
    await untilTrue(() => window.login?.connection?.flow_step === "SUBMITTING");
    const files = await storedFiles(join(storage, "logins"));
    assert.deepEqual(
      files.map(({ name }) => /^[0-9a-f]{64}\.json$/.test(name)),
      [true],
    );
    assert.doesNotMatch(files.map(({ text }) => text).join(""), /https|code=|hunter2|password|SUBMITTING/);
  });
});

describe("following logins in a window", () => {
  it("stops on sign-out while the logins continue", async (t) => {
    const { access, become, logins, connections, service, storage, store } = await openOne(t);
    let signOuts = 0;
    const listening = logins.onDidSignOut(() => signOuts++);
    for (const one of ["ma_1", "ma_2"]) await logins.start(access, { id: one }, {}, signal);
    become({ kind: "signedOut" });
    await store.forget({ accountId: account });
    assert.equal(signOuts, 1);
    for (const { end } of connections.logins.all)
      assert.deepEqual(end, { kind: "stopped", why: "signedOut" });
    await untilTrue(() => service.streams === 0);
    assert.equal(service.last("ma_1")?.status, "IN_PROGRESS");
    await untilTrue(async () => (await storedFiles(join(storage, "logins"))).length === 0);
    listening.dispose();
  });

  it("doesn't resume by itself after the user has stopped it", async (t) => {
    const { access, logins, connections, service } = await openOne(t);
    await logins.start(access, { id }, {}, signal);
    logins.stop(account, id);
    assert.deepEqual(connections.logins.of(account, id)?.end, { kind: "stopped", why: "left" });
    const row = read(service);
    await logins.followFound(access, [row]);
    assert.equal(connections.logins.of(account, id)?.phase, "ended");
    logins.follow(access, row);
    assert.equal(connections.logins.of(account, id)?.phase, "running");
  });

  it("is reported as ended only once if stopped before the login response arrives", async (t) => {
    const { window } = await openOne(t);
    const veto = (): boolean => {
      window.logins.stop(account, id);
      return false;
    };
    await window.logins.start(window.access, { id }, { veto }, signal);
    assert.equal(window.snapshots.filter(({ phase }) => phase === "ended").length, 1);
  });

  it("can be resumed for a login that the user has stopped following", async (t) => {
    const { service, window } = await openOne(t);
    await window.logins.start(window.access, { id }, {}, signal);
    const { key } = window.login ?? assert.fail();
    await untilTrue(() => service.streams === 1);
    window.logins.stop(account, id);
    const again = window.logins.follow(window.access, read(service));
    assert.deepEqual([again.key, again.startedHere, again.phase], [key, true, "running"]);
    await untilTrue(() => service.streams === 1);
    assert.equal(window.logins.follow(window.access, read(service)), window.login, "it is tracked once");
    service.end(id, "SUCCESS");
    await untilTrue(() => window.login?.end?.kind === "loggedIn");
    assert.deepEqual([await claimed(window), service.started.length], [true, 1]);
  });
});

describe("logins of other clients", () => {
  it("are reported as successful if they succeed before tracking starts, even without a timeline", async (t) => {
    const { access, logins, connections, service, until } = await openOne(t);
    service.hasTimeline = false;
    service.begin(id);
    const row = read(service);
    service.end(id, "SUCCESS");
    await logins.followFound(access, [row]);
    await until(() => connections.logins.of(account, id)?.phase === "ended");
    assert.deepEqual(connections.logins.of(account, id)?.end, { kind: "loggedIn" });
  });

  it("cause no change event if nothing has changed", async (t) => {
    const { connections, pass, service, until } = await openWithFoundLogins(t, 10);
    await pass(10_000);
    const changedIds: string[] = [];
    const listening = connections.logins.onDidChange(({ connectionId }) => changedIds.push(connectionId));
    t.after(() => void listening.dispose());
    await pass(30_000);
    assert.deepEqual(changedIds, []);
    service.step("ma_9", "AWAITING_INPUT");
    await until(() => changedIds.length > 0);
    assert.deepEqual([...new Set(changedIds)], ["ma_9"]);
  });

  it("are polled every five seconds and have no streams", async (t) => {
    const { ids, connections, pass, service, until } = await openWithFoundLogins(t, 10);
    await pass(10_000);
    const before = service.count("connection");
    await pass(30_000);
    const polls = service.count("connection") - before;
    assert.ok(polls >= 50 && polls <= 70, `${polls} polls`);
    service.step("ma_9", "AWAITING_INPUT");
    await pass(5000);
    assert.equal(connections.logins.of(account, "ma_9")?.connection?.flow_step, "AWAITING_INPUT");
    for (const one of ids) service.end(one, "SUCCESS");
    await until(() => connections.logins.all.every(({ end }) => end?.kind === "loggedIn"));
    assert.equal(service.count("events"), 0);
  });

  it("share at most four polls per second", async (t) => {
    const { pass, service } = await openWithFoundLogins(t, 100);
    await pass(60_000);
    const before = service.count("connection");
    await pass(60_000);
    const polls = service.count("connection") - before;
    assert.ok(polls >= 200 && polls <= 300, `${polls} polls`);
    assert.ok(service.maxConcurrent <= 2, `${service.maxConcurrent} at once`);
  });
});

describe("event streams of a window's logins", () => {
  it("are limited to four even if more logins are followed", async (t) => {
    const { access, logins, connections, service, until } = await openOne(t);
    const ids = Array.from({ length: 6 }, (_, n) => `ma_${n}`);
    for (const one of ids) await logins.start(access, { id: one }, {}, signal);
    await until(() => service.streams === 4);
    for (const one of ids) service.end(one, "SUCCESS");
    await until(() => connections.logins.all.every(({ end }) => end?.kind === "loggedIn"));
    assert.equal(service.streams, 0);
  });

  it("are opened when the user continues another client's login", async (t) => {
    const { logins, service } = await openWithFoundLogins(t, 1);
    await logins.takeOwnership(account, "ma_0");
    await untilTrue(() => service.streamsOf("ma_0") === 1);
  });

  it("are opened when the user interacts with a login", async (t) => {
    const { access, logins, openWindow, pass, service } = await openWithFoundLogins(t, 100);
    await pass(60_000);
    logins.follow(access, read(service, "ma_0"), true);
    await untilTrue(() => service.streamsOf("ma_0") === 1);
    const other = openWindow();
    other.logins.follow(other.access, read(service, "ma_1"), true);
    await untilTrue(() => service.streamsOf("ma_1") === 1);
  });
});
