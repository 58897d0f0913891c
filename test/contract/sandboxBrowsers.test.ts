// Tests the sandbox's browsers with the official SDK and with the code that users copy.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { BadRequestError, NotFoundError } from "@onkernel/sdk";
import { useCode } from "../../src/domain/useCode/useCode.ts";
import type { ProfileUse } from "../../src/domain/useCode/useCode.ts";
import { root } from "../host/paths.ts";
import { run } from "../host/processes.ts";
import { logins } from "../unit/sandbox/logins.ts";
import { listening, token } from "../unit/sandbox/support.ts";
import { kernelOf } from "./support.ts";

async function scene(t: TestContext) {
  const { advance, port } = await logins(t);
  const baseURL = `http://127.0.0.1:${port}`;
  return { advance, baseURL, kernel: kernelOf(port), port };
}

describe("browsers of the sandbox", () => {
  it("are launched with the requested settings, read and deleted", async (t) => {
    const { kernel, port } = await scene(t);
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

  it("end after their timeout without a connection", async (t) => {
    const { advance, kernel } = await scene(t);
    const { session_id: id } = await kernel.browsers.create({ headless: true });
    await advance(50);
    assert.equal((await kernel.browsers.retrieve(id)).browser_live_view_url, undefined);
    await advance(11);
    await assert.rejects(kernel.browsers.retrieve(id), NotFoundError);
  });

  for (const [what, body] of [
    ["a missing profile", { profile: { name: "nobody" } }],
    ["a profile by id and name", { profile: { id: "prof_sandboxtravel", name: "travel" } }],
    ["an invalid profile name", { profile: { name: "a b" } }],
    ["a missing proxy", { proxy_id: "proxy_none" }],
    ["a timeout below the minimum", { timeout_seconds: 9 }],
  ] as const)
    it(`are refused with ${what}`, async (t) => {
      const { kernel } = await scene(t);
      await assert.rejects(kernel.browsers.create(body), BadRequestError);
    });

  it("belong to one project", async (t) => {
    const { kernel, port } = await scene(t);
    const { session_id: id } = await kernel.browsers.create({});
    const defaultHeaders = { "X-Kernel-Project-Id": "proj_sandboxstaging" };
    const elsewhere = kernelOf(port, { defaultHeaders });
    await assert.rejects(elsewhere.browsers.retrieve(id), NotFoundError);
  });
});

const use: ProfileUse = {
  profile: { name: "support" },
  connection: { id: "ma_sandboxgithub", domain: "github.example" },
  stealth: false,
  proxy: { kind: "default" },
};

/** Starts a proxy of the sandbox that records each request with its project. */
async function handingOn(t: TestContext, to: string): Promise<{ heard: readonly string[]; url: string }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const { headers, method = "", url = "" } = request;
    heard.push(`${method} ${url} ${String(headers["x-kernel-project-id"])}`);
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
  return { heard, url: `http://127.0.0.1:${await listening(t, server)}` };
}

/** The two module systems in which Node.js can run the copied code. */
const kinds = ["module", "commonjs"] as const;

describe("the copied TypeScript code", () => {
  const argumentsFor = (code: string, kind: (typeof kinds)[number] = "module"): readonly string[] => [
    `--input-type=${kind}-typescript`,
    "--eval",
    code,
  ];
  const optionsWith = (env: NodeJS.ProcessEnv) => ({
    cwd: root,
    env: { ...process.env, no_proxy: "*", ...env },
  });

  for (const kind of kinds)
    it(`launches and deletes a browser in the sandbox as ${kind}`, async (t) => {
      const { baseURL } = await scene(t);
      const { heard, url } = await handingOn(t, baseURL);
      const code = useCode(use, "typescript", { baseUrl: url, projectId: "proj_sandboxdefault" });
      const env = { KERNEL_BASE_URL: url, KERNEL_API_KEY: token };
      const ended = await run(process.execPath, argumentsFor(code, kind), optionsWith(env));
      assert.match(ended.stderr, /Sandbox: launch succeeded, but the sandbox has no real browser\./);
      assert.doesNotMatch(ended.stderr, /ws:|bs_/);
      assert.deepEqual(
        heard.map((request) => request.replace(/bs_\w+/, "…")),
        ["POST /browsers proj_sandboxdefault", "DELETE /browsers/… proj_sandboxdefault"],
      );
    });

  const noSignals = process.platform === "win32" && "no signals";
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`deletes its browser on ${signal} while connecting hangs`, { skip: noSignals }, async (t) => {
      const heard: string[] = [];
      const hanging = Promise.withResolvers<undefined>();
      const server = createServer(({ method = "", url = "" }, response) => {
        heard.push(`${method} ${url}`);
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
      const code = useCode(use, "typescript", { baseUrl });
      const running = spawn(process.execPath, argumentsFor(code), { ...optionsWith(env), stdio: "ignore" });
      await hanging.promise;
      running.kill(signal);
      await once(running, "exit");
      assert.deepEqual(heard, ["POST /browsers", "DELETE /browsers/bs_1"]);
    });

  it("sends nothing if KERNEL_BASE_URL is missing", async (t) => {
    const { baseURL } = await scene(t);
    const code = useCode(use, "typescript", { baseUrl: baseURL });
    const env = { KERNEL_API_KEY: token, KERNEL_BASE_URL: undefined };
    const { stderr } = await run(process.execPath, argumentsFor(code), optionsWith(env));
    assert.match(stderr, /Set KERNEL_BASE_URL/);
  });
});
