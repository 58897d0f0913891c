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

  /** Waits until the window's status bar exists and no longer shows restricted mode. */
  async isTrusted(): Promise<void> {
    await this.#page.locator(".part.statusbar", { hasText: /\S/ }).waitFor();
    await this.#page.locator(".part.statusbar", { hasText: restrictedMode }).waitFor({ state: "detached" });
  }

  /** Trusts the opened folders in the workspace trust editor. */
  async grant(): Promise<void> {
    await this.#page.locator(".part.statusbar").getByText(restrictedMode).click();
    const editor = this.#page.locator(".monaco-modal-editor-block");
    await editor.locator(".monaco-button").getByText("Trust", { exact: true }).click();
    await this.isTrusted();
    await editor.locator(`[aria-label^="Close Modal Editor"]`).click();
    await editor.waitFor({ state: "hidden" });
  }
}
