import type { Page } from "playwright-core";
import { click } from "./keys.ts";

const restrictedMode = "Restricted Mode";

/** The window's trust in its workspace. */
export class WorkspaceTrust {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the window shows that its workspace is not trusted. */
  async isRestricted(): Promise<void> {
    await this.#page.locator(".part.statusbar", { hasText: restrictedMode }).waitFor();
  }

  /** Waits until the window's status bar exists and no longer shows restricted mode. */
  async isTrusted(): Promise<void> {
    await this.#page.locator(".part.statusbar", { hasText: /\S/ }).waitFor();
    await this.#page.locator(".part.statusbar", { hasText: restrictedMode }).waitFor({ state: "detached" });
  }

  /** Trusts the opened folders in the workspace trust editor. */
  async grant(): Promise<void> {
    await click(this.#page.locator(".part.statusbar").getByText(restrictedMode));
    const editor = this.#page.locator(".monaco-modal-editor-block");
    await click(editor.locator(".monaco-button").getByText("Trust", { exact: true }));
    await this.isTrusted();
    await click(editor.locator(`[aria-label^="Close Modal Editor"]`));
    await editor.waitFor({ state: "hidden" });
  }
}
