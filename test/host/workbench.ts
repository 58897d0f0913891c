import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { openDatabase } from "../../src/sandbox/db/database.ts";
import { SandboxStore } from "../../src/sandbox/db/store.ts";
import { sandboxResources } from "../../src/sandbox/resources/allResources.ts";
import { dataFilePath, prepareFolder } from "../../src/sandbox/run/folder.ts";
import { launchChromium, type Viewport } from "./chromium.ts";
import { installedExtension } from "./extension.ts";
import { expectNone, killAll, processesOf } from "./processes.ts";
import type { VSCodeVersion } from "./serverVersions.ts";
import { themes, writeFiles, writeSettings, type Keys, type Theme } from "./settings.ts";
import { patience, until, within } from "./until.ts";
import { startServer, type Launcher, type Server, type ServerOptions } from "./vscodeServer.ts";
import { Dialog } from "./workbench/dialog.ts";
import { Notifications } from "./workbench/notifications.ts";
import { click } from "./workbench/keys.ts";
import { QuickInput } from "./workbench/quickInput.ts";
import { Tree } from "./workbench/tree.ts";
import { WorkspaceTrust } from "./workbench/workspaceTrust.ts";

export interface WorkbenchOptions {
  theme?: Theme;
  viewport?: Viewport;
  /** The sandbox's data: all cases by default, or the data that a user starts with. */
  sample?: "small" | "all";
  /** False to lose stored secrets on a reload, as without a keyring. True by default. */
  keyring?: boolean;
  /** Additional variables for the extension host. `undefined` removes a variable. */
  env?: Readonly<Record<string, string | undefined>>;
  settings?: object;
  /** Key bindings for commands, for tests that run them too often to use the palette. */
  keys?: Keys;
  /** Folder with installed extensions. Defaults to a folder with our packaged extension. */
  extensionsDir?: string;
  /** The current version by default. */
  vscode?: VSCodeVersion;
  /** Replaces the command that starts the server. */
  launcher?: Launcher;
  /** True if folders must be trusted first. By default, every folder is trusted. */
  workspaceTrust?: boolean;
  /** Texts of the opened folder by path. Empty by default. */
  files?: Readonly<Record<string, string>>;
  /** The display language, and the translated titles of the extension's container and view. English by default. */
  language?: Language;
}

export interface Language {
  /** VS Code's ID of the language, such as "de". */
  id: string;
  translate: (text: string) => string;
}

interface Shared {
  readonly folder: string;
  /** Options of the server, also used for restarts. */
  readonly options: ServerOptions;
  server: Server;
  readonly context: BrowserContext;
  readonly language: Language;
}

const english: Language = { id: "en", translate: (text) => text };
const extensionId = "agent-auth-tools.managed-auth";
/**
 * Maximum time for a prompt of the command palette, after which the palette counts as closed, in milliseconds on an
 * idle machine.
 */
const palettePromptMs = 4_000;
/** Maximum time for the palette to open, after which its key counts as lost, in milliseconds on an idle machine. */
const paletteOpenMs = 1_500;
/** Identifies an extension host among other processes. */
const extensionHost = "--type=extensionHost";

/** Variables of the developer's shell that would change the extension's behavior. */
const clearedEnv = { KERNEL_API_KEY: undefined, KERNEL_BASE_URL: undefined, MANAGED_AUTH_SANDBOX: undefined };

/** Creates the sandbox's data with all samples before its first start. */
function fillSandbox(userDataDir: string): void {
  const directory = join(userDataDir, "User", "globalStorage", extensionId, "sandbox");
  prepareFolder(directory);
  const { db } = openDatabase(dataFilePath(directory), sandboxResources, Date.now());
  new SandboxStore(db, sandboxResources, Date.now(), "all").close();
}

/**
 * Stops VS Code's progress animations in a page, because constant rendering of a window takes a fifth of a
 * processor.
 */
function stopAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".codicon-modifier-spin, .progress-bit { animation: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}

