import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageBlock } from "../../src/card/protocol.ts";
import { untilPasses } from "../host/until.ts";
import { conflict, created, deleted, invalid } from "./samples/cards.ts";
import { entitlements } from "./samples/report.ts";
import { viewsOfSuite } from "./browser.ts";
import { tabStops, type View } from "./view.ts";

describe("the result page", () => {
  const open = viewsOfSuite();

  const focusedId = (view: View): Promise<string> =>
    view.page.evaluate(() => document.activeElement?.id ?? "");
  const scrollY = (view: View): Promise<number> => view.page.evaluate(() => window.scrollY);

  it("reports that it is ready once it has loaded", async () => {
    const view = await open();
    assert.deepEqual(await view.posted(), [{ type: "ready" }]);
    assert.deepEqual(view.requests, []);
  });

  it("shows a row's copy button next to the link", async () => {
    const view = await open();
    const users: PageBlock = {
      kind: "table",
      title: "Used by",
      columns: ["Connection"],
      rows: [
        {
          cells: [{ text: "support on a.example", links: [{ press: "a", label: "support on a.example" }] }],
          notes: [],
          copy: { press: "copy", label: "Copy ID" },
        },
      ],
    };
    await view.show({ ...created, id: "links", blocks: [users] });
    const row = view.page.locator("tbody tr");
    const middles = await row.locator("button").evaluateAll((all) =>
      all.map((one) => {
        const { height, y } = one.getBoundingClientRect();
        return y + height / 2;
      }),
    );
    assert.ok(middles.length === 2 && Math.abs((middles[0] ?? 0) - (middles[1] ?? 99)) < 6, String(middles));
  });

  it("reports focus only after keeping focus for 100 ms", async () => {
    const view = await open();
    // The page may gain focus at any time. Messages that the page posts while loading arrive before a timer that is
    // set now.
    await view.page.evaluate(async () => {
      window.addEventListener("focus", (event) => event.isTrusted && event.stopImmediatePropagation(), true);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await view.page.clock.install();
    await view.page.clock.pauseAt(Date.now() + 3_600_000);
    const focusCount = (): Promise<number> =>
      view.page.evaluate(() => window.webview.posted.filter(({ type }) => type === "focused").length);
    const before = await focusCount();
    for (const [stays, says] of [
      [false, 0],
      [true, 1],
    ] as const) {
      await view.page.evaluate((hasFocus) => {
        window.dispatchEvent(new Event("focus"));
        document.hasFocus = () => hasFocus;
      }, stays);
      await view.page.clock.runFor(99);
      assert.equal(await focusCount(), before);
      await view.page.clock.runFor(1);
      assert.equal((await focusCount()) - before, says);
    }
    const again = await focusCount();
    await view.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await view.page.clock.runFor(50);
    await view.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await view.page.clock.runFor(1_000);
    assert.equal((await focusCount()) - again, 1, "once, though it was given it twice");
  });

  it("shows and announces the card's title as the only main heading", async () => {
    const view = await open();
    await view.show(created, "de");
    assert.equal(await view.page.locator("h1").count(), 1);
    assert.equal(await view.page.locator("h1").textContent(), created.title);
    assert.equal(await view.page.locator("html").getAttribute("lang"), "de");
    assert.equal(await view.page.title(), created.title);
    assert.equal(await view.page.getByRole("status").textContent(), created.title);
    assert.equal(await view.page.getByRole("alert").textContent(), "");
    assert.deepEqual(
      await view.page.locator("h2").allTextContents(),
      created.blocks.map(({ title }) => title),
    );
  });

  it("announces an error to screen readers immediately", async () => {
    const view = await open();
    await view.show(invalid);
    assert.equal(await view.page.getByRole("alert").textContent(), invalid.title);
    assert.equal(await view.page.getByRole("status").textContent(), "");
  });

  it("reports which button of which card was pressed", async () => {
    const view = await open();
    await view.show(conflict);
    await view.page.getByRole("button", { name: "Back to the Wizard" }).click();
    assert.deepEqual((await view.posted()).slice(1), [{ type: "press", drawing: 1, press: "backToWizard" }]);
  });

  it("lets the keyboard reach and activate every button and collapsible section", async () => {
    const view = await open();
    await view.show(created);
    const buttons = ["next", "other", "more", "block-0-row-0-copy"];
    assert.deepEqual(await tabStops(view), [...buttons, "block-3"]);

    await view.page.locator("#block-3").focus();
    await view.page.keyboard.press("Enter");
    assert.equal(await view.page.locator("pre").isVisible(), true);
    assert.deepEqual(await tabStops(view), [...buttons, "block-3", "PRE"]);

    await view.page.locator("#next").focus();
    await view.page.keyboard.press("Space");
    assert.deepEqual((await view.posted()).at(-1), { type: "press", drawing: 1, press: "copyId" });
  });

  it("outlines the focused element during keyboard navigation", async () => {
    const view = await open();
    await view.show(created);
    for (const id of ["next", "other", "more", "block-0-row-0-copy", "block-3"]) {
      await view.page.keyboard.press("Tab");
      const outline = await view.page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return { id: document.activeElement?.id, outlineStyle, outlineWidth };
      });
      assert.deepEqual(outline, { id, outlineStyle: "solid", outlineWidth: "2px" });
    }
  });

  it("restores scroll position and collapsed sections after a reload", async () => {
    const first = await open({ height: 400 });
    await first.show(created);
    await first.page.locator("#block-3").click();
    await first.page.evaluate(() => window.scrollTo(0, 300));
    const state = { cardId: "created", scrollY: 300, open: ["block-3"], filter: "" };
    await untilPasses("place and fold to be kept", async () => assert.deepEqual(await first.state(), state));

    const second = await open({ height: 400, state });
    await second.show(created);
    assert.equal(await second.page.locator("details").getAttribute("open"), "");
    assert.equal(await scrollY(second), 300);
    await untilPasses("both to be kept on", async () => assert.deepEqual(await second.state(), state));
  });

  it("ignores stored state that is invalid or belongs to another card", async () => {
    for (const state of [
      { cardId: "other", scrollY: 300, open: ["block-3"] },
      { cardId: "created", scrollY: "9", open: 7 },
      "x",
    ]) {
      const view = await open({ height: 400, state });
      await view.show(created);
      assert.equal(await view.page.locator("details[open]").count(), 0);
      assert.deepEqual(await view.state(), { cardId: "created", scrollY: 0, open: [], filter: "" });
      assert.deepEqual(view.errors, []);
    }
  });

  it("keeps its content when it receives an unknown message", async () => {
    const view = await open();
    await view.show(created);
    const before = await view.page.locator("main").innerHTML();
    const wrong = {
      type: "show",
      drawing: 2,
      lang: "en",
      card: { id: "x", title: "X", summary: "", blocks: [], actions: [] },
    };
    for (const message of [
      null,
      7,
      "show",
      [],
      {},
      { type: "hide" },
      { type: "show" },
      { type: "show", card: null },
      { type: "show", lang: "en", card: created },
      wrong,
    ]) {
      await view.send(message);
    }
    assert.equal(await view.page.locator("main").innerHTML(), before);
    assert.deepEqual(view.errors, []);
  });

  it("replaces the card and focuses the new heading", async () => {
    const view = await open({ height: 400 });
    await view.show(created);
    assert.notEqual(await focusedId(view), "title");
    await view.page.locator("#other").focus();
    await view.page.evaluate(() => window.scrollTo(0, 200));
    await view.show(conflict);
    assert.deepEqual(await view.page.locator("h1").allTextContents(), [conflict.title]);
    assert.equal(await view.page.getByRole("status").textContent(), conflict.title);
    assert.equal(await focusedId(view), "title");
    assert.equal(await scrollY(view), 0);
  });

  it("keeps focus, scroll position and collapsed sections when re-rendered", async () => {
    const view = await open({ height: 400 });
    await view.show(created);
    await view.page.locator("#block-3").click();
    await view.page.locator("#more").focus();
    await view.page.evaluate(() => window.scrollTo(0, 150));
    await view.page.waitForFunction(() => (window.webview.state as { scrollY: number }).scrollY === 150);
    await view.show(created);
    assert.equal(await focusedId(view), "more");
    assert.equal(await scrollY(view), 150);
    assert.equal(await view.page.locator("details[open]").count(), 1);
  });

  for (const width of [200, 300, 480])
    it(`shows a long sandbox notice without clipping at ${width} px`, async () => {
      const view = await open({ width });
      // A text with the length of a long translation.
      const sandbox =
        "Sandbox: Beispieldaten auf diesem Rechner, nicht der Dienst selbst; nichts davon erreicht ihn, und es kostet nichts";
      await view.show({ ...entitlements, sandbox });
      const line = view.page.getByRole("banner").locator("p");
      const cut = await line.evaluate((one) => [
        one.scrollHeight - one.clientHeight,
        one.scrollWidth - one.clientWidth,
      ]);
      assert.deepEqual(cut, [0, 0]);
    });

  it("keeps the sandbox notice at the top while scrolling", async () => {
    const view = await open({ height: 500 });
    await view.show(entitlements);
    await view.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    assert.ok((await scrollY(view)) > 100);
    assert.equal((await view.page.getByRole("banner").boundingBox())?.y, 0);
    await view.show(invalid);
    assert.equal(await view.page.getByRole("banner").count(), 0);
  });

  for (const width of [300, 700])
    it(`exposes tables with headers to screen readers at ${width} px`, async () => {
      const view = await open({ width });
      await view.show(deleted);
      const named = async (role: string): Promise<string[]> => {
        const session = await view.page.context().newCDPSession(view.page);
        return (await session.send("Accessibility.getFullAXTree")).nodes
          .filter((node) => !node.ignored && node.role?.value === role)
          .map((node) => String(node.name?.value));
      };
      assert.deepEqual(await named("table"), ["Destinations"]);
      assert.deepEqual(await named("columnheader"), ["Destination", "Result", "Status"]);
      assert.deepEqual(await named("rowheader"), [
        "grafana-eu",
        "otlp_01JD4ZB2",
        "honeycomb-staging",
        "old-collector",
        "datadog",
        "tempo",
      ]);
      assert.equal((await named("row")).length, 1 + 6 + 4);
      assert.equal((await named("cell")).length, 2 * 6 + 4);
    });
});
