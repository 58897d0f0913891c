// Tests the number of attempts, the delays between them, and the resulting outcome.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServiceDispatcher, DispatchedResponse, DispatchOptions } from "../../../src/api/dispatcher.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import { deleteProxy } from "../../../src/api/operations.ts";
import { RetryBudget } from "../../../src/api/retryPolicy.ts";
import { bench, type Bench, create, entitlementsJson, errorJson, errorOf, read, remove } from "./support.ts";
import { fullConnection } from "../../support/fullConnection.ts";
import { column } from "../../support/rows.ts";

type Step =
  | readonly [status: number, body?: string, headers?: Record<string, string>]
  | Error
  | "hang"
  /** Returns a response head with this status and no body. */
  | { readonly headOf: number };

/** Plays one step per request and counts the requests. */
class Script implements ServiceDispatcher {
  requests = 0;
  onRequest: (number: number) => void = () => undefined;
  readonly #steps: readonly Step[];

  constructor(...steps: Step[]) {
    this.#steps = steps;
  }

  request(options: DispatchOptions): Promise<DispatchedResponse> {
    const step = this.#steps[this.requests++];
    this.onRequest(this.requests);
    if (step === undefined) return Promise.reject(new Error("one request too many"));
    // Ignores the signal, because dispatchers may do so.
    if (step === "hang") return new Promise(() => undefined);
    if ("headOf" in step) return Promise.resolve({ statusCode: step.headOf, headers: {}, body: silent });
    if (step instanceof Error) return Promise.reject(step);
    const [statusCode, body = "", headers = {}] = step;
    assert.ok(!options.signal.aborted);
    return Promise.resolve({ statusCode, headers, body: chunks(body) });
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

const silent: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
};

// eslint-disable-next-line @typescript-eslint/require-await -- bodies are async by nature
async function* chunks(body: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(body);
}

/** A client of a service that plays these steps. */
function playing(...steps: Step[]) {
  const script = new Script(...steps);
  return { script, setup: bench(script) };
}

const system = (code: string, extra: object = {}) =>
  Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("x"), { code, ...extra }) });
/** The error of undici's tunnel if a proxy rejects the request. */
const proxied = (status: number) =>
  system("UND_ERR_ABORTED", { message: `Proxy response (${status}) !== 200 when HTTP Tunneling` });
/** Node's error after trying all addresses of a host. Only the nested errors name the failed call. */
const eachOf = (code: string, ...syscalls: string[]) =>
  new TypeError("fetch failed", {
    cause: Object.assign(
      new AggregateError(syscalls.map((syscall) => Object.assign(new Error("x"), { code, syscall }))),
      { code },
    ),
  });
const chromium = (code: string) => new Error(`net::${code}`);
const reset = system("ECONNRESET", { syscall: "read" });
const refused = system("ECONNREFUSED", { syscall: "connect" });

const created: Step = [201, fullConnection];
const entitled: Step = [200, entitlementsJson];
const notFound: Step = [404, errorJson("not_found")];

const removeProxy = ({ client, signal }: Bench) => client.call(deleteProxy, { path: { id: "p" } }, signal);

/** One step per request. The end is `ok`, or `kind` and `sent` of the failure. */
type Case = readonly [steps: readonly Step[], end: string, pauses?: readonly number[]];
type Cases = Readonly<Record<string, Case>>;

const limited = (retryAfter: string): Step => [429, "", { "retry-after": retryAfter }];
const busy = (retryAfter: string): Step => [503, "", { "retry-after": retryAfter }];

