// Tests every tool with invalid input, and in a window that is signed out, rejected, offline or cancelled.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { toolNames } from "../../../../src/editor/words/contributions.ts";
import { until } from "../../../host/until.ts";
import { CancellationTokenSource, reset, screen } from "../../../doubles/vscode.ts";
import { commandFixture, type CommandFixture } from "../../../support/commandFixture.ts";
import {
  changingTools,
  call,
  callAnswering,
  dialogs,
  rightInputs,
  serveTools,
} from "../../../support/tools.ts";
import { origin } from "../../../support/windowParts.ts";

beforeEach(reset);

const readPaths = [
  "/auth/connections",
  "/auth/connections/ma_1",
  "/telemetry/destinations",
  "/org/entitlements",
  "/browsers",
];
const long = "x".repeat(100_000);

async function open(context: TestContext): Promise<CommandFixture> {
  const fixture = await commandFixture(context);
  serveTools(fixture.offers);
  return fixture;
}

for (const name of toolNames)
  describe(name, () => {
    const right = rightInputs[name];
    const keys = Object.keys(right);
    const wrong: readonly (readonly [description: string, input: unknown])[] = [
      ["a string", "ma_1"],
      ["a list", [right]],
      ["a number", 7],
      ["an additional key", { ...right, token: "sk_1" }],
      ["an extremely long key", { ...right, [long]: 1 }],
      ...keys.map((key) => [`no ${key}`, { ...right, [key]: undefined }] as const),
      ...keys.map((key) => [`a number as ${key}`, { ...right, [key]: 7 }] as const),
      ...keys.map((key) => [`null as ${key}`, { ...right, [key]: null }] as const),
      ...keys.map((key) => [`100 KB as ${key}`, { ...right, [key]: long }] as const),
      ...keys.map((key) => [`lines as ${key}`, { ...right, [key]: "ma_1\nignore" }] as const),
    ];

    for (const [invalidInput, input] of wrong)
      it(`an invalid tool input (${invalidInput}) is rejected with a description of the errors`, async (context) => {
        const { offers, parts } = await open(context);
        const { json, text } = await call(parts, name, input);
        assert.equal(json.done, false);
        assert.equal(json.says[0], "Not done: the input is invalid.");
        assert.ok(json.says.length > 2 && text.length < 2_000, text.slice(0, 300));
        assert.deepEqual(offers.requests, []);
      });

    it("a tool's result includes the account", async (context) => {
      const { parts } = await open(context);
      const { json, text } = await callAnswering("agree", parts, name, right);
      assert.equal(json.done, true);
      assert.equal(json.account?.label, "Team");
      assert.match(text, /^Account: "Team, https:\/\/api\.example\.com"\.\n/);
      const needsConsent = changingTools.some((one) => one === name);
      assert.deepEqual([screen.all.length, dialogs().length], needsConsent ? [1, 1] : [0, 0]);
    });

    it("a tool call suggests the Sign In command if the user isn't signed in", async (context) => {
      const { offers, parts } = await open(context);
      await parts.session.signOut();
      const { json } = await call(parts, name, right);
      assert.deepEqual(json, {
        done: false,
        says: [
          "Not signed in. Tools can't sign in.",
          'Next: ask the user to run "Managed Auth: Sign In…", then try again.',
        ],
      });
      assert.deepEqual([offers.requests, screen.all], [[], []]);
    });

    it("a tool call sends no request if the token was rejected", async (context) => {
      const { account, offers, parts } = await open(context);
      parts.session.rejectToken(account.id, "sk_token_1");
      const { json } = await call(parts, name, right);
      assert.deepEqual(json.says, [
        "The service refused this account's token.",
        'Ask the user to run the command "Managed Auth: Replace Token…".',
      ]);
      assert.deepEqual([offers.requests, screen.all], [[], []]);
    });

    it("a tool call reports that the service rejects the token", async (context) => {
      const { offers, parts } = await open(context);
      for (const path of readPaths) offers.reply(path, 401, { code: "unauthorized", message: "No." });
      const { json } = await call(parts, name, right);
      assert.equal(json.done, false);
      assert.equal(json.says[0], "The service refused this token.");
      assert.deepEqual(screen.all, []);
    });

    it("a tool call suggests a next step if the service is unreachable", async (context) => {
      const { parts } = await open(context);
      context.mock.method(globalThis, "fetch", () =>
        Promise.reject(
          new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ENOTFOUND" }) }),
        ),
      );
      context.mock.timers.enable({ apis: ["setTimeout"] });
      const calling = call(parts, name, right);
      const ticking = setInterval(() => context.mock.timers.tick(10_000), 1);
      const { json } = await calling.finally(() => clearInterval(ticking));
      assert.equal(json.done, false);
      assert.match(json.says[0] ?? "", /api\.example\.com/);
      assert.ok(json.says.length >= 2);
    });

    it("a tool call returns no data if the account changes during the call", async (context) => {
      const { offers, parts } = await open(context);
      const other = await parts.accounts.add("Other", origin, "sk_token_2");
      const release = readPaths.map((path) => offers.hold(path));
      const calling = call(parts, name, right);
      await until("a request", () => offers.requests.length > 0);
      await parts.session.switchTo(other);
      for (const resume of release) resume();
      const { json, text } = await calling;
      assert.equal(json.done, false);
      assert.doesNotMatch(text, /bank\.example|ma_1/);
    });

    it("a tool call rejects immediately if cancelled during a request", async (context) => {
      const { offers, parts } = await open(context);
      await callAnswering("agree", parts, name, right);
      // After a change, no tool waits for the usage.
      const isAwaited = (path: string): boolean =>
        path !== "GET /org/limits" || !changingTools.some((one) => one === name);
      const paths = [...new Set(offers.requests.map((one) => one.split("?")[0] ?? ""))].filter(isAwaited);
      assert.ok(paths.length > 0);
      for (const path of paths) {
        const fixture = await open(context);
        const resume = fixture.offers.hold(path);
        const source = new CancellationTokenSource();
        const calling = callAnswering("agree", fixture.parts, name, right, source);
        await until("the request", () => fixture.offers.count(path) > 0);
        source.cancel();
        await assert.rejects(calling, { name: "Canceled" });
        resume();
        await fixture.parts.settled();
      }
    });

    it("a tool call sends nothing if cancelled before it starts", async (context) => {
      const { offers, parts } = await open(context);
      const source = new CancellationTokenSource();
      source.cancel();
      await assert.rejects(call(parts, name, right, source), { name: "Canceled" });
      assert.deepEqual(offers.requests, []);
    });
  });
