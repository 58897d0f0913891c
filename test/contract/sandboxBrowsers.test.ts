// Browsers of the sandbox, by the official SDK and by the code that people copy.
import assert from "node:assert/strict";
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

describe("a browser of the sandbox", () => {
  it("is launched with what was asked for, read and deleted", async (t) => {
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

  it("ends by itself when nothing was connected for its time", async (t) => {
    const { advance, kernel } = await scene(t);
    const { session_id: id } = await kernel.browsers.create({ headless: true });
    await advance(50);
    assert.equal((await kernel.browsers.retrieve(id)).browser_live_view_url, undefined);
    await advance(11);
    await assert.rejects(kernel.browsers.retrieve(id), NotFoundError);
  });

  for (const [what, body] of [
    ["a profile that there is not", { profile: { name: "nobody" } }],
    ["a profile by id and name", { profile: { id: "prof_sandboxtravel", name: "travel" } }],
    ["a profile of another kind of name", { profile: { name: "a b" } }],
    ["a proxy that there is not", { proxy_id: "proxy_none" }],
    ["less time than there can be", { timeout_seconds: 9 }],
  ] as const)
    it(`is refused with ${what}`, async (t) => {
      const { kernel } = await scene(t);
      await assert.rejects(kernel.browsers.create(body), BadRequestError);
    });

  it("is of one project", async (t) => {
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

/** Hands requests on to a sandbox, and says which there were, in which project. */
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

describe("the TypeScript that people copy", () => {
  const runCode = (code: string, env: NodeJS.ProcessEnv) =>
    run(process.execPath, ["--input-type=module-typescript", "--eval", code], {
      cwd: root,
      env: { ...process.env, no_proxy: "*", ...env },
    });

  it("launches a browser in the sandbox, is told that there is no real one, and deletes it", async (t) => {
    const { baseURL } = await scene(t);
    const { heard, url } = await handingOn(t, baseURL);
    const code = useCode(use, "typescript", { baseUrl: url, projectId: "proj_sandboxdefault" });
    const ended = await runCode(code, { KERNEL_BASE_URL: url, KERNEL_API_KEY: token });
    assert.match(ended.stderr, /Sandbox: launch succeeded, but the sandbox has no real browser\./);
    assert.doesNotMatch(ended.stderr, /ws:|bs_/);
    assert.deepEqual(
      heard.map((request) => request.replace(/bs_\w+/, "…")),
      ["POST /browsers proj_sandboxdefault", "DELETE /browsers/… proj_sandboxdefault"],
    );
  });

  it("sends nothing where the key beside it may be of another address", async (t) => {
    const { baseURL } = await scene(t);
    const code = useCode(use, "typescript", { baseUrl: baseURL });
    const { stderr } = await runCode(code, { KERNEL_API_KEY: token, KERNEL_BASE_URL: undefined });
    assert.match(stderr, /Set KERNEL_BASE_URL/);
  });
});
