import type { Locator, Page } from "playwright-core";
import { until } from "../until.ts";
import { click, received } from "./keys.ts";

export interface DialogText {
  message: string;
  detail: string;
  buttons: string[];
}

/** The modal dialog. Every method waits until a dialog is open. */
export class Dialog {
  readonly #page: Page;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator(".monaco-dialog-box:visible");
  }

  async read(): Promise<DialogText> {
    await this.#box.waitFor();
    const detail = this.#box.locator(".dialog-message-detail");
    return {
      message: (await this.#box.locator(".dialog-message-text").innerText()).trim(),
      detail: (await detail.count()) > 0 ? (await detail.innerText()).trim() : "",
      buttons: await this.#box.locator(".dialog-buttons .monaco-button").allInnerTexts(),
    };
  }

  async press(button: string): Promise<void> {
    const buttons = this.#box.locator(".dialog-buttons .monaco-button");
    await this.#ends(() => click(buttons.getByText(button, { exact: true })));
  }

  async escape(): Promise<void> {
    await this.#ends(() =>
      until("the dialog to accept Escape", async () => {
        await this.#box.focus();
        return received(this.#box, () => this.#page.keyboard.press("Escape"));
      }),
    );
  }

  /**
   * Closes the dialog with an answer and waits until the dialog is gone, because the next one may appear immediately.
   */
  async #ends(answer: () => Promise<unknown>): Promise<void> {
    await this.#box.waitFor();
    const shown = await this.#box.elementHandle();
    await answer();
    await shown.waitForElementState("hidden");
  }

  async isOpen(): Promise<boolean> {
    return (await this.#box.count()) > 0;
  }
}