// The fake clock's random number is 0.5, so full jitter waits 250, 500, 1000 … milliseconds.
const reading: Cases = {
  "not sent, twice, then successful": [[refused, system("EAI_AGAIN"), entitled], "ok", [250, 500]],
  "not sent, three times": [[refused, refused, refused], "offline no"],
  "broken, twice, then successful": [[reset, reset, entitled], "ok", [250, 500]],
  "500, three times": [[[500], [502], [503]], "server no"],
  "501": [[[501]], "server no"],
  "505": [[[505]], "server no"],
  "524, then successful": [[[524], entitled], "ok"],
  "408 and 425, then successful": [[[408], [425], entitled], "ok"],
  "400": [[[400]], "invalid refused"],
  "403": [[[403]], "forbidden refused"],
  "404": [[notFound], "notFound refused"],
  redirected: [[[307, "", { location: "https://x.test" }]], "redirected no"],
  "unreadable, then successful": [[[200, "{"], entitled], "ok", [250]],
  "unreadable, twice": [
    [
      [200, "{"],
      [200, "<html>"],
    ],
    "unreadable no",
  ],
  "an HTML page with 502": [[[502, "<html>"], [502, "<html>"], entitled], "ok"],
  "limited without a time": [[[429], [429], entitled], "ok", [250, 500]],
  "limited with a time": [[limited("5"), entitled], "ok", [5000]],
  "limited for no time": [[limited("0"), entitled], "ok", [250]],
  "limited for the whole time limit of 30 seconds": [[limited("30")], "limited refused", []],
  "limited for 29 seconds": [[limited("29"), entitled], "ok", [29_000]],
  "limited for 31 seconds": [[limited("31")], "limited refused"],
  "limited for an hour": [[limited("3600")], "limited refused"],
  "limited for 317 years": [[limited("9999999999")], "limited refused"],
  "limited with an invalid time": [[limited("-5"), limited("soon"), entitled], "ok", [250, 500]],
  "busy until a date": [
    [
      [503, "", { date: "Fri, 20 Nov 2026 23:00:00 GMT", "retry-after": "Fri, 20 Nov 2026 23:00:07 GMT" }],
      entitled,
    ],
    "ok",
    [7000],
  ],
  "to a wrong certificate": [[system("CERT_HAS_EXPIRED")], "certificate no"],
  "through a proxy that refuses": [[system("UND_ERR_ABORTED")], "proxyRefused no"],
  "through a proxy that asks for a login": [[proxied(407)], "proxyLogin no"],
  "through a proxy that can't connect": [[proxied(502)], "proxyRefused no"],
};

const creating: Cases = {
  "not sent, twice, then successful": [[refused, system("ENOTFOUND"), created], "ok", [250, 500]],
  "not sent, three times": [[refused, refused, refused], "offline no"],
  broken: [[reset], "offline unknown"],
  "on a stale connection": [[system("UND_ERR_SOCKET")], "offline unknown"],
  "unreachable while reading": [[system("EHOSTUNREACH", { syscall: "read" })], "offline unknown"],
  "unreachable while connecting": [[system("ETIMEDOUT", { syscall: "connect" }), created], "ok"],
  "to several addresses, none of which is reached, twice": [
    [eachOf("ETIMEDOUT", "connect", "connect"), eachOf("ENETUNREACH", "connect", "getaddrinfo"), created],
    "ok",
    [250, 500],
  ],
  "to several addresses, one of which breaks later": [
    [eachOf("ECONNREFUSED", "connect", "read")],
    "offline unknown",
  ],
  "to several addresses, one without a reported call": [
    [eachOf("ETIMEDOUT", "connect", "")],
    "offline unknown",
  ],
  "to a server without TLS, then with an old version": [
    [system("ERR_SSL_WRONG_VERSION_NUMBER"), system("ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE"), created],
    "ok",
  ],
  "late TLS 1.3 request for a client certificate": [
    [system("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED")],
    "offline unknown",
  ],
  "through Chromium, not sent, twice, then successful": [
    [chromium("ERR_NAME_NOT_RESOLVED"), chromium("ERR_CONNECTION_TIMED_OUT"), created],
    "ok",
  ],
  "through Chromium, possibly sent": [[chromium("ERR_INTERNET_DISCONNECTED")], "offline unknown"],
  "through Chromium to a wrong certificate": [[chromium("ERR_CERT_AUTHORITY_INVALID")], "certificate no"],
  "through Chromium and a proxy that can't connect": [
    [chromium("ERR_TUNNEL_CONNECTION_FAILED")],
    "proxyRefused no",
  ],
  "failure with a code only in the message": [
    [new Error("it said net::ERR_CONNECTION_REFUSED")],
    "offline unknown",
  ],
  "fails without a code": [[new TypeError("fetch failed")], "offline unknown"],
  "500": [[[500]], "server unknown"],
  "408": [[[408, "", { "retry-after": "1" }]], "server unknown"],
  "425": [[[425, "", { "retry-after": "1" }]], "refused refused"],
  "409": [[[409, errorJson("already_exists")]], "conflict refused"],
  unreadable: [[[201, "{"]], "unreadable unknown"],
  "limited without a time": [[[429]], "limited refused"],
  "limited with an invalid time": [[limited("soon")], "limited refused"],
  "limited with a time, twice": [[limited("2"), busy("3"), created], "ok", [2000, 3000]],
  "limited for 30 seconds": [[limited("30"), created], "ok", [30_000]],
  "limited for 31 seconds": [[limited("31")], "limited refused"],
  "limited, then broken": [[limited("2"), reset], "offline unknown"],
  "busy without a time": [[[503]], "server unknown"],
  "busy with a time, three times": [[busy("1"), busy("1"), busy("1")], "limited refused"],
  "to a wrong certificate": [[system("ERR_TLS_CERT_ALTNAME_INVALID")], "certificate no"],
};

