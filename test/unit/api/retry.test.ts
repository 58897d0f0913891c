// When a request is sent again, how long before, and what is known afterwards.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServiceDispatcher } from "../../../src/api/dispatcher.ts";
import type { DispatchedResponse } from "../../../src/api/dispatcher.ts";
import type { DispatchOptions } from "../../../src/api/dispatcher.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import { deleteProxy } from "../../../src/api/operations.ts";
import { RetryBudget } from "../../../src/api/policy.ts";
import {
  bench,
  type Bench,
  create,
  entitlementsJson,
  errorJson,
  errorOf,
  managedAuthJson,
  read,
  remove,
} from "./support.ts";

type Step =
  | readonly [status: number, body?: string, headers?: Record<string, string>]
  | Error
  | "hang"
  /** Gives the head of an answer with this status, and no body. */
  | { readonly headOf: number };

/** Plays one step for each request and counts them. */
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
    // Takes no notice of the signal, so that nobody can rely on a dispatcher that does.
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

const system = (code: string, extra: object = {}) =>
  Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("x"), { code, ...extra }) });
/** What undici ends a tunnel with that a proxy refused. */
const proxied = (status: number) =>
  system("UND_ERR_ABORTED", { message: `Proxy response (${status}) !== 200 when HTTP Tunneling` });
/** What Node ends with once it has tried the addresses of a host in turn: which call failed stands in each alone. */
const eachOf = (code: string, ...syscalls: string[]) =>
  new TypeError("fetch failed", {
    cause: Object.assign(
      new AggregateError(syscalls.map((syscall) => Object.assign(new Error("x"), { code, syscall }))),
      { code },
    ),
  });
/** What Electron's fetch rejects with. */
const chromium = (code: string) => new Error(`net::${code}`);
const reset = system("ECONNRESET", { syscall: "read" });
const refused = system("ECONNREFUSED", { syscall: "connect" });

const created: Step = [201, managedAuthJson];
const entitled: Step = [200, entitlementsJson];
const gone: Step = [404, errorJson("not_found")];

const removeProxy = ({ client, signal }: Bench) => client.call(deleteProxy, { path: { id: "p" } }, signal);

interface Case {
  readonly run: (made: Bench) => Promise<Outcome<unknown>>;
  readonly steps: readonly Step[];
  /** What the outcome is: `ok`, or kind and `sent` of the failure. */
  readonly end: string;
  /** Requests; without it, one for each step. */
  readonly requests?: number;
  readonly pauses?: readonly number[];
}

const limited = (retryAfter: string): Step => [429, "", { "retry-after": retryAfter }];
const busy = (retryAfter: string): Step => [503, "", { "retry-after": retryAfter }];

