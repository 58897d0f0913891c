import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { DeletionTarget } from "../../../../../src/domain/resources/deletionOutcome.ts";
import { pickDestinations } from "../../../../../src/editor/resources/destinations/picker.ts";
import { PickerLists } from "../../../../../src/editor/catalogue/pickerLists.ts";
import { env, QuickPick, reset, screen, ThemeIcon } from "../../../../doubles/vscode.ts";
import { Offers, quiet } from "../../../../support/offers.ts";
import { column, columns } from "../../../../support/rows.ts";
import { leaveAfter } from "../../../../support/leaving.ts";

beforeEach(reset);

const destinations = [
  { id: "d_1", name: "honeycomb", endpoint: "https://api.honeycomb.io", consecutive_failures: 2 },
  { id: "d_2", name: "prod, eu/west", endpoint: "https://otlp.example" },
  { id: "d_3" },
];

const twins = ["d_1", "d_2"].map((id) => ({ id, name: "twin" }));

/** Opens the picker and waits for its rows. */
async function openPicker(context: TestContext, offers: Offers) {
  const lists = new PickerLists(offers.client);
  const picked = leaveAfter(context)(pickDestinations("Delete Telemetry Destinations", lists.destinations));
  const pick = await screen.next(QuickPick);
  await quiet();
  return { pick, picked };
}

async function begin(
  context: TestContext,
  options: { readonly rows?: readonly object[]; readonly hold?: boolean } = {},
) {
  const offers = new Offers(context);
  offers.list("/telemetry/destinations", options.rows ?? destinations);
  offers.list("/auth/connections", [
    {
      id: "ma_1",
      domain: "example.com",
      profile_name: "work",
      browser: { telemetry: { export: { otlp: { destination: { name: "honeycomb" } } } } },
    },
    { id: "ma_2", browser_telemetry: { export: { otlp: { destination: { id: "d_1" } } } } },
  ]);
  /** Releases a list response that was held back. */
  const release = options.hold === true ? offers.hold("/telemetry/destinations") : () => undefined;
  const { pick, picked } = await openPicker(context, offers);
  const result = picked.then((targets) =>
    targets?.map(({ idOrName, name }): DeletionTarget => ({ idOrName, ...(name !== undefined && { name }) })),
  );
  return { offers, pick, release, result };
}

async function paste(pick: QuickPick, text: string): Promise<void> {
  env.clipboard.text = text;
  pick.press("Paste a List");
  await quiet();
}

const rows = (pick: QuickPick): readonly string[] => pick.rows.map(({ label }) => label);
const checked = (pick: QuickPick): readonly string[] => pick.selectedItems.map(({ label }) => label);
const groups = (pick: QuickPick): readonly string[] =>
  pick.items.filter(({ kind }) => Number(kind) === -1).map(({ label }) => label);

