import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium, type BrowserContext } from "playwright-core";
import { acquireLock } from "../../src/sandbox/run/openSandbox.ts";
import { Problem } from "./problem.ts";
import { lastLine, run } from "./processes.ts";
import { until } from "./until.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/** Default locations of Chromium-based browsers that aren't on the PATH. */
const usualPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ...[process.env["PROGRAMFILES"], process.env["PROGRAMFILES(X86)"], process.env["LOCALAPPDATA"]]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, "Google", "Chrome", "Application", "chrome.exe"),
      join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
    ]),
];

/** Maximum wait of Playwright for a state, in milliseconds. */
const playwrightTimeoutMs = 120_000;

const quietArguments = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/** Chromium uses only the last of several lists, so the features that Playwright disables are repeated here. */
const featuresOff = [
  ...["AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"],
  ...["DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"],
  ...["MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"],
  ...["TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"],
  // In each window, the address bar's suggestions are a separate page, which is never visible in tests. Loading this
  // page takes more than half of the time to open a window.
  ...["WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup"],
];

/** Returns Chromium's arguments. `off` names additional features to disable. */
export function chromiumArguments(off: readonly string[] = []): string[] {
  const features = `--disable-features=${[...featuresOff, ...off].join(",")}`;
  return [...quietArguments, features, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
}

export interface Viewport {
  width: number;
  height: number;
  /** Screenshot pixels per CSS pixel. 1 by default. */
  scale?: number;
}

export interface BrowserOptions {
  profile: string;
  viewport: Viewport;
  /** Origin that may use the clipboard. None by default. */
  origin?: string;
  /** Additional command-line arguments. */
  args?: readonly string[];
  /** Additional Chromium features to disable. */
  off?: readonly string[];
}

/**
 * Starts headless Chromium with a new profile folder. Closing the context ends the browser. Throws a Problem if
 * Chromium is missing and must not be installed.
 */
export async function launchChromium(options: BrowserOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(options.profile, {
    executablePath: await findOrInstall(),
    viewport: options.viewport,
    deviceScaleFactor: options.viewport.scale ?? 1,
    args: [...chromiumArguments(options.off), ...(options.args ?? [])],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  extendTimeouts(context);
  const { origin } = options;
  if (origin !== undefined) await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  return context;
}

/**
 * Playwright's own timeouts can't adapt to the machine's speed as `until` does, so they are set long enough never
 * to end first.
 */
export function extendTimeouts(context: BrowserContext): void {
  context.setDefaultTimeout(playwrightTimeoutMs);
}

/** Lock file for apt-get, because stages in separate processes may need the same packages at the same time. */
const installLock = join(tmpdir(), "managed-auth-tests-apt-get");

/** Maximum wait for another process's apt-get, in milliseconds. */
const installTimeoutMs = 10 * 60_000;

/** Returns the path of Chromium. Installs Debian's package if necessary and allowed. Otherwise, throws a Problem. */
export async function findOrInstall(): Promise<string> {
  const configured = process.env["CHROME_PATH"];
  if (configured !== undefined && configured !== "") {
    if (await runnable(configured)) return configured;
    throw new Problem(
      `CHROME_PATH names ${configured}, which cannot be run. Type: unset CHROME_PATH, or correct it.`,
    );
  }
  const browser = await find();
  if (browser !== undefined && (await hasFonts())) return browser;
  if (!(await mayInstall())) {
    if (browser !== undefined) return browser;
    throw new Problem(
      "No Chromium or Chrome was found. Install one (Debian: sudo apt-get install chromium fonts-liberation; " +
        "macOS: brew install --cask chromium) or set CHROME_PATH to its program.",
    );
  }
  const release = await until(
    "the apt-get of another stage",
    () => acquireLock(installLock),
    installTimeoutMs,
  );
  try {
    const missing = [
      ...((await find()) === undefined ? ["chromium"] : []),
      ...((await hasFonts()) ? [] : ["fonts-liberation"]),
    ];
    if (missing.length > 0) await install(missing);
  } finally {
    release();
  }
  const installed = await find();
  if (installed === undefined) throw new Problem("apt-get installed chromium, yet it is not on the PATH.");
  return installed;
}

async function find(): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  for (const candidate of [...onPath, ...usualPlaces]) if (await runnable(candidate)) return candidate;
  return undefined;
}

async function runnable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * True if fonts are installed. A minimal Linux may lack them, in which case every letter is rendered as an empty box.
 */
async function hasFonts(): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const files = await readdir("/usr/share/fonts", { recursive: true }).catch(() => []);
  return files.some((file) => /\.(ttf|otf|ttc)$/.test(file));
}

/** True in CI, and for root without a terminal. Never installs system packages on a developer's machine. */
async function mayInstall(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const debian = await access("/etc/debian_version").then(
    () => true,
    () => false,
  );
  if (!debian) return false;
  if (process.env["CI"] === "true" || process.env["CI"] === "1") return true;
  const somebody = ["DISPLAY", "WAYLAND_DISPLAY", "SUDO_USER", "SSH_CONNECTION"];
  return somebody.every((name) => process.env[name] === undefined);
}

async function install(packages: readonly string[]): Promise<void> {
  console.log(`Installing ${packages.join(" and ")} with apt-get…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { code, stderr } = await run("apt-get", args, { env });
    if (code === 0) continue;
    throw new Problem(
      `apt-get ${args[0] ?? ""} failed (${lastLine(stderr)}). Type: apt-get install ${packages.join(" ")}`,
    );
  }
}
