// Runs axe in a window and its themes.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Frame } from "playwright-core";
import { themes, type Theme } from "../host/settings.ts";
import { until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";

/** A rule that VS Code's own elements around the extension's texts violate. */
export interface Excuse {
  readonly rule: string;
  /** Selector of the violating elements. */
  readonly where: string;
  readonly because: string;
  /** True if the violation is transient, so that a slow check doesn't see it. */
  readonly briefly?: true;
}

export const excuses: readonly Excuse[] = [
  {
    rule: "label-content-name-mismatch",
    where: ".monaco-list-row",
    because: "label and description touch in VS Code's rows, so that axe reads one word; see `unheard`",
  },
  {
    rule: "label-content-name-mismatch",
    where: ".pane-header",
    because: "VS Code puts a dash and 'Section' between a view's title and what we say behind it",
  },
  {
    rule: "aria-allowed-attr",
    where: ".quick-input-list .monaco-list-row",
    because: "VS Code gives the options of its lists the level of a tree's rows",
  },
  {
    rule: "aria-prohibited-attr",
    where: ".monaco-keybinding",
    because: "VS Code names a key on an element that has no role",
  },
  {
    rule: "color-contrast",
    where: ".quick-input-list-label-meta *, .label-description *",
    because: "VS Code draws the details and descriptions of rows at 70 %, whatever their text",
  },
  {
    rule: "aria-required-children",
    where: ".quick-input-list .monaco-list",
    because: "VS Code makes checkboxes of the options of a list to tick",
  },
  {
    rule: "aria-required-children",
    where: ".notification-toast .monaco-list",
    because: "VS Code makes a dialog of the one row of a message",
  },
  {
    rule: "aria-allowed-attr",
    where: ".notification-toast .monaco-list, .notification-toast .monaco-list-row",
    because: "VS Code numbers that row as if it were one of a tree",
  },
  {
    rule: "aria-prohibited-attr",
    where: ".monaco-dialog-box .dialog-icon",
    because: "VS Code names the icon of a dialog on an element that has no role",
  },
  {
    rule: "aria-prohibited-attr",
    where: ".actions-container[role=presentation]",
    because: "VS Code names the toolbar of a view before it has buttons",
    briefly: true,
  },
  {
    rule: "presentation-role-conflict",
    where: ".actions-container[role=presentation]",
    because: "VS Code names the toolbar of a view before it has buttons",
    briefly: true,
  },
  {
    rule: "nested-interactive",
    where: ".quick-input-list .monaco-list-row",
    because: "VS Code puts the buttons of a row inside of the option",
  },
];

/**
 * All kinds of themes. The window keeps the last one, which is checked with all rules. The others are only checked
 * for contrast.
 */
const checkedThemes: readonly Theme[] = ["hc-light", "hc-dark", "dark", "light"];

/** Settings that let a window follow the color schemes of {@link followSchemes}. */
export const schemeSettings = {
  // Contrast can't be checked during a fade.
  "workbench.reduceMotion": "on",
  "window.autoDetectColorScheme": true,
  "window.autoDetectHighContrast": true,
  "workbench.preferredDarkColorTheme": themes.dark.id,
  "workbench.preferredLightColorTheme": themes.light.id,
  "workbench.preferredHighContrastColorTheme": themes["hc-dark"].id,
  "workbench.preferredHighContrastLightColorTheme": themes["hc-light"].id,
};

/** Reloads a window so that a test can emulate the system's color scheme. Open editors stay open when it changes. */
export async function followSchemes(workbench: Workbench): Promise<void> {
  await workbench.page.addInitScript(() => {
    const real = matchMedia.bind(globalThis);
    const played = new Map([
      ["(prefers-color-scheme: dark)", false],
      ["(prefers-color-scheme: light)", true],
      ["(forced-colors: active)", false],
    ]);
    const lists: MediaQueryList[] = [];
    globalThis.matchMedia = (query) => {
      const list = real(query);
      if (!played.has(query)) return list;
      Object.defineProperty(list, "matches", { get: () => played.get(query) });
      lists.push(list);
      return list;
    };
    addEventListener("played-scheme", (event) => {
      const name = event instanceof CustomEvent ? String(event.detail) : "";
      played.set("(prefers-color-scheme: dark)", name.endsWith("dark"));
      played.set("(prefers-color-scheme: light)", name.endsWith("light"));
      played.set("(forced-colors: active)", name.startsWith("hc"));
      for (const list of lists) list.dispatchEvent(new Event("change"));
    });
  });
  await workbench.reload();
}

/**
 * Returns axe's findings in each theme, in one of the extension's pages or in the part of the window with this
 * selector.
 */
export async function problemsInThemes(workbench: Workbench, part: Frame | string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of checkedThemes) {
    await playScheme(workbench, theme);
    const onlyColours = theme !== checkedThemes.at(-1);
    found.push(...(await problems(workbench, part, onlyColours)).map((problem) => `${theme}: ${problem}`));
  }
  return found;
}

