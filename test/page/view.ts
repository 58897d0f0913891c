import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "playwright-core";
import type { FromPage, PageCard, ToPage } from "../../src/card/protocol.ts";
import { extendTimeouts } from "../host/chromium.ts";
import type { PageServer } from "./server.ts";
import themes from "./themes.json" with { type: "json" };

export type ThemeName = keyof typeof themes;
export const themeNames: readonly ThemeName[] = [
  "dark",
  "light",
  "hc-dark",
  "hc-light",
  "dark-2026",
  "light-2026",
];

/** Body classes of each theme, as VS Code sets them. High contrast light has both classes. */
const bodyClasses: Readonly<Record<ThemeName, string>> = {
  dark: "vscode-dark",
  "dark-2026": "vscode-dark",
  light: "vscode-light",
  "light-2026": "vscode-light",
  "hc-dark": "vscode-high-contrast",
  "hc-light": "vscode-high-contrast-light vscode-high-contrast",
};

const fonts = {
  "--vscode-font-family": `system-ui, "Ubuntu", "Droid Sans", sans-serif`,
  "--vscode-font-size": "13px",
  "--vscode-font-weight": "normal",
  "--vscode-editor-font-family": `"Droid Sans Mono", monospace`,
};

export interface ViewOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** 2 means 200 %: half as many CSS pixels, each twice as large. */
  readonly zoom?: number;
  /** The result of `getState`, as after a reload. */
  readonly state?: unknown;
  readonly forcedColors?: boolean;
}

/** The page in a browser with a record of its activity. */
export interface View {
  readonly page: Page;
  /** Uncaught errors. */
  readonly errors: readonly string[];
  /** Requested URLs other than the page's own three files. */
  readonly requests: readonly string[];
  show(card: PageCard, lang?: string): Promise<void>;
  /** Sends any message as JSON, well formed or not. */
  send(message: unknown): Promise<void>;
  /** Posted messages except focus reports. */
  posted(): Promise<FromPage[]>;
  state(): Promise<unknown>;
  /** Directives of the content security policy that blocked something. */
  violations(): Promise<string[]>;
  close(): Promise<void>;
}

declare global {
  interface Window {
    webview: { posted: FromPage[]; state: unknown; violations: string[] };
  }
}

/** Opens the page in a theme and size and waits for its first message. */
export async function openView(
  browser: Browser,
  server: PageServer,
  options: ViewOptions = {},
): Promise<View> {
  const { theme = "dark", width = 700, height = 900, zoom = 1, state, forcedColors } = options;
  const context = await browser.newContext({
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    ...(forcedColors ? { forcedColors: "active" } : {}),
  });
  extendTimeouts(context);
  const page = await context.newPage();
  const requests: string[] = [];
  const own = new Set(["", "page.js", "page.css"].map((name) => server.url + name));
  page.on("request", (request) => {
    if (!own.has(request.url())) requests.push(request.url());
  });
  const errors: string[] = [];
  let drawing = 0;
  page.on("pageerror", (error) => errors.push(error.message));
  await page.addInitScript(
    ([kept, classes, variables]) => {
      window.webview = { posted: [], state: kept, violations: [] };
      document.addEventListener("securitypolicyviolation", (event) => {
        window.webview.violations.push(event.effectiveDirective);
      });
      Object.assign(window, {
        acquireVsCodeApi: () => ({
          postMessage: (message: FromPage) => window.webview.posted.push(message),
          getState: () => window.webview.state,
          setState: (value: unknown) => (window.webview.state = value),
        }),
      });
      // VS Code sets both before it runs the page's script, which is the first child of the body in these tests.
      new MutationObserver((_, observer) => {
        if (document.querySelector("body") === null) return;
        observer.disconnect();
        document.body.className = classes;
        for (const [name, value] of variables) document.documentElement.style.setProperty(name, value);
      }).observe(document, { childList: true, subtree: true });
    },
    [state, bodyClasses[theme], Object.entries({ ...fonts, ...themes[theme] })] as const,
  );
  await page.goto(server.url);
  await page.waitForFunction(() => window.webview.posted.some(({ type }) => type === "ready"));

  const send = (message: unknown): Promise<void> =>
    page.evaluate(async (data) => {
      const delivered = new Promise((resolve) => window.addEventListener("message", resolve, { once: true }));
      window.postMessage(data, window.origin);
      await delivered;
      // After two frames, observers have run and their changes are painted.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, JSON.stringify(message));
  return {
    page,
    errors,
    requests,
    send,
    show: (card, lang = "en") => send({ type: "show", drawing: (drawing += 1), card, lang } satisfies ToPage),
    posted: () => page.evaluate(() => window.webview.posted.filter(({ type }) => type !== "focused")),
    state: () => page.evaluate(() => window.webview.state),
    violations: () => page.evaluate(() => window.webview.violations),
    close: () => context.close(),
  };
}

/** Ids or tag names of all elements that Tab reaches after the heading. */
export async function tabStops({ page }: View): Promise<readonly string[]> {
  await page.locator("h1").focus();
  const reached: string[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const { id = "", tagName = "" } = document.activeElement ?? {};
      return id === "" ? tagName : id;
    });
    if (stop === "BODY") return reached;
    assert.ok(reached.length < 50, "Tab leaves the page");
    reached.push(stop);
  }
}

/** Accessible names. */
export const labelsOf = (elements: Locator): Promise<readonly (string | null)[]> =>
  elements.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