// The clock's chance is 0.5: pauses of full jitter are 250, 500, 1000 … milliseconds.
const cases: Record<string, Case> = {
  "GET not sent, twice, then fine": {
    run: read,
    steps: [refused, system("EAI_AGAIN"), entitled],
    end: "ok",
    pauses: [250, 500],
  },
  "GET not sent, three times": { run: read, steps: [refused, refused, refused], end: "offline no" },
  "GET broken, twice, then fine": {
    run: read,
    steps: [reset, reset, entitled],
    end: "ok",
    pauses: [250, 500],
  },
  "GET 500, three times": { run: read, steps: [[500], [502], [503]], end: "server no" },
  "GET 501": { run: read, steps: [[501]], end: "server no" },
  "GET 505": { run: read, steps: [[505]], end: "server no" },
  "GET 524, then fine": { run: read, steps: [[524], entitled], end: "ok" },
  "GET 408 and 425, then fine": { run: read, steps: [[408], [425], entitled], end: "ok" },
  "GET 400": { run: read, steps: [[400]], end: "invalid refused" },
  "GET 403": { run: read, steps: [[403]], end: "forbidden refused" },
  "GET 404": { run: read, steps: [gone], end: "notFound refused" },
  "GET redirected": { run: read, steps: [[307, "", { location: "https://x.test" }]], end: "redirected no" },
  "GET unreadable, then fine": { run: read, steps: [[200, "{"], entitled], end: "ok", pauses: [250] },
  "GET unreadable, twice": {
    run: read,
    steps: [
      [200, "{"],
      [200, "<html>"],
    ],
    end: "unreadable no",
  },
  "GET a page with 502": { run: read, steps: [[502, "<html>"], [502, "<html>"], entitled], end: "ok" },
  "GET limited without a time": { run: read, steps: [[429], [429], entitled], end: "ok", pauses: [250, 500] },
  "GET limited with a time": { run: read, steps: [limited("5"), entitled], end: "ok", pauses: [5000] },
  "GET limited for no time": { run: read, steps: [limited("0"), entitled], end: "ok", pauses: [250] },
  "GET limited for 30 seconds of 30": {
    run: read,
    steps: [limited("30")],
    end: "limited refused",
    pauses: [],
  },
  "GET limited for 29 seconds": { run: read, steps: [limited("29"), entitled], end: "ok", pauses: [29_000] },
  "GET limited for 31 seconds": { run: read, steps: [limited("31")], end: "limited refused" },
  "GET limited for an hour": { run: read, steps: [limited("3600")], end: "limited refused" },
  "GET limited for 317 years": { run: read, steps: [limited("9999999999")], end: "limited refused" },
  "GET limited, unreadably": {
    run: read,
    steps: [limited("-5"), limited("soon"), entitled],
    end: "ok",
    pauses: [250, 500],
  },
  "GET busy until a date": {
    run: read,
    steps: [
      [503, "", { date: "Fri, 20 Nov 2026 23:00:00 GMT", "retry-after": "Fri, 20 Nov 2026 23:00:07 GMT" }],
      entitled,
    ],
    end: "ok",
    pauses: [7000],
  },
  "GET to a wrong certificate": { run: read, steps: [system("CERT_HAS_EXPIRED")], end: "certificate no" },
  "GET through a proxy that refuses": {
    run: read,
    steps: [system("UND_ERR_ABORTED")],
    end: "proxyRefused no",
  },
  "GET through a proxy that asks for a login": { run: read, steps: [proxied(407)], end: "proxyLogin no" },
  "GET through a proxy that does not get through": {
    run: read,
    steps: [proxied(502)],
    end: "proxyRefused no",
  },

  "POST not sent, twice, then fine": {
    run: create,
    steps: [refused, system("ENOTFOUND"), created],
    end: "ok",
    pauses: [250, 500],
  },
  "POST not sent, three times": { run: create, steps: [refused, refused, refused], end: "offline no" },
  "POST broken": { run: create, steps: [reset], end: "offline unknown" },
  "POST on a stale connection": { run: create, steps: [system("UND_ERR_SOCKET")], end: "offline unknown" },
  "POST unreachable while reading": {
    run: create,
    steps: [system("EHOSTUNREACH", { syscall: "read" })],
    end: "offline unknown",
  },
  "POST unreachable while connecting": {
    run: create,
    steps: [system("ETIMEDOUT", { syscall: "connect" }), created],
    end: "ok",
  },
  "POST to several addresses, none of which is reached, twice": {
    run: create,
    steps: [
      eachOf("ETIMEDOUT", "connect", "connect"),
      eachOf("ENETUNREACH", "connect", "getaddrinfo"),
      created,
    ],
    end: "ok",
    pauses: [250, 500],
  },
  "POST to several addresses, one of which breaks later": {
    run: create,
    steps: [eachOf("ECONNREFUSED", "connect", "read")],
    end: "offline unknown",
  },
  "POST to several addresses, of one of which nothing is said": {
    run: create,
    steps: [eachOf("ETIMEDOUT", "connect", "")],
    end: "offline unknown",
  },
  "POST to what speaks no TLS, then an old one": {
    run: create,
    steps: [
      system("ERR_SSL_WRONG_VERSION_NUMBER"),
      system("ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE"),
      created,
    ],
    end: "ok",
  },
  "POST that TLS 1.3 wants a certificate for, late": {
    run: create,
    steps: [system("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED")],
    end: "offline unknown",
  },
  "POST through Chromium, not sent, twice, then fine": {
    run: create,
    steps: [chromium("ERR_NAME_NOT_RESOLVED"), chromium("ERR_CONNECTION_TIMED_OUT"), created],
    end: "ok",
  },
  "POST through Chromium, which may have been sent": {
    run: create,
    steps: [chromium("ERR_INTERNET_DISCONNECTED")],
    end: "offline unknown",
  },
  "POST through Chromium to a wrong certificate": {
    run: create,
    steps: [chromium("ERR_CERT_AUTHORITY_INVALID")],
    end: "certificate no",
  },
  "POST through Chromium and a proxy that does not get through": {
    run: create,
    steps: [chromium("ERR_TUNNEL_CONNECTION_FAILED")],
    end: "proxyRefused no",
  },
  "POST fails in words that hold a code": {
    run: create,
    steps: [new Error("it said net::ERR_CONNECTION_REFUSED")],
    end: "offline unknown",
  },
  "POST fails without a code": {
    run: create,
    steps: [new TypeError("fetch failed")],
    end: "offline unknown",
  },
  "POST 500": { run: create, steps: [[500]], end: "server unknown" },
  "POST 408": { run: create, steps: [[408, "", { "retry-after": "1" }]], end: "server unknown" },
  "POST 425": { run: create, steps: [[425, "", { "retry-after": "1" }]], end: "refused refused" },
  "POST 409": { run: create, steps: [[409, errorJson("already_exists")]], end: "conflict refused" },
  "POST unreadable": { run: create, steps: [[201, "{"]], end: "unreadable unknown" },
  "POST limited without a time": { run: create, steps: [[429]], end: "limited refused" },
  "POST limited, unreadably": { run: create, steps: [limited("soon")], end: "limited refused" },
  "POST limited with a time, twice": {
    run: create,
    steps: [limited("2"), busy("3"), created],
    end: "ok",
    pauses: [2000, 3000],
  },
  "POST limited for 30 seconds": {
    run: create,
    steps: [limited("30"), created],
    end: "ok",
    pauses: [30_000],
  },
  "POST limited for 31 seconds": { run: create, steps: [limited("31")], end: "limited refused" },
  "DELETE busy for 31 seconds": { run: remove, steps: [busy("31")], end: "limited refused" },
  "POST limited, then broken": { run: create, steps: [limited("2"), reset], end: "offline unknown" },
  "POST busy without a time": { run: create, steps: [[503]], end: "server unknown" },
  "POST busy with a time, three times": {
    run: create,
    steps: [busy("1"), busy("1"), busy("1")],
    end: "limited refused",
  },
  "POST to a wrong certificate": {
    run: create,
    steps: [system("ERR_TLS_CERT_ALTNAME_INVALID")],
    end: "certificate no",
  },

  "DELETE not sent, twice, then fine": { run: remove, steps: [refused, refused, [204]], end: "ok" },
  "DELETE broken, then gone": { run: remove, steps: [reset, gone], end: "ok", pauses: [250] },
  "DELETE broken, then fine": { run: remove, steps: [reset, [204]], end: "ok" },
  "DELETE broken, twice": { run: remove, steps: [reset, reset], end: "offline unknown" },
  "DELETE broken, then not sent": { run: remove, steps: [reset, refused], end: "offline unknown" },
  "DELETE broken, then limited": { run: remove, steps: [reset, limited("1")], end: "limited unknown" },
  "DELETE broken, then in use": {
    run: remove,
    steps: [reset, [409, errorJson("in_use")]],
    end: "conflict refused",
  },
  "DELETE broken, then 401": { run: remove, steps: [reset, [401]], end: "unauthorized unknown" },
  "DELETE broken, then not found without words": {
    run: remove,
    steps: [reset, [404]],
    end: "notFound unknown",
  },
  "DELETE broken, then a page": { run: remove, steps: [reset, [404, "<html>"]], end: "unreadable unknown" },
  "DELETE broken, then no projects": {
    run: remove,
    steps: [reset, [404, errorJson("projects_disabled")]],
    end: "notFound unknown",
  },
  "DELETE broken, then an unknown project": {
    run: remove,
    steps: [reset, [404, errorJson("project_not_found")]],
    end: "notFound unknown",
  },
  "DELETE not sent, then not found": { run: remove, steps: [refused, gone], end: "notFound refused" },
  "DELETE 500, then gone": { run: remove, steps: [[500], gone], end: "ok" },
  "DELETE 408, then gone": { run: remove, steps: [[408], gone], end: "ok" },
  "DELETE 408, twice": { run: remove, steps: [[408], [408], [204]], end: "server unknown", requests: 2 },
  "DELETE 408, then broken": {
    run: remove,
    steps: [[408], reset, [204]],
    end: "offline unknown",
    requests: 2,
  },
  "DELETE by an id 408, twice, then fine": { run: removeProxy, steps: [[408], [408], [204]], end: "ok" },
  "DELETE of a proxy broken, then in use": {
    run: removeProxy,
    steps: [reset, [400, errorJson("resource_in_use")]],
    end: "invalid refused",
  },
  "DELETE of a proxy broken, then invalid": {
    run: removeProxy,
    steps: [reset, [400, errorJson("bad_request")]],
    end: "invalid unknown",
  },
  "DELETE 408 with a time beyond ten seconds": {
    run: remove,
    steps: [[408, "", { "retry-after": "11" }]],
    end: "server unknown",
  },
  "DELETE limited for 11 seconds": { run: remove, steps: [limited("11"), [204]], end: "ok" },
  "DELETE in use": { run: remove, steps: [[409, errorJson("in_use")]], end: "conflict refused" },
  "DELETE 501": { run: remove, steps: [[501]], end: "server unknown" },
  "DELETE a page": { run: remove, steps: [[200, "<html>"]], end: "unreadable unknown" },
};

