import { chromium, type Browser } from "playwright-core";
import { chromiumArguments, findOrInstall } from "../host/chromium.ts";

/** A headless Chromium for the result page alone. */
export async function launchPageBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findOrInstall(), args: chromiumArguments() });
}
