import { setTimeout as delay } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { patience, until, within } from "../until.ts";
import { allRows, renderedRows, type ListRow } from "./rows.ts";

/** How long what a key does may take before the key is taken for lost, in milliseconds on a quiet machine. */
const lost = 3_000;

/** After how long what a key did is looked at again, in milliseconds: rows that are set anew may undo it. */
const settling = 50;

/** How often Enter is pressed where nothing comes of it. */
const tries = 4;

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

/** A row by its label, or one of which this holds. */
export type Wanted = string | ((row: ListRow) => boolean);

/** The quick pick or input box at the top of the window. Every question waits until there is one. */
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

  /** Waits for an input with this title, without its "(2/4)"; a string must match whole. */
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

  /** "2/4", or "" where no steps are counted. */
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

  /** The text under the input: the validation message if there is one, else the prompt. */
  async message(): Promise<string> {
    return (await this.widget.locator(".quick-input-message").innerText()).trim();
  }

  /** What the message is: "idle" for a plain prompt. */
  async severity(): Promise<"idle" | "info" | "warning" | "error"> {
    const classes =
      (await this.widget.locator(".quick-input-box .monaco-inputbox").getAttribute("class")) ?? "";
    return (
      (["error", "warning", "info"] as const).find((name) => classes.split(" ").includes(name)) ?? "idle"
    );
  }

  /** Waits for a validation message; a string must be part of it. */
  async waitForMessage(text: string | RegExp): Promise<string> {
    return until(`the message "${String(text)}" under the input`, async () => {
      const message = await this.message();
      return (typeof text === "string" ? message.includes(text) : text.test(message)) && message;
    });
  }

  async isBusy(): Promise<boolean> {
    return (await this.widget.locator(".quick-input-progress.active").count()) > 0;
  }

  /** Types over what is there, key by key, as a person does; anew where a late page took the keys meanwhile. */
  async type(text: string): Promise<void> {
    await this.#enter(text, () => this.#page.keyboard.type(text));
  }

  async #enter(text: string, put: () => Promise<void>): Promise<void> {
    const putOver = async (): Promise<void> => {
      await this.#page.keyboard.press("ControlOrMeta+a");
      await (text === "" ? this.#page.keyboard.press("Delete") : put());
    };
    await this.input.focus();
    await putOver();
    await until(`the input to hold "${text}"`, async () => {
      const value = await this.value();
      if (value === text) return true;
      // All keys have been taken by now: those that are missing went to a page that took the focus.
      await this.input.click({ timeout: 1_000 });
      await putOver();
      throw new Error(`It held "${value}"`);
    });
  }

  /** Puts text in at once, as pasting does; line breaks arrive as spaces. */
  async paste(text: string): Promise<void> {
    await this.input.focus();
    await this.press("ControlOrMeta+a");
    await this.#page.keyboard.insertText(text);
  }

  /**
   * Whether it asks this and takes keys: the words are the placeholder of a list, or stand below the input of a text.
   * Where a result that has only just come took the focus, it clicks into the input.
   */
  async asks(words: string): Promise<boolean> {
    const { message, placeholder, takesKeys } = await this.#shown();
    const isAsked = placeholder === words || message.includes(words);
    if (isAsked && !takesKeys) await this.input.click({ timeout: 1_000 });
    return isAsked && takesKeys;
  }

  /** Whether keys go to the input or its list; where they do not, it clicks into it. */
  async takesKeys(): Promise<boolean> {
    const { isOpen, takesKeys } = await this.#shown();
    if (isOpen && !takesKeys) await this.input.click({ timeout: 1_000 });
    return takesKeys;
  }

  /** Presses a key, once, when keys go to the input: Enter too, where nothing shall come of it. */
  async press(key: string): Promise<void> {
    await until("the input to take keys", () => this.takesKeys());
    await this.#page.keyboard.press(key);
  }

  /**
   * Presses Enter; again where nothing came of it, as a person does: a row that had only just moved is not taken, and a
   * page that is only just coming swallows keys. An input that says what is wrong with its text has answered. So has one
   * that was at rest, with nothing typed to look for, and is busy for as long: it stays while what it asked for is done.
   */
  async accept(): Promise<void> {
    await this.#accept(() => Promise.resolve());
  }

  async #accept(reach: () => Promise<void>, milliseconds = patience): Promise<void> {
    // Of a question that is yet to come it could not be told whether it was answered.
    const before = await until(
      "a question",
      async () => {
        const shown = await this.#shown();
        return shown.isOpen && shown;
      },
      milliseconds,
    );
    for (let pressed = 0; pressed < tries; pressed++) {
      // An answer that came late is no reason to answer the next question.
      if (pressed > 0 && isOther(await this.#shown(), before)) return;
      await reach();
      const [isBusy, { value }] = [await this.isBusy(), await this.#shown()];
      await this.press("Enter");
      const answered = await within(lost, async () => {
        const now = await this.#shown();
        return isOther(now, before) || now.isRefused;
      });
      if (answered === true || (value === "" && !isBusy && (await this.isBusy()))) return;
    }
  }

  /** What it shows now, asked at once: each question to the page costs the same. Nothing while a dialog stands before it. */
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

  /** Puts a text of one line in place of what is there, at once, and presses Enter. */
  async answer(text: string): Promise<void> {
    await this.#enter(text, () => this.#page.keyboard.insertText(text));
    await this.accept();
  }

  /** All rows, from the first to the last. A separator is no row of its own: it heads the row below it. */
  async rows(): Promise<ListRow[]> {
    const rows = await allRows(this.#list);
    if (rows.length > 0) return rows;
    await this.#list.waitFor();
    return allRows(this.#list);
  }

  /** What heads the groups of rows, from the first to the last. */
  async separators(): Promise<string[]> {
    return (await this.rows()).map(({ separator }) => separator).filter((label) => label !== "");
  }

  /** Waits until a row is there and returns it. */
  async row(wanted: Wanted): Promise<ListRow> {
    return (await this.#rowsWith(wanted)).row;
  }

  /** Waits until a row is there; returns all, and that one. */
  async #rowsWith(wanted: Wanted, milliseconds = patience): Promise<{ rows: ListRow[]; row: ListRow }> {
    return until(
      `the row "${String(wanted)}"`,
      async () => {
        const rows = await allRows(this.#list);
        const row = rows.find((one) => isIt(one, wanted));
        return row && { rows, row };
      },
      milliseconds,
    );
  }

  /** The row that Enter would take. */
  async active(): Promise<ListRow | undefined> {
    // It may be scrolled away.
    return focused(await renderedRows(this.#list, ".focused")) ?? focused(await this.rows());
  }

  /** Makes a row the active one, as the keyboard does: with the arrow that leads down. */
  async activate(wanted: Wanted, milliseconds = patience): Promise<void> {
    const { rows } = await this.#rowsWith(wanted, milliseconds);
    let { length } = rows;
    let active = focused(rows);
    // Where one row is asked for, the first becomes active once it is drawn: an arrow pressed before that would leave it.
    if (active === undefined && !(await this.#takesSeveral()))
      active = await until("a row to be active", () => this.active());
    for (let pressed = 0; active === undefined || !isIt(active, wanted); pressed++) {
      if (pressed > 2 * length + 1) {
        const before = length;
        ({ length } = await this.rows());
        if (length <= before) throw new Error("No arrow key reached the row");
      }
      const before = active?.index;
      await this.press("ArrowDown");
      // Where several may be taken, none is active past the last row; the arrow after that leads to the first. A list
      // that is drawn anew meanwhile is where it was, or begins at its first row again: the arrow is pressed again.
      await within(lost, async () => {
        active = await this.active();
        return active?.index !== before;
      });
      if (active !== undefined && isIt(active, wanted)) {
        await delay(settling);
        active = await this.active();
      }
    }
  }

  async #takesSeveral(): Promise<boolean> {
    return this.widget.evaluate((widget) => widget.classList.contains("show-checkboxes"));
  }

  /** Takes a row: arrow keys, then Enter. Waits at most so long for the list, and for the row. */
  async choose(wanted: Wanted, milliseconds = patience): Promise<void> {
    await this.#accept(() => this.activate(wanted, milliseconds), milliseconds);
  }

  /** Ticks or unticks rows of a pick that takes several. */
  async toggle(...rows: readonly Wanted[]): Promise<void> {
    for (const wanted of rows) {
      const { checked } = await this.row(wanted);
      const isChanged = async (): Promise<boolean> => (await this.row(wanted)).checked !== checked;
      await until(`"${String(wanted)}" to change its tick`, async () => {
        if (await isChanged()) return true;
        await this.activate(wanted);
        await this.press("Space");
        await within(lost, isChanged);
        await delay(settling);
        return isChanged();
      });
    }
  }

  async back(): Promise<void> {
    await this.widget.locator(".codicon-quick-input-back").click();
  }

  async hasBack(): Promise<boolean> {
    return (await this.widget.locator(".codicon-quick-input-back").count()) > 0;
  }

  /** Presses a button in the title bar of the input. */
  async titleButton(tooltip: string): Promise<void> {
    await this.widget.locator(".quick-input-titlebar").getByRole("button", { name: tooltip }).click();
  }

  /** Presses a row's own button; rows that are set anew meanwhile may make another one active, which has none. */
  async rowButton(label: string, tooltip: string): Promise<void> {
    const row = this.widget.locator(".quick-input-list .monaco-list-row.focused");
    await until(`the button "${tooltip}" of "${label}"`, async () => {
      await this.activate(label);
      await row.hover({ timeout: lost });
      await row.getByRole("button", { name: tooltip, exact: true }).click({ timeout: lost });
      return true;
    });
  }

  /** Leaves with Esc; again where a page that is only just coming swallowed it. */
  async escape(): Promise<void> {
    await until("the input to be left", async () => {
      await this.#page.keyboard.press("Escape");
      return within(lost, async () => !(await this.isOpen()));
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

/**
 * Whether another question is asked, or none. Other rows are no other question, and neither is what is said of a text:
 * that may come late.
 */
function isOther(now: Shown, before: Shown): boolean {
  return (
    !now.isOpen ||
    now.title !== before.title ||
    now.placeholder !== before.placeholder ||
    now.value !== before.value ||
    (now.value === "" && (now.message !== before.message || now.isRefused !== before.isRefused))
  );
}

function isIt(row: ListRow, wanted: Wanted): boolean {
  return typeof wanted === "string" ? row.label === wanted : wanted(row);
}

function focused(rows: readonly ListRow[]): ListRow | undefined {
  return rows.find((row) => row.focused);
}
