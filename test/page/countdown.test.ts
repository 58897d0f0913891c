// Tests use a fake clock and never wait.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageCard } from "../../src/card/protocol.ts";
import { unauthorized } from "./samples/cards.ts";
import { viewsOfSuite } from "./browser.ts";
import type { View } from "./view.ts";

const begin = Date.parse("2026-11-20T12:00:00Z");
const limited = (seconds: number): PageCard => ({
  ...unauthorized,
  id: "limited",
  countdown: {
    until: begin + 3_600_000 + seconds * 1_000,
    before: "Try again in {0}.",
    after: "You can try again now.",
  },
});

describe("a countdown on the result page", () => {
  const openView = viewsOfSuite();
  let view: View;

  const says = (): Promise<string | null> => view.page.getByRole("timer").textContent();
  const announced = (): Promise<string | null> => view.page.getByRole("status").textContent();
  const passes = (ms: number): Promise<void> => view.page.clock.runFor(ms);
  /** Number of timers that the page has set and that are still pending. */
  const timers = (): Promise<number> => view.page.evaluate(() => window.timers.size);
  const hide = (hidden: boolean): Promise<void> =>
    view.page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);

  /** Shows a card and stops the clock at an hour past its start. */
  async function open(card: PageCard, lang?: string): Promise<void> {
    view = await openView();
    await view.page.clock.install({ time: begin });
    await view.page.evaluate(() => {
      window.timers = new Set();
      const clearTimeout = window.clearTimeout.bind(window);
      const setTimeout = window.setTimeout.bind(window);
      window.setTimeout = ((run: () => void, ms: number) => {
        const id = setTimeout(() => {
          window.timers.delete(id);
          run();
        }, ms);
        window.timers.add(id);
        return id;
      }) as typeof window.setTimeout;
      window.clearTimeout = (id) => {
        window.timers.delete(Number(id));
        clearTimeout(id);
      };
    });
    await view.show(card, lang);
    await view.page.clock.pauseAt(begin + 3_600_000);
  }

  it("counts down seconds, announces its end and leaves no timer running", async () => {
    await open(limited(12));
    assert.equal(await says(), "Try again in 12 seconds.");
    await passes(999);
    assert.equal(await says(), "Try again in 12 seconds.");
    await passes(1);
    assert.equal(await says(), "Try again in 11 seconds.");
    assert.notEqual(await announced(), "You can try again now.");
    await passes(11_000);
    assert.equal(await says(), "You can try again now.");
    assert.equal(await announced(), "You can try again now.");
    assert.equal(await timers(), 0);
  });

  it("counts down minutes and hours in the card's language", async () => {
    await open(limited(7_201));
    assert.equal(await says(), "Try again in 2 hours.");
    await passes(1_000);
    assert.equal(await says(), "Try again in 120 minutes.");
    await view.page.clock.resume();
    await view.show(limited(110), "de");
    assert.equal(await says(), "Try again in 2 Minuten.");
  });

  it("doesn't disable the page's primary button", async () => {
    await open(limited(12));
    await view.page.locator("#next").click();
    const { press } = unauthorized.actions.next ?? assert.fail();
    assert.deepEqual((await view.posted()).at(-1), { type: "press", drawing: 1, press });
  });

  it("pauses while hidden and shows the right time when visible again", async () => {
    await open(limited(12));
    await hide(true);
    assert.equal(await timers(), 0);
    await passes(5_000);
    await hide(false);
    assert.equal(await says(), "Try again in 7 seconds.");
    assert.equal(await timers(), 1);
    await view.page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    assert.equal(await timers(), 0);
  });

  it("stops when its card is replaced", async () => {
    await open(limited(12));
    assert.equal(await timers(), 1);
    await view.page.clock.resume();
    await view.show(unauthorized);
    assert.equal(await timers(), 0);
    assert.equal(await view.page.getByRole("timer").count(), 0);
  });

  it("isn't announced if it has ended before the card is shown", async () => {
    await open(limited(-3_600));
    assert.equal(await says(), "You can try again now.");
    assert.equal(await announced(), unauthorized.head.kind === "verdict" ? "" : unauthorized.title);
  });
});

declare global {
  interface Window {
    timers: Set<number>;
  }
}
