import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import type { PageCard } from "../../src/card/protocol.ts";
import { launchPageBrowser } from "./browser.ts";
import { connection, ended } from "./samples/connection.ts";
import { servePage, type PageServer } from "./server.ts";
import { openView, type View, type ViewOptions } from "./view.ts";

describe("result page, flows", () => {
  let server: PageServer;
  let browser: Browser;
  const views: View[] = [];

  before(async () => {
    [server, browser] = await Promise.all([servePage(), launchPageBrowser()]);
  });
  after(async () => {
    await browser.close();
    server.close();
  });

  async function open(card: PageCard, options?: ViewOptions): Promise<View> {
    for (const view of views.splice(0)) await view.close();
    const view = await openView(browser, server, options);
    views.push(view);
    await view.show(card);
    return view;
  }

  for (const width of [300, 700]) {
    it(`draws a flow's states in order at ${width} px`, async () => {
      const view = await open(connection, { width });
      const lanes = await view.page.locator(".lane").evaluateAll((found) =>
        found.map((lane) =>
          [...lane.querySelectorAll(".state")].map((state) => ({
            text: state.textContent,
            current: state.classList.contains("state-current"),
            icons: state.querySelectorAll(".icon").length,
            box: state.getBoundingClientRect().toJSON() as DOMRect,
          })),
        ),
      );
      const block = connection.blocks.find(({ kind }) => kind === "flow");
      assert.ok(block?.kind === "flow");
      assert.deepEqual(
        lanes.map((states) => states.map(({ current, icons, text }) => ({ current, icons, text }))),
        block.lanes.map(({ states }) =>
          states.map(({ current = false, label }) => ({ current, icons: current ? 1 : 0, text: label })),
        ),
      );
      for (const states of lanes) {
        states.slice(1).forEach(({ box }, index) => {
          const before = states[index]?.box;
          assert.ok(before !== undefined);
          if (width === 300) assert.ok(box.top >= before.bottom, "below each other");
          else assert.ok(box.left >= before.right && box.top === before.top, "on one line");
        });
      }
    });
  }

  it("names a flow's picture by its words", async () => {
    const view = await open(ended);
    const named = await view.page.getByRole("img", { name: /^The login expired at 10:41/ }).count();
    assert.equal(named, 1);
  });
});
