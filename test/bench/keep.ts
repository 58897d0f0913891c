import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "../host/chromium.ts";
import { root } from "../host/paths.ts";
import { writeFormatted } from "../host/written.ts";
import { chart } from "./chart.ts";
import { page as figures } from "./figures.ts";
import type { Report } from "./report.ts";

const pictures = join(root, "media", "readme");

const results = join(root, "test", "bench", "results.json");

/** The run that is kept. */
export async function kept(): Promise<Report> {
  return JSON.parse(await readFile(results, "utf8")) as Report;
}

/** Keeps a whole run: as JSON, as a chart, and as the page that the README leads to. */
export async function keep(report: Report): Promise<void> {
  await writeFormatted(results, JSON.stringify(report));
  await writeFile(join(pictures, "bench.svg"), chart(report));
  await rasterize(join(pictures, "bench.svg"), join(pictures, "bench.png"));
  await writeFormatted(join(root, "test", "bench", "README.md"), figures(report));
}

/** The chart for those who show no SVG, on white. */
async function rasterize(svg: string, png: string): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "bench-chart-"));
  const viewport = { width: 920, height: 100 };
  const context = await launchChromium({ profile, viewport, origin: "http://127.0.0.1" });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.setContent(
      `<body style="margin:20px;background:#fff"><img src="data:image/svg+xml;base64,${(await readFile(svg)).toString("base64")}"></body>`,
    );
    await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
    await page.screenshot({ path: png, fullPage: true });
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
