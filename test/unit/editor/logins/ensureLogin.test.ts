// `ensure` across windows, reloads and failures: which requests are sent, and how often.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import type { EnsureResult } from "../../../../src/domain/login/ensureLogin.ts";
import { ensureTrackedLogin } from "../../../../src/editor/logins/ensureLogin.ts";
import { LoginMemory } from "../../../../src/editor/connections/context/loginMemory.ts";
import { ensureAndUpdateRows } from "../../../../src/editor/connections/login/ensureLogins.ts";
import { storedFiles } from "../../../support/storedFiles.ts";
import { inPart } from "../../../support/inPart.ts";
import { untilTrue } from "../../../support/diskClock.ts";
import { account, id, openWindows, signal } from "./windowsOf.ts";

const minute = 60_000;

type Window = ReturnType<Awaited<ReturnType<typeof openWindows>>["openWindow"]>;

async function setUpEnsure(t: TestContext) {
  const fixture = await openWindows(t);
  const { clock } = fixture;
  /** Runs `ensure` in a window. No time passes. */
  const ensure = ({ access, logins, connections }: Window, stop = signal): Promise<EnsureResult> =>
    ensureTrackedLogin({ logins, connections, clock }, access, id, stop);
  /** Starts `ensure` in a window. `waits` becomes true once it waits for a login. */
  const startEnsure = ({ access, logins, connections }: Window, stop = signal) => {
    const state: { result: EnsureResult | undefined; waits: boolean } = { result: undefined, waits: false };
    const { onDidChange } = connections.logins;
    t.mock.method(connections.logins, "onDidChange", (...args: Parameters<typeof onDidChange>) => {
      state.waits = true;
      return onDidChange(...args);
    });
    const ensuring = ensureTrackedLogin({ logins, connections, clock }, access, id, stop).then((one) => {
      state.result = one;
    });
    return { state, ensuring };
  };
  /** Runs `ensure` with a login that stays undecided for a minute. */
  const tryEnsure = async (window: Window): Promise<EnsureResult | undefined> => {
    const { state } = startEnsure(window);
    await untilTrue(() => state.waits || state.result !== undefined);
    await fixture.until(() => state.result !== undefined);
    return state.result;
  };
  return { ...fixture, ensure, startEnsure, tryEnsure };
}

/** Starts `ensure` in a window and waits until it follows the started login. */
async function followEnsure(t: TestContext) {
  const fixture = await setUpEnsure(t);
  const window = fixture.openWindow();
  const started = fixture.startEnsure(window);
  await untilTrue(() => started.state.waits && fixture.service.streams === 1);
  return { ...fixture, window, ...started };
}

/** Returns a result with the connection reduced to its ID. */
function withConnectionId(result: EnsureResult | undefined): object | undefined {
  if (result === undefined || !("connection" in result)) return result;
  const { connection, ...rest } = result;
  return connection === undefined ? rest : { ...rest, of: connection.id };
}

/** Asserts that this is the result for the connection of the test. */
const assertResult = (result: EnsureResult | undefined, expected: object): void =>
  assert.deepEqual(withConnectionId(result), { ...expected, of: id });

