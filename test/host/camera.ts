import { join } from "node:path";
import type { Page } from "playwright-core";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** A part of the window, in pixels of its viewport. */
export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Takes pictures of an idle workbench. */
export class Camera {
  readonly #workbench: Workbench;
  readonly #directory: string;
  #count = 0;

  constructor(workbench: Workbench, directory: string) {
    this.#workbench = workbench;
    this.#directory = directory;
  }

  get taken(): number {
    return this.#count;
  }

  /** Waits until the window is idle and writes `NN-name.png`. */
  async take(name: string): Promise<void> {
    await this.#waitUntilStill();
    await this.#workbench.screenshot(this.#next(name));
  }

  /** Writes what another page of the browser shows to `NN-name.png`. */
  async takePage(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: this.#next(name), animations: "disabled", caret: "hide" });
  }

  /** Waits until the window is idle and writes a part of it to `name.png`. */
  async cut(name: string, clip: Clip): Promise<void> {
    await this.#waitUntilStill();
    const path = join(this.#directory, `${name}.png`);
    await this.#workbench.page.screenshot({ path, clip, animations: "disabled", caret: "hide" });
  }

  /** Waits until the window is idle and returns a part of it. */
  async frame(clip: Clip): Promise<Buffer> {
    await this.#waitUntilStill();
    return this.#workbench.page.screenshot({ clip, animations: "disabled", caret: "hide", scale: "css" });
  }

  /**
   * Waits until the progress notification of a command has disappeared. The notification stays for a moment after the
   * command.
   */
  async waitForProgressEnd(): Promise<void> {
    await until("the notifications to disappear", () => this.#workbench.notifications.isSilent());
  }

  #next(name: string): string {
    this.#count += 1;
    return join(this.#directory, `${String(this.#count).padStart(2, "0")}-${name}.png`);
  }

  /** Waits until no hover is open, no animation runs, and no progress bar is shown. */
  async #waitUntilStill(): Promise<void> {
    const { page } = this.#workbench;
    // Move to the middle of the status bar, which shows no hover.
    await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, (page.viewportSize()?.height ?? 0) - 4);
    await until("the window to be idle", () =>
      page.evaluate(() => {
        const moving = document.getAnimations().some((animation) => {
          const endless = animation.effect?.getComputedTiming().iterations === Infinity;
          return animation.playState === "running" && !endless;
        });
        const visible = (selector: string): boolean =>
          [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
        return !moving && !visible(".monaco-hover, .monaco-progress-container.active");
      }),
    );
  }
}