const describeEnd = (outcome: Outcome<unknown>) =>
  outcome.kind === "failed" ? `${outcome.error.kind} ${outcome.error.sent}` : outcome.kind;

describe("retries", () => {
  for (const [name, { run, steps, end, requests = steps.length, pauses }] of Object.entries(cases)) {
    it(`${name}: ${end} after ${requests}`, async () => {
      const script = new Script(...steps);
      const made = bench(script);
      assert.equal(describeEnd(await run(made)), end);
      assert.equal(script.requests, requests);
      assert.equal(made.log.length, requests);
      assert.deepEqual(
        made.log.map((event) => event.attempt),
        steps.slice(0, requests).map((_, index) => index + 1),
      );
      if (pauses !== undefined) assert.deepEqual(made.clock.pauses, pauses);
    });
  }

  it("say when a limited service wants to be asked again", async () => {
    const made = bench(new Script(limited("3600")));
    const error = errorOf(await read(made));
    assert.ok(error.kind === "limited");
    assert.equal(error.retryAfterSeconds, 3600);
  });

  it("say that a destination was found gone", async () => {
    const outcome = await remove(bench(new Script(reset, gone)));
    assert.deepEqual(outcome, { kind: "ok", value: undefined, raw: undefined, status: 404 });
  });

  it("wait with full jitter up to eight seconds", async () => {
    const made = bench(new Script(reset, reset, entitled));
    made.clock.chance = 0.999;
    await read(made);
    assert.deepEqual(made.clock.pauses, [499.5, 999]);
  });

  it("stop at ten a minute for all clients of a window together", async () => {
    const script = new Script(...Array.from({ length: 17 }, () => refused), entitled);
    const budget = new RetryBudget();
    const counts: number[] = [];
    let time = Date.UTC(2026, 10, 20);
    for (let operation = 0; operation < 6; operation++) {
      const before = script.requests;
      const made = bench(script, { budget });
      made.clock.time = time;
      await read(made);
      time = made.clock.time;
      counts.push(script.requests - before);
    }
    assert.deepEqual(counts, [3, 3, 3, 3, 3, 1]);
    const later = bench(script, { budget });
    later.clock.time = time + 60_000;
    assert.equal((await read(later)).kind, "ok");
    assert.equal(script.requests, 18);
  });

  for (const [what, steps, end, requests] of [
    ["fine", [reset, [401], [204]], "ok", 3],
    // The other token may be one of another project.
    ["not found", [reset, [401], gone], "notFound unknown", 3],
    ["broken again", [reset, [401], reset], "offline unknown", 3],
    ["refused again", [reset, [401], [401]], "unauthorized unknown", 3],
  ] as const satisfies readonly (readonly [string, readonly Step[], string, number])[]) {
    it(`take another token for a repeated deletion that was refused (401): ${what}`, async () => {
      const script = new Script(...steps);
      const made = bench(script);
      made.tokens = ["old-token", "new-token"];
      assert.equal(describeEnd(await remove(made)), end);
      assert.equal(script.requests, requests);
      assert.deepEqual(made.clock.pauses, [250]);
    });
  }

  it("do not take another token for a repeated deletion that lasted too long", async () => {
    const script = new Script(reset, [401], [204]);
    const made = bench(script);
    made.tokens = ["old-token", "new-token"];
    script.onRequest = (number) => (made.clock.time += number === 2 ? 10_001 : 0);
    assert.equal(describeEnd(await remove(made)), "unauthorized unknown");
    assert.equal(script.requests, 2);
  });

  it("do not repeat a deletion after a laptop has slept", async () => {
    for (const slept of [10_001, -5_000]) {
      const script = new Script(reset, [204]);
      const made = bench(script);
      made.clock.onPause = () => (made.clock.time += slept);
      assert.equal(describeEnd(await remove(made)), "offline unknown");
      assert.equal(script.requests, 1);
    }
  });

  it("do not repeat a deletion 45 seconds after it was first sent", async () => {
    for (const [took, requests] of [
      [44_700, 2],
      [44_800, 1],
    ] as const) {
      const script = new Script(reset, [204]);
      const made = bench(script);
      // A laptop sleeps while the first answer is awaited.
      script.onRequest = () => (made.clock.time += took);
      await remove(made);
      assert.equal(script.requests, requests, `after ${took} ms`);
    }
  });

  it("end with the operation's time", async () => {
    const script = new Script(reset, entitled);
    const made = bench(script);
    made.clock.onPause = () => (made.clock.time += 30_000);
    assert.equal(describeEnd(await read(made)), "offline no");
    assert.equal(script.requests, 1);
  });
});

