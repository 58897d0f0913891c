import { setTimeout as delay } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { patience, until, within } from "../until.ts";
import { click, received } from "./keys.ts";
import { allRows, renderedRows, type ListRow } from "./rows.ts";

/** Maximum time for the effect of a key, after which the key counts as lost, in milliseconds on an idle machine. */
const lostAfterMs = 3_000;

/** Delay before the effect of a key is checked again, in milliseconds, because new rows may undo it. */
const settleMs = 50;

/** Maximum number of times that Enter is pressed without effect. */
const maxEnterPresses = 4;

/** The visible state of a quick input. Missing texts are "". */
interface Shown {
  isOpen: boolean;
  title: string;
  placeholder: string;
  value: string;
  message: string;
  /** True if the message is a validation error. */
  isRefused: boolean;
  /** True if the input or its list has the focus. */
  takesKeys: boolean;
}

/** Selects a row by its label or by a predicate. */
export type RowSelector = string | ((row: ListRow) => boolean);

/** The quick pick or input box at the top of the window. Every method waits until one is open. */
export class QuickInput {
  readonly #page: Page;
  readonly widget: Locator;
  readonly input: Locator;
  readonly #list: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator(".quick-input-widget:visible");
    this.input = this.widget.locator(".quick-input-box input");
    this.#list = this.widget.locator(".quick-input-list .monaco-list:visible");
  }

  /** Waits for an input with this title, ignoring a step such as "(2/4)". A string must equal the whole title. */
  async waitFor(title: string | RegExp): Promise<this> {
    await until(`the quick input "${String(title)}"`, async () => {
      const shown = await this.title();
      return typeof title === "string" ? shown === title : title.test(shown);
    });
    return this;
  }

  async title(): Promise<string> {
    return (await this.#heading()).replace(/ ?\(\d+\/\d+\)$/, "");
  }

  /** Returns the step, such as "2/4", or an empty string if the input shows none. */
  async step(): Promise<string> {
    return /\((\d+\/\d+)\)$/.exec(await this.#heading())?.[1] ?? "";
  }

  async placeholder(): Promise<string> {
    return (await this.input.getAttribute("placeholder")) ?? "";
  }

  async value(): Promise<string> {
    return this.input.inputValue();
  }

  async isPassword(): Promise<boolean> {
    return (await this.input.getAttribute("type")) === "password";
  }

  /** Returns the text below the input: the validation message, if any, or the prompt. */
  async message(): Promise<string> {
    return (await this.widget.locator(".quick-input-message").innerText()).trim();
  }

  /** Returns the severity of the message, "idle" for a prompt. */
  async severity(): Promise<"idle" | "info" | "warning" | "error"> {
    const classes =
      (await this.widget.locator(".quick-input-box .monaco-inputbox").getAttribute("class")) ?? "";
    return (
      (["error", "warning", "info"] as const).find((name) => classes.split(" ").includes(name)) ?? "idle"
    );
  }

  /** Waits for a validation message that contains the string or matches the expression. */
  async waitForMessage(text: string | RegExp): Promise<string> {
    return until(`the message "${String(text)}" under the input`, async () => {
      const message = await this.message();
      return (typeof text === "string" ? message.includes(text) : text.test(message)) && message;
    });
  }

  async isBusy(): Promise<boolean> {
    return (await this.widget.locator(".quick-input-progress.active").count()) > 0;
  }

  /** Types over the existing text key by key. Starts over if a page took the focus meanwhile. */
  async type(text: string): Promise<void> {
    const put = (): Promise<void> =>
      text === "" ? this.#page.keyboard.press("Delete") : this.#page.keyboard.type(text);
    await until(`the input to hold "${text}"`, () => this.#enter(text, put));
  }

  /** Replaces the text with a single line at once. Returns false if the input closed meanwhile. */
  async fill(text: string): Promise<boolean> {
    return this.#enter(text, () => this.#page.keyboard.insertText(text));
  }

  async #enter(text: string, put: () => Promise<void>): Promise<boolean> {
    await this.#replaceText(put);
    const { isOpen, value } = await this.#shown();
    if (isOpen && value !== text) throw new Error(`It held "${value}"`);
    return isOpen;
  }

  /** Enters text at once, as pasting does. Line breaks become spaces. */
  async paste(text: string): Promise<void> {
    const paste = (): Promise<boolean> => this.#replaceText(() => this.#page.keyboard.insertText(text));
    await until("the input to receive the text", paste);
  }

  async #replaceText(put: () => Promise<void>): Promise<boolean> {
    if (!(await this.takesKeys())) return false;
    await this.input.focus({ timeout: 1_000 });
    const selectAll = (): Promise<void> => this.#page.keyboard.press("ControlOrMeta+a");
    return (await received(this.input, selectAll)) && received(this.input, put);
  }

  /**
   * True if the input shows this prompt and takes keys. The prompt is the placeholder of a list or the text below
   * an input. Clicks into the input if a new result page took the focus.
   */
  async asks(words: string): Promise<boolean> {
    const { message, placeholder, takesKeys } = await this.#shown();
    const isAsked = placeholder === words || message.includes(words);
    if (isAsked && !takesKeys) await this.input.click({ timeout: 1_000 });
    return isAsked && takesKeys;
  }

  /** True if keys go to the input or its list. Otherwise clicks into the input. */
  async takesKeys(): Promise<boolean> {
    const { isOpen, takesKeys } = await this.#shown();
    if (isOpen && !takesKeys) await this.input.click({ timeout: 1_000 });
    return takesKeys;
  }

  /** Presses a key once in the input or its list. Also presses Enter if no effect is expected. */
  async press(key: string, milliseconds = patience): Promise<void> {
    const press = (): Promise<boolean> => this.#receives(() => this.#page.keyboard.press(key));
    await until(`the input to take ${key}`, press, milliseconds);
  }

  /** Returns true if the input or its list received the keys. Otherwise they had no effect. */
  async #receives(send: () => Promise<void>): Promise<boolean> {
    return (await this.takesKeys()) && received(this.widget, send);
  }

  /**
   * Presses Enter until it has an effect, because a row that has just moved isn't picked. A validation message counts
   * as an effect. So does an input without search text that was idle and is now busy, because it stays open until its
   * action has ended.
   */
  async accept(): Promise<void> {
    await this.#accept(() => Promise.resolve());
  }

  async #accept(reach: () => Promise<void>, milliseconds = patience): Promise<void> {
    const question = async (): Promise<Shown | false> => {
      const shown = await this.#shown();
      return shown.isOpen && shown;
    };
    let before: Shown | undefined;
    for (let pressed = 0; pressed < maxEnterPresses; pressed++) {
      // If an earlier answer took effect late, don't answer the next question.
      if (before !== undefined && isAnswered(await this.#shown(), before)) return;
      await reach();
      const initial = await until("a question", question, milliseconds);
      before = initial;
      const isBusy = await this.isBusy();
      const pressEnter = async (): Promise<"gone" | "pressed" | false> => {
        if (isReplaced(await this.#shown(), initial)) return "gone";
        return (await this.#receives(() => this.#page.keyboard.press("Enter"))) && "pressed";
      };
      const outcome = await until("the question to accept Enter", pressEnter, milliseconds);
      if (outcome === "gone") throw new Error("The question closed before it received Enter");
      const answered = await within(lostAfterMs, async () => {
        const current = await this.#shown();
        return isAnswered(current, initial) || current.isRefused;
      });
      if (answered === true || (initial.value === "" && !isBusy && (await this.isBusy()))) return;
    }
  }

  /**
   * Returns the displayed state in one call, because each call to the page costs the same. Empty while a dialog
   * covers the input.
   */
  async #shown(): Promise<Shown> {
    return this.#page.evaluate((): Shown => {
      const widget = document.querySelector(".quick-input-widget");
      const isOpen =
        widget?.checkVisibility() === true && document.querySelector(".monaco-dialog-box") === null;
      const input = isOpen ? widget.querySelector<HTMLInputElement>(".quick-input-box input") : null;
      const text = (selector: string): string =>
        (isOpen ? widget.querySelector(selector)?.textContent : undefined) ?? "";
      return {
        isOpen,
        title: text(".quick-input-title"),
        placeholder: input?.placeholder ?? "",
        value: input?.value ?? "",
        message: isOpen
          ? (widget.querySelector<HTMLElement>(".quick-input-message")?.innerText.trim() ?? "")
          : "",
        isRefused: input?.closest(".monaco-inputbox")?.classList.contains("error") === true,
        takesKeys:
          isOpen &&
          document.activeElement?.matches("input, .monaco-list") === true &&
          widget.matches(":focus-within"),
      };
    });
  }

  /** Replaces the text with a single line at once and presses Enter. */
  async answer(text: string): Promise<void> {
    await until(`the input to hold "${text}"`, () => this.fill(text));
    await this.accept();
  }

  /** Pastes a text and presses Enter. */
  async pasteAnswer(text: string): Promise<void> {
    await this.paste(text);
    await this.accept();
  }

  /** Returns all rows from first to last. A separator belongs to the row below it. */
  async rows(): Promise<ListRow[]> {
    const rows = await allRows(this.#list);
    if (rows.length > 0) return rows;
    await this.#list.waitFor();
    return allRows(this.#list);
  }

  /** Returns the separators of the groups of rows from first to last. */
  async separators(): Promise<string[]> {
    return (await this.rows()).map(({ separator }) => separator).filter((label) => label !== "");
  }

  /** Waits for a row and returns it. */
  async row(selector: RowSelector): Promise<ListRow> {
    return (await this.#rowsWith(selector)).row;
  }

  /** Waits for a row. Returns all rows and this row. */
  async #rowsWith(
    selector: RowSelector,
    milliseconds = patience,
  ): Promise<{ rows: ListRow[]; row: ListRow }> {
    return until(
      `the row "${String(selector)}"`,
      async () => {
        const rows = await allRows(this.#list);
        const row = rows.find((one) => matchesRow(one, selector));
        return row && { rows, row };
      },
      milliseconds,
    );
  }

  /** Returns the row that Enter would pick. */
  async active(): Promise<ListRow | undefined> {
    // The active row may be scrolled out of view.
    return focused(await renderedRows(this.#list, ".focused")) ?? focused(await this.rows());
  }

  /** Makes a row active by pressing the Down key. */
  async activate(selector: RowSelector, milliseconds = patience): Promise<void> {
    const { rows } = await this.#rowsWith(selector, milliseconds);
    let { length } = rows;
    let active = focused(rows);
    // In a list for a single row, the first row becomes active when it is rendered. An arrow pressed earlier would
    // leave it.
    if (active === undefined && !(await this.#takesSeveral()))
      active = await until("a row to be active", () => this.active());
    for (let pressed = 0; active === undefined || !matchesRow(active, selector); pressed++) {
      if (pressed > 2 * length + 1) {
        const before = length;
        ({ length } = await this.rows());
        if (length <= before) throw new Error("No arrow key reached the row");
      }
      const before = active?.index;
      await this.press("ArrowDown", milliseconds);
      // In a list for several rows, no row is active past the last one, and the next arrow leads to the first. A
      // list that is rendered again may start over, so press the arrow again.
      await within(lostAfterMs, async () => {
        active = await this.active();
        return active?.index !== before;
      });
      if (active !== undefined && matchesRow(active, selector)) {
        await delay(settleMs);
        active = await this.active();
      }
    }
  }

  async #takesSeveral(): Promise<boolean> {
    return this.widget.evaluate((widget) => widget.classList.contains("show-checkboxes"));
  }

  /** Picks a row with the arrow keys and Enter. The timeout applies to the list and to the row. */
  async choose(selector: RowSelector, milliseconds = patience): Promise<void> {
    await this.#accept(() => this.activate(selector, milliseconds), milliseconds);
  }

  /** Toggles rows of a multi-choice list. */
  async toggle(...rows: readonly RowSelector[]): Promise<void> {
    for (const selector of rows) {
      const { checked } = await this.row(selector);
      const isChanged = async (): Promise<boolean> => (await this.row(selector)).checked !== checked;
      await until(`"${String(selector)}" to change its tick`, async () => {
        if (await isChanged()) return true;
        await this.activate(selector);
        await this.press("Space");
        await within(lostAfterMs, isChanged);
        await delay(settleMs);
        return isChanged();
      });
    }
  }

  async back(): Promise<void> {
    await click(this.widget.locator(".codicon-quick-input-back"));
  }

  async hasBack(): Promise<boolean> {
    return (await this.widget.locator(".codicon-quick-input-back").count()) > 0;
  }

  /** Presses a button in the title bar of the input. */
  async titleButton(tooltip: string): Promise<void> {
    await click(this.widget.locator(".quick-input-titlebar").getByRole("button", { name: tooltip }));
  }

  /** Presses a row's own button. Rows that are replaced meanwhile may activate a row without that button. */
  async rowButton(label: string, tooltip: string): Promise<void> {
    const row = this.widget.locator(".quick-input-list .monaco-list-row.focused");
    await until(`the button "${tooltip}" of "${label}"`, async () => {
      await this.activate(label);
      const { ariaLabel } = await this.row(label);
      const press = async (): Promise<void> => {
        await row.hover({ timeout: lostAfterMs });
        await row.getByRole("button", { name: tooltip, exact: true }).click({ timeout: lostAfterMs });
      };
      return received(row, press, ariaLabel);
    });
  }

  /** Closes the input with Esc. */
  async escape(): Promise<void> {
    const isClosed = async (): Promise<boolean> => !(await this.isOpen());
    await until("the input to lose the focus", async () => {
      if (await isClosed()) return true;
      return (
        (await this.#receives(() => this.#page.keyboard.press("Escape"))) && within(lostAfterMs, isClosed)
      );
    });
  }

  async waitUntilHidden(): Promise<void> {
    await this.widget.waitFor({ state: "hidden" });
  }

  async isOpen(): Promise<boolean> {
    return (await this.widget.count()) > 0;
  }

  async #heading(): Promise<string> {
    return (await this.widget.locator(".quick-input-title").innerText()).trim();
  }
}

/** True if the question was answered: another one or none is shown, or the same one with another text below it. */
function isAnswered(current: Shown, before: Shown): boolean {
  // New rows or a late validation message aren't another prompt.
  return (
    isReplaced(current, before) ||
    (current.value === "" && (current.message !== before.message || current.isRefused !== before.isRefused))
  );
}

function isReplaced(current: Shown, before: Shown): boolean {
  return (
    !current.isOpen ||
    current.title !== before.title ||
    current.placeholder !== before.placeholder ||
    current.value !== before.value
  );
}

function matchesRow(row: ListRow, selector: RowSelector): boolean {
  return typeof selector === "string" ? row.label === selector : selector(row);
}

function focused(rows: readonly ListRow[]): ListRow | undefined {
  return rows.find((row) => row.focused);
}
