import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { downloadAndUnzipVSCode } from "@vscode/test-electron";
import { hasDisplay, installedDesktop } from "./desktopApp.ts";
import { installedExtension } from "./extension.ts";
import { interruption } from "./interrupt.ts";
import { cache, root } from "./paths.ts";
import { endGroup, startGroup } from "./processes.ts";
import { startServer } from "./vscodeServer.ts";

/** Data that is reused by the next start: settings, the sandbox's data, and keys of the browser's secret storage. */
const startCache = join(cache, "start");
const userDataDir = join(startCache, "user");
const workspace = join(startCache, "workspace");

/** Makes the extension start its sandbox if no account is active. */
const environment = { MANAGED_AUTH_SANDBOX: "1" };

/** Initial settings without VS Code's welcome pages. The developer's later changes are kept. */
const settings = {
  "chat.disableAIFeatures": true,
  "extensions.ignoreRecommendations": true,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "window.autoDetectColorScheme": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

/** Opens desktop VS Code and waits until it is closed. Returns false if there is none and none can be downloaded. */
export async function startOnDesktop(): Promise<boolean> {
  const program = (await installedDesktop()) ?? (await download());
  if (program === undefined) return false;
  await prepare();
  const child = startGroup(
    program,
    [
      workspace,
      `--extensionDevelopmentPath=${root}`,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${join(startCache, "extensions")}`,
      "--new-window",
      "--skip-welcome",
      "--skip-release-notes",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
    { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "ignore"] },
  );
  console.log(`Desktop VS Code is open (${program}). ${firstSteps}Ctrl+C closes the window.`);
  await Promise.race([once(child, "exit"), interruption()]).finally(() => endGroup(child));
  return true;
}

/** Starts the VS Code server, opens its address if there is a display, and waits for Ctrl+C. */
export async function startInBrowser(): Promise<void> {
  await prepare();
  const progress = (line: string): void => console.log(line);
  const server = await startServer({
    extensionsDir: await installedExtension(progress),
    userDataDir,
    serverDataDir: join(startCache, "server"),
    folder: workspace,
    env: environment,
    port: await usualPort(),
    secretKey: Buffer.from(
      await persistentValue("secret-key", () => randomBytes(32).toString("base64")),
      "base64",
    ),
    connectionToken: await persistentValue("connection-token", () => randomBytes(24).toString("hex")),
    progress,
  });
  try {
    console.log(
      `VS Code is ready. Open this address:\n\n  ${server.url}\n\n${firstSteps}Ctrl+C stops VS Code.`,
    );
    if (hasDisplay()) showInBrowser(server.url);
    await Promise.race([server.ended, interruption()]);
  } finally {
    await server.stop();
  }
}

/** First steps in the window, which already uses the sandbox. The README lists the same steps. */
const firstSteps = `The window is already in the sandbox:
  1. Click the Managed Auth icon in the activity bar, and helpdesk.example if its page isn't open.
  2. Click Enter Code… on the page and enter 123456.
`;

async function download(): Promise<string | undefined> {
  console.log("Looking for desktop VS Code…");
  return downloadAndUnzipVSCode({ cachePath: cache }).catch(() => {
    console.log(
      "It is not installed and cannot be downloaded here; the VS Code server from npm takes its place.",
    );
    return undefined;
  });
}

async function prepare(): Promise<void> {
  await mkdir(workspace, { recursive: true });
  await mkdir(join(userDataDir, "User"), { recursive: true });
  const file = join(userDataDir, "User", "settings.json");
  await writeFile(file, JSON.stringify(settings, null, 2), { flag: "wx" }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  });
}

/**
 * Returns a value that persists between starts, in a file that only this user can read. The file is written
 * atomically.
 */
async function persistentValue(name: string, make: () => string): Promise<string> {
  const file = join(startCache, name);
  const saved = await readFile(file, "utf8").catch(() => "");
  if (saved !== "") return saved;
  const value = make();
  await writeFile(`${file}.new`, value, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return value;
}

/**
 * Returns the same port each time, because the browser stores secrets by address. If another program uses the port,
 * returns any free one.
 */
async function usualPort(): Promise<number> {
  const port = Number(
    await persistentValue("port", () => String(20_000 + (randomBytes(2).readUInt16BE() % 20_000))),
  );
  const probe = createServer().listen(port, "127.0.0.1");
  const free = await once(probe, "listening").then(
    () => true,
    () => false,
  );
  probe.close();
  return free ? port : 0;
}

function showInBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
    darwin: ["open", [url]],
    win32: ["rundll32", ["url.dll,FileProtocolHandler", url]],
  };
  // Without a program that opens addresses, the printed address must suffice.
  const [command, args] = openers[process.platform] ?? ["xdg-open", [url]];
  spawn(command, args, { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
