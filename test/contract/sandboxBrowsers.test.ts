// Tests the sandbox's browsers with the official SDK and with the code that users copy.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { BadRequestError, ConflictError, NotFoundError, RateLimitError } from "@onkernel/sdk";
import { generateUseCode, type ProfileUse } from "../../src/domain/code/useCode.ts";
import { root } from "../host/paths.ts";
import { until } from "../host/until.ts";
import { run } from "../host/processes.ts";
import { logins } from "../unit/sandbox/logins.ts";
import {
  book,
  connectionsOf,
  listening,
  objectOf,
  property,
  remove,
  send,
  token,
} from "../unit/sandbox/support.ts";
import { kernelOf } from "./support.ts";
import { column } from "../support/rows.ts";

async function setUpBrowsers(t: TestContext) {
  const started = await logins(t);
  const { port } = started;
  return { ...started, baseURL: `http://127.0.0.1:${port}`, kernel: kernelOf(port) };
}

describe("browsers in the sandbox", () => {
  it("can be launched with settings, read and deleted", async (t) => {
    const { kernel, port } = await setUpBrowsers(t);
    const browser = await kernel.browsers.create({
      profile: { name: "compliance", save_changes: true },
      stealth: true,
      proxy_id: "proxy_sandboxparis",
      timeout_seconds: 120,
    });
    assert.equal(browser.profile?.id, "prof_sandboxcompliance");
    assert.deepEqual([browser.stealth, browser.headless, browser.timeout_seconds], [true, false, 120]);
    assert.equal(browser.proxy_id, "proxy_sandboxparis");
    assert.equal(browser.cdp_ws_url, `ws://127.0.0.1:${port}/browsers/${browser.session_id}/cdp`);
    assert.deepEqual(await kernel.browsers.retrieve(browser.session_id), browser);
    await kernel.browsers.deleteByID(browser.session_id);
    await assert.rejects(kernel.browsers.retrieve(browser.session_id), NotFoundError);
    await assert.rejects(kernel.browsers.deleteByID(browser.session_id), NotFoundError);
  });

  it("end after their timeout if no client connects", async (t) => {
    const { advance, kernel } = await setUpBrowsers(t);
    const { session_id: id } = await kernel.browsers.create({ headless: true });
    await advance(50);
    assert.equal((await kernel.browsers.retrieve(id)).browser_live_view_url, undefined);
    await advance(11);
    await assert.rejects(kernel.browsers.retrieve(id), NotFoundError);
  });

  for (const [invalidSetting, body] of [
    ["a missing profile", { profile: { name: "nobody" } }],
    ["a profile by id and name", { profile: { id: "prof_sandboxtravel", name: "travel" } }],
    ["an invalid profile name", { profile: { name: "a b" } }],
    ["a missing proxy", { proxy_id: "proxy_none" }],
    ["a timeout below the minimum", { timeout_seconds: 9 }],
  ] as const)
    it(`can't be launched with ${invalidSetting}`, async (t) => {
      await assert.rejects((await setUpBrowsers(t)).kernel.browsers.create(body), BadRequestError);
    });

  it("are listed newest first, including the browsers of running logins", async (t) => {
    const { kernel, port } = await setUpBrowsers(t);
    const created = await kernel.browsers.create({ name: "mine", tags: { team: "qa" } });
    const browsers = [];
    for await (const browser of kernel.browsers.list({ limit: 2 })) browsers.push(browser);
    const ids = browsers.map(({ session_id: id }) => id);
    assert.deepEqual(browsers[0], created);
    assert.deepEqual(ids.slice(-2), ["bs_sandbox2", "bs_sandbox1"]);
    const driving = (await connectionsOf(port)).flatMap(({ browser_session_id: id }) => id ?? []);
    assert.ok(driving.length > 0);
    assert.deepEqual(ids.slice(1, -2).sort(), driving.sort());
    const login = browsers.find(({ session_id: id }) => id === driving[0]);
    assert.deepEqual([login?.headless, typeof login?.profile?.id], [false, "string"]);
  });

  it("use the login's proxy instead of the connection's proxy", async (t) => {
    const { create, kernel, login, read } = await setUpBrowsers(t);
    const id = await create("shop.example", { browser: { proxy: { id: "proxy_sandboxparis" } } });
    for (const [proxy, used] of [
      [undefined, "proxy_sandboxparis"],
      [{ id: "proxy_sandboxberlin" }, "proxy_sandboxberlin"],
      [{ mode: "direct" }, undefined],
    ] as const) {
      await login(id, proxy && { browser: { proxy } });
      const session = String((await read(id))["browser_session_id"]);
      assert.equal((await kernel.browsers.retrieve(session)).proxy_id, used);
    }
  });

  for (const [query, found] of [
    ["NIGHTLY", ["bs_sandbox1"]],
    ["bs_sandbox2", ["bs_sandbox2"]],
    ["prof_sandboxresearch", ["bs_sandbox2"]],
    ["research", ["bs_sandbox2"]],
    ["nobody", []],
  ] as const)
    it(`are filtered by the search query ${query}`, async (t) => {
      const { kernel } = await setUpBrowsers(t);
      assert.deepEqual(column((await kernel.browsers.list({ query })).items, "session_id"), found);
    });

  it("can be read and deleted by their unique name", async (t) => {
    const { kernel } = await setUpBrowsers(t);
    assert.equal((await kernel.browsers.retrieve("nightly-report")).session_id, "bs_sandbox1");
    await assert.rejects(kernel.browsers.create({ name: "nightly-report" }), ConflictError);
    await kernel.browsers.deleteByID("nightly-report");
    await kernel.browsers.create({ name: "nightly-report" });
  });

  it("count towards the plan's limit, at which a launch returns 429", async (t) => {
    const { kernel, port } = await setUpBrowsers(t);
    await book(port, "HOBBYIST", false);
    const used = async () =>
      property((await send(port, { method: "GET", path: "/org/limits" })).body, "concurrent_sessions_used");
    const before = Number(await used());
    for (let more = before; more < 10; more++) await kernel.browsers.create({});
    assert.equal(await used(), 10);
    await assert.rejects(kernel.browsers.create({}, { maxRetries: 0 }), RateLimitError);
    await kernel.browsers.deleteByID("bs_sandbox2");
    await kernel.browsers.create({});
  });

  it("block the deletion of their telemetry destination", async (t) => {
    const { advance, port } = await setUpBrowsers(t);
    const destination = { name: "nightly-archive" };
    const body = JSON.stringify({ telemetry: { enabled: true, export: { otlp: { destination } } } });
    const created = objectOf((await send(port, { method: "POST", path: "/browsers", body })).body);
    assert.deepEqual(Object.keys(objectOf(created["telemetry"])), ["browser"]);
    const refused = await remove(port, "nightly-archive");
    assert.equal(refused.status, 409);
    assert.equal(
      property(refused.body, "message"),
      `Sessions bound to the destination are still exporting: ${String(created["session_id"])}. Wait for them to end or delete them first.`,
    );
    await advance(61);
    assert.equal((await remove(port, "nightly-archive")).status, 204);
    await send(port, { method: "DELETE", path: "/browsers/bs_sandbox1" });
    await send(port, { method: "DELETE", path: "/browsers/bs_sandbox2" });
    assert.equal((await remove(port, "live-sessions")).status, 204);
  });

  it("cancel their login when deleted", async (t) => {
    const { kernel, create, login, read } = await setUpBrowsers(t);
    const id = await create("shop.example");
    await login(id);
    const session = String((await read(id))["browser_session_id"]);
    await kernel.browsers.deleteByID(session);
    assert.equal((await read(id))["flow_status"], "CANCELED");
    await assert.rejects(kernel.browsers.retrieve(session), NotFoundError);
  });

  it("keep running while their live view is open", async (t) => {
    const { advance, kernel } = await setUpBrowsers(t);
    const { browser_live_view_url: address = "", session_id: id } = await kernel.browsers.create({
      profile: { name: "compliance" },
      start_url: "https://bank.example/<b>",
    });
    const reader = (await fetch(address)).body?.pipeThrough(new TextDecoderStream()).getReader();
    let shown = "";
    const untilShown = async (pattern: RegExp) => {
      while (!pattern.test(shown)) shown += (await reader?.read())?.value ?? assert.fail(shown);
    };
    await untilShown(/The browser is running/);
    assert.match(shown, /Profile: <bdi>compliance<\/bdi>[^]*https:\/\/bank\.example\/&lt;b&gt;/);
    await advance(300);
    await kernel.browsers.retrieve(id);
    await kernel.browsers.deleteByID(id);
    await untilShown(/This browser has ended/);
    assert.equal((await fetch(address)).status, 404);
  });

  it("end after their timeout once the live view is closed", async (t) => {
    const { advance, kernel } = await setUpBrowsers(t);
    const { browser_live_view_url: address = "", session_id: id } = await kernel.browsers.create({});
    const leaving = new AbortController();
    await (await fetch(address, { signal: leaving.signal })).body?.getReader().read();
    await advance(300);
    leaving.abort();
    await until("the end of the browser", async () => {
      await advance(61);
      return (await kernel.browsers.list({ query: id })).items.length === 0;
    });
  });

  for (const body of [
    `{"telemetry":{"enabled":true,"export":{"otlp":{"destination":{"name":"none"}}}}}`,
    `{"proxy":{"mode":"direct"}}`,
  ])
    it(`can't be launched with the invalid body ${body}`, async (t) => {
      const { port } = await setUpBrowsers(t);
      assert.equal((await send(port, { method: "POST", path: "/browsers", body })).status, 400);
    });

  it("can't be read from another project", async (t) => {
    const { kernel, port } = await setUpBrowsers(t);
    const { session_id: id } = await kernel.browsers.create({});
    const defaultHeaders = { "X-Kernel-Project-Id": "proj_sandboxstaging" };
    await assert.rejects(kernelOf(port, { defaultHeaders }).browsers.retrieve(id), NotFoundError);
  });
});