describe("ensureTrackedLogin", () => {
  it("fetches only the connection if its last health check is recent", async (t) => {
    const { clock, ensure, openWindow, service } = await setUpEnsure(t);
    const checked = { last_auth_check_at: new Date(clock.passed - minute).toISOString() };
    service.overrides = { connection: { id, status: "AUTHENTICATED", ...checked } };
    assertResult(await ensure(openWindow()), { kind: "loggedIn" });
    assert.deepEqual(service.requests, ["connection"]);
  });

  it("resolves when the login that it started succeeds without user input", async (t) => {
    const { ensuring, service, state, window } = await followEnsure(t);
    service.end(id, "SUCCESS");
    await ensuring;
    assertResult(state.result, { kind: "loggedInAfterLogin" });
    assert.ok(state.result?.kind === "loggedInAfterLogin");
    assert.equal(state.result.connection.status, "AUTHENTICATED");
    assert.equal(service.count("login"), 1);
    assert.equal(window.login?.startedHere, true);
  });

  for (const [step, kind] of [
    ["AWAITING_INPUT", "asks"],
    ["AWAITING_EXTERNAL_ACTION", "confirms"],
  ] as const)
    it(`reports that the running login needs the user at step ${step}`, async (t) => {
      const { ensuring, service, state } = await followEnsure(t);
      service.step(id, step);
      await ensuring;
      assertResult(state.result, { kind: "needsPerson", need: { kind } });
      assert.equal(service.last(id)?.status, "IN_PROGRESS");
    });

  it("reports that the login needs the user if it hasn't ended after a minute", async (t) => {
    const { clock, state, until } = await followEnsure(t);
    const from = clock.passed;
    await until(() => state.result !== undefined);
    assertResult(state.result, { kind: "needsPerson", need: { kind: "undecided" } });
    assert.ok(clock.passed - from >= minute - 1000 && clock.passed - from <= minute + 1000);
  });

  for (const [status, code, expected] of [
    [
      "FAILED",
      "sms_code_required",
      { kind: "needsPerson", need: { kind: "failed", code: "sms_code_required" } },
    ],
    ["FAILED", "account_locked", { kind: "cannot", why: { kind: "failed", code: "account_locked" } }],
    ["FAILED", "network_error", { kind: "cannot", why: { kind: "failed", code: "network_error" } }],
    ["EXPIRED", undefined, { kind: "needsPerson", need: { kind: "expired" } }],
    ["CANCELED", undefined, { kind: "needsPerson", need: { kind: "canceled" } }],
  ] as const)
    it(`returns the outcome of a login that ends as ${status} with the code ${code}`, async (t) => {
      const { ensuring, service, state } = await followEnsure(t);
      service.end(id, status, code);
      await ensuring;
      assertResult(state.result, expected);
    });

  it("returns the outcome if the login ends before tracking starts", async (t) => {
    const { ensure, openWindow, service } = await setUpEnsure(t);
    const window = openWindow();
    const start = window.logins.start.bind(window.logins);
    const follow = t.mock.method(window.logins, "follow");
    t.mock.method(window.logins, "start", async (...args: Parameters<typeof start>) => {
      const started = await start(...args);
      await untilTrue(() => service.streams === 1);
      service.end(id, "SUCCESS");
      await untilTrue(() => window.login?.phase === "ended");
      return started;
    });
    assertResult(await ensure(window), { kind: "loggedInAfterLogin" });
    assert.equal(follow.mock.callCount(), 0, "the login has ended");
  });

  it("waits for a running login instead of starting a second login", async (t) => {
    const { startEnsure, openWindow, service, until } = await setUpEnsure(t);
    service.begin(id, "REAUTH");
    const { state } = startEnsure(openWindow());
    await untilTrue(() => state.waits);
    service.end(id, "SUCCESS");
    await until(() => state.result !== undefined);
    assert.deepEqual([state.result?.kind, service.count("login")], ["loggedInAfterLogin", 0]);
  });

  it("starts no login after invalid credentials until the user starts one", async (t) => {
    const { clock, ensure, openWindow, service, tryEnsure } = await setUpEnsure(t);
    const window = openWindow();
    service.begin(id, "REAUTH");
    service.end(id, "FAILED", "credentials_invalid");
    const refused = { kind: "needsPerson", need: { kind: "failed", code: "credentials_invalid" } };
    await clock.pass(11 * minute);
    assertResult(await ensure(window), refused);
    assert.equal(service.count("login"), 0);
    // A user action in one window counts in every window.
    await window.logins.times.noteUserAction(account, id);
    const other = openWindow();
    const started = await tryEnsure(other);
    assert.deepEqual([started?.kind, service.count("login")], ["needsPerson", 1]);
    service.end(id, "FAILED", "credentials_invalid");
    await clock.pass(11 * minute);
    assertResult(await ensure(other), refused);
    assert.equal(service.count("login"), 1);
  });

  it("starts a login even if the service has just refused the user's login request", async (t) => {
    const { clock, openWindow, service, tryEnsure } = await setUpEnsure(t);
    const window = openWindow();
    service.begin(id);
    service.end(id, "FAILED", "totp_code_rejected");
    await clock.pass(11 * minute);
    const body = `{"code":"too_many_pending_sessions","message":"Wait."}`;
    service.fate = (one) => (one === "login" ? { status: 409, body } : undefined);
    await window.logins.start(window.access, { id }, {}, signal);
    service.fate = () => undefined;
    await tryEnsure(window);
    assert.equal(service.started.length, 1);
  });

  it("starts no second login within ten minutes, even across windows and reloads", async (t) => {
    const { startEnsure, clock, ensure, openWindow, service, tryEnsure, until } = await setUpEnsure(t);
    // Without a timeline, only the stored time reveals the first login.
    service.hasTimeline = false;
    const first = openWindow();
    service.fate = (one) => (one === "login" ? "dropped" : undefined);
    const unanswered = startEnsure(first);
    await untilTrue(() => service.count("login") === 1);
    await until(() => unanswered.state.result !== undefined);
    assertResult(unanswered.state.result, { kind: "cannot", why: { kind: "unknown" } });
    await first.logins.close();
    service.fate = () => undefined;
    const second = openWindow();
    await clock.pass(8 * minute);
    const again = await ensure(second);
    assert.ok(again.kind === "cannot" && again.why.kind === "recent");
    assert.equal(service.count("login"), 1);
    await clock.pass(3 * minute);
    await tryEnsure(second);
    assert.equal(service.count("login"), 2);
  });

  it("starts only one login if several windows call it at once", async (t) => {
    const { startEnsure, openWindow, service, until } = await setUpEnsure(t);
    const windows = [openWindow(), openWindow(), openWindow()].map((window) => startEnsure(window));
    await untilTrue(() => windows.some(({ state }) => state.waits) && service.streams === 1);
    service.end(id, "SUCCESS");
    await until(() => windows.every(({ state }) => state.result !== undefined));
    assert.equal(service.count("login"), 1);
    for (const { state } of windows) assert.match(state.result?.kind ?? "", /^loggedIn/);
  });

  it("starts no login if another window completed a login after the first fetch", async (t) => {
    const { ensure, openWindow, service } = await setUpEnsure(t);
    const window = openWindow();
    let readings = 0;
    // Another window starts and completes a login after this window's first reading.
    service.beforeReply = (request) => {
      if (request === "timeline" && ++readings === 1) {
        service.begin(id);
        service.end(id, "SUCCESS");
      }
      return Promise.resolve();
    };
    assertResult(await ensure(window), { kind: "loggedIn" });
    assert.equal(service.count("login"), 0);
  });

  it("can start a login right after the service refused to start one", async (t) => {
    const { ensure, openWindow, service, tryEnsure } = await setUpEnsure(t);
    const window = openWindow();
    service.hasTimeline = false;
    service.fate = (one) => (one === "login" ? { status: 403 } : undefined);
    const refused = await ensure(window);
    assert.ok(refused.kind === "cannot" && refused.why.kind === "error");
    assert.equal(refused.why.error.kind, "forbidden");
    service.fate = () => undefined;
    await tryEnsure(window);
    assert.equal(service.started.length, 1);
  });

  it("finds the login's outcome without resending the request if the response is lost", async (t) => {
    const { startEnsure, openWindow, service, until } = await setUpEnsure(t);
    service.fate = (one) => (one === "login" ? "lost" : undefined);
    const { state } = startEnsure(openWindow());
    await until(() => state.waits && service.streams === 1);
    service.end(id, "SUCCESS");
    await until(() => state.result !== undefined);
    assert.deepEqual([state.result?.kind, service.count("login")], ["loggedInAfterLogin", 1]);
  });

  it("waits for a login that another client started first", async (t) => {
    const { startEnsure, openWindow, service, until } = await setUpEnsure(t);
    service.fate = (one) => {
      if (one !== "login") return undefined;
      service.begin(id);
      return { status: 409, body: `{"code":"conflict","message":"In progress."}` };
    };
    const { state } = startEnsure(openWindow());
    await until(() => state.waits);
    service.end(id, "SUCCESS");
    await until(() => state.result !== undefined);
    assert.deepEqual([state.result?.kind, service.count("login")], ["loggedInAfterLogin", 1]);
  });

  it("doesn't retry if the service refuses to start another login", async (t) => {
    const { ensure, openWindow, service } = await setUpEnsure(t);
    for (const code of ["too_many_pending_sessions", "conflict"]) {
      const before = service.count("login");
      const body = JSON.stringify({ code, message: "Wait." });
      service.fate = (one) => (one === "login" ? { status: 409, body } : undefined);
      const result = await ensure(openWindow());
      assert.ok(result.kind === "cannot" && result.why.kind === "error");
      assert.deepEqual([result.why.error.code, service.count("login") - before], [code, 1]);
    }
  });

  for (const [failure, fate, kind] of [
    ["refuses the token", { status: 401 }, "unauthorized"],
    ["can't be reached", "dropped", "offline"],
  ] as const)
    it(`fails if the service ${failure}`, async (t) => {
      const { startEnsure, openWindow, service, until } = await setUpEnsure(t);
      service.fate = () => fate;
      const { state } = startEnsure(openWindow());
      await until(() => state.result !== undefined);
      const { result } = state;
      assert.ok(result?.kind === "cannot" && result.why.kind === "error");
      assert.deepEqual([result.why.error.kind, service.count("login")], [kind, 0]);
    });

  it("fails if the connection is deleted or the timeline can't be fetched", async (t) => {
    const { startEnsure, ensure, openWindow, service, until } = await setUpEnsure(t);
    const body = `{"code":"not_found","message":"No such connection."}`;
    service.fate = () => ({ status: 404, body });
    assert.deepEqual(withConnectionId(await ensure(openWindow())), { kind: "cannot", why: { kind: "gone" } });
    service.fate = (one) => (one === "timeline" ? { status: 500 } : undefined);
    const { state } = startEnsure(openWindow());
    await until(() => state.result !== undefined);
    assert.ok(state.result?.kind === "cannot" && state.result.why.kind === "error");
    assert.equal(service.count("login"), 0);
  });

  it("stops on sign-out and deletes the account's stored login start times", async (t) => {
    const { ensuring, state, storage, window } = await followEnsure(t);
    const countStored = async (): Promise<number> => (await storedFiles(join(storage, "loginTimes"))).length;
    assert.equal(await countStored(), 1);
    window.become({ kind: "signedOut" });
    await ensuring;
    const why = { kind: "notFollowed", why: "signedOut" };
    assertResult(state.result, { kind: "cannot", why });
    await window.store.forget({ accountId: "somebody else" });
    assert.equal(await countStored(), 1);
    await window.store.forget({ accountId: account });
    assert.equal(await countStored(), 0);
  });

  it("reports that tracking was stopped by the user or a rejected token", async (t) => {
    for (const why of ["unauthorized", "left"] as const) {
      const { service, state, until, window } = await followEnsure(t);
      if (why === "left") window.logins.stop(account, id);
      else {
        service.fate = () => ({ status: 401 });
        service.cut(id, "break");
      }
      await until(() => state.result !== undefined);
      assertResult(state.result, { kind: "cannot", why: { kind: "notFollowed", why } });
    }
  });

  for (const request of ["connection", "timeline", "login", "events"] as const)
    it(`can be cancelled during the ${request} request and sends nothing afterwards`, async (t) => {
      const { startEnsure, openWindow, pass, service } = await setUpEnsure(t);
      const stop = new AbortController();
      service.fate = (one) => (one === request ? "silent" : undefined);
      const { ensuring, state } = startEnsure(openWindow(), stop.signal);
      await untilTrue(() => service.requests.includes(request));
      const sent = service.count("login");
      stop.abort();
      await ensuring;
      const runs = request === "login" || request === "events";
      assert.deepEqual(withConnectionId(state.result), { kind: "cancelled", runs });
      service.fate = () => undefined;
      await pass(5000);
      assert.equal(service.count("login"), sent);
    });

  it("sends nothing if its signal has already been aborted", async (t) => {
    const { ensure, openWindow, service } = await setUpEnsure(t);
    const result = await ensure(openWindow(), AbortSignal.abort());
    assert.deepEqual([result, service.requests], [{ kind: "cancelled", runs: false }, []]);
  });

  it("stores neither the connection's data nor its plain ID", async (t) => {
    const { storage } = await followEnsure(t);
    const files = await storedFiles(join(storage, "loginTimes"));
    assert.deepEqual(
      files.map(({ name }) => /^[0-9a-f]{64}-started\.json$/.test(name)),
      [true],
    );
  });
});