/** A window of a real VS Code, controlled through Chromium like a user. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly trust: WorkspaceTrust;
  readonly connections: Tree;
  readonly destinations: Tree;
  readonly resources: Tree;
  readonly entitlements: Tree;
  /** Warnings and errors of the page's console, oldest first. */
  readonly console: string[] = [];
  readonly #shared: Shared;
  readonly #container: string;

  private constructor(page: Page, shared: Shared) {
    this.page = page;
    this.#shared = shared;
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.trust = new WorkspaceTrust(page);
    this.#container = shared.language.translate("Managed Auth");
    this.connections = new Tree(page, shared.language.translate("Connections"), "managedAuth.connections");
    this.destinations = new Tree(
      page,
      shared.language.translate("Telemetry Destinations"),
      "managedAuth.destinations",
    );
    this.resources = new Tree(page, shared.language.translate("Resources"), "managedAuth.resources");
    this.entitlements = new Tree(page, shared.language.translate("Entitlements"), "managedAuth.entitlements");
    page.on("console", (message) => {
      if (["warning", "error"].includes(message.type())) this.console.push(message.text());
    });
  }

  /** Starts a new VS Code without stored data, and waits until the extension is registered. */
  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const extensionsDir = options.extensionsDir ?? (await installedExtension(() => undefined));
    const folder = await mkdtemp(join(tmpdir(), "workbench-"));
    const workspace = join(folder, "workspace");
    await mkdir(workspace);
    await writeFiles(workspace, options.files ?? {});
    await writeSettings(join(folder, "user"), options.theme ?? "light", options.settings, options.keys);
    if (options.sample !== "small") fillSandbox(join(folder, "user"));
    const started: ServerOptions = {
      extensionsDir,
      userDataDir: join(folder, "user"),
      serverDataDir: join(folder, "server"),
      folder: workspace,
      vscode: options.vscode,
      launcher: options.launcher,
      workspaceTrust: options.workspaceTrust,
      env: { ...clearedEnv, ...options.env },
      ...(options.keyring === false ? {} : { secretKey: randomBytes(32) }),
    };
    const server = await startServer(started);
    try {
      const viewport = options.viewport ?? { width: 1280, height: 900 };
      const profile = join(folder, "browser");
      const context = await launchChromium({ profile, viewport, origin: new URL(server.url).origin });
      await context.addInitScript(stopAnimations);
      const language = options.language ?? english;
      // The workbench reads the language before it loads, and otherwise uses English.
      if (language !== english)
        await context.addInitScript(
          (id) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: id }),
          language.id,
        );
      const page = context.pages()[0] ?? (await context.newPage());
      const workbench = new Workbench(page, { folder, options: started, server, context, language });
      await page.goto(server.url);
      await workbench.#ready();
      return workbench;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Output of the server so far, from stdout and stderr. */
  get serverOutput(): string {
    return this.#shared.server.output.join("");
  }

  /** Folder of everything that VS Code wrote: user data, logs and storage. Deleted by `stop`. */
  get dataFolder(): string {
    return this.#shared.folder;
  }

  /** Opens another window of the same VS Code. */
  async anotherWindow(): Promise<Workbench> {
    const workbench = new Workbench(await this.#shared.context.newPage(), this.#shared);
    await workbench.page.goto(this.#shared.server.url);
    await workbench.#ready();
    return workbench;
  }

  /** In this window, opens a path inside the folder that was opened first: a folder or a `.code-workspace` file. */
  async openInside(path = ""): Promise<void> {
    await this.page.goto(this.#shared.server.urlOf(join(this.#shared.folder, "workspace", path)));
    await this.#ready();
  }

  /**
   * In this window, opens the folder at a URI such as "tmp:/", which no file system provides. Opens no folder without
   * a URI.
   */
  async openPlace(uri?: string): Promise<void> {
    const { origin } = new URL(this.#shared.server.url);
    await this.page.goto(`${origin}/?${uri === undefined ? "ew=true" : `folder=${encodeURIComponent(uri)}`}`);
    await this.#ready();
  }

  /** Reloads the window like VS Code's command "Reload Window". */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("load");
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.#ready();
  }

  /**
   * Closes this window like a user, by closing its tab, and waits until its extension host has ended. Other windows
   * stay open.
   */
  async close(): Promise<void> {
    const { group } = this.#shared.server;
    const before = await processesOf(group, extensionHost);
    const closed = this.page.waitForEvent("close");
    await this.page.close({ runBeforeUnload: true });
    await closed;
    // Only Linux reports the processes.
    if (before.length === 0) return;
    await until("its extension host to end", async () => {
      const remaining = await processesOf(group, extensionHost);
      return before.some((pid) => !remaining.includes(pid));
    });
  }

  /**
   * Kills the extension hosts of all windows, as a crash would, and waits until VS Code has started new ones. Earlier
   * commands would be sent to the killed hosts. Linux only.
   */
  async killExtensionHosts(): Promise<void> {
    const { group } = this.#shared.server;
    const killed = await killAll(group, extensionHost);
    await until("an extension host to be started again", async () =>
      (await processesOf(group, extensionHost)).some((pid) => !killed.includes(pid)),
    );
  }

  /** Kills the server with all its processes, restarts it with the same data, and reloads the window. */
  async restartServer(): Promise<void> {
    const shared = this.#shared;
    await shared.server.kill();
    shared.server = await startServer({ ...shared.options, port: shared.server.port });
    await this.page.goto(shared.server.url);
    await this.#ready();
  }

  /**
   * Ends the browser and the server with all their processes, and keeps their files. Rejects if a process is left.
   */
  async closeBrowser(): Promise<void> {
    const { context, server, folder } = this.#shared;
    await context.close();
    await server.stop();
    await expectNone(folder);
  }

  /** Like {@link closeBrowser}, and also removes the files that they wrote. */
  async stop(): Promise<void> {
    await this.closeBrowser();
    await rm(this.#shared.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Opens the extension's container in the side bar. */
  async openView(): Promise<Tree> {
    // The label contains the count of the badge after the name.
    const label = `.action-label:is([aria-label="${this.#container}"], [aria-label^="${this.#container} - "])`;
    const tab = this.page.locator(`.activitybar .action-item:has(${label})`);
    if ((await tab.first().getAttribute("aria-expanded")) !== "true") await click(tab.first());
    await this.page.mouse.move(0, 0); // Otherwise the tab's tooltip would cover the rows.
    await this.page.locator(`.part.sidebar .title-label`, { hasText: this.#container }).waitFor();
    return this.entitlements;
  }

  /** Reloads the window and opens the extension's view. */
  async reloadView(): Promise<void> {
    await this.reload();
    await this.openView();
  }

  /**
   * Runs a command once from the palette by its full title, such as "Managed Auth: Sign In…". Opens the palette again
   * if it closed before it received Enter, because a page or a closing dialog took the focus.
   */
  async runCommand(title: string): Promise<void> {
    await until(
      `the palette to take "${title}"`,
      async () => {
        await this.#palette(title);
        await this.quickInput.choose(title, palettePromptMs);
        return true;
      },
      3 * patience,
    );
  }

  /** True if the command palette currently offers the command. */
  async offersCommand(title: string): Promise<boolean> {
    await this.#palette(title);
    const rows = await until("the palette's answer", async () => {
      const shown = await this.quickInput.rows();
      return shown.length > 0 && shown;
    });
    await this.quickInput.escape();
    return rows.some((row) => row.label === title);
  }

  async clearNotifications(): Promise<void> {
    // A notification can appear after the command, so the command is repeated.
    await until("no notification", async () => {
      await this.runCommand("Notifications: Clear All Notifications");
      return this.notifications.isSilent();
    });
  }

  /** Waits for the page inside the result panel (two iframes deep) and returns its frame. */
  async resultPage(): Promise<Frame> {
    return until("the result page", async () => {
      for (const frame of this.page.frames()) {
        if (frame.parentFrame()?.url().includes(`extensionId=${extensionId}`) !== true) continue;
        const element = await frame.frameElement();
        // Each panel has a page, but only the page of the active tab is visible.
        if ((await element.getAttribute("id")) === "active-frame" && (await element.isVisible()))
          return frame;
      }
      return undefined;
    });
  }

  /** Changes the theme with VS Code's command and waits until the theme is applied. */
  async useTheme(theme: Theme): Promise<void> {
    const { label, workbenchClass } = themes[theme];
    await this.runCommand("Preferences: Color Theme");
    await this.quickInput.type(label);
    await this.quickInput.choose(label);
    await this.quickInput.waitUntilHidden();
    await this.page.locator(`.monaco-workbench.${workbenchClass}`).waitFor();
  }

  async clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Waits until the clipboard contains exactly this text. */
  async clipboardHolds(text: string): Promise<void> {
    await until(`the clipboard to hold "${text}"`, async () => (await this.clipboard()) === text);
  }

  async copyToClipboard(text: string): Promise<void> {
    await this.page.evaluate((value) => navigator.clipboard.writeText(value), text);
  }

  /** Saves a screenshot as PNG, without animations and carets. */
  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path, animations: "disabled", caret: "hide" });
  }

  async #ready(): Promise<void> {
    await this.page.locator(".monaco-workbench").waitFor();
    await this.page.locator(`.activitybar .action-label[aria-label="${this.#container}"]`).first().waitFor();
    // Before this phase, clicking a tab of the activity bar that is about to open would close it.
    await this.page.waitForFunction(
      () => performance.getEntriesByName("code/LifecyclePhase/Restored").length > 0,
      undefined,
      { polling: 100 },
    );
  }

  async #palette(title: string): Promise<void> {
    await until("the command palette", async () => {
      await this.page.keyboard.press("F1");
      if (await within(paletteOpenMs, () => this.quickInput.isOpen()))
        return this.quickInput.fill(`>${title}`);
      // A page has the focus and swallows the keys.
      await this.page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      return false;
    });
  }
}
