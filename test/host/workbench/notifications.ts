import type { Locator, Page } from "playwright-core";
import { until } from "../until.ts";
import { click } from "./keys.ts";

export interface Notification {
  severity: "info" | "warning" | "error";
  message: string;
  buttons: string[];
}

/** Maximum time for a press of the mouse, in milliseconds. A notification may move or disappear meanwhile. */
const timeout = 5_000;

/**
 * The notifications in the lower right corner. VS Code shows at most three at once, and moves others to the
 * notification center without showing them.
 */
export class Notifications {
  readonly #toasts: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.#toasts = page.locator(".notification-toast .notification-list-item");
  }

  /** Returns the visible notifications, newest first. */
  async shown(): Promise<Notification[]> {
    return this.#toasts.evaluateAll((toasts) =>
      toasts.map((toast): Notification => {
        const icon = toast.querySelector(".notification-list-item-icon")?.classList ?? [];
        return {
          severity:
            (["error", "warning"] as const).find((name) => [...icon].includes(`codicon-${name}`)) ?? "info",
          message: toast.querySelector(".notification-list-item-message")?.textContent ?? "",
          buttons: [
            ...toast.querySelectorAll(".notification-list-item-buttons-container .monaco-button"),
          ].map((button) => button.textContent),
        };
      }),
    );
  }

  /** Waits for a notification whose text contains or matches the argument. */
  async waitFor(text: string | RegExp): Promise<Notification> {
    return until(`the notification "${String(text)}"`, async () =>
      (await this.shown()).find(({ message }) => fits(message, text)),
    );
  }

  /** Waits for a notification and presses its button. */
  async press(text: string | RegExp, button: string): Promise<void> {
    await this.waitFor(text);
    await click(this.#toast(text).locator(".monaco-button").getByText(button, { exact: true }));
  }

  /** Waits for a notification and closes it. Succeeds if VS Code hides the notification first. */
  async close(text: string | RegExp): Promise<void> {
    await this.waitFor(text);
    const toast = this.#toast(text);
    await until(`the notification "${String(text)}" to close`, async () => {
      if ((await toast.count()) === 0) return true;
      await toast.hover({ timeout });
      await toast.locator(".codicon-notifications-clear").click({ timeout });
      return (await toast.count()) === 0;
    });
  }

  /** True if no notification appeared since the last clearing, neither on screen nor in the notification center. */
  async isSilent(): Promise<boolean> {
    const unread = await this.#page.locator("#status\\.notifications .codicon-bell-dot").count();
    return unread === 0 && (await this.shown()).length === 0;
  }

  #toast(text: string | RegExp): Locator {
    return this.#toasts
      .filter({ has: this.#page.locator(".notification-list-item-message", { hasText: text }) })
      .first();
  }
}

function fits(message: string, text: string | RegExp): boolean {
  return typeof text === "string" ? message.includes(text) : text.test(message);
}