describe("pickDestinations", () => {
  it("shows each destination's endpoint, export health and connections", async (context) => {
    const { pick, result } = await begin(context);
    assert.deepEqual(columns(pick.rows, "label", "description", "detail"), [
      ["honeycomb", "exports fail · in use by example.com and ma_2", "https://api.honeycomb.io"],
      ["prod, eu/west", undefined, "https://otlp.example"],
      ["d_3", undefined, undefined],
    ]);
    assert.deepEqual(
      [groups(pick), pick.prompt, pick.busy, pick.canSelectMany],
      [[], undefined, false, true],
    );
    pick.escape();
    assert.equal(await result, undefined);
  });

  it("shows a warning icon for failing exports and returns the picked destination's endpoint", async (context) => {
    const offers = new Offers(context);
    offers.list("/telemetry/destinations", destinations);
    offers.list("/auth/connections", []);
    const { pick, picked } = await openPicker(context, offers);
    assert.deepEqual(column(pick.rows, "iconPath"), [
      new ThemeIcon("warning"),
      new ThemeIcon("broadcast"),
      new ThemeIcon("broadcast"),
    ]);
    await pick.check("honeycomb");
    pick.enter();
    assert.deepEqual(await picked, [
      { idOrName: "d_1", name: "honeycomb", endpoint: "https://api.honeycomb.io" },
    ]);
  });

  it("offers Paste a List as a title button instead of a row", async (context) => {
    const { pick, result } = await begin(context);
    env.clipboard.text = "elsewhere";
    assert.deepEqual(column(pick.buttons, "tooltip"), ["Paste a List"]);
    assert.deepEqual(rows(pick), ["honeycomb", "prod, eu/west", "d_3"]);
    await pick.check("d_3");
    pick.chooseAll();
    await quiet();
    assert.deepEqual(checked(pick), ["honeycomb", "prod, eu/west", "d_3"]);
    pick.enter();
    assert.equal((await result)?.length, 3);
  });

  it("shows a typed name first, then a separator and the listed destinations", async (context) => {
    const { pick } = await begin(context);
    pick.type("elsewhere");
    await pick.check("elsewhere");
    await quiet();
    assert.deepEqual([rows(pick)[0], groups(pick)], ["elsewhere", ["Others"]]);
  });

  it("returns the IDs and names of checked destinations", async (context) => {
    const { pick, result } = await begin(context);
    await pick.check("prod, eu/west");
    await pick.check("d_3");
    pick.enter();
    assert.deepEqual(await result, [{ idOrName: "d_2", name: "prod, eu/west" }, { idOrName: "d_3" }]);
  });

  it("resolves a typed name that contains a comma to the listed ID", async (context) => {
    const { pick, result } = await begin(context);
    pick.type("prod, eu/west");
    assert.equal(rows(pick).filter((row) => row === "prod, eu/west").length, 1);
    pick.enter();
    assert.deepEqual(await result, [{ idOrName: "d_2", name: "prod, eu/west" }]);
  });

  it("prefers an ID over another destination's name if both equal the typed text", async (context) => {
    const { pick, result } = await begin(context, {
      rows: [
        { id: "d_2", name: "d_1" },
        { id: "d_1", name: "prod" },
      ],
    });
    pick.submit("d_1");
    assert.deepEqual(await result, [{ idOrName: "d_1", name: "prod" }]);
  });

  it("shows a message if there are no destinations", async (context) => {
    const { pick } = await begin(context, { rows: [] });
    assert.equal(pick.prompt, "No destinations yet.");
  });

  it("returns typed text unchanged if no destination matches", async (context) => {
    const { pick, result } = await begin(context);
    pick.type("a, b; c d");
    assert.equal(rows(pick)[0], "a, b; c d");
    pick.enter();
    assert.deepEqual(await result, [{ idOrName: "a, b; c d" }]);
  });

  it("returns the typed name instead of an ID if several destinations have this name", async (context) => {
    const { pick, result } = await begin(context, { rows: twins });
    pick.submit("twin");
    assert.deepEqual(await result, [{ idOrName: "twin" }]);
  });

  it("keeps destinations checked while the user types and pastes further names", async (context) => {
    const { pick, result } = await begin(context);
    await pick.check("honeycomb");
    pick.type("typed one");
    assert.deepEqual(checked(pick), ["honeycomb"]);
    assert.equal(pick.rows[0]?.description, "select to add", "Enter takes what is checked");
    await pick.check("typed one");
    await quiet();
    assert.deepEqual([pick.value, checked(pick)], ["", ["typed one", "honeycomb"]]);
    await paste(pick, "pasted, one\r\nhoneycomb\n");
    assert.deepEqual(checked(pick), ["typed one", "pasted, one", "honeycomb"]);
    pick.enter();
    assert.deepEqual(await result, [
      { idOrName: "typed one" },
      { idOrName: "pasted, one" },
      { idOrName: "d_1", name: "honeycomb" },
    ]);
  });

  it("shows a destination only once if both name and ID are pasted", async (context) => {
    const { pick, result } = await begin(context);
    await paste(pick, "honeycomb\nd_1\nprod, eu/west\nelsewhere\n");
    assert.deepEqual(columns(pick.rows, "label", "description", "detail"), [
      ["honeycomb", "exports fail · in use by example.com and ma_2", "https://api.honeycomb.io · d_1"],
      ["prod, eu/west", undefined, "https://otlp.example"],
      ["elsewhere", "not in the list", undefined],
      ["d_3", undefined, undefined],
    ]);
    assert.deepEqual(checked(pick), ["honeycomb", "prod, eu/west", "elsewhere"]);
    pick.enter();
    assert.deepEqual(await result, [
      { idOrName: "d_1", name: "honeycomb" },
      { idOrName: "d_2", name: "prod, eu/west" },
      { idOrName: "elsewhere" },
    ]);
  });

  it("scrolls to the first row after the user pastes names", async (context) => {
    const { pick } = await begin(context);
    pick.goTo("d_3");
    await paste(pick, "one\ntwo\n");
    const active = pick.activeItems.map(({ label }) => label);
    assert.deepEqual([pick.keepScrollPosition, active], [false, ["one"]]);
  });

  it("resolves names that were entered before the list loaded", async (context) => {
    const { pick, release, result } = await begin(context, { hold: true });
    await paste(pick, "prod, eu/west");
    pick.type("honeycomb");
    await pick.check("honeycomb");
    assert.deepEqual(checked(pick), ["prod, eu/west", "honeycomb"]);
    release();
    await quiet();
    assert.deepEqual(checked(pick), ["prod, eu/west", "honeycomb"]);
    assert.deepEqual(columns(pick.rows, "label", "detail"), [
      ["prod, eu/west", "https://otlp.example"],
      ["honeycomb", "https://api.honeycomb.io"],
      ["d_3", undefined],
    ]);
    pick.enter();
    assert.deepEqual(await result, [
      { idOrName: "d_2", name: "prod, eu/west" },
      { idOrName: "d_1", name: "honeycomb" },
    ]);
  });

  it("adds a separate row for a pasted name that two destinations share", async (context) => {
    const { pick, result } = await begin(context, { rows: twins });
    await paste(pick, "twin");
    const rows = pick.rows.map(({ description = "", detail, label }) => [label, description, detail].join());
    assert.deepEqual(rows, ["twin,,", "twin,in use by ma_2,d_1", "twin,,d_2"]);
    pick.enter();
    assert.deepEqual(await result, [{ idOrName: "twin" }]);
  });

  it("explains why the list couldn't be fetched and still accepts typed names", async (context) => {
    const { pick, picked } = await openPicker(context, new Offers(context));
    assert.equal(pick.prompt, "The list can't be shown (not offered by the service). Type a value instead.");
    assert.deepEqual(rows(pick), []);
    pick.submit("typed");
    assert.deepEqual(await picked, [{ idOrName: "typed" }]);
  });

  describe("with ten thousand destinations", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `d_${index}`, name: `name ${index}` }));

    /** Types a text and waits for the service's search results. */
    async function search(context: TestContext, pick: QuickPick, text: string): Promise<void> {
      pick.type(text);
      context.mock.timers.tick(250);
      await quiet();
      // Let the results render.
      context.mock.timers.tick(0);
      await quiet();
    }

    it("shows a thousand rows and a hint to narrow the list", async (context) => {
      const { pick, result } = await begin(context, { rows: many });
      assert.equal(pick.rows.length, 1_000);
      assert.deepEqual(groups(pick), ["More results: type to narrow"]);
      pick.submit("name 9999");
      assert.deepEqual(await result, [{ idOrName: "name 9999" }]);
    });

    it("searches the service for typed text", async (context) => {
      context.mock.timers.enable({ apis: ["setTimeout"] });
      const { offers, pick, result } = await begin(context, { rows: many });
      await search(context, pick, "name 9999");
      assert.equal(offers.count("/telemetry/destinations"), 12);
      assert.deepEqual([rows(pick), pick.busy], [["name 9999"], false]);
      pick.choose("name 9999");
      pick.enter();
      assert.deepEqual(await result, [{ idOrName: "d_9999", name: "name 9999" }]);
    });

    it("doesn't claim that no destinations exist if a search finds nothing", async (context) => {
      context.mock.timers.enable({ apis: ["setTimeout"] });
      const { pick } = await begin(context, { rows: many });
      await search(context, pick, "nothing like it");
      assert.deepEqual([rows(pick), pick.prompt], [["nothing like it"], undefined]);
    });

    it("keeps destinations checked across searches", async (context) => {
      context.mock.timers.enable({ apis: ["setTimeout"] });
      const { pick, result } = await begin(context, { rows: many });
      await search(context, pick, "8888");
      pick.choose("name 8888");
      await search(context, pick, "7777");
      assert.deepEqual([rows(pick), checked(pick)], [["7777", "name 8888", "name 7777"], ["name 8888"]]);
      pick.choose("name 7777");
      await search(context, pick, "");
      assert.deepEqual(checked(pick), ["name 8888", "name 7777"]);
      pick.enter();
      assert.deepEqual(await result, [
        { idOrName: "d_8888", name: "name 8888" },
        { idOrName: "d_7777", name: "name 7777" },
      ]);
    });
  });

  it("ignores selection events for outdated rows", async (context) => {
    const { pick, result } = await begin(context);
    await pick.check("d_3");
    pick.type("h");
    // A late event that refers by index to the previous rows, which lack the typed name and of which the last is
    // checked.
    pick.reportChoiceByIndex(3);
    await pick.check("honeycomb");
    assert.deepEqual(checked(pick), ["d_3", "honeycomb"]);
    pick.type("ho");
    pick.reportChoiceByIndex(0);
    await quiet();
    assert.equal(pick.value, "ho", "nobody has checked what is being typed");
    pick.enter();
    assert.deepEqual(await result, [{ idOrName: "d_1", name: "honeycomb" }, { idOrName: "d_3" }]);
  });

  it("escapes displayed names and returns the originals", async (context) => {
    const name = "$(trash) [x](command:y)\n\u202E<b>";
    const { pick, result } = await begin(context, { rows: [{ id: "d_9", name, endpoint: name }] });
    const [row] = pick.rows;
    const drawn = "$⟨U+0028⟩trash) [x] (command:y)\uFFFD⟨U+202E⟩<b>";
    assert.deepEqual([row?.label, row?.description, row?.detail], [drawn, undefined, drawn]);
    await pick.check(drawn);
    pick.enter();
    assert.deepEqual(await result, [{ idOrName: "d_9", name }]);
  });

  it("stops fetching when the picker closes", async (context) => {
    const { offers, pick, result } = await begin(context, { hold: true });
    pick.escape();
    assert.equal(await result, undefined);
    await quiet();
    assert.equal(offers.count("/telemetry/destinations"), 1);
    assert.deepEqual(rows(pick), []);
  });
});
