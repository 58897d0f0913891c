// npm run test:desktop: runs the in-host tests in desktop VS Code, either a downloaded one or the program in
// VSCODE_EXECUTABLE.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { readReport } from "./inHost.ts";
import { bundleInHostTests } from "./inHostBundle.ts";
import { cache, root } from "./paths.ts";
import { main, Problem } from "./problem.ts";
import { lastLine, run } from "./processes.ts";
import { summary } from "./results.ts";
import { writeSettings } from "./settings.ts";

await main(async () => {
  const configured = process.env["VSCODE_EXECUTABLE"];
  const executable = configured !== undefined && configured !== "" ? configured : await download();
  const built = await run(process.execPath, [join(root, "esbuild.mjs")], { cwd: root });
  if (built.code !== 0)
    throw new Problem(`The build failed (${lastLine(built.stderr)}). Type: npm run build`);
  const folder = await mkdtemp(join(tmpdir(), "desktop-"));
  try {
    const report = join(folder, "report.json");
    const workspace = join(folder, "workspace");
    await mkdir(workspace);
    await writeSettings(join(folder, "user"), "light");
    const code = await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: root,
      extensionTestsPath: await bundleInHostTests(),
      extensionTestsEnv: { IN_HOST_REPORT: report },
      launchArgs: [
        workspace,
        `--user-data-dir=${join(folder, "user")}`,
        `--extensions-dir=${join(folder, "extensions")}`,
        "--disable-workspace-trust",
        "--disable-telemetry",
        "--disable-updates",
        "--skip-welcome",
        "--skip-release-notes",
      ],
    }).catch(() => 1); // A failed test ends VS Code with an exit code. The report names the failures.
    const results = await readReport(report, code);
    for (const failure of results.failures) console.error(failure);
    console.log(summary(results));
    if (results.failed > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function download(): Promise<string> {
  if (
    process.platform === "linux" &&
    process.env["DISPLAY"] === undefined &&
    process.env["WAYLAND_DISPLAY"] === undefined
  ) {
    throw new Problem("Desktop VS Code needs a display. Type: xvfb-run -a npm run test:desktop");
  }
  return downloadAndUnzipVSCode({ cachePath: cache }).catch((error: unknown) => {
    throw new Problem(
      `Desktop VS Code could not be downloaded (${error instanceof Error ? error.message : String(error)}). ` +
        `Set VSCODE_EXECUTABLE to an installed one, or type: npm test  (it needs no desktop).`,
    );
  });
}
