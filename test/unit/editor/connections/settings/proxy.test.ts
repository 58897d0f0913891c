import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ProxyAnswer } from "../../../../../src/domain/connections/settings.ts";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import { type QuickPick, reset } from "../../../../doubles/vscode.ts";
import { asking, full, plan, type Asking } from "../../../../support/asking.ts";
import { quiet } from "../../../../support/offers.ts";
import { active, labels, nextList, openList } from "./support.ts";
import { columns } from "../../../../support/rows.ts";

beforeEach(reset);

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
const groups = (pick: QuickPick): readonly string[] =>
  pick.items.filter(({ kind }) => Number(kind) === -1).map(({ label }) => label);
const enter = "Enter a Name or ID…";

/** Opens a wizard for an organization with these proxies. */
function setUpProxies(context: TestContext): Asking {
  const wizard = asking(context);
  wizard.offers.list("/proxies", proxies);
  return wizard;
}
const openPrompt = (context: TestContext, draft?: ConnectionDraft, over?: Parameters<Asking["ask"]>[2]) =>
  openList(setUpProxies(context), "proxy", draft, over);
const described = (pick: QuickPick): string | undefined =>
  pick.rows.find(({ label }) => label === "p_3")?.description;

describe("the proxy prompt", () => {
  it("explains the service default while stealth mode is on (interface.md §2.3)", async (context) => {
    const { pick } = await openList(asking(context), "proxy");
    assert.deepEqual(columns(pick.rows, "label", "detail"), [
      ["Service default", "The service decides: its own proxy, as stealth mode is on"],
      ["No proxy", "Stealth mode and the CAPTCHA solver stay on"],
      [enter, undefined],
    ]);
    assert.deepEqual(groups(pick), ["Your proxies"]);
  });

  it("explains the choices with stealth off", async (context) => {
    const { pick } = await openList(asking(context), "proxy", { ...full, stealth: false });
    assert.deepEqual(
      pick.rows.slice(0, 2).map(({ detail }) => detail),
      ["The service decides: no proxy, as stealth mode is off", "With or without stealth mode"],
    );
  });

  it("sorts proxies by health and returns the ID for an ambiguous name", async (context) => {
    const { gives, pick } = await openPrompt(context);
    assert.deepEqual(columns(pick.rows.slice(2), "label", "description", "detail"), [
      ["Berlin", "residential · Berlin, Germany · …p_1", undefined],
      ["p_3", "humming · wormhole", undefined],
      ["Berlin", "unavailable · custom · proxy.example · …p_2", undefined],
      [enter, undefined, undefined],
    ]);
    // The wizard has no callback that checks proxies, so no row offers a check.
    assert.ok(pick.rows.every(({ buttons = [] }) => buttons.length === 0));
    pick.activeItems = pick.rows.slice(4, 5);
    pick.enter();
    await gives({ proxy: { kind: "id", id: "p_2" } });
  });

  for (const [label, proxy] of [
    ["Service default", { kind: "default" }],
    ["No proxy", { kind: "direct" }],
  ] as const)
    it(`accepts ${label} in place of a proxy`, async (context) => {
      const draft: ConnectionDraft = { ...full, proxy: { kind: "id", id: "p_1" } };
      const { gives, pick } = await openList(asking(context), "proxy", draft);
      pick.choose(label);
      await gives({ proxy });
    });

  for (const [label, proxy] of [
    ["Use as Name", { kind: "name", name: " Berlin, exit " }],
    ["Use as ID", { kind: "id", id: " Berlin, exit " }],
  ] as const) {
    it(`accepts typed text unchanged when the user picks "${label}"`, async (context) => {
      const { gives, pick } = await openPrompt(context);
      pick.type(" Berlin, exit ");
      const row = pick.rows.find((one) => one.label === label);
      assert.deepEqual(
        [row?.description, row?.detail],
        ['" Berlin, exit "', "The name or ID begins or ends with a space, which is sent."],
      );
      pick.choose(label);
      await gives({ proxy });
    });

    it(`accepts text typed in Enter a Name or ID… when the user picks "${label}"`, async (context) => {
      const { gives, pick: first } = await openList(asking(context), "proxy");
      first.choose(enter);
      const pick = await nextList();
      assert.deepEqual([pick.title, pick.step, labels(pick)], ["Create Connection", 1, []]);
      pick.type(" Berlin, exit ");
      pick.choose(label);
      await gives({ proxy });
    });
  }

  it("doesn't offer Use as ID for an ID that is already listed", async (context) => {
    const { gives, pick } = await openPrompt(context);
    pick.type("p_3");
    assert.deepEqual(labels(pick).slice(-1), ["Use as Name"]);
    pick.type("Berlin");
    pick.choose("Use as Name");
    await gives({ proxy: { kind: "name", name: "Berlin" } });
  });

  it("rejects a control character with an explanation", async (context) => {
    const { pick } = await openList(asking(context), "proxy");
    pick.type("a\u0007");
    assert.equal(pick.prompt, "The name or ID has a control character. Type the value instead of pasting.");
    assert.ok(!labels(pick).includes("Use as Name"));
  });

  it("explains why the list is missing and accepts typed text", async (context) => {
    const wizard = asking(context);
    wizard.offers.reply("/proxies", 403);
    const { gives, pick } = await openList(wizard, "proxy");
    assert.match(pick.prompt ?? "", /not allowed for this token or plan/);
    pick.type("p_9");
    pick.choose("Use as ID");
    await gives({ proxy: { kind: "id", id: "p_9" } });
  });

  it("returns from the name prompt to the list, then to the previous step", async (context) => {
    const { goBack, pick: first } = await openList(asking(context), "proxy");
    first.choose(enter);
    const name = await nextList();
    name.type("half");
    name.press("Back");
    const pick = await nextList();
    assert.equal(active(pick), enter);
    await goBack(pick);
  });

  for (const [proxy, label] of [
    [{ kind: "direct" }, "No proxy"],
    [{ kind: "id", id: "p_2" }, "Berlin"],
    [{ kind: "id", id: "p_9" }, "ID p_9"],
    [{ kind: "name", name: "exit $(x)" }, "exit $⟨U+0028⟩x)"],
  ] as const satisfies readonly (readonly [ProxyAnswer, string])[])
    it(`preselects ${label} as the current proxy`, async (context) => {
      const wizard = setUpProxies(context);
      const release = wizard.offers.hold("/proxies");
      const { gives, pick } = await openList(wizard, "proxy", { ...full, proxy });
      release();
      await quiet();
      assert.equal(active(pick), label);
      assert.equal(groups(pick).includes("Chosen"), proxy.kind === "name" || label === "ID p_9");
      pick.enter();
      await gives({ proxy });
    });

  for (const [included, features, group] of [
    ["no proxies", { custom_proxies: false, managed_proxies: false }, "Your proxies (not in your plan)"],
    ["managed proxies", { custom_proxies: false, managed_proxies: true }, "Your proxies (not in your plan)"],
    ["custom proxies", { custom_proxies: true, managed_proxies: false }, "Your proxies"],
    ["unreported features", {}, "Your proxies"],
  ] as const)
    it(`accepts a proxy from the group "${group}" for a plan with ${included}`, async (context) => {
      const { gives, pick } = await openPrompt(context, full, { entitlements: plan({}, features) });
      assert.deepEqual(groups(pick), [group]);
      pick.choose("p_3");
      await gives({ proxy: { kind: "id", id: "p_3" } });
    });

  it("checks a proxy for the website and shows the result", async (context) => {
    const checks: unknown[] = [];
    const { gives, pick } = await openPrompt(context, full, {
      createNew: {
        checkProxy: (proxy, site) => {
          checks.push([proxy.id, site]);
          return Promise.resolve({ proxy: { ...proxy, status: "unavailable" }, words: "It ended so." });
        },
      },
    });
    pick.pressOn("p_3", "Check for example.com");
    const again = await nextList();
    assert.deepEqual(checks, [["p_3", "example.com"]]);
    assert.equal(again.prompt, "It ended so.");
    assert.equal(described(again), "unavailable · wormhole");
    assert.equal(active(again), "p_3");
    again.choose("p_3");
    await gives({ proxy: { kind: "id", id: "p_3" } });
  });

  it("stays unchanged if the user cancels a proxy check", async (context) => {
    const createNew = { checkProxy: () => Promise.resolve(undefined) };
    const { pick } = await openPrompt(context, full, { createNew });
    pick.pressOn("p_3", "Check for example.com");
    const again = await nextList();
    assert.equal(again.prompt, undefined);
    assert.equal(described(again), "humming · wormhole");
  });

  for (const [condition, listed] of [
    ["the list contains the proxy", true],
    ["the list can't be fetched again", false],
  ] as const)
    it(`preselects a created proxy if ${condition}`, async (context) => {
      const wizard = setUpProxies(context);
      const created = { id: "p_9", name: "Fresh", type: "isp" };
      const proxy = () => {
        if (listed) wizard.offers.list("/proxies", [...proxies, created]);
        return Promise.resolve(created);
      };
      const { gives, pick } = await openList(wizard, "proxy", full, { createNew: { proxy } });
      assert.equal(pick.rows.at(-1)?.label, "Create Proxy…");
      pick.choose("Create Proxy…");
      const again = await nextList();
      assert.match(active(again) ?? "", /^Fresh/);
      again.enter();
      await gives({ proxy: { kind: "id", id: "p_9" } });
    });

  it("shows the same list again if no proxy was created", async (context) => {
    const createNew = { proxy: () => Promise.resolve(undefined) };
    const { gives, pick } = await openPrompt(context, { ...full, proxy: { kind: "direct" } }, { createNew });
    pick.choose("Create Proxy…");
    const again = await nextList();
    assert.ok(labels(again).includes("No proxy"));
    again.choose("No proxy");
    await gives({ proxy: { kind: "direct" } });
  });
});
