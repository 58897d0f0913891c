import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { InputBox, QuickPick, reset, screen } from "../../../../../doubles/vscode.ts";
import { quiet } from "../../../../../support/offers.ts";
import { asking, full, plan, said } from "../../../../../support/asking.ts";

beforeEach(reset);

describe("the question which proxy", () => {
  it("spells out §2.3: a selected proxy is used regardless of stealth, direct keeps stealth and CAPTCHA solver", async (context) => {
    const answer = asking(context).ask("proxy", full);
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      pick.rows.map(({ detail, label }) => [label, detail]),
      [
        ["Default", "The service decides: its stealth proxy, as connections run in stealth mode"],
        ["Direct", "No proxy. Stealth mode and the CAPTCHA solver stay on"],
        ["Choose or Type an ID…", "One of your proxies; used whether or not stealth is on"],
        ["Type a Name…", "The name must match exactly one active proxy of the project"],
      ],
    );
    pick.escape();
    await answer;
  });

  it("says what the choices mean where stealth was turned off", async (context) => {
    const answer = asking(context).ask("proxy", { ...full, stealth: false });
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      pick.rows.slice(0, 2).map(({ detail }) => detail),
      ["The service decides: no proxy, as stealth mode is off", "No proxy, whatever stealth mode is"],
    );
    pick.escape();
    await answer;
  });

  for (const [label, proxy] of [
    ["Default", { kind: "default" }],
    ["Direct", { kind: "direct" }],
    ["Choose or Type an ID…", { kind: "id" }],
    ["Type a Name…", { kind: "name" }],
  ] as const) {
    it(`takes ${label}, and forgets what another form knew`, async (context) => {
      const answer = asking(context).ask("proxy", {
        ...full,
        proxy: proxy.kind === "id" ? { kind: "name", name: "exit" } : { kind: "id", id: "p_1" },
      });
      (await screen.next(QuickPick)).choose(label);
      assert.deepEqual(await answer, { kind: "answered", draft: { ...full, proxy } });
    });
  }

  it("keeps what was typed for the same form", async (context) => {
    const draft = { ...full, proxy: { kind: "name", name: "exit" } } as const;
    const answer = asking(context).ask("proxy", draft);
    const pick = await screen.next(QuickPick);
    assert.equal(pick.activeItems[0]?.label, "Type a Name…");
    pick.enter();
    assert.deepEqual(await answer, { kind: "answered", draft });
  });

  for (const [features, mark] of [
    [{ custom_proxies: false, managed_proxies: false }, "not in your plan"],
    [{ custom_proxies: false, managed_proxies: true }, "custom proxies are not in your plan"],
    [{ custom_proxies: true, managed_proxies: false }, undefined],
    [{}, undefined],
  ] as const) {
    it(`marks what a plan with ${JSON.stringify(features)} lacks, and holds nothing back`, async (context) => {
      const answer = asking(context).ask("proxy", full, { entitlements: plan({}, features) });
      const pick = await screen.next(QuickPick);
      assert.deepEqual(
        pick.rows.map(({ description }) => description),
        [undefined, undefined, mark, mark],
      );
      pick.choose("Choose or Type an ID…");
      assert.equal((await answer).kind, "answered");
    });
  }
});

describe("the question for a proxy's id", () => {
  const proxies = [
    {
      id: "p_1",
      name: "Berlin",
      type: "residential",
      status: "available",
      config: { country: "DE", state: "BE", city: "Berlin" },
    },
    { id: "p_2", name: "Berlin", type: "custom", status: "unavailable", config: { host: "proxy.example" } },
    { id: "p_3", type: "wormhole", status: "humming" },
    { type: "isp" },
  ];

  it("lists them with type, place and health, and takes the id: names are not unique", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/proxies", proxies);
    const answer = ask("proxy_id", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(
      pick.rows.map(({ description, detail, label }) => [label, description, detail]),
      [
        ["Berlin", "residential · Berlin, BE, DE · available", "p_1"],
        ["Berlin", "custom · proxy.example · unavailable", "p_2"],
        ["p_3", "wormhole · humming", undefined],
      ],
    );
    pick.activeItems = pick.rows.slice(1, 2);
    pick.enter();
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: { ...full, proxy: { kind: "id", id: "p_2" } },
    });
  });

  it("takes a typed id where the service lists none, and says why it does not", async (context) => {
    const { ask, offers } = asking(context);
    offers.reply("/proxies", 403);
    const answer = ask("proxy_id", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.match(pick.prompt ?? "", /not allowed for this token or plan/);
    pick.type("p_9");
    pick.choose("Use This ID");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: { ...full, proxy: { kind: "id", id: "p_9" } },
    });
  });
});

describe("the question for a proxy's name", () => {
  it("takes it exactly as it is", async (context) => {
    const answer = asking(context).ask("proxy_name", { ...full, proxy: { kind: "name", name: "exit" } });
    const input = await screen.next(InputBox);
    assert.equal(input.value, "exit");
    input.type(" Berlin, exit ");
    assert.equal(said(input), "warning: The proxy name begins or ends with a space. It is sent as it is.");
    input.enter();
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: { ...full, proxy: { kind: "name", name: " Berlin, exit " } },
    });
  });
});
