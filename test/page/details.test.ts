import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FromPage, type PageCard } from "../../src/card/protocol.ts";
import { blocked, connection } from "./samples/connection.ts";
import { entitlements } from "./samples/report.ts";
import { viewsOfSuite } from "./browser.ts";
import { tabStops, type ThemeName, type View, type ViewOptions } from "./view.ts";

describe("detail rows on the result page", () => {
  const openView = viewsOfSuite();
  const open = (card: PageCard, options?: ViewOptions): Promise<View> => openView(options, card);

  /** Returns the messages posted since the page requested its card. All must pass the editor's parser. */
  const pressed = async (view: View): Promise<object[]> =>
    (await view.posted()).slice(1).map((message) => {
      const { type, drawing, ...rest } = FromPage.parse(message) as Extract<FromPage, { type: "press" }>;
      assert.deepEqual([type, typeof drawing], ["press", "number"]);
      return rest;
    });

  it("show a percentage as a bar that screen readers ignore", async () => {
    const view = await open(entitlements);
    const bars = view.page.locator(".bar");
    assert.equal(await bars.count(), 2);
    const widths = await view.page
      .locator(".bar-fill")
      .evaluateAll((fills) => fills.map((one) => Math.round(one.getBoundingClientRect().width)));
    assert.deepEqual(widths, [58, 92]);
    assert.deepEqual(await bars.evaluateAll((all) => all.map((one) => one.ariaHidden)), ["true", "true"]);
  });

  it("report which button next to a secret URL was pressed", async () => {
    const view = await open(connection);
    await view.page.getByRole("button", { name: "Open… Login page" }).click();
    await view.page.getByRole("button", { name: "Open… Live view" }).click();
    assert.deepEqual(await pressed(view), [{ press: "openHosted" }, { press: "openLiveView" }]);
  });

  it("label the button that opens a resource with the row's name", async () => {
    const view = await open({
      ...connection,
      blocks: [
        {
          kind: "rows",
          title: "Staying logged in",
          rows: [
            {
              label: "Credential",
              value: { text: "Compliance/Bank from provider onepassword" },
              leads: { press: "showProvider", label: "Show Provider" },
            },
          ],
        },
      ],
    });
    await view.page.getByRole("button", { name: "Show Provider Credential" }).click();
    assert.deepEqual(await pressed(view), [{ press: "showProvider" }]);
  });

  it("report which button of a table row was pressed", async () => {
    const view = await open(blocked);
    await view.page.getByRole("button", { name: "Open support-inbox" }).click();
    await view.page.getByRole("button", { name: "Show the Feature tempo" }).click();
    await view.page.getByRole("button", { name: "Show Connection tempo" }).click();
    assert.deepEqual(await pressed(view), [
      { press: "openConnection" },
      { press: "explainFeature" },
      { press: "openConnection" },
    ]);
  });

  it("show and copy code in the selected format, which stays selected", async () => {
    const view = await open(connection);
    await view.page.locator("#block-4").click();
    const shown = async (): Promise<readonly string[]> => [
      ...(await view.page.getByRole("tab", { selected: true }).allTextContents()),
      ...(await view.page.getByRole("tabpanel").allTextContents()).map((text) => text.slice(0, 12)),
    ];
    assert.deepEqual(await shown(), ["JSON", '{\n  "domain"']);
    await view.page.getByRole("tab", { name: "JSON" }).focus();
    for (const [key, label, text] of [
      ["ArrowRight", "curl", "curl -X POST"],
      ["End", "Python", "client.post("],
      ["ArrowRight", "JSON", '{\n  "domain"'],
      ["ArrowLeft", "Python", "client.post("],
      ["Home", "JSON", '{\n  "domain"'],
      ["ArrowRight", "curl", "curl -X POST"],
    ] as const) {
      await view.page.keyboard.press(key);
      assert.deepEqual(await shown(), [label, text], key);
      assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), label, key);
    }
    await view.page.getByRole("button", { name: "Copy Request as code curl" }).click();
    await view.show(connection);
    assert.deepEqual(await shown(), ["curl", "curl -X POST"]);
    await view.page.getByRole("tab", { name: "Python" }).click();
    await view.page.getByRole("button", { name: "Copy Request as code Python" }).click();
    assert.deepEqual(await pressed(view), [{ press: "copyCurl" }, { press: "copyPython" }]);
  });

  for (const width of [300, 700]) {
    it(`have every button in the tab order at ${width} px`, async () => {
      const view = await open(connection, { width });
      const codes = connection.blocks.flatMap((block, index) =>
        block.kind === "code" || block.kind === "forms" ? [`block-${index}`] : [],
      );
      assert.deepEqual(await tabStops(view), [
        "refresh",
        "more",
        "block-0-button-0",
        "block-0-button-1",
        "block-0-button-2",
        "block-1-row-3-secret",
        "block-1-row-4-secret",
        "block-3",
        ...codes,
      ]);
      await view.page.locator("#block-1-row-4-secret").focus();
      await view.page.keyboard.press("Enter");
      await view.page.locator("#block-4").focus();
      for (const key of ["Enter", "Tab", "ArrowRight", "Tab", "Space"]) await view.page.keyboard.press(key);

      await view.show(blocked);
      assert.deepEqual(await tabStops(view), [
        "next",
        "other",
        "block-0-row-0-button-0",
        "block-0-row-1-button-0",
        "block-0-row-2-button-0",
        "block-1-row-1-button-0",
        "block-1-row-1-button-1",
      ]);
      await view.page.locator("#block-0-row-2-button-0").focus();
      await view.page.keyboard.press("Space");
      assert.deepEqual(await pressed(view), [
        { press: "openLiveView" },
        { press: "copyCurl" },
        { press: "openConnection" },
      ]);
    });

    it(`have buttons of at least 24 × 24 px at ${width} px`, async () => {
      for (const card of [connection, blocked]) {
        const view = await open(card, { width });
        for (const fold of await view.page.locator("summary").all()) await fold.click();
        for (const button of await view.page.locator("button:visible").all()) {
          const { height = 0, width: across = 0 } = (await button.boundingBox()) ?? {};
          assert.ok(
            height >= 24 && across >= 24,
            `${await button.getAttribute("id")}: ${across} × ${height}`,
          );
        }
      }
    });
  }

  it("arrange cells in three columns, or in one column at 300 px", async () => {
    const columns = async (width: number): Promise<number> => {
      const view = await open(connection, { width });
      const lefts = await view.page
        .locator(".cell")
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
      assert.equal(lefts.length, 9);
      return new Set(lefts).size;
    };
    assert.deepEqual([await columns(300), await columns(700), await columns(1200)], [1, 3, 3]);
  });

  it("mark changed values with the previous value", async () => {
    const rows = await open(connection);
    assert.deepEqual(await rows.page.locator(".changed").allTextContents(), [
      "before: Logged in",
      "before: Every 20 minutes",
    ]);
    const limits = await open(entitlements);
    assert.deepEqual(await limits.page.locator(".changed").allTextContents(), ["was 20"]);
  });

  it("show cells without borders", async () => {
    const look = async (theme: ThemeName, forcedColors: boolean): Promise<readonly string[]> => {
      const { page } = await open(connection, { theme, forcedColors });
      return page.locator(".cell").evaluateAll((all) =>
        all.map((cell) => {
          const { borderTopWidth, boxShadow, cursor } = getComputedStyle(cell);
          return [borderTopWidth, boxShadow, cursor].join(" ");
        }),
      );
    };
    for (const theme of ["light", "hc-dark"] as const)
      for (const forced of [false, true])
        assert.deepEqual(new Set(await look(theme, forced)), new Set(["0px none auto"]));
  });
});
