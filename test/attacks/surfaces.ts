// Visits every surface that shows texts of the service, as a user would, and asserts that each is harmless.
import assert from "node:assert/strict";
import type { Frame, Locator, Page } from "playwright-core";
import { pressIn } from "../ui/resultCard.ts";
import { until, within } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import { waitForQuestion, createRow, credentialRows, questions } from "../ui/flows.ts";
import type { HostileText } from "./corpus.ts";
import { assertHarmless } from "./harmless.ts";
import { visitResources } from "./resourceSurfaces.ts";

/** Keys for the commands that are run for every text. */
export const surfaceKeys = {
  refresh: "Control+Alt+1",
  report: "Control+Alt+2",
  connection: "Control+Alt+3",
  remove: "Control+Alt+4",
  create: "Control+Alt+5",
  connections: "Control+Alt+6",
  history: "Control+Alt+7",
  proxies: "Control+Alt+8",
  credentials: "Control+Alt+9",
  providers: "Control+Alt+0",
  destination: "Control+Shift+Alt+1",
  destinations: "Control+Shift+Alt+2",
  projects: "Control+Shift+Alt+3",
  resources: "Control+Shift+Alt+4",
} as const;

/** The keys of surfaces that prompt before they open. */
type Opening = Exclude<
  keyof typeof surfaceKeys,
  "connections" | "destinations" | "refresh" | "report" | "resources"
>;

const input = ".quick-input-widget";

/** Returns the list of the view with this title. */
export function treeList(page: Page, title: string): Locator {
  return page.locator(`.part.sidebar .monaco-list[aria-label="${title}"]`);
}

/** The surfaces of one window, which are opened with the keys of {@link surfaceKeys}. */
export class Surfaces {
  /** The lines that each surface has shown. */
  readonly shown = new Map<string, string[]>();
  readonly workbench: Workbench;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

  /** Asserts that a surface is harmless and records its lines. */
  async check(...[place, surface, ...how]: Parameters<typeof assertHarmless>): Promise<void> {
    const lines = await assertHarmless(place, surface, ...how);
    const kind = surface.replace(/^the list of (?:credentials|providers|items)$/, "a list of credentials");
    this.shown.set(kind, [...(this.shown.get(kind) ?? []), ...lines]);
  }

  /** Runs the command of a key, which shows an input. */
  async open(key: Opening): Promise<void> {
    const { page, quickInput } = this.workbench;
    await pressFor(page, surfaceKeys[key], `an input for "${key}"`, () => quickInput.isOpen());
  }

  /** Runs the command of a key and waits for a row that the command shows. */
  async show(key: keyof typeof surfaceKeys, surface: string, row: Locator): Promise<void> {
    await pressFor(this.workbench.page, surfaceKeys[key], `${surface} to show the text`, () =>
      row.isVisible(),
    );
  }

