import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { checkProxyCommand, checkProxyWithin } from "../../../../../src/editor/resources/proxies/commands.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { mentioned, Progress, reset, screen } from "../../../../doubles/vscode.ts";
import { validationText } from "../../../../support/asking.ts";
import { origin } from "../../../../support/windowParts.ts";
import { paris, setUpProxies, connectionUsing } from "./scene.ts";
import { labelsOf } from "../../../../support/rows.ts";

beforeEach(reset);

describe("Check Proxy", () => {
  const check = "POST /proxies/proxy_1/check";

  it("offers the connections' websites and validates a typed website", async (context) => {
    const at = await setUpProxies(context);
    at.wire.serve("GET /auth/connections", 200, [
      connectionUsing({ id: "proxy_1" }),
      connectionUsing({ id: "proxy_1" }, "ma_2"),
    ]);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1" });
    const list = await at.list();
    assert.deepEqual(labelsOf(list.rows), ["Proxy Only", "bank.example", "Another Website…"]);
    list.choose("Another Website…");
    const site = await at.input();
    for (const wrong of ["", "localhost", "http://10.0.0.1", "ftp://a.example", "a b"]) {
      site.submit(wrong);
      assert.match(validationText(site), /^error/, wrong);
    }
    site.press("Back");
    await at.choose("bank.example");
    await at.wire.expect(check, { url: "https://bank.example" }, 200, paris);
    await checking;
    assert.equal(at.result().card.title, "bank.example works through paris");
  });

  it("shows the result even if the response contains no ID or name", async (context) => {
    const at = await setUpProxies(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    (await at.wire.next(check)).answer(200, { type: "datacenter", status: "available" });
    await checking;
    assert.equal(at.result().card.title, "paris works");
    assert.match(cardText(at.result().card), /proxy_1/);
  });

  it("sends no URL if the user chooses Proxy Only", async (context) => {
    const at = await setUpProxies(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    await at.wire.expect(check, {}, 200, paris);
    await checking;
    assert.equal(at.result().card.title, "paris works");
  });

  for (const [type, words] of [
    ["datacenter", /A login may still fail/],
    ["isp", /A login may still fail/],
    ["custom", /A login may still fail/],
    ["residential", /Addresses change/],
    ["mobile", /Addresses change/],
  ] as const)
    it(`explains the limits of a check for a proxy of type ${type}`, async (context) => {
      const at = await setUpProxies(context);
      at.wire.serve("GET /proxies/proxy_1", 200, { ...paris, type });
      const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "bank.example" });
      (await at.wire.next(check)).answer(200, { ...paris, type });
      await checking;
      assert.match(at.result().card.summary.join(" "), words);
    });

  for (const [outcome, proxy, title] of [
    ["fails", { ...paris, status: "unavailable" }, "bank.example doesn't work through paris"],
    ["ends with an unknown status", { ...paris, status: "degraded" }, "paris was checked"],
    ["returns only an ID", { id: "proxy_1" }, "paris was checked"],
  ] as const)
    it(`shows a page titled "${title}" if the check ${outcome}`, async (context) => {
      const at = await setUpProxies(context);
      const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "bank.example" });
      (await at.wire.next(check)).answer(200, proxy);
      await checking;
      assert.equal(at.result().card.title, title);
    });

  it("reports that the proxy may still work if the check couldn't run", async (context) => {
    const at = await setUpProxies(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    (await at.wire.next(check)).answer(422, { code: "check_failed", message: "No browser is free." });
    await checking;
    const { card } = at.result();
    assert.deepEqual(
      [card.title, card.head],
      ["Couldn't run the check", { kind: "verdict", tone: "warning" }],
    );
    assert.match(cardText(card), /The proxy may still work[^]*No browser is free/);
    assert.equal(at.wire.count(check), 1);
  });

  it("never resends a check after a lost response", async (context) => {
    const at = await setUpProxies(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    (await at.wire.next(check)).fail("ECONNRESET");
    await checking;
    assert.equal(at.result().card.title, "Couldn't confirm the check");
    assert.equal(at.wire.count(check), 1);
  });

  it("can be cancelled and confirms the cancellation in the status bar", async (context) => {
    const at = await setUpProxies(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1", site: "" });
    const call = await at.wire.next(check);
    (await screen.next(Progress)).cancelled.fire();
    await checking;
    assert.equal(call.signal.aborted, true);
    assert.deepEqual([at.shown, mentioned], [[], ["Check canceled"]]);
  });

  for (const [outcome, status, body, words, state] of [
    [
      "the website is reachable",
      200,
      paris,
      /^bank\.example works through paris\. The website answered/,
      "available",
    ],
    [
      "the website isn't reachable",
      200,
      { ...paris, status: "unavailable" },
      /^bank\.example doesn't work through paris\./,
      "unavailable",
    ],
    [
      "the website couldn't be checked",
      422,
      { code: "x", message: "No." },
      /^Couldn't run the check\. The proxy may still work/,
      undefined,
    ],
    [
      "the service refused the check",
      403,
      { code: "insufficient_plan", message: "No." },
      /^Proxy not checked\./,
      undefined,
    ],
  ] as const)
    it(`returns a message for the proxy prompt if ${outcome}`, async (context) => {
      const at = await setUpProxies(context);
      const { signal } = new AbortController();
      const checking = checkProxyWithin(at.access, { ...paris, status: "humming" }, "bank.example", signal);
      (await at.wire.next(check)).answer(status, body);
      const result = await checking;
      assert.match(result?.words ?? "", words);
      assert.equal(result?.proxy?.status, state);
    });

  it("returns undefined if the user cancels the prompt for a proxy", async (context) => {
    const at = await setUpProxies(context);
    const stop = new AbortController();
    const checking = checkProxyWithin(at.access, paris, "", stop.signal);
    await at.wire.next(check);
    stop.abort();
    assert.equal(await checking, undefined);
  });

  it("uses the account that was active when the check started", async (context) => {
    const at = await setUpProxies(context);
    const checking = checkProxyCommand(at.parts, { id: "proxy_1" });
    const list = await at.list();
    await at.session.switchTo(await at.accounts.add("Other", origin, "sk_token_2"));
    list.choose("Proxy Only");
    const call = await at.wire.next(check);
    assert.equal(call.token, "sk_token_1");
    call.answer(200, paris);
    await checking;
  });
});