const deleting: Cases = {
  "busy for 31 seconds": [[busy("31")], "limited refused"],
  "not sent, twice, then successful": [[refused, refused, [204]], "ok"],
  "broken, then gone": [[reset, notFound], "ok", [250]],
  "broken, then successful": [[reset, [204]], "ok"],
  "broken, twice": [[reset, reset], "offline unknown"],
  "broken, then not sent": [[reset, refused], "offline unknown"],
  "broken, then limited": [[reset, limited("1")], "limited unknown"],
  "broken, then in use": [[reset, [409, errorJson("in_use")]], "conflict refused"],
  "broken, then 401": [[reset, [401]], "unauthorized unknown"],
  "broken, then a 404 without a message": [[reset, [404, `{"code":"not_found"}`]], "notFound unknown"],
  "broken, then an HTML page": [[reset, [404, "<html>"]], "unreadable unknown"],
  "broken, then no projects": [[reset, [404, errorJson("projects_disabled")]], "notFound unknown"],
  "broken, then an unknown project": [[reset, [404, errorJson("project_not_found")]], "notFound unknown"],
  "not sent, then not found": [[refused, notFound], "notFound refused"],
  "500, then gone": [[[500], notFound], "ok"],
  "408, then gone": [[[408], notFound], "ok"],
  "408, twice": [[[408], [408]], "server unknown"],
  "408, then broken": [[[408], reset], "offline unknown"],
  "408 with a time beyond ten seconds": [[[408, "", { "retry-after": "11" }]], "server unknown"],
  "limited for 11 seconds": [[limited("11"), [204]], "ok"],
  "in use": [[[409, errorJson("in_use")]], "conflict refused"],
  "501": [[[501]], "server unknown"],
  "an HTML page": [[[200, "<html>"]], "unreadable unknown"],
};

const deletingById: Cases = {
  "by ID: 408 twice, then successful": [[[408], [408], [204]], "ok"],
  "of a proxy: broken, then in use": [[reset, [400, errorJson("resource_in_use")]], "invalid refused"],
  "of a proxy: broken, then invalid": [[reset, [400, errorJson("bad_request")]], "invalid unknown"],
};

const describeEnd = (outcome: Outcome<unknown>) =>
  outcome.kind === "failed" ? `${outcome.error.kind} ${outcome.error.sent}` : outcome.kind;

