import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { ProxyAnswer } from "../../../../../src/domain/connections/settings.ts";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full, plan } from "../../../../support/asking.ts";
import { quiet } from "../../../../support/offers.ts";

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
const labels = (pick: QuickPick): readonly string[] => pick.rows.map(({ label }) => label);
const active = (pick: QuickPick): string | undefined => pick.activeItems[0]?.label;
const enter = "Enter a Name or ID…";

describe("the question which proxy", () => {
  it("spells out §2.3: the default follows stealth, and none leaves stealth and the CAPTCHA solver on", async (context) => {
    const answer = asking(context).ask("proxy", full);
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      pick.rows.map(({ detail, label }) => [label, detail]),
      [
        ["Service default", "The service decides: a stealth proxy in stealth mode"],
        ["No proxy", "Stealth mode and the CAPTCHA solver stay on"],
        [enter, undefined],
      ],
    );
    assert.deepEqual(groups(pick), ["Your proxies"]);
    pick.escape();
    await answer;
  });

  it("says what the choices mean where stealth was turned off", async (context) => {
    const answer = asking(context).ask("proxy", { ...full, stealth: false });
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      pick.rows.slice(0, 2).map(({ detail }) => detail),
      ["The service decides: no proxy, as stealth mode is off", "With or without stealth mode"],
    );
    pick.escape();
    await answer;
  });

  it("lists those of the organization with type, place and health, what does not work last, and takes the id: names are not unique", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/proxies", proxies);
    const answer = ask("proxy", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(
      pick.rows.slice(2).map(({ description, detail, label }) => [label, description, detail]),
      [
        ["Berlin", "residential · Berlin, Germany · …p_1", undefined],
        ["p_3", "humming · wormhole", undefined],
        ["Berlin", "unavailable · custom · proxy.example · …p_2", undefined],
        [enter, undefined, undefined],
      ],
    );
    pick.activeItems = pick.rows.slice(4, 5);
    pick.enter();
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: { ...full, proxy: { kind: "id", id: "p_2" } },
    });
  });

  for (const [label, proxy] of [
    ["Service default", { kind: "default" }],
    ["No proxy", { kind: "direct" }],
  ] as const) {
    it(`takes ${label} in place of another form`, async (context) => {
      const answer = asking(context).ask("proxy", { ...full, proxy: { kind: "id", id: "p_1" } });
      (await screen.next(QuickPick)).choose(label);
      assert.deepEqual(await answer, { kind: "answered", draft: { ...full, proxy } });
    });
  }

  for (const [label, proxy] of [
    ["Use as Name", { kind: "name", name: " Berlin, exit " }],
    ["Use as ID", { kind: "id", id: " Berlin, exit " }],
  ] as const) {
    it(`takes what is typed exactly as it is: ${label}`, async (context) => {
      const { ask, offers } = asking(context);
      offers.list("/proxies", proxies);
      const answer = ask("proxy", full);
      const pick = await screen.next(QuickPick);
      await quiet();
      pick.type(" Berlin, exit ");
      const row = pick.rows.find((one) => one.label === label);
      assert.deepEqual(
        [row?.description, row?.detail],
        ['" Berlin, exit "', "The name or ID begins or ends with a space, which is sent."],
      );
      pick.choose(label);
      assert.deepEqual(await answer, { kind: "answered", draft: { ...full, proxy } });
    });

    it(`takes what is typed where it is asked for: ${label}`, async (context) => {
      const answer = asking(context).ask("proxy", full);
      (await screen.next(QuickPick)).choose(enter);
      const pick = await screen.next(QuickPick);
      assert.deepEqual([pick.title, pick.step, labels(pick)], ["Create Connection", 1, []]);
      pick.type(" Berlin, exit ");
      pick.choose(label);
      assert.deepEqual(await answer, { kind: "answered", draft: { ...full, proxy } });
    });
  }

  it("can be given a name that a listed one has, and no second row for its id", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/proxies", proxies);
    const answer = ask("proxy", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.type("p_3");
    assert.deepEqual(labels(pick).slice(-1), ["Use as Name"]);
    pick.type("Berlin");
    pick.choose("Use as Name");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: { ...full, proxy: { kind: "name", name: "Berlin" } },
    });
  });

  it("takes nothing that cannot be a name, and says why", async (context) => {
    const answer = asking(context).ask("proxy", full);
    const pick = await screen.next(QuickPick);
    pick.type("a\u0007");
    assert.equal(pick.prompt, "The name or ID has a control character. Type the value instead of pasting.");
    assert.ok(!labels(pick).includes("Use as Name"));
    pick.escape();
    await answer;
  });

  it("says why the service lists none, and takes what is typed all the same", async (context) => {
    const { ask, offers } = asking(context);
    offers.reply("/proxies", 403);
    const answer = ask("proxy", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.match(pick.prompt ?? "", /not allowed for this token or plan/);
    pick.type("p_9");
    pick.choose("Use as ID");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: { ...full, proxy: { kind: "id", id: "p_9" } },
    });
  });

  it("comes back from the name to the row that led there, and to the question before from the list", async (context) => {
    const answer = asking(context).ask("proxy", full);
    (await screen.next(QuickPick)).choose(enter);
    const name = await screen.next(QuickPick);
    name.type("half");
    name.press("Back");
    const pick = await screen.next(QuickPick);
    assert.equal(active(pick), enter);
    pick.press("Back");
    assert.deepEqual(await answer, { kind: "back", typed: "" });
  });

  for (const [proxy, label] of [
    [{ kind: "direct" }, "No proxy"],
    [{ kind: "id", id: "p_2" }, "Berlin"],
    [{ kind: "id", id: "p_9" }, "ID p_9"],
    [{ kind: "name", name: "exit $(x)" }, "exit $⟨U+0028⟩x)"],
  ] as const satisfies readonly (readonly [ProxyAnswer, string])[]) {
    it(`begins at what was chosen: ${JSON.stringify(proxy)}`, async (context) => {
      const { ask, offers } = asking(context);
      offers.list("/proxies", proxies);
      const release = offers.hold("/proxies");
      const draft = { ...full, proxy };
      const answer = ask("proxy", draft);
      const pick = await screen.next(QuickPick);
      await quiet();
      release();
      await quiet();
      assert.equal(active(pick), label);
      assert.equal(groups(pick).includes("Chosen"), proxy.kind === "name" || label === "ID p_9");
      pick.enter();
      assert.deepEqual(await answer, { kind: "answered", draft });
    });
  }

  for (const [features, group] of [
    [{ custom_proxies: false, managed_proxies: false }, "Your proxies (not in your plan)"],
    [{ custom_proxies: false, managed_proxies: true }, "Your proxies (not in your plan)"],
    [{ custom_proxies: true, managed_proxies: false }, "Your proxies"],
    [{}, "Your proxies"],
  ] as const) {
    it(`marks what a plan with ${JSON.stringify(features)} lacks, and holds nothing back`, async (context) => {
      const { ask, offers } = asking(context);
      offers.list("/proxies", proxies);
      const answer = ask("proxy", full, { entitlements: plan({}, features) });
      const pick = await screen.next(QuickPick);
      await quiet();
      assert.deepEqual(groups(pick), [group]);
      pick.choose("p_3");
      assert.equal((await answer).kind, "answered");
    });
  }

  it("has one checked for the connection's website, and comes back with how that ended", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/proxies", proxies);
    const asked: unknown[] = [];
    const answer = ask("proxy", full, {
      createNew: {
        checkProxy: (proxy, site) => {
          asked.push([proxy.id, site]);
          return Promise.resolve({ proxy: { ...proxy, status: "unavailable" }, words: "It ended so." });
        },
      },
    });
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.pressOn("p_3", "Check for example.com");
    const again = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(asked, [["p_3", "example.com"]]);
    assert.equal(again.prompt, "It ended so.");
    assert.equal(again.rows.find(({ label }) => label === "p_3")?.description, "unavailable · wormhole");
    assert.equal(active(again), "p_3");
    again.choose("p_3");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: { ...full, proxy: { kind: "id", id: "p_3" } },
    });
  });

  it("stays as it was where a check is called off", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/proxies", proxies);
    const answer = ask("proxy", full, { createNew: { checkProxy: () => Promise.resolve(undefined) } });
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.pressOn("p_3", "Check for example.com");
    const again = await screen.next(QuickPick);
    await quiet();
    assert.equal(again.prompt, undefined);
    assert.equal(again.rows.find(({ label }) => label === "p_3")?.description, "humming · wormhole");
    again.escape();
    await answer;
  });

  it("offers no check where nothing can do it", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/proxies", proxies);
    const answer = ask("proxy", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.ok(pick.rows.every(({ buttons = [] }) => buttons.length === 0));
    pick.escape();
    await answer;
  });

  for (const [what, listed] of [
    ["the list has it", true],
    ["the list cannot be read again", false],
  ] as const) {
    it(`ends with making one, which is chosen then, where ${what}`, async (context) => {
      const { ask, offers } = asking(context);
      offers.list("/proxies", proxies);
      const made = { id: "p_9", name: "Fresh", type: "isp" };
      const answer = ask("proxy", full, {
        createNew: {
          proxy: () => {
            if (listed) offers.list("/proxies", [...proxies, made]);
            return Promise.resolve(made);
          },
        },
      });
      const pick = await screen.next(QuickPick);
      await quiet();
      assert.equal(pick.rows.at(-1)?.label, "Create Proxy…");
      pick.choose("Create Proxy…");
      const again = await screen.next(QuickPick);
      await quiet();
      assert.match(active(again) ?? "", /^Fresh/);
      again.enter();
      assert.deepEqual(await answer, {
        kind: "answered",
        draft: { ...full, proxy: { kind: "id", id: "p_9" } },
      });
    });
  }

  it("comes back to the same question where none was made", async (context) => {
    const { ask } = asking(context);
    const answer = ask(
      "proxy",
      { ...full, proxy: { kind: "direct" } },
      { createNew: { proxy: () => Promise.resolve(undefined) } },
    );
    (await screen.next(QuickPick)).choose("Create Proxy…");
    const again = await screen.next(QuickPick);
    await quiet();
    assert.ok(labels(again).includes("No proxy"));
    again.choose("No proxy");
    assert.deepEqual(await answer, { kind: "answered", draft: { ...full, proxy: { kind: "direct" } } });
  });
});
