import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "./chromium.ts";
import { bundleInHostTests } from "./inHostBundle.ts";
import { unlessInterrupted } from "./interrupt.ts";
import { root } from "./paths.ts";
import { expectNone } from "./processes.ts";
import type { Results } from "./results.ts";
import { startServer } from "./vscodeServer.ts";

/** Maximum duration of all tests, in milliseconds: ten times their duration on an idle machine. */
const limit = 600_000;

export interface InHostOptions {
  /** Folder of the extension under test, which must be built. Defaults to this repository. */
  extension?: string;
  /** Folder of the test files. Defaults to test/editor. */
  tests?: string;
}

/**
 * Runs the tests of test/editor inside the extension host of the VS Code server, without stored data. Notifications
 * are suppressed and dialogs are refused there. Rejects if the run doesn't complete.
 */
export async function runInHost(options: InHostOptions = {}): Promise<Results> {
  const tests = await bundleInHostTests(options.tests);
  const folder = await mkdtemp(join(tmpdir(), "in-host-"));
  const report = join(folder, "report.json");
  await mkdir(join(folder, "workspace"));
  const server = await startServer({
    extensionsDir: join(folder, "extensions"),
    userDataDir: join(folder, "user"),
    serverDataDir: join(folder, "server"),
    folder: join(folder, "workspace"),
    smokeTest: true,
    env: { IN_HOST_REPORT: report },
  });
  try {
    const code = await runPage(server.url, join(folder, "browser"), options.extension ?? root, tests);
    return await readReport(report, code);
  } finally {
    await server.stop();
    await expectNone(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Reads the report that test/editor/index.ts wrote. A contradictory exit code counts as a failure. */
export async function readReport(file: string, code: number): Promise<Results> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) throw new Error(`The extension host ended with code ${code} before its tests did.`);
  const results = JSON.parse(text) as Results;
  if (code === 0 || results.failed > 0) return results;
  return { ...results, failed: 1, failures: [`The extension host ended with code ${code} after its tests.`] };
}

/** Opens the workbench that runs the tests. Resolves to their exit code. */
async function runPage(url: string, profile: string, extension: string, tests: string): Promise<number> {
  const { origin, host } = new URL(url);
  const remote = (path: string): string => `vscode-remote://${host}${path}`;
  const payload = [
    ["extensionDevelopmentPath", remote(extension)],
    ["extensionTestsPath", remote(tests)],
  ];
  const context = await launchChromium({ profile, viewport: { width: 1280, height: 900 }, origin });
  try {
    const ended = Promise.withResolvers<number>();
    const late = setTimeout(
      () => ended.reject(new Error(`No end of the in-host tests after ${limit} ms.`)),
      limit,
    );
    await context.exposeFunction("codeAutomationExit", (code: number) => ended.resolve(code));
    const page = context.pages()[0] ?? (await context.newPage());
    page.on("crash", () => ended.reject(new Error("The page that runs the in-host tests crashed.")));
    await page.goto(`${url}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
    return await unlessInterrupted(ended.promise).finally(() => clearTimeout(late));
  } finally {
    await context.close();
  }
}