  /** Waits for the rows of a list that show the marks, and asserts that the list is harmless. */
  async seeRow(surface: string, mark: string, marks: readonly string[] = []): Promise<void> {
    const { page } = this.workbench;
    for (const one of [mark, ...marks])
      await page.locator(`${input} .monaco-list-row`, { hasText: one }).first().waitFor();
    // The list grows while its rows load.
    await until("the whole list", async () => !(await this.workbench.quickInput.isBusy()));
    await page.evaluate(
      () => new Promise<number>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await this.check(page, surface, input, mark);
  }

  /** Asserts that a list is harmless, then picks the row that shows the mark. */
  async takeRow(surface: string, mark: string, marks: readonly string[] = []): Promise<void> {
    await this.seeRow(surface, mark, marks);
    await this.workbench.quickInput.choose(({ ariaLabel }) => ariaLabel.includes(mark));
  }

  /** Waits for a card, expands all folded sections, and asserts that the page and its tab are harmless. */
  async seeCard(surface: string, mark: string, isIt: (words: string) => boolean): Promise<Frame> {
    const frame = await until(`the result: ${surface}`, () => this.#card(mark, isIt));
    await this.check(frame, surface, "body", mark, { native: false });
    // The page is complete: its landmark, its only heading, its live regions and its buttons.
    const hasParts = await frame.evaluate(() =>
      ["main", "h1", "[role=status]", "[role=alert]", ".head button"].map(
        (selector) => document.querySelectorAll(selector).length > 0,
      ),
    );
    assert.deepEqual(hasParts, [true, true, true, true, true], surface);
    return frame;
  }

  /**
   * Returns the page of the result with all sections expanded, if the page shows the mark and `isIt` accepts its
   * text.
   */
  async #card(mark: string, isIt: (words: string) => boolean): Promise<Frame | undefined> {
    const shown = await this.workbench.resultPage();
    const words = await shown.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      return document.body.innerText;
    });
    return words.includes(mark) && isIt(words) ? shown : undefined;
  }

  /**
   * Checks all surfaces. `older` switches later reads of a connection to the fields of older services. `provider`
   * selects one of the lists of credentials, which look alike. `rows` are texts with a connection each.
   */
  async visitAll(
    text: HostileText,
    older: () => void,
    provider: boolean,
    rows: readonly HostileText[] = [],
  ): Promise<void> {
    const marks = rows.map(({ mark }) => mark);
    await this.visitTree("connections", "the connections", "Connections", text.mark, text.mark, marks);
    await this.visitTree("refresh", "the tree", "Entitlements", text.worded ?? text.mark, text.mark);
    await this.#throughReports(text, older);
    await this.#throughAHistory(text);
    await this.#throughADeletion(text);
    await this.#throughACreation(text, provider, marks);
    await visitResources(this, text);
  }

  /** Checks a tree that shows the label, and the tooltip of that row, after each of the marks has a row. */
  async visitTree(
    refresh: keyof typeof surfaceKeys,
    surface: string,
    title: string,
    label: string,
    mark: string,
    marks: readonly string[] = [],
  ): Promise<void> {
    const rows = treeList(this.workbench.page, title).locator(".monaco-list-row");
    const row = rows.filter({ hasText: label }).first();
    await this.show(refresh, surface, row);
    // The rows of each group are loaded separately.
    for (const one of marks)
      await until(`the row of ${one}`, () => rows.filter({ hasText: one }).first().isVisible());
    await this.checkTree(surface, title, row, label, mark);
  }

  /** Checks a tree with a visible row that shows the label, and the tooltip of that row. */
  async checkTree(surface: string, title: string, row: Locator, label: string, mark: string): Promise<void> {
    const { page } = this.workbench;
    // The header contains the plan.
    await this.check(page, surface, `.part.sidebar .pane:has(.monaco-list[aria-label="${title}"])`, label);
    const hover = page.locator(".monaco-hover", { hasText: mark });
    // Rendering a row again below the pointer hides the hover, and VS Code ignores a pointer that doesn't move.
    const reveal = async (): Promise<void> => {
      await page.mouse.move(700, 1);
      await row.hover({ timeout: 2_000 });
      assert.ok(await within(2_000, () => hover.first().isVisible()), "no tooltip came");
    };
    await this.check(page, "a tooltip", ".monaco-hover", mark, { reveal });
    await page.mouse.move(700, 1);
    await hover.first().waitFor({ state: "hidden" });
  }

  async #throughReports({ mark }: HostileText, older: () => void): Promise<void> {
    const { notifications, page } = this.workbench;
    const isReport = (words: string): boolean => words.includes("Entitlements");
    await pressFor(page, surfaceKeys.report, "the report", () => this.#card(mark, isReport));
    await this.seeCard("the report", mark, isReport);
    await this.open("connection");
    await this.takeRow("the list of connections", mark);
    const frame = await this.seeCard("a connection", mark, (words) => words.includes("Login details"));
    await this.check(page, "the tab", ".part.editor .tabs-container", mark);
    const rowCount = (): Promise<number> =>
      frame.locator("section.folded", { hasText: "Login details" }).locator(".row").count();
    const today = await rowCount();
    await pressIn(frame, "Copy as Text");
    await until("the details", async () => (await this.workbench.clipboard()).includes(mark));
    for (const line of (await this.workbench.clipboard()).split("\n")) {
      assert.doesNotMatch(line, /\p{Cc}|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      assert.doesNotMatch(line, /^(?:FORGED|2026-11-20 10)/);
    }
    await pressIn(frame, "Open Login Page");
    await notifications.close("Not opened: the login page's address is invalid.");
    older();
    await pressIn(frame, "Refresh");
    await until("the older lists", async () => (await rowCount()) > today);
    await this.seeCard("a connection of an older service", mark, () => true);
  }

  async #throughAHistory({ mark }: HostileText): Promise<void> {
    await this.open("history");
    await this.takeRow("the list of connections", mark);
    const frame = await this.seeCard("a history", mark, (words) => words.includes("Entries as received"));
    await this.check(this.workbench.page, "the tab", ".part.editor .tabs-container", mark);
    await frame.locator('.day-list [tabindex="0"]').focus();
    await this.check(frame, "a history", "body", mark, { native: false });
  }

  async #throughADeletion({ mark }: HostileText): Promise<void> {
    const { dialog, notifications, page, quickInput } = this.workbench;
    await this.open("remove");
    await this.seeRow("the list of destinations", mark);
    await quickInput.toggle(({ ariaLabel }) => ariaLabel.includes(mark));
    await quickInput.accept();
    await dialog.read();
    await this.check(page, "the confirmation", ".monaco-dialog-box", mark);
    await dialog.press("Delete");
    const frame = await this.seeCard("a deletion", mark, (words) =>
      words.includes("Destination not deleted"),
    );
    await pressIn(frame, "Notify When Free");
    const toast = page.locator(".notification-toast", { hasText: "Waiting until" });
    await toast.waitFor();
    await this.check(page, "a progress", ".notification-toast", mark);
    await notifications.press("Waiting until", "Cancel");
    await toast.waitFor({ state: "hidden" });
  }

  /** Declines to continue the stored draft, if the extension offers it, and waits for the first question. */
  async startOver(): Promise<void> {
    const { quickInput } = this.workbench;
    await until("the first question", async () => {
      if ((await quickInput.message()).includes(questions.continue))
        await quickInput.choose("Discard and Start New");
      return (await quickInput.message()).includes(questions.domain);
    });
    await waitForQuestion(this.workbench, questions.domain);
  }

  /** Picks the provider that shows the mark. Stored credentials above the providers show the same marks. */
  async #takeProvider(mark: string, marks: readonly string[]): Promise<void> {
    const { quickInput } = this.workbench;
    const providers = await until("all providers", async () => {
      const rows = await quickInput.rows();
      const first = rows.findIndex(({ separator }) => separator.startsWith("From a provider"));
      const shown = first < 0 ? [] : rows.slice(first);
      const isShown = (one: string): boolean => shown.some(({ ariaLabel }) => ariaLabel.includes(one));
      return [mark, ...marks].every(isShown) && shown;
    });
    await this.seeRow("the list of providers", mark, marks);
    const provider = providers.find(({ ariaLabel }) => ariaLabel.includes(mark));
    await quickInput.choose(({ index }) => index === provider?.index);
  }

  async #throughACreation({ mark }: HostileText, provider: boolean, marks: readonly string[]): Promise<void> {
    const { quickInput } = this.workbench;
    await this.open("create");
    await this.startOver();
    await quickInput.pasteAnswer("example.com");
    await waitForQuestion(this.workbench, questions.profile);
    await this.takeRow("the list of profiles", mark, marks);
    await waitForQuestion(this.workbench, questions.proxy);
    await this.takeRow("the list of proxies", mark, marks);
    await waitForQuestion(this.workbench, questions.credential);
    if (provider) {
      await this.#takeProvider(mark, marks);
      await quickInput.choose(credentialRows.item);
      await this.takeRow("the list of items", mark, marks);
    } else {
      await this.takeRow("the list of credentials", mark, marks);
    }
    await waitForQuestion(this.workbench, questions.review);
    await this.check(this.workbench.page, "the review", input, mark);
    await quickInput.choose(createRow);
    const refused = await this.seeCard("a refusal", mark, (words) =>
      words.includes("Connection not created"),
    );
    await pressIn(refused, "Change Answers…");
    await waitForQuestion(this.workbench, questions.review);
    await quickInput.choose(createRow);
    await this.seeCard("a creation", mark, (words) => words.includes("Created. "));
  }
}
