// Tests the tools for browsers: handles in place of session IDs, and consent before a browser ends.
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { reset } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { call, callAnswering, dialogs } from "../../../support/tools.ts";

beforeEach(reset);

const secret = "bs_canary";
const address = "https://live.example/canary";
const handle = hash("sha256", secret).slice(0, 12);
const browser = {
  session_id: secret,
  name: `nightly of ${secret}`,
  created_at: new Date(Date.now() - 300_000).toISOString(),
  profile: { id: "prof_1", name: "work" },
  proxy_id: "proxy_1",
  browser_live_view_url: address,
  cdp_ws_url: `wss://${secret}`,
};
const connection = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  flow_status: "IN_PROGRESS",
  flow_expires_at: new Date(Date.now() + 600_000).toISOString(),
  browser_session_id: secret,
};

async function setUpBrowsers(context: TestContext, drives = false) {
  const { offers, parts } = await commandFixture(context);
  offers.list("/auth/connections", drives ? [connection] : []);
  offers.list("/browsers", [browser]);
  offers.reply(`DELETE /browsers/${secret}`, 204, undefined);
  const sent = (): readonly string[] => offers.requests.filter((request) => !request.startsWith("GET"));
  return { offers, parts: { ...parts, wait: () => Promise.resolve(true) }, sent };
}

describe("managed_auth_list_browsers", () => {
  it("returns handles instead of session IDs and URLs", async (context) => {
    const { parts } = await setUpBrowsers(context, true);
    const { json, text } = await call(parts, "managed_auth_list_browsers");
    context.assert.snapshot(json.service_says);
    assert.equal(json.says[0], "Browsers running: 1.");
    assert.doesNotMatch(text, /canary/);
  });

  it("reports that some browsers are omitted from a long list", async (context) => {
    const { offers, parts } = await setUpBrowsers(context);
    offers.list(
      "/browsers",
      Array.from({ length: 60 }, (_, index) => ({ session_id: `bs_${index}` })),
    );
    const { json } = await call(parts, "managed_auth_list_browsers");
    assert.deepEqual(json.says.slice(0, 2), ["Browsers running: 60.", "Some browsers are left out."]);
  });

  it("explains why the list can't be fetched", async (context) => {
    const { offers, parts } = await setUpBrowsers(context);
    offers.reply("/browsers", 403, { code: "no", message: "No." });
    assert.equal((await call(parts, "managed_auth_list_browsers")).json.done, false);
  });
});

describe("managed_auth_end_browser", () => {
  const name = "managed_auth_end_browser";

  it("ends the browser after the user confirms a dialog with the profile", async (context) => {
    const { parts, sent } = await setUpBrowsers(context);
    const { json, text } = await callAnswering("agree", parts, name, { handle });
    const [{ text: message, options: { detail = "" } } = assert.fail()] = dialogs();
    assert.equal(message, "End a browser?");
    assert.match(detail, /^Requested by an agent in this window\.\n\nProfile: work\n/);
    assert.match(detail, /The service doesn't report if the browser saves to the profile\./);
    assert.deepEqual([json.done, json.says], [true, ["The browser was ended."]]);
    assert.deepEqual(sent(), [`DELETE /browsers/${secret}`]);
    assert.doesNotMatch(text, /canary/);
  });

  it("warns that the browser's running login will be lost", async (context) => {
    const { parts, sent } = await setUpBrowsers(context, true);
    const { json } = await callAnswering("refuse", parts, name, { handle });
    const [{ options: { detail = "" } } = assert.fail()] = dialogs();
    assert.match(detail, /The running login for work on bank\.example is lost\./);
    assert.deepEqual([json.done, sent()], [false, []]);
  });

  it("accepts only handles, not session IDs", async (context) => {
    const { parts, sent } = await setUpBrowsers(context);
    const { json } = await callAnswering("agree", parts, name, { handle: secret });
    assert.equal(json.says[0], "No running browser has this handle.");
    assert.deepEqual([dialogs(), sent()], [[], []]);
  });

  for (const [status, done, says] of [
    [404, true, "The browser has ended."],
    [403, false, "The browser wasn't ended."],
    [500, false, "We couldn't confirm that the browser ended."],
  ] as const)
    it(`reports "${says}" after a ${status} response`, async (context) => {
      const { offers, parts } = await setUpBrowsers(context);
      offers.reply(`DELETE /browsers/${secret}`, status, { code: "x", message: `Not ${secret}.` });
      const { json, text } = await callAnswering("agree", parts, name, { handle });
      assert.deepEqual([json.done, json.says[0]], [done, says]);
      assert.doesNotMatch(text, /canary/);
    });
});
