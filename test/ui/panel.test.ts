import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import type { AxeResults } from "axe-core";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { themes, type Theme } from "../host/settings.ts";
import {
  createConnection,
  createRow,
  ended,
  leave,
  openDestinations,
  questions,
  useSandbox,
} from "./flows.ts";
import { pressIn, resultCard } from "./resultCard.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

describe("the result panel", () => {
  let workbench: Workbench;
  let axe: string;

  before(async () => {
    [workbench, axe] = await Promise.all([Workbench.open(), readFile(axePath, "utf8")]);
    await useSandbox(workbench);
  });
  after(() => workbench.stop());
  afterEach(() => leave(workbench));

  it("is reached, read and used with the keyboard alone", async () => {
    const { keyboard } = workbench.page;
    const { quickInput } = workbench;
    const asksFor = (words: string): Promise<unknown> =>
      until(
        `the question "${words}"`,
        async () =>
          (await quickInput.placeholder()) === words || (await quickInput.message()).includes(words),
      );
    await keyboard.press("F1");
    await until("the palette", async () => (await quickInput.value()) === ">");
    await keyboard.type("managed auth create connection");
    await until("the command", async () => {
      return (await quickInput.active())?.label === "Managed Auth: Create Connection…";
    });
    await keyboard.press("Enter");
    await asksFor(questions.domain);
    await keyboard.type("keyboard.example");
    await keyboard.press("Enter");
    await asksFor(questions.profile);
    await keyboard.type("keyboard-only");
    await until("the row of the typed name", async () =>
      (await quickInput.active())?.description.includes("keyboard-only"),
    );
    for (const question of [questions.proxy, questions.credential, questions.review]) {
      await keyboard.press("Enter");
      await asksFor(question);
    }
    assert.equal((await quickInput.active())?.label, createRow);
    await keyboard.press("Enter");
    const { ID: id = "" } = (await resultCard(workbench, "Connection created")).rows;
    await ended(workbench);
    const frame = await workbench.resultPage();
    const focused = (): Promise<string> => frame.evaluate(() => document.activeElement?.textContent ?? "");
    await until("Tab to reach the first button", async () => {
      await keyboard.press("Tab");
      return (await focused()) === "Show Connection";
    });
    const outline = await frame.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return `${outlineStyle} ${outlineWidth}`;
    });
    assert.match(outline, /^solid [1-9]/, "the focus must show");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await until("the menu to have the focus", async () => (await focused()) === "Duplicate…");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await workbench.clipboardHolds(id);
  });

  it("shows a result again after a reload, without what may not be kept", async () => {
    const earlier = await resultCard(workbench, "Connection created");
    assert.ok("Reply as received, secrets masked" in earlier.folds);
    await workbench.reload();
    const card = await resultCard(workbench, "Connection created");
    assert.deepEqual(card.rows, earlier.rows);
    assert.deepEqual(
      [card.summary, card.context, card.sandbox],
      [earlier.summary, earlier.context, earlier.sandbox],
    );
    assert.deepEqual(card.folds, {}, "requests and replies hold addresses");
    const frame = await workbench.resultPage();
    await workbench.copyToClipboard("something else");
    await pressIn(frame, "Copy ID");
    await workbench.clipboardHolds(card.rows["ID"] ?? "");
  });

  it("keeps no address and no raw reply on disk", async () => {
    const texts = await Promise.all((await storedResults()).map((file) => readFile(file, "utf8")));
    assert.ok(
      texts.some((text) => text.includes("keyboard-only")),
      "results are kept",
    );
    for (const text of texts) assert.doesNotMatch(text, /hosted_url|curl|"kind":"(?:code|forms)"/);
  });

  it("says after a reload that a result is gone", async () => {
    for (const file of await storedResults()) await rm(file);
    await workbench.reload();
    const card = await resultCard(workbench, "This result is gone");
    assert.match(card.summary.join(" "), /kept for seven days\. Run the command again/);
    assert.deepEqual(card.buttons, []);
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`has no accessibility problem in ${themes[theme].label}`, async () => {
      await workbench.useTheme(theme);
      await workbench.runCommand("Managed Auth: Show Entitlements");
      await resultCard(workbench, "Entitlements");
      assert.deepEqual(await problems(), []);
      await createConnection(workbench, `${theme}.example`, "themes");
      await resultCard(workbench, "Connection created", "Log in once");
      await ended(workbench);
      assert.deepEqual(await problems(), []);
      await openDestinations(workbench);
      await workbench.quickInput.toggle("live-sessions", "compliance-log");
      await workbench.quickInput.accept();
      await workbench.dialog.read();
      await workbench.dialog.press("Delete Destinations (2)");
      await resultCard(workbench, "0 of 2 destinations deleted");
      await ended(workbench);
      assert.deepEqual(await problems(), []);
    });
  }

  it("would tell of an accessibility problem", async () => {
    const frame = await workbench.resultPage();
    // Dark grey on the black of the last theme.
    await frame.evaluate(() => document.querySelector("h1")?.style.setProperty("color", "#333"));
    assert.match((await problems()).join(), /^color-contrast/);
  });

  /** What axe objects to in the page, with the colours of the theme; it judges no text inside a picture. */
  async function problems(): Promise<string[]> {
    const frame = await workbench.resultPage();
    await frame.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    await frame.evaluate(axe);
    const { violations }: AxeResults = await frame.evaluate("axe.run({ iframes: false })");
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary, html }) => `${id}: ${html.slice(0, 160)}: ${failureSummary ?? ""}`),
    );
  }

  async function storedResults(): Promise<string[]> {
    const files = await readdir(workbench.dataFolder, { recursive: true, withFileTypes: true });
    return files
      .filter((file) => file.isFile() && /globalStorage.*\bresults$/.test(file.parentPath))
      .map((file) => join(file.parentPath, file.name));
  }
});
