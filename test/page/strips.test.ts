import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FromPage, PageStrip } from "../../src/card/protocol.ts";
import { stripsOf } from "../../src/card/card.ts";
import { overview } from "./samples/overview.ts";
import { viewsOfSuite } from "./browser.ts";
import { labelsOf, type View, type ViewOptions } from "./view.ts";
import { column } from "../support/rows.ts";

const strips = stripsOf(overview);
const [first] = strips;
assert.ok(first);

describe("connection timelines on the result page", () => {
  const openView = viewsOfSuite();
  let view: View;

  async function open(options?: ViewOptions, card = overview): Promise<void> {
    view = await openView(options, card);
  }
  /** Returns the posted messages of a type, the newest last. */
  const posted = async <T extends FromPage["type"]>(type: T): Promise<Extract<FromPage, { type: T }>[]> =>
    (await view.posted()).filter((one): one is Extract<FromPage, { type: T }> => one.type === type);
  const names = (): Promise<string[]> => view.page.locator(".strip:visible .strip-leads").allTextContents();

  it("have a text description for screen readers", async () => {
    await open();
    assert.deepEqual(
      await labelsOf(view.page.getByRole("img")),
      strips.map(({ text }) => text),
    );
  });

  it("have a legend that lists only visible kinds of marks", async () => {
    await open();
    const legend = (): Promise<string[]> => view.page.locator(".day-legend li:visible").allTextContents();
    assert.deepEqual(await legend(), [
      "Logged in",
      "Not logged in",
      "Unknown",
      "Not read",
      "Login failed",
      "Login timed out",
      "Now",
      "Next check",
    ]);
    await view.page.getByRole("searchbox").fill("crm.example");
    assert.deepEqual(await legend(), ["Logged in", "Now", "Next check"]);
  });

  it("open their connection exactly once when the name or row is activated", async () => {
    await open();
    await view.page.getByRole("button", { name: "crm.example" }).press("Enter");
    await view.page.locator(".strip .day-out").first().click();
    assert.deepEqual(column(await posted("press"), "press"), ["ma_crm.example", "ma_locked"]);
  });

  it("keep focus on their button when re-rendered", async () => {
    const action = { press: "log-in", label: "Log In…" };
    await open({ width: 1200 });
    await view.send({ type: "strips", drawing: 1, strips: [{ ...first, action }] });
    await view.page.getByRole("button", { name: "Log In… payroll.example" }).click();
    assert.deepEqual(column(await posted("press"), "press"), ["log-in"]);
    await view.send({ type: "strips", drawing: 1, strips: [{ ...first, action, note: "" }] });
    assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), "Log In…");
  });

  it("are vertically aligned with the connections' names", async () => {
    for (const width of [900, 1200]) {
      await open({ width });
      const gaps = await view.page.locator(".strip").evaluateAll((rows) =>
        rows.flatMap((row) => {
          const middle = (selector: string): number[] =>
            [...row.querySelectorAll(selector)].map((one) => {
              const { bottom, top } = one.getBoundingClientRect();
              return (top + bottom) / 2;
            });
          const [name = NaN] = middle(".strip-leads");
          return middle(".day-part:not(.day-now)").map((band) => Math.abs(band - name));
        }),
      );
      assert.ok(gaps.length > 3 && Math.max(...gaps) <= 2, `${String(gaps)} at ${width} px`);
    }
  });

  it("are hidden until a timeline covers an hour", async () => {
    const [block] = overview.blocks;
    assert.ok(block?.kind === "strips");
    const short = { ...first, short: true } as const;
    const { filter, ...only } = block;
    const days = (): Promise<number> => view.page.locator(".strip-track:visible").count();
    await open(
      {},
      {
        ...overview,
        id: "new",
        blocks: [{ ...only, ...(filter && { filter }), groups: [{ strips: [short] }] }],
      },
    );
    assert.deepEqual([await days(), await names()], [0, ["payroll.example"]]);
    await view.send({ type: "strips", drawing: 1, strips: [first] });
    assert.ok((await days()) > 0);
    await open({}, { ...overview, id: "page", blocks: [{ ...only, groups: [{ strips: [short] }] }] });
    assert.equal(await view.page.locator("section:visible").count(), 0);
    // The timeline is still requested.
    await view.page.waitForFunction(() => window.webview.posted.some(({ type }) => type === "seen"));
    await view.send({ type: "strips", drawing: 1, strips: [first] });
    assert.equal(await view.page.locator("section:visible").count(), 1);
  });

  it("can be filtered by website, profile and state, even after a reload", async () => {
    await open();
    const fieldOf = ({ page }: View) =>
      page.getByRole("searchbox", { name: "Filter by website, profile or status" });
    let field = fieldOf(view);
    await field.fill("COMPLIANCE");
    assert.deepEqual(await names(), ["payroll.example", "bank.example"]);
    await field.fill("timed out");
    assert.deepEqual(await names(), ["bank.example"]);
    await view.show(overview);
    assert.deepEqual([await field.inputValue(), await names()], ["timed out", ["bank.example"]]);
    await open({ state: await view.state() });
    field = fieldOf(view);
    assert.deepEqual(await names(), ["bank.example"]);
    await field.fill("nowhere");
    assert.deepEqual(await names(), []);
    assert.equal(await view.page.getByText("Nothing found.").isVisible(), true);
    await field.fill("");
    assert.equal((await names()).length, strips.length);
    assert.equal(await view.page.getByText("Nothing found.").isVisible(), false);
  });

  it("are updated without losing focus and ignore another card's updates", async () => {
    await open();
    const anew: PageStrip = { ...first, text: "Read now.", note: "Next check about 5 PM" };
    await view.page.getByRole("button", { name: "payroll.example" }).focus();
    await view.send({ type: "strips", drawing: 7, strips: [anew] });
    assert.equal(await view.page.getByRole("img", { name: "Read now." }).count(), 0);
    await view.send({ type: "strips", drawing: 1, strips: [anew, { ...anew, key: "ma_gone" }] });
    assert.equal(await view.page.getByRole("img", { name: "Read now." }).count(), 1);
    assert.equal(await view.page.getByText("Next check about 5 PM").count(), 1);
    assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), "payroll.example");
    assert.deepEqual(view.errors, []);
  });

  it("report to the extension which timelines are scrolled into view", async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...first, key: `ma_${index}` }));
    const [block] = overview.blocks;
    assert.ok(block?.kind === "strips");
    const card = { ...overview, id: "many", blocks: [{ ...block, groups: [{ strips: many }] }] };
    await open({ height: 600 }, card);
    const seenKeys = (): Promise<readonly string[]> => posted("seen").then((all) => all.at(-1)?.keys ?? []);
    await view.page.waitForFunction(() => window.webview.posted.some(({ type }) => type === "seen"));
    const atFirst = await seenKeys();
    assert.equal(atFirst[0], "ma_0");
    assert.ok(atFirst.length < 40, String(atFirst.length));
    await view.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await view.page.waitForFunction(() =>
      window.webview.posted.some((one) => one.type === "seen" && one.keys.includes("ma_299")),
    );
    assert.ok(!(await seenKeys()).includes("ma_0"));
  });
});