describe("Retries", () => {
  for (const [method, run, cases] of [
    ["GET", read, reading],
    ["POST", create, creating],
    ["DELETE", remove, deleting],
    ["DELETE", removeProxy, deletingById],
  ] as const)
    for (const [attempts, [steps, end, pauses]] of Object.entries(cases))
      it(`end a ${method} request with the result '${end}' after the attempts "${attempts}"`, async () => {
        const { setup, script } = playing(...steps);
        assert.equal(describeEnd(await run(setup)), end);
        assert.equal(script.requests, steps.length);
        assert.deepEqual(
          column(setup.log, "attempt"),
          steps.map((_, index) => index + 1),
        );
        if (pauses !== undefined) assert.deepEqual(setup.clock.pauses, pauses);
      });

  it("return the Retry-After value of a 429 response with the error", async () => {
    const error = errorOf(await read(bench(new Script(limited("3600")))));
    assert.ok(error.kind === "limited");
    assert.equal(error.retryAfterSeconds, 3600);
  });

  it("treat 404 after a lost deletion response as success", async () => {
    const outcome = await remove(bench(new Script(reset, notFound)));
    assert.deepEqual(outcome, { kind: "ok", value: undefined, raw: undefined, status: 404 });
  });

  it("wait for a random time whose maximum doubles with each retry", async () => {
    const setup = bench(new Script(reset, reset, entitled));
    setup.clock.chance = 0.999;
    await read(setup);
    assert.deepEqual(setup.clock.pauses, [499.5, 999]);
  });

  it("are limited to ten per minute across all clients of a window", async () => {
    const script = new Script(...Array.from({ length: 17 }, () => refused), entitled);
    const budget = new RetryBudget();
    const counts: number[] = [];
    let time = Date.UTC(2026, 10, 20);
    for (let operation = 0; operation < 6; operation++) {
      const before = script.requests;
      const setup = bench(script, { budget });
      setup.clock.time = time;
      await read(setup);
      time = setup.clock.time;
      counts.push(script.requests - before);
    }
    assert.deepEqual(counts, [3, 3, 3, 3, 3, 1]);
    const later = bench(script, { budget });
    later.clock.time = time + 60_000;
    assert.equal((await read(later)).kind, "ok");
    assert.equal(script.requests, 18);
  });

  for (const [nextResult, steps, end, requests] of [
    ["a success", [reset, [401], [204]], "ok", 3],
    // The other token may belong to another project.
    ["a 404", [reset, [401], notFound], "notFound unknown", 3],
    ["a broken connection", [reset, [401], reset], "offline unknown", 3],
    ["another 401", [reset, [401], [401]], "unauthorized unknown", 3],
  ] as const satisfies readonly (readonly [string, readonly Step[], string, number])[])
    it(`resend a deletion once with a new token after 401 and stop after ${nextResult}`, async () => {
      const { setup, script } = playing(...steps);
      setup.tokens = ["old-token", "new-token"];
      assert.equal(describeEnd(await remove(setup)), end);
      assert.equal(script.requests, requests);
      assert.deepEqual(setup.clock.pauses, [250]);
    });

  it("don't resend a deletion with a new token after ten seconds", async () => {
    const { setup, script } = playing(reset, [401], [204]);
    setup.tokens = ["old-token", "new-token"];
    script.onRequest = (number) => (setup.clock.time += number === 2 ? 10_001 : 0);
    assert.equal(describeEnd(await remove(setup)), "unauthorized unknown");
    assert.equal(script.requests, 2);
  });

  it("don't repeat a deletion after the system clock jumps forwards or backwards", async () => {
    for (const slept of [10_001, -5_000]) {
      const { setup, script } = playing(reset, [204]);
      setup.clock.onPause = () => (setup.clock.time += slept);
      assert.equal(describeEnd(await remove(setup)), "offline unknown");
      assert.equal(script.requests, 1);
    }
  });

  it("don't repeat a deletion later than 45 seconds after the first attempt", async () => {
    for (const [took, requests] of [
      [44_700, 2],
      [44_800, 1],
    ] as const) {
      const { setup, script } = playing(reset, [204]);
      // Simulates a laptop that is suspended while the first response is pending.
      script.onRequest = () => (setup.clock.time += took);
      await remove(setup);
      assert.equal(script.requests, requests, `after ${took} ms`);
    }
  });

  it("stop when the operation's timeout has passed", async () => {
    const { setup, script } = playing(reset, entitled);
    setup.clock.onPause = () => (setup.clock.time += 30_000);
    assert.equal(describeEnd(await read(setup)), "offline no");
    assert.equal(script.requests, 1);
  });
});

describe("Timeouts", () => {
  for (const [method, run, attemptMs, sent] of [
    ["GET", read, 10_000, "no"],
    ["POST", create, 60_000, "unknown"],
    ["DELETE", remove, 30_000, "unknown"],
  ] as const)
    it(`end an unanswered ${method} attempt after ${attemptMs} ms`, async () => {
      const { setup, script } = playing("hang", "hang", "hang");
      script.onRequest = () => setImmediate(() => setup.clock.expire());
      const error = errorOf(await run(setup));
      assert.ok(error.kind === "timeout");
      assert.equal(error.sent, sent);
      assert.equal(error.host, "api.example.test");
      assert.equal(setup.clock.timers[0], attemptMs);
      assert.equal(error.afterMs, setup.clock.timers.at(-1));
      assert.equal(script.requests, { GET: 3, POST: 1, DELETE: 2 }[method]);
      const total =
        setup.clock.timers.reduce((sum, ms) => sum + ms, 0) +
        setup.clock.pauses.reduce((sum, ms) => sum + ms, 0);
      assert.ok(total <= { GET: 30_000, POST: 90_000, DELETE: 60_000 }[method], String(total));
    });
});

