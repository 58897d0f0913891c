import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import type { Card } from "../../src/card/protocol.ts";
import { launchPageBrowser } from "./browser.ts";
import { connection, ended } from "./samples/connection.ts";
import { servePage, type PageServer } from "./server.ts";
import { openView, type View, type ViewOptions } from "./view.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

const inside = ({ bottom, left, right, top }: DOMRect, points: readonly Point[]): readonly Point[] =>
  points.filter(({ x, y }) => x > left && x < right && y > top && y < bottom);

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

  async function open(card: Card, options?: ViewOptions): Promise<View> {
    for (const view of views.splice(0)) await view.close();
    const view = await openView(browser, server, options);
    views.push(view);
    await view.show(card);
    return view;
  }

  for (const width of [300, 700]) {
    it(`draws a flow's states in order and its arrow from state to state at ${width} px`, async () => {
      const view = await open(connection, { width: 1000 });
      await view.page.setViewportSize({ width, height: 900 });
      const lanes = await view.page.locator(".lane").evaluateAll(async (found) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return found.map((lane) => ({
          frame: lane.getBoundingClientRect().toJSON() as DOMRect,
          states: [...lane.querySelectorAll(".state")].map((state) => ({
            text: state.textContent,
            current: state.classList.contains("state-current"),
            icons: state.querySelectorAll(".icon").length,
            box: state.getBoundingClientRect().toJSON() as DOMRect,
          })),
          drawn: [...lane.querySelectorAll<SVGGraphicsElement>(".lane-arrows > *")].map((part) => {
            const box = part.getBoundingClientRect();
            // Where a line goes; of a label, its middle is enough, because its box is looked at, too.
            const line = part instanceof SVGPathElement ? part : undefined;
            const matrix = part.getScreenCTM();
            const points = Array.from({ length: 201 }, (_, index) => {
              if (line === undefined) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
              const { x, y } = line
                .getPointAtLength((line.getTotalLength() * index) / 200)
                .matrixTransform(matrix ?? undefined);
              return { x, y };
            });
            return { text: part.textContent, box: box.toJSON() as DOMRect, points };
          }),
        }));
      });
      const block = connection.blocks.find(({ kind }) => kind === "flow");
      assert.ok(block?.kind === "flow");
      assert.deepEqual(
        lanes.map(({ states }) => states.map(({ current, icons, text }) => ({ current, icons, text }))),
        block.lanes.map(({ states }) =>
          states.map(({ current = false, label }) => ({ current, icons: current ? 1 : 0, text: label })),
        ),
      );
      for (const { states } of lanes) {
        states.slice(1).forEach(({ box }, index) => {
          const before = states[index]?.box;
          assert.ok(before !== undefined);
          if (width === 300) assert.ok(box.top >= before.bottom, "below each other");
          else assert.ok(box.left >= before.right && box.top === before.top, "on one line");
        });
      }
      const [status, step] = lanes;
      assert.ok(status !== undefined && step !== undefined);
      assert.deepEqual(step.drawn, []);
      const label = status.drawn.find(({ text }) => text === "after 10:41");
      const [from, to] = [status.states[0]?.box, status.states[3]?.box];
      const lines = status.drawn.filter(({ text }) => text === "");
      assert.ok(label !== undefined && from !== undefined && to !== undefined && lines.length === 2);
      for (const { box, points, text: words } of status.drawn) {
        assert.ok(box.left >= status.frame.left - 1 && box.right <= status.frame.right + 1, "inside, across");
        assert.ok(box.top >= status.frame.top - 1 && box.bottom <= status.frame.bottom + 1, "inside, down");
        for (const { box: state, text } of status.states) {
          const apart =
            box.right <= state.left ||
            state.right <= box.left ||
            box.bottom <= state.top ||
            state.bottom <= box.top;
          // Beside the states, a line's box may reach over a short one that its turn goes around.
          assert.ok(apart || (width === 300 && words === ""), `nothing lies over ${text}`);
          assert.deepEqual(inside(state, points), [], `no line crosses ${text}`);
        }
      }
      // The head is the smaller of the two; its point is at the state that the arrow leads to.
      const [headBox] = lines
        .map(({ box }) => box)
        .toSorted((a, b) => a.width + a.height - b.width - b.height);
      assert.ok(headBox !== undefined);
      if (width === 300) {
        assert.ok(Math.abs(headBox.left - to.right) < 6);
        assert.ok(Math.abs(headBox.top + headBox.height / 2 - to.top - to.height / 2) < 2);
        assert.ok(label.box.left >= Math.max(...status.states.map(({ box }) => box.right)));
      } else {
        assert.ok(Math.abs(headBox.top - to.bottom) < 6);
        assert.ok(Math.abs(headBox.left + headBox.width / 2 - to.left - to.width / 2) < 2);
      }
    });
  }

  it("names a flow's picture by its words", async () => {
    const view = await open(ended);
    const named = await view.page.getByRole("img", { name: /^The login expired at 10:41/ }).count();
    assert.equal(named, 1);
  });

  it("leaves out arrows that lead nowhere", async () => {
    const arrows = [
      { from: 0, to: 2, label: "a" },
      { from: 7, to: 0, label: "b" },
      { from: 1, to: 1, label: "c" },
      { from: -1, to: 0.5, label: "d" },
    ];
    const states = [{ label: "One" }, { label: "Two" }];
    const view = await open({
      ...ended,
      blocks: [{ kind: "flow", title: "T", text: "T", notes: [], lanes: [{ label: "L", states, arrows }] }],
    });
    assert.equal(await view.page.locator(".lane-arrows > *").count(), 0);
    assert.deepEqual(view.errors, []);
  });

  it("keeps arrows between the same states, and their labels, apart", async () => {
    for (const width of [300, 700]) {
      const view = await open(ended, { width });
      const labels = await view.page
        .locator(".arrow-label")
        .evaluateAll((found) => found.map((label) => label.getBoundingClientRect().toJSON() as DOMRect));
      const [one, other] = labels;
      assert.ok(one !== undefined && other !== undefined && labels.length === 2);
      assert.ok(one.bottom <= other.top + 1 || other.bottom <= one.top + 1, `${width} px`);
    }
  });
});
