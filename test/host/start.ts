// npm start: builds and opens a real VS Code with the extension, connected to its sandbox. npm start -- --tour DIR:
// performs the main tasks unattended and writes a picture of each stage to DIR. npm start -- --pictures: takes the
// README's pictures again.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { hasDisplay } from "./desktopApp.ts";
import { root } from "./paths.ts";
import { main, Problem } from "./problem.ts";
import { lastLine, run } from "./processes.ts";
import { startInBrowser, startOnDesktop } from "./open.ts";
import { takePictures } from "./pictures.ts";
import { runTour } from "./tour.ts";

await main(async () => {
  const { pictures, tour } = options();
  console.log("Building the extension…");
  const built = await run(process.execPath, [join(root, "esbuild.mjs")], { cwd: root });
  if (built.code !== 0)
    throw new Problem(`The build failed (${lastLine(built.stderr)}). Type: npm run build`);
  if (tour !== undefined) return runTour(resolve(tour));
  if (pictures === true) return takePictures();
  if (!(hasDisplay() && (await startOnDesktop()))) await startInBrowser();
});

function options(): { tour?: string | undefined; pictures?: boolean | undefined } {
  try {
    return parseArgs({ options: { tour: { type: "string" }, pictures: { type: "boolean" } } }).values;
  } catch (error) {
    throw new Problem(
      `${error instanceof Error ? error.message : String(error)}. Type: npm start -- --tour DIR, or --pictures`,
    );
  }
}
