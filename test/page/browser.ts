import { after, before } from "node:test";
import { chromium, type Browser } from "playwright-core";
import { chromiumArguments, findOrInstall } from "../host/chromium.ts";
import type { PageCard } from "../../src/card/protocol.ts";
import { servePage, type PageServer } from "./server.ts";
import { openView, type View, type ViewOptions } from "./view.ts";

/** A headless Chromium for the result page alone. */
export async function launchPageBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findOrInstall(), args: chromiumArguments() });
}

/**
 * Returns a function that opens the page, with an optional card. The tests of the calling suite share a browser and
 * have one view at a time.
 */
export function viewsOfSuite(): (options?: ViewOptions, card?: PageCard) => Promise<View> {
  let server: PageServer;
  let browser: Browser;
  let last: View | undefined;
  before(async () => {
    [server, browser] = await Promise.all([servePage(), launchPageBrowser()]);
  });
  after(async () => {
    await browser.close();
    server.close();
  });
  return async (options, card) => {
    await last?.close();
    last = await openView(browser, server, options);
    if (card !== undefined) await last.show(card);
    return last;
  };
}
