// Tests that clicks and keys of window tests reach only the intended element.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Locator } from "playwright-core";
import { received } from "../host/workbench/keys.ts";
import { launchPageBrowser } from "./browser.ts";

describe("a simulated button press in window tests", () => {
  let browser: Browser;
  before(async () => {
    browser = await launchPageBrowser();
  });
  after(() => browser.close());

  const plain = `<button onclick="document.title += '!'">Open</button>`;
  async function press(html: string, beforehand?: (button: Locator) => Promise<void>) {
    const page = await browser.newPage();
    await page.setContent(html);
    const button = page.locator("button");
    const isReceived = await received(button, async () => {
      await beforehand?.(button);
      await button.click();
    });
    return [isReceived, await page.title()];
  }

  it("activates the pressed button", async () => assert.deepEqual(await press(plain), [true, "!"]));

  it("doesn't repeat a click on a CodeLens that disappeared at the mousedown", async () => {
    const html = `<p class="codelens-decoration"><button onmousedown="document.title += '!'; this.remove()">Apply</button>`;
    assert.deepEqual(await press(html), [true, "!"]);
  });

  it("doesn't activate a button that replaced the pressed button", async () => {
    const replace = (button: Locator) =>
      button.evaluate((old) => {
        old.replaceWith(old.cloneNode(true));
      });
    assert.deepEqual(await press(plain, replace), [false, ""]);
  });
});
