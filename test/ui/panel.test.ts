import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, it } from "node:test";
import { filesBelow } from "../host/filesBelow.ts";
import { patience, until, within } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  waitForQuestion,
  createRow,
  credentialRows,
  waitForCommandEnd,
  proxyRows,
  questions,
  waitForResult,
} from "./flows.ts";
import { pressIn, resultCard } from "./resultCard.ts";
import { openSandboxForSuite } from "./suiteHooks.ts";

describe("the result panel", () => {
  let workbench: Workbench;
  openSandboxForSuite((opened) => (workbench = opened));

  it("lets the user create a connection and copy its ID by keyboard", async () => {
    const { keyboard } = workbench.page;
    const { quickInput } = workbench;
    /** Waits until a question accepts keys. For a list, waits until the rows are complete and this row is active. */
    const asksFor = (words: string, row?: string): Promise<unknown> =>
      until(`the question "${words}"`, async () => {
        if (!(await quickInput.isOpen()) || (await quickInput.isBusy())) return false;
        const isAsked =
          (await quickInput.placeholder()) === words || (await quickInput.message()).includes(words);
        const hasKeys = await quickInput.widget.evaluate((widget) => widget.matches(":focus-within"));
        return isAsked && hasKeys && (row === undefined || (await quickInput.active())?.label === row);
      });
    await pressFor(workbench.page, "F1", "the palette", async () => {
      return (await quickInput.isOpen()) && (await quickInput.value()) === ">";
    });
    await keyboard.type("managed auth create connection");
    await until("the command", async () => {
      return (await quickInput.active())?.label === "Managed Auth: Create Connection…";
    });
    await quickInput.accept();
    await asksFor(questions.domain);
    await keyboard.type("keyboard.example");
    await quickInput.accept();
    await asksFor(questions.profile);
    await keyboard.type("keyboard-only");
    await until("the row of the typed name", async () =>
      (await quickInput.active())?.description.includes("keyboard-only"),
    );
    for (const [question, row] of [
      [questions.proxy, proxyRows.usual],
      [questions.credential, credentialRows.nobody],
      [questions.review, "Create and Log In…"],
    ] as const) {
      await quickInput.accept();
      await asksFor(question, row);
    }
    await keyboard.press("ArrowDown");
    await asksFor(questions.review, createRow);
    await quickInput.accept();
    const { ID: id = "" } = (await resultCard(workbench, "Connection created")).rows;
    await waitForCommandEnd(workbench);
    const frame = await workbench.resultPage();
    const focused = (): Promise<string> => frame.evaluate(() => document.activeElement?.textContent ?? "");
    await until("Tab to reach the first button", async () => {
      await keyboard.press("Tab");
      return (await focused()) === "Log In…";
    });
    const outline = await frame.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return `${outlineStyle} ${outlineWidth}`;
    });
    assert.match(outline, /^solid [1-9]/, "the focus must show");
    await until("Tab to reach the menu", async () => {
      await keyboard.press("Tab");
      return frame.evaluate(() => document.activeElement?.id === "more");
    });
    await keyboard.press("Enter");
    await until("the menu to have the focus", async () => (await focused()) === "Edit…");
    await until("the arrow keys to reach the copy button", async () => {
      await keyboard.press("ArrowDown");
      return (await focused()) === "Copy ID";
    });
    await keyboard.press("Enter");
    await workbench.clipboardHolds(id);
  });

  it("restores a result after a reload, except for requests and responses", async () => {
    const earlier = await resultCard(workbench, "keyboard.example");
    assert.ok("Response as received, secrets masked" in earlier.folds);
    await workbench.reload();
    const card = await resultCard(workbench, "keyboard.example");
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

  it("stores neither login URLs nor generated request code on disk", async () => {
    const texts = await Promise.all((await storedResults()).map((file) => readFile(file, "utf8")));
    assert.ok(
      texts.some((text) => text.includes("keyboard-only")),
      "results are kept",
    );
    for (const text of texts) assert.doesNotMatch(text, /hosted_url|curl|"kind":"(?:code|forms)"/);
  });

  it("reports after a reload that a deleted result no longer exists", async () => {
    for (const file of await storedResults()) await rm(file);
    await workbench.reload();
    const card = await resultCard(workbench, "This result no longer exists");
    assert.match(card.summary.join(" "), /kept for seven days\. Run the command again/);
    assert.deepEqual(card.buttons, []);
  });

  /** Opens a page that takes the focus from a question, and waits until the question gets the focus back. */
  async function takeFocusFrom(command: string, words: string, prepare: () => Promise<void>): Promise<void> {
    const { input } = workbench.quickInput;
    const hasFocus = (): Promise<boolean> => input.evaluate((element) => element === document.activeElement);
    await until(
      `"${words}" to get the focus back`,
      async () => {
        await workbench.runCommand("Managed Auth: Show Entitlements");
        await resultCard(workbench, "Entitlements");
        await waitForResult(workbench);
        await workbench.runCommand(command);
        await waitForQuestion(workbench, words);
        await prepare();
        await input.focus();
        await (await workbench.resultPage()).locator("button").first().focus();
        await until("the page to have the focus", async () => !(await hasFocus()));
        // On a slow machine the page may have opened too long ago, in which case the question closes.
        return within(5_000, hasFocus);
      },
      3 * patience,
    );
  }

  it("returns focus to an open text input after a page takes focus", async () => {
    const { quickInput } = workbench;
    await takeFocusFrom("Managed Auth: Create Connection…", questions.domain, () => quickInput.type("half"));
    assert.equal(await quickInput.value(), "half");
    await workbench.page.keyboard.type(".example");
    assert.equal(await quickInput.value(), "half.example");
  });

  it("returns focus to the active row of a list after a page takes focus", async () => {
    const { quickInput } = workbench;
    const other = "Other Server…";
    let rows: unknown;
    await takeFocusFrom("Managed Auth: Sign In…", "Choose where to sign in", async () => {
      await quickInput.activate(other);
      rows = await quickInput.rows();
    });
    await until("its rows, and that one", async () => (await quickInput.active())?.label === other);
    assert.deepEqual(await quickInput.rows(), rows);
    await workbench.page.keyboard.type("Other");
    await until("the filtered list", async () => (await quickInput.rows()).length === 1);
  });

  it("returns focus to a multi-select list without unchecking its rows", async () => {
    const { quickInput } = workbench;
    const destinations = "Choose or type destinations";
    const typed = "checked-by-hand";
    await takeFocusFrom("Managed Auth: Delete Telemetry Destinations…", destinations, async () => {
      await quickInput.type(typed);
      await quickInput.toggle(typed);
    });
    await workbench.page.keyboard.type("compliance");
    assert.equal(await quickInput.value(), "compliance");
    await quickInput.type("");
    await until("the result of the check", async () => (await quickInput.row(typed)).checked);
    await quickInput.accept();
    assert.match((await workbench.dialog.read()).message, new RegExp(typed));
  });

  async function storedResults(): Promise<string[]> {
    const files = await filesBelow(workbench.dataFolder);
    return files.filter((file) => /globalStorage.*\bresults$/.test(dirname(file)));
  }
});