describe("ensureAndUpdateRows", () => {
  const ids = ["ma_1", "ma_2", "ma_3", "ma_4", "ma_5"];

  async function ensureScene(t: TestContext) {
    const fixture = await setUpEnsure(t);
    const { access, logins, connections } = fixture.openWindow();
    const model = { ...connections, updateRow: () => undefined, state: {} };
    const parts = { clock: fixture.clock, connections: model, logins, memory: new LoginMemory() };
    const ensureAll = async (stop = signal, settled = (): void => undefined) => {
      const all = await ensureAndUpdateRows(inPart(parts), access, ids, { settled, signal: stop });
      return all.map(({ ensured }) => ensured);
    };
    return { ...fixture, ensureAll };
  }

  it("runs two logins at a time and returns results in order", async (t) => {
    const { ensureAll, service, until } = await ensureScene(t);
    let [settled, maxRunning] = [0, 0];
    let results: readonly EnsureResult[] | undefined;
    void ensureAll(signal, () => {
      settled++;
    }).then((all) => (results = all));
    const statuses = new Map([
      ["ma_2", "FAILED"],
      ["ma_4", "EXPIRED"],
    ]);
    await until(() => {
      const running = ids.filter((one) => service.last(one)?.status === "IN_PROGRESS");
      maxRunning = Math.max(maxRunning, running.length);
      if (running.length === 2 || settled === 4)
        for (const one of running) service.end(one, statuses.get(one) ?? "SUCCESS");
      return results !== undefined;
    });
    const success = "loggedInAfterLogin";
    assert.deepEqual(
      results?.map(({ kind }) => kind),
      [success, "needsPerson", success, "needsPerson", success],
    );
    assert.deepEqual([maxRunning, settled, service.count("login")], [2, 5, 5]);
  });

  it("sends no further requests once the token is refused", async (t) => {
    const { ensureAll, outcome, service } = await ensureScene(t);
    service.fate = () => ({ status: 401 });
    const results = await outcome(ensureAll());
    assert.ok(results.every((one) => one.kind === "cannot" && one.why.kind === "error"));
    assert.equal(service.requests.length, 2);
  });

  it("starts no further logins after it is aborted", async (t) => {
    const { ensureAll, service } = await ensureScene(t);
    const stop = new AbortController();
    const ensuring = ensureAll(stop.signal);
    await untilTrue(() => service.streams === 2);
    stop.abort();
    const cancelled = (await ensuring).map((one) => (one.kind === "cancelled" ? one.runs : one.kind));
    assert.deepEqual([cancelled, service.count("login")], [[true, true, false, false, false], 2]);
  });
});
