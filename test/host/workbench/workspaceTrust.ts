import type { Page } from "playwright-core";

const restrictedMode = "Restricted Mode";

/** True if the window trusts its workspace. */
export class WorkspaceTrust {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the window shows that its workspace is not trusted. */
  async isRestricted(): Promise<void> {
    await this.#page.locator(".part.statusbar", { hasText: restrictedMode }).waitFor();
  }

  /** Waits until the window, whose status bar is there, says so no more. */
  async isTrusted(): Promise<void> {
    await this.#page.locator(".part.statusbar", { hasText: /\S/ }).waitFor();
    await this.#page.locator(".part.statusbar", { hasText: restrictedMode }).waitFor({ state: "detached" });
  }

  /** Trusts what is open in the window, in the editor for it. */
  async grant(): Promise<void> {
    await this.#page.locator(".part.statusbar").getByText(restrictedMode).click();
    const editor = this.#page.locator(".monaco-modal-editor-block");
    await editor.locator(".monaco-button").getByText("Trust", { exact: true }).click();
    await this.isTrusted();
    await editor.locator(`[aria-label^="Close Modal Editor"]`).click();
    await editor.waitFor({ state: "hidden" });
  }
}