async function playScheme({ page }: Workbench, theme: Theme): Promise<void> {
  await page.evaluate((name) => dispatchEvent(new CustomEvent("played-scheme", { detail: name })), theme);
  const shown = page.locator(`.monaco-workbench.${themes[theme].workbenchClass}`);
  await until(`the colours of ${themes[theme].label}`, async () => (await shown.count()) > 0);
}

/**
 * Returns axe's findings in the current theme, for all rules or only for contrast, without VS Code's own violations.
 */
export async function problems(
  workbench: Workbench,
  part: Frame | string,
  onlyColours = false,
): Promise<string[]> {
  const frame = typeof part === "string" ? workbench.page.mainFrame() : part;
  if (typeof part !== "string") await waitForWindowColors(workbench, part);
  await until("no animation", () =>
    frame.evaluate(() =>
      document.getAnimations().every((animation) => {
        const endless = animation.effect?.getComputedTiming().iterations === Infinity;
        return endless || animation.playState !== "running";
      }),
    ),
  );
  if (!(await frame.evaluate("'axe' in globalThis"))) await frame.evaluate(await source());
  const context = typeof part === "string" ? JSON.stringify([part]) : "document";
  const options = {
    iframes: false,
    resultTypes: ["violations"],
    ...(onlyColours && { runOnly: ["color-contrast"] }),
  };
  const { violations }: AxeResults = await frame.evaluate(`axe.run(${context}, ${JSON.stringify(options)})`);
  const all: string[] = [];
  for (const { id, nodes } of violations)
    for (const { failureSummary, html, target } of nodes) {
      const excused = await isExcused(frame, id, target.join(" "));
      if (!excused) all.push(`${id}: ${html.slice(0, 300)}: ${failureSummary ?? ""}`);
    }
  return all;
}

/** Excuses that have matched a finding. */
export const matchedExcuses = new Set<Excuse>();

async function isExcused(frame: Frame, rule: string, selector: string): Promise<boolean> {
  for (const excuse of excuses) {
    if (excuse.rule !== rule) continue;
    const fits = await frame
      .locator(selector)
      .evaluate((element, where) => element.matches(where), excuse.where);
    if (!fits) continue;
    matchedExcuses.add(excuse);
    return true;
  }
  return false;
}

/**
 * Returns the list rows whose accessible name doesn't start with their visible text. Notifications have no such rows.
 */
export async function rowsWithWrongNames(workbench: Workbench, part: string): Promise<string[]> {
  return workbench.page.locator(`${part} .monaco-list-row`).evaluateAll((rows) =>
    rows
      .flatMap((row) => {
        const label = row.querySelector(".label-name");
        return label === null ? [] : [[label.textContent.trim(), row.ariaLabel ?? ""] as const];
      })
      .filter(([label, heard]) => label === "" || !heard.includes(label))
      .map((both) => both.join(": ")),
  );
}

/** Waits until a page has the colors of its window. */
async function waitForWindowColors({ page }: Workbench, frame: Frame): Promise<void> {
  const background = (name: string): string =>
    getComputedStyle(document.querySelector(".monaco-workbench") ?? document.documentElement)
      .getPropertyValue(name)
      .trim();
  await until("the page to use the theme", async () => {
    for (const name of ["--vscode-editor-background", "--vscode-foreground"])
      if ((await page.evaluate(background, name)) !== (await frame.evaluate(background, name))) return false;
    return true;
  });
}

let text: Promise<string> | undefined;

function source(): Promise<string> {
  return (text ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
}
