// Takes a screenshot of every sample result, expanded, in every theme and size: node test/page/shots.ts DIR
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { launchPageBrowser } from "./browser.ts";
import { samples } from "./samples/samples.ts";
import { servePage } from "./server.ts";
import { openView, themeNames } from "./view.ts";

const [, , directory, only = ""] = argv;
if (directory === undefined) throw new Error("Name the directory for the pictures.");
await mkdir(directory, { recursive: true });

const server = await servePage();
const browser = await launchPageBrowser();
try {
  for (const theme of [...themeNames, "forced"] as const)
    for (const [width, zoom] of [
      [300, 1],
      [460, 1],
      [700, 1],
      [1200, 1],
      [700, 2],
    ] as const) {
      const colors = theme === "forced" ? { forcedColors: true } : { theme };
      const view = await openView(browser, server, { ...colors, width, zoom });
      for (const card of samples) {
        const name = `${card.id}-${theme}-${width}${zoom === 1 ? "" : `-zoom${zoom}`}.png`;
        if (!name.includes(only)) continue;
        await view.show(card);
        for (const fold of await view.page.locator("summary").all()) await fold.click();
        await view.page.screenshot({ path: join(directory, name), fullPage: true });
      }
      await view.close();
    }
} finally {
  await browser.close();
  server.close();
}