const use: ProfileUse = {
  profile: { name: "support" },
  connection: { id: "ma_sandboxgithub", domain: "github.example" },
  stealth: false,
  proxy: { kind: "default" },
};

/** Starts a proxy of the sandbox that records each request with its project. */
async function startForwarder(
  t: TestContext,
  to: string,
): Promise<{ requests: readonly string[]; url: string }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { headers, method = "", url = "" } = request;
    requests.push(`${method} ${url} ${String(headers["x-kernel-project-id"])}`);
    void text(request).then(async (body) => {
      const { authorization = "", "content-type": type = "application/json" } = headers;
      const answer = await fetch(to + url, {
        method,
        headers: { authorization, "content-type": type },
        ...(body !== "" && { body }),
      });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    });
  });
  return { requests, url: `http://127.0.0.1:${await listening(t, server)}` };
}

/** The languages and module systems in which Node.js can run the copied code. */
const inputTypes = ["module", "commonjs", "module-typescript", "commonjs-typescript"] as const;

describe("the generated TypeScript code for a connection", () => {
  const argumentsFor = (
    code: string,
    inputType: (typeof inputTypes)[number] = "module-typescript",
  ): readonly string[] => [`--input-type=${inputType}`, "--eval", code];
  const optionsWith = (env: NodeJS.ProcessEnv) => ({
    cwd: root,
    env: { ...process.env, no_proxy: "*", ...env },
  });

  for (const inputType of inputTypes)
    it(`launches and deletes a sandbox browser when run as ${inputType}`, async (t) => {
      const { requests, url } = await startForwarder(t, (await setUpBrowsers(t)).baseURL);
      const code = generateUseCode(use, "typescript", { baseUrl: url, projectId: "proj_sandboxdefault" });
      const env = { KERNEL_BASE_URL: url, KERNEL_API_KEY: token };
      const ended = await run(process.execPath, argumentsFor(code, inputType), optionsWith(env));
      assert.match(ended.stderr, /Sandbox: launch succeeded, but the sandbox has no real browser\./);
      assert.doesNotMatch(ended.stderr, /ws:|bs_/);
      assert.deepEqual(
        requests.map((request) => request.replace(/bs_\w+/, "…")),
        ["POST /browsers proj_sandboxdefault", "DELETE /browsers/… proj_sandboxdefault"],
      );
    });

  const noSignals = process.platform === "win32" && "no signals";
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(
      `deletes the browser on ${signal} even while connecting to the browser`,
      { skip: noSignals },
      async (t) => {
        const requests: string[] = [];
        const hanging = Promise.withResolvers<undefined>();
        const server = createServer(({ method = "", url = "" }, response) => {
          requests.push(`${method} ${url}`);
          const browser = { session_id: "bs_1", cdp_ws_url: `${baseUrl.replace("http", "ws")}/cdp` };
          response.writeHead(method === "DELETE" ? 204 : 200, { "content-type": "application/json" });
          response.end(method === "DELETE" ? undefined : JSON.stringify(browser));
        }).on("upgrade", (_, socket) => {
          socket.on("error", () => undefined);
          t.after(() => socket.destroy());
          hanging.resolve(undefined);
        });
        const baseUrl = `http://127.0.0.1:${await listening(t, server)}`;
        const env = { KERNEL_BASE_URL: baseUrl, KERNEL_API_KEY: token };
        const code = generateUseCode(use, "typescript", { baseUrl });
        const running = spawn(process.execPath, argumentsFor(code), { ...optionsWith(env), stdio: "ignore" });
        await hanging.promise;
        running.kill(signal);
        await once(running, "exit");
        assert.deepEqual(requests, ["POST /browsers", "DELETE /browsers/bs_1"]);
      },
    );

  it("starts a login and waits for its success before launching a browser", async (t) => {
    const connection = `/auth/connections/${use.connection.id}`;
    const login = `POST ${connection}/login`;
    const requests: string[] = [];
    const server = createServer(({ method = "", url = "" }, response) => {
      const isStarted = requests.includes(login);
      requests.push(`${method} ${url.replace(/\?.*/, "")}`);
      const timeline = isStarted ? [{ id: "login_1", type: "login", status: "SUCCESS" }] : [];
      const state = { ...use.connection, status: isStarted ? "AUTHENTICATED" : "NEEDS_AUTH" };
      response.writeHead(url === "/browsers" ? 403 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(url.includes("/timeline") ? timeline : state));
    });
    const baseUrl = `http://127.0.0.1:${await listening(t, server)}`;
    const env = { KERNEL_BASE_URL: baseUrl, KERNEL_API_KEY: token };
    const code = generateUseCode(use, "typescript", { baseUrl }, true);
    await run(process.execPath, argumentsFor(code, "module"), optionsWith(env));
    const reads = [`GET ${connection}`, `GET ${connection}/timeline`];
    assert.deepEqual(requests, [...reads, login, ...reads, "POST /browsers"]);
  });

  it("sends nothing if KERNEL_BASE_URL is missing", async (t) => {
    const code = generateUseCode(use, "typescript", { baseUrl: (await setUpBrowsers(t)).baseURL });
    const env = { KERNEL_API_KEY: token, KERNEL_BASE_URL: undefined };
    const { stderr } = await run(process.execPath, argumentsFor(code), optionsWith(env));
    assert.match(stderr, /Set KERNEL_BASE_URL/);
  });
});