describe("A cancelled request", () => {
  it("sends nothing if cancelled before it starts", async () => {
    const script = new Script();
    for (const run of [read, create, remove]) {
      const setup = bench(script);
      setup.controller.abort();
      assert.deepEqual(await run(setup), { kind: "cancelled", sent: "no" });
    }
    assert.equal(script.requests, 0);
  });

  it("sends nothing if cancelled while the token is loading", async () => {
    const setup = bench(new Script(), { token: () => new Promise(() => undefined) });
    setImmediate(() => setup.controller.abort());
    assert.deepEqual(await create(setup), { kind: "cancelled", sent: "no" });
  });

  for (const [method, run, sent] of [
    ["GET", read, "no"],
    ["POST", create, "unknown"],
    ["DELETE", remove, "unknown"],
  ] as const)
    it(`reports the effect '${sent}' for a ${method} without a response`, async () => {
      const { setup, script } = playing("hang");
      script.onRequest = () => setImmediate(() => setup.controller.abort());
      assert.deepEqual(await run(setup), { kind: "cancelled", sent });
      assert.equal(script.requests, 1);
      assert.deepEqual(column(setup.log, "kind"), ["cancelled"]);
    });

  it("ends even if reading the response body ignores the abort signal", async () => {
    const { setup, script } = playing({ headOf: 200 });
    script.onRequest = () => setImmediate(() => setup.controller.abort());
    assert.deepEqual(await create(setup), { kind: "cancelled", sent: "unknown" });
  });

  for (const [method, run, status, end] of [
    ["DELETE", remove, 409, "conflict refused"],
    ["POST", create, 409, "conflict refused"],
    ["POST", create, 403, "forbidden refused"],
    // The effect is unknown, and a cancelled caller must not send anything else.
    ["POST", create, 500, "cancelled unknown"],
    ["DELETE", remove, 500, "cancelled unknown"],
    ["DELETE", remove, 408, "cancelled unknown"],
    ["DELETE", remove, 429, "cancelled no"],
    ["GET", read, 404, "cancelled no"],
  ] as const)
    it(`ends as '${end}' if a ${method} response has status ${status} but no body`, async () => {
      const { setup, script } = playing({ headOf: status });
      script.onRequest = () => setImmediate(() => setup.controller.abort());
      const outcome = await run(setup);
      assert.equal(outcome.kind === "cancelled" ? `cancelled ${outcome.sent}` : describeEnd(outcome), end);
      assert.equal(script.requests, 1);
    });

  for (const [attempt, run, step, sent] of [
    ["a rate-limited POST", create, limited("5"), "no"],
    ["a POST that wasn't sent", create, refused, "no"],
    ["a DELETE with a broken connection", remove, reset, "unknown"],
    ["a GET with a broken connection", read, reset, "no"],
  ] as const)
    it(`isn't retried if cancelled during the pause after ${attempt}`, async () => {
      const { setup, script } = playing(step);
      setup.clock.onPause = () => setup.controller.abort();
      assert.deepEqual(await run(setup), { kind: "cancelled", sent });
      assert.equal(script.requests, 1);
      assert.equal(setup.log.length, 1, "no other attempt begins");
    });

  it("ends at once if cancelled during the pause before a retry", async () => {
    const { systemClock } = await import("../../../src/api/clock.ts");
    const controller = new AbortController();
    const pause = systemClock.sleep(60_000, controller.signal);
    controller.abort();
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    assert.equal(await Promise.race([pause, turn]), false);
    assert.equal(await systemClock.sleep(1, new AbortController().signal), true);
    assert.equal(await systemClock.sleep(60_000, controller.signal), false);
  });
});

describe("A request without a dispatcher", () => {
  it("sends nothing and fails without a retry", async () => {
    let lookups = 0;
    const setup = bench({
      for: () => {
        lookups++;
        return Promise.reject(Object.assign(new Error("x"), { code: "MODULE_NOT_FOUND" }));
      },
    });
    assert.deepEqual(errorOf(await create(setup)), {
      kind: "offline",
      sent: "no",
      reason: "MODULE_NOT_FOUND",
      host: "api.example.test",
    });
    assert.equal(lookups, 1);
  });
});

describe("A request that is waiting for its dispatcher", () => {
  it("sends nothing if it is cancelled", async () => {
    const script = new Script(created);
    const late = Promise.withResolvers<ServiceDispatcher>();
    const setup = bench({ for: () => late.promise });
    setImmediate(() => setup.controller.abort());
    assert.deepEqual(await create(setup), { kind: "cancelled", sent: "no" });
    late.resolve(script);
    await new Promise(setImmediate);
    assert.equal(script.requests, 0);
  });
});
