import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { launchPageBrowser } from "./browser.ts";
import { created } from "./samples/cards.ts";
import { hostileCards } from "./samples/hostile.ts";
import { servePage, styleSheet, type PageServer } from "./server.ts";
import { openView, type View } from "./view.ts";

const watchedHost = "watched.invalid";

/** Control characters except line feeds and tabs, other line separators, and bidirectional controls. */
const hidden = /(?![\n\t])\p{Cc}|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the visible form of hidden characters. */
function visibleForm(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return /\p{Cf}/u.test(character) ? `⟨U+${code}⟩` : "\ufffd";
  });
}

describe("the result page with hostile content", () => {
  let server: PageServer;
  let browser: Browser;

  before(async () => {
    [server, browser] = await Promise.all([servePage(), launchPageBrowser()]);
  });
  after(async () => {
    await browser.close();
    server.close();
  });

  /** Collects effects of the text in the page. */
  const effects = async (view: View): Promise<Record<string, unknown>> => ({
    violations: await view.violations(),
    requests: view.requests,
    errors: view.errors,
    address: view.page.url(),
    pwned: await view.page.evaluate(() => "pwned" in window),
  });

  for (const width of [300, 700])
    it(`shows hostile text as plain text at ${width} px`, async () => {
      const view = await openView(browser, server, { width });
      for (const card of hostileCards(watchedHost)) {
        await view.show(card);
        // Clicks everything by script, because other tests cover the layout.
        await view.page.evaluate(() => {
          for (const fold of document.querySelectorAll("summary")) fold.click();
          for (const button of document.querySelectorAll("button"))
            if (button.checkVisibility()) button.click();
        });
        // The menu is open, or was closed by a click.
        for (let index = 0; index < 2; index++) {
          const item = view.page.locator(`#more-${index}`);
          if (!(await item.isVisible())) await view.page.locator("#more").click();
          await item.click();
        }
        assert.deepEqual(
          await effects(view),
          { violations: [], requests: [], errors: [], address: server.url, pwned: false },
          card.title.slice(0, 60),
        );
        const shown = visibleForm(card.title);
        assert.equal(await view.page.locator("h1").evaluate((heading) => heading.textContent), shown);
        assert.equal(await view.page.title(), shown.replaceAll(/[\n\t ]+/g, " ").trim());
        assert.equal(
          await view.page
            .locator("pre")
            .first()
            .evaluate((code) => code.textContent),
          shown,
        );
        assert.deepEqual((await view.page.content()).match(hidden), null, "nothing in the page is hidden");
        const { foreign, unisolated, overflow } = await view.page.evaluate(() => {
          const allowed =
            "bdi,button,code,dd,details,div,dl,dt,h1,h2,h3,header,input[type=search],li,main,ol,p,pre,section,span,summary,table,tbody,td,th,thead,tr,ul";
          const drawn = "svg,svg path,svg rect";
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          let loose = 0;
          while (walker.nextNode()) {
            if (walker.currentNode.parentElement?.closest("bdi,[role=status],[role=alert]") === null) loose++;
          }
          return {
            foreign: [...document.body.querySelectorAll("*")].filter((e) => !e.matches(`${allowed},${drawn}`))
              .length,
            unisolated: loose,
            overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          };
        });
        assert.deepEqual(
          { foreign, unisolated, overflow },
          { foreign: 0, unisolated: 0, overflow: 0 },
          card.title.slice(0, 60),
        );
      }
      await view.close();
    });

  it("reports CSP violations if hostile text is parsed as markup", async () => {
    const view = await openView(browser, server);
    await view.show(created);
    await view.page.evaluate((host) => {
      document
        .querySelector("h1")
        ?.insertAdjacentHTML("beforeend", `<img src="http://${host}/x" onerror="pwned = 1">`);
      document.querySelector("h1")?.setAttribute("style", "color: red");
    }, watchedHost);
    await view.page.waitForFunction(() => window.webview.violations.length >= 3);
    assert.deepEqual((await view.violations()).toSorted(), ["img-src", "script-src-attr", "style-src-attr"]);
    assert.equal((await effects(view))["pwned"], false);
    await view.close();
  });

  it("contains no code that parses strings as markup", () => {
    const parsing =
      /innerHTML|outerHTML|insertAdjacentHTML|setHTML|document\.write|DOMParser|\beval\b|Function\(/;
    assert.equal(parsing.exec(server.script)?.[0], undefined);
  });

  it("has a script of at most 40 KB that contains no schema validation code", () => {
    assert.ok(server.scriptBytes <= 40 * 1024, `${server.scriptBytes} bytes`);
    assert.equal(/zod|safeParse|invalid_type/i.exec(server.script)?.[0], undefined);
  });

  it("loads no resources through its style sheet", async () =>
    assert.equal(/url\(|@import|image-set/.exec(await styleSheet())?.[0], undefined));
});
