import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, it, mock } from "node:test";
import { MockAgent, Pool, type MockPool } from "undici";
import { HostDispatchers } from "../../../src/api/hostDispatchers.ts";
import { type ServiceDispatcher, type DispatchOptions } from "../../../src/api/dispatcher.ts";

const options = (origin: string): DispatchOptions => ({
  origin,
  path: "/v1/x",
  method: "POST",
  headers: { accept: "application/json" },
  body: "{}",
  signal: new AbortController().signal,
});

describe("ServiceDispatcher", () => {
  it("is compatible with undici's Pool, MockAgent and MockPool", async () => {
    const agent = new MockAgent();
    const dispatchers: ServiceDispatcher[] = [
      new Pool("http://127.0.0.1:9"),
      agent,
      agent.get<MockPool>("https://api.example.test"),
    ];
    for (const dispatcher of dispatchers) assert.equal(dispatcher.decodesBodies, undefined);
    await dispatchers[0]?.destroy();
    await agent.close();
  });
});

describe("HostDispatchers.for", () => {
  afterEach(() => mock.restoreAll());

  /** Replaces the host's fetch, as VS Code does, and counts the calls. */
  function watchFetch() {
    return mock.method(globalThis, "fetch", () =>
      Promise.resolve(new Response("{}", { status: 202, headers: { "X-Name": "v" } })),
    );
  }

  for (const origin of [
    "https://api.onkernel.com",
    "https://127.0.0.1",
    "http://localhost:8080",
    "http://127.0.0.2:8080",
    "http://127.0.0.1.evil.example",
    "http://127.0.0.1:80@evil.example",
    "http://evil.example:80",
    "https://[::1]",
    "http://[::2]",
  ])
    it(`returns a dispatcher that uses the host's fetch for ${origin}`, async () => {
      const hosts = new HostDispatchers();
      const dispatcher = await hosts.for(origin);
      // The host's fetch is replaced only after the dispatcher was returned, because the dispatcher must look up
      // fetch for each request.
      const fetch = watchFetch();
      const sent = options(origin);
      const response = await dispatcher.request(sent);
      assert.equal(response.statusCode, 202);
      assert.equal(response.headers["x-name"], "v");
      assert.deepEqual(fetch.mock.calls[0]?.arguments, [
        `${origin}/v1/x`,
        {
          method: "POST",
          headers: sent.headers,
          body: "{}",
          signal: sent.signal,
          cache: "no-store",
          redirect: "manual",
          credentials: "omit",
        },
      ]);
      await hosts.dispose();
    });

  it("rejects HTTPS origins only while certificate checks are disabled", async (context) => {
    const fetch = watchFetch();
    const hosts = new HostDispatchers();
    context.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    for (const origin of ["https://api.onkernel.com", "https://127.0.0.1"]) {
      await assert.rejects(hosts.for(origin), { code: "NODE_TLS_REJECT_UNAUTHORIZED" });
    }
    await hosts.for("http://127.0.0.1:9");
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "1";
    await (await hosts.for("https://api.onkernel.com")).request(options("https://api.onkernel.com"));
    assert.equal(fetch.mock.callCount(), 1);
    await hosts.dispose();
  });

  for (const host of ["127.0.0.1", "::1"])
    it(`returns the same pool for the same origin on ${host}`, async () => {
      const fetch = watchFetch();
      const server = createServer((_, response) => response.end("{}")).listen(0, host);
      await new Promise((resolve) => server.once("listening", resolve));
      const { port } = server.address() as AddressInfo;
      const origin = `http://${host === "::1" ? "[::1]" : host}:${port}`;
      const hosts = new HostDispatchers();
      const dispatcher = await hosts.for(origin);
      assert.equal(await hosts.for(origin), dispatcher);
      assert.notEqual(await hosts.for("http://127.0.0.1:9"), dispatcher);
      const response = await dispatcher.request(options(origin));
      assert.equal(response.statusCode, 200);
      for await (const chunk of response.body) assert.equal(Buffer.from(chunk).toString(), "{}");
      await hosts.dispose();
      await assert.rejects(dispatcher.request(options(origin)), { code: "UND_ERR_DESTROYED" });
      await assert.rejects(hosts.for(origin));
      assert.equal(fetch.mock.callCount(), 0);
      server.close();
    });
});

describe("HostDispatchers.viaConnection", () => {
  const origin = "http://127.0.0.1:9";

  it("returns the same connection pool for its origin until HostDispatchers is disposed", async () => {
    const hosts = new HostDispatchers();
    const connect = (): Promise<never> => Promise.reject(new Error("Nobody is there"));
    const source = hosts.viaConnection(origin, connect);
    const dispatcher = await source.for(origin);
    assert.equal(await hosts.viaConnection(origin, connect).for(origin), dispatcher);
    assert.notEqual(await hosts.for(origin), dispatcher);
    await assert.rejects(source.for("http://127.0.0.1:10"));
    await assert.rejects(source.for("https://api.example.com"));
    await hosts.dispose();
    await assert.rejects(source.for(origin));
    await assert.rejects(dispatcher.request(options(origin)), { code: "UND_ERR_DESTROYED" });
  });

  for (const [errorCode, cause, code] of [
    ["the code UNPROVEN by default", new Error("Somebody else is there"), "UNPROVEN"],
    ["the system's error code", Object.assign(new Error("no"), { code: "EMFILE" }), "EMFILE"],
    [
      "the code of the error's cause",
      new Error("no", { cause: Object.assign(new Error("read"), { code: "ECONNRESET", syscall: "read" }) }),
      "ECONNRESET",
    ],
  ] as const)
    it(`rejects a request with ${errorCode} if the connection fails`, async () => {
      const hosts = new HostDispatchers();
      const dispatcher = await hosts.viaConnection(origin, () => Promise.reject(cause)).for(origin);
      await assert.rejects(dispatcher.request(options(origin)), { code, syscall: "connect" });
      await hosts.dispose();
    });
});

describe("The pool module", () => {
  function loadedFor(origin: string): string {
    const dispatchers = new URL("../../../src/api/hostDispatchers.ts", import.meta.url).href;
    const script = `
      import { createRequire } from "node:module";
      const { HostDispatchers } = await import(${JSON.stringify(dispatchers)});
      await new HostDispatchers().for(${JSON.stringify(origin)});
      const loaded = Object.keys(createRequire(${JSON.stringify(import.meta.url)}).cache);
      console.log(loaded.some((file) => /undici/.test(file)));`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    return run.stdout.trim() + run.stderr;
  }

  it("is loaded for loopback addresses only", () => {
    assert.equal(loadedFor("https://api.onkernel.com"), "false");
    assert.equal(loadedFor("http://127.0.0.1:8080"), "true");
  });
});