describe("time", () => {
  for (const [name, run, attemptMs, sent] of [
    ["GET", read, 10_000, "no"],
    ["POST", create, 60_000, "unknown"],
    ["DELETE", remove, 30_000, "unknown"],
  ] as const) {
    it(`${name}: a dispatcher that never answers is left after ${attemptMs} ms`, async () => {
      const script = new Script("hang", "hang", "hang");
      const made = bench(script);
      script.onRequest = () => setImmediate(() => made.clock.expire());
      const error = errorOf(await run(made));
      assert.ok(error.kind === "timeout");
      assert.equal(error.sent, sent);
      assert.equal(error.host, "api.example.test");
      assert.equal(made.clock.timers[0], attemptMs);
      assert.equal(error.afterMs, made.clock.timers.at(-1));
      const requests = { GET: 3, POST: 1, DELETE: 2 }[name];
      assert.equal(script.requests, requests);
      const total =
        made.clock.timers.reduce((sum, ms) => sum + ms, 0) +
        made.clock.pauses.reduce((sum, ms) => sum + ms, 0);
      assert.ok(total <= { GET: 30_000, POST: 90_000, DELETE: 60_000 }[name], String(total));
    });
  }
});

describe("cancellation", () => {
  it("before anything is sent", async () => {
    const script = new Script();
    for (const run of [read, create, remove]) {
      const made = bench(script);
      made.controller.abort();
      assert.deepEqual(await run(made), { kind: "cancelled", sent: "no" });
    }
    assert.equal(script.requests, 0);
  });

  it("while the token is being read", async () => {
    const script = new Script();
    const made = bench(script, { token: () => new Promise(() => undefined) });
    setImmediate(() => made.controller.abort());
    assert.deepEqual(await create(made), { kind: "cancelled", sent: "no" });
  });

  for (const [name, run, sent] of [
    ["GET", read, "no"],
    ["POST", create, "unknown"],
    ["DELETE", remove, "unknown"],
  ] as const) {
    it(`${name} under way`, async () => {
      const script = new Script("hang");
      const made = bench(script);
      script.onRequest = () => setImmediate(() => made.controller.abort());
      assert.deepEqual(await run(made), { kind: "cancelled", sent });
      assert.equal(script.requests, 1);
      assert.deepEqual(
        made.log.map((event) => event.kind),
        ["cancelled"],
      );
    });
  }

  it("while a body comes that takes no notice", async () => {
    const script = new Script({ headOf: 200 });
    const made = bench(script);
    script.onRequest = () => setImmediate(() => made.controller.abort());
    assert.deepEqual(await create(made), { kind: "cancelled", sent: "unknown" });
  });

  for (const [name, run, status, end] of [
    ["DELETE", remove, 409, "conflict refused"],
    ["POST", create, 409, "conflict refused"],
    ["POST", create, 403, "forbidden refused"],
    // What the service did is open, and nothing more is sent for who wants no more.
    ["POST", create, 500, "cancelled unknown"],
    ["DELETE", remove, 500, "cancelled unknown"],
    ["DELETE", remove, 408, "cancelled unknown"],
    ["DELETE", remove, 429, "cancelled no"],
    ["GET", read, 404, "cancelled no"],
  ] as const) {
    it(`${name} whose ${status} has come, but not its words: ${end}`, async () => {
      const script = new Script({ headOf: status });
      const made = bench(script);
      script.onRequest = () => setImmediate(() => made.controller.abort());
      const outcome = await run(made);
      assert.equal(outcome.kind === "cancelled" ? `cancelled ${outcome.sent}` : describeEnd(outcome), end);
      assert.equal(script.requests, 1);
    });
  }

  for (const [name, run, step, sent] of [
    ["POST limited", create, limited("5"), "no"],
    ["POST not sent", create, refused, "no"],
    ["DELETE broken", remove, reset, "unknown"],
    ["GET broken", read, reset, "no"],
  ] as const) {
    it(`in the pause after ${name}`, async () => {
      const script = new Script(step);
      const made = bench(script);
      made.clock.onPause = () => made.controller.abort();
      assert.deepEqual(await run(made), { kind: "cancelled", sent });
      assert.equal(script.requests, 1);
      assert.equal(made.log.length, 1, "no other attempt begins");
    });
  }

  it("ends a real pause at once", async () => {
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

describe("a dispatcher that cannot be had", () => {
  it("sends nothing and is not asked again", async () => {
    let asked = 0;
    const made = bench({
      for: () => {
        asked++;
        return Promise.reject(Object.assign(new Error("x"), { code: "MODULE_NOT_FOUND" }));
      },
    });
    assert.deepEqual(errorOf(await create(made)), {
      kind: "offline",
      sent: "no",
      reason: "MODULE_NOT_FOUND",
      host: "api.example.test",
    });
    assert.equal(asked, 1);
  });
});

describe("a dispatcher that comes late", () => {
  it("sends nothing once the request was cancelled", async () => {
    const script = new Script(created);
    const late = Promise.withResolvers<ServiceDispatcher>();
    const made = bench({ for: () => late.promise });
    setImmediate(() => made.controller.abort());
    assert.deepEqual(await create(made), { kind: "cancelled", sent: "no" });
    late.resolve(script);
    await new Promise(setImmediate);
    assert.equal(script.requests, 0);
  });
});
