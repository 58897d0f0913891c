// Draws every sample result in every theme and size: node test/ui/pageShots.ts DIR
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { launchPageBrowser } from "./pageBrowser.ts";
import * as cards from "./pageCards.ts";
import { entitlements } from "./pageReport.ts";
import { servePage } from "./pageServer.ts";
import { openView, themeNames } from "./pageView.ts";

const [, , directory, only = ""] = argv;
if (directory === undefined) throw new Error("Name the directory for the pictures.");
await mkdir(directory, { recursive: true });

const server = await servePage();
const browser = await launchPageBrowser();
try {
  for (const theme of themeNames) {
    for (const [width, zoom] of [
      [300, 1],
      [700, 1],
      [1200, 1],
      [700, 2],
    ] as const) {
      const view = await openView(browser, server, { theme, width, zoom });
      for (const card of [...Object.values(cards), entitlements]) {
        const name = `${card.id}-${theme}-${width}${zoom === 1 ? "" : `-zoom${zoom}`}.png`;
        if (!name.includes(only)) continue;
        await view.show(card);
        await view.page.screenshot({ path: join(directory, name), fullPage: true });
      }
      await view.close();
    }
  }
} finally {
  await browser.close();
  server.close();
}
