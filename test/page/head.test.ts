import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageCard } from "../../src/card/protocol.ts";
import { created, invalid, unauthorized } from "./samples/cards.ts";
import { connection, ended, justCreated, loggedIn, resting } from "./samples/connection.ts";
import { viewsOfSuite } from "./browser.ts";
import type { View, ViewOptions } from "./view.ts";

describe("the header of the result page", () => {
  const openView = viewsOfSuite();
  const open = (card: PageCard, options?: ViewOptions): Promise<View> => openView(options, card);

  const focused = (view: View): Promise<string> =>
    view.page.evaluate(() => document.activeElement?.textContent ?? "");
  const isOpen = (view: View): Promise<boolean> => view.page.locator(".menu").isVisible();

  it("has a coloured background for a result but not for a resource", async () => {
    const view = await open(connection);
    const ground = (): Promise<string> =>
      view.page.locator(".head").evaluate((head) => getComputedStyle(head).backgroundColor);
    assert.equal(await ground(), "rgba(0, 0, 0, 0)");
    const state = await view.page.locator(".head-line > .pill").boundingBox();
    const title = await view.page.locator("h1").boundingBox();
    assert.ok(state !== null && title !== null && state.x > title.x + title.width);
    assert.equal(await view.page.locator(".context").textContent(), connection.context.join(""));
    await view.show(invalid);
    assert.notEqual(await ground(), "rgba(0, 0, 0, 0)");
    assert.equal(await view.page.locator(".head-line > .pill").count(), 0);
  });

  it("shows a primary button only if an action is needed", async () => {
    const view = await open(invalid);
    const classOf = (): Promise<string | null> => view.page.locator("#next").getAttribute("class");
    assert.equal(await classOf(), "primary");
    const next = { press: "test", label: "Test Provider" };
    for (const [tone, expected] of [
      ["warning", "primary"],
      ["error", "primary"],
      ["info", "secondary"],
      ["success", "secondary"],
      [undefined, "secondary"],
    ] as const) {
      await view.show({
        ...loggedIn,
        id: tone ?? "none",
        head: { kind: "header", ...(tone && { state: { text: "So", tone } }) },
        actions: { next },
      });
      assert.equal(await classOf(), expected, tone);
    }
    await view.show({ ...loggedIn, id: "code", actions: { next: { ...next, primary: true } } });
    assert.equal(await classOf(), "primary", "of a card that says so");
  });

  it("announces the last action and marks changed values for a limited time", async () => {
    const view = await open(justCreated);
    const marks = (): Promise<string[]> => view.page.locator(".done, .changed").allTextContents();
    const announced = (): Promise<string | null> => view.page.getByRole("status").textContent();
    assert.deepEqual(await marks(), ["Created", "before: Every day"]);
    assert.equal(await announced(), "Created. bank.example. Never logged in");
    await view.show({ ...justCreated, done: { text: "Created", until: 0 } });
    assert.deepEqual(await marks(), []);
    await view.page.clock.install();
    await view.show({ ...justCreated, id: "other", done: { text: "Saved", until: Date.now() + 5_000 } });
    assert.deepEqual(await marks(), ["Saved", "before: Every day"]);
    await view.page.clock.fastForward(5_100);
    assert.deepEqual(await marks(), []);
  });

  it("shows the user's next task below a login's steps", async () => {
    const view = await open(connection);
    const task = view.page.getByRole("region", { name: "Enter the code from your authenticator app" });
    assert.deepEqual(
      await task
        .locator("button")
        .evaluateAll((all: readonly Element[]) =>
          all.map((one) => [one.textContent, one.getAttribute("class") ?? ""]),
        ),
      [
        ["Enter Code…", "primary"],
        ["Open Login Page", "secondary"],
        ["Watch Live", "secondary"],
      ],
    );
    const size = (selector: string): Promise<number> =>
      view.page
        .locator(selector)
        .first()
        .evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
    assert.ok((await size(".task-message")) > (await size(".task .note")), "the website's words are large");
    await task.getByRole("button", { name: "Watch Live" }).click();
    assert.deepEqual((await view.posted()).at(-1), { type: "press", drawing: 1, press: "watch" });
    assert.equal(
      await view.page.getByText("In progress: Waiting for input", { exact: true }).isVisible(),
      false,
    );
  });

  it("draws a login's steps as one image with a text label", async () => {
    const view = await open(connection);
    assert.equal(await view.page.getByRole("img", { name: connection.progress?.text ?? "" }).count(), 1);
    assert.deepEqual(await view.page.locator(".step").allTextContents(), [
      "Find form",
      "Answer",
      "Submit",
      "Logged in",
    ]);
    const tops = await view.page
      .locator(".step")
      .evaluateAll((steps) => steps.map((step) => Math.round(step.getBoundingClientRect().top)));
    assert.equal(new Set(tops).size, 1);
    await view.show(ended);
    assert.equal(await view.page.locator(".step-failed").textContent(), "Answer");
  });

  it("draws connecting lines only between login steps in the same row", async () => {
    for (const width of [300, 360, 480, 720]) {
      const view = await open(connection, { width });
      const [edge, clip, lines] = await view.page.locator(".progress").evaluate((progress) => {
        const left = progress.parentElement?.getBoundingClientRect().left ?? NaN;
        const steps = [...progress.children].map((step) => ({
          top: Math.round(step.getBoundingClientRect().top),
          icon: step.firstElementChild?.getBoundingClientRect().left ?? NaN,
          after: getComputedStyle(step, "::after").content,
        }));
        return [left, getComputedStyle(progress).clipPath, steps] as const;
      });
      // The connector before the first icon of a line is cut off.
      const first = lines.filter(({ top }, index) => top !== lines[index - 1]?.top);
      assert.equal(clip, "inset(0px 0px 0px 36px)");
      assert.deepEqual(
        first.map(({ icon }) => Math.round(icon - edge)),
        first.map(() => 0),
        `${width} px`,
      );
      assert.deepEqual(new Set(lines.map(({ after }) => after)), new Set(["none"]));
    }
  });

  it("has a menu that works with the keyboard", async () => {
    const view = await open(unauthorized);
    const { keyboard } = view.page;
    const opener = view.page.getByRole("button", { name: "More Actions" });
    assert.equal(await opener.getAttribute("aria-haspopup"), "menu");
    await opener.focus();
    for (const key of ["Enter", "Space", "ArrowDown"]) {
      await keyboard.press(key);
      await view.page.waitForFunction(() => document.activeElement?.role === "menuitem");
      assert.equal(await opener.getAttribute("aria-expanded"), "true", key);
      await keyboard.press("Escape");
      assert.equal(await isOpen(view), false, key);
      assert.equal(await view.page.evaluate(() => document.activeElement?.id), "more", key);
      assert.equal(await opener.getAttribute("aria-expanded"), "false", key);
    }
  });

  it("sets aria-expanded on the menu button before focus enters the menu", async () => {
    const view = await open(unauthorized);
    const expanded = await view.page.evaluate(() => {
      const opener = document.querySelector<HTMLElement>("#more");
      const states: (string | null)[] = [];
      document.addEventListener("focusin", () => states.push(opener?.ariaExpanded ?? null));
      opener?.focus();
      opener?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
      return states;
    });
    assert.deepEqual(expanded, ["false", "true"]);
  });

  it("moves between menu items with arrow keys and wraps around", async () => {
    const view = await open(resting);
    const { keyboard } = view.page;
    await view.page.locator("#more").focus();
    await keyboard.press("ArrowUp");
    assert.equal(await focused(view), "Copy as Text");
    await keyboard.press("Tab");
    assert.equal(await isOpen(view), false);
    // Disabled buttons can't be focused.
    await view.show({
      ...resting,
      actions: {
        more: {
          label: "More Actions",
          items: ["One", "Two", "Three"].map((label) => ({ label, press: label })),
        },
      },
    });
    await view.page.locator("#more").focus();
    await keyboard.press("ArrowDown");
    for (const [key, label] of [
      ["ArrowDown", "Two"],
      ["End", "Three"],
      ["ArrowDown", "One"],
      ["ArrowUp", "Three"],
      ["Home", "One"],
    ] as const) {
      await keyboard.press(key);
      assert.equal(await focused(view), label, key);
    }
    await keyboard.press("Enter");
    assert.deepEqual((await view.posted()).at(-1), { type: "press", drawing: 2, press: "One" });
    assert.equal(await isOpen(view), false);
    assert.equal(await view.page.evaluate(() => document.activeElement?.id), "more");
  });

  it("doesn't scroll while arrow keys move through the menu", async () => {
    const view = await open(unauthorized, { height: 120 });
    const height = await view.page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height > 120, `the page could scroll: ${height} px`);
    await view.page.locator("#more").focus();
    for (const key of ["ArrowDown", "ArrowDown", "End", "ArrowUp", "Home"])
      await view.page.keyboard.press(key);
    const prevented = await view.page.evaluate(() =>
      ["ArrowDown", "ArrowUp", "Home", "End"].map((key) => {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
        return event.defaultPrevented;
      }),
    );
    assert.deepEqual(prevented, [true, true, true, true]);
    assert.equal(await view.page.evaluate(() => window.scrollY), 0);
  });

  it("closes its menu when the user clicks outside it", async () => {
    const view = await open(unauthorized);
    await view.page.locator("#more").click();
    await view.page.locator("h1").click();
    assert.equal(await isOpen(view), false);
    await view.page.locator("#more").press("ArrowDown");
    await view.show(unauthorized);
    assert.equal(await isOpen(view), false);
    assert.equal(await view.page.evaluate(() => document.activeElement?.id), "more");
  });

  it("shows two buttons and the whole menu in a narrow panel", async () => {
    for (const width of [480, 300, 240]) {
      const view = await open(unauthorized, { width });
      assert.deepEqual(
        await view.page.locator(".actions > button:visible").allTextContents(),
        ["Sign In Again", "Back to the Wizard"],
        `${width} px`,
      );
      await view.page.locator("#more").click();
      assert.deepEqual(await view.page.locator(".menu-item:visible").allTextContents(), ["Show Log"]);
      const menu = await view.page.locator(".menu").boundingBox();
      assert.ok(menu !== null && menu.x >= 0 && menu.x + menu.width <= width, "the menu is inside");
    }
  });

  for (const [width, zoom] of [
    [300, 1],
    [480, 1],
    [960, 1],
    [1600, 1],
    [700, 2],
  ] as const)
    it(`keeps its elements from overlapping at ${width} px and zoom factor ${zoom}`, async () => {
      for (const card of [connection, loggedIn, created, resting, unauthorized]) {
        const view = await open(card, { width, zoom });
        const overlapping = await view.page.evaluate(() => {
          const boxes = [
            ...document.querySelectorAll(
              "h1 bdi, .head-line > .pill, .tool:not(.copy), .context, .summary, .actions button, .step",
            ),
          ].flatMap((one) => (one.checkVisibility() ? [{ one, box: one.getBoundingClientRect() }] : []));
          return boxes.flatMap(({ box, one }, index) =>
            boxes
              .slice(index + 1)
              .filter(
                (other) =>
                  box.left < other.box.right - 1 &&
                  other.box.left < box.right - 1 &&
                  box.top < other.box.bottom - 1 &&
                  other.box.top < box.bottom - 1,
              )
              .map(
                (other) =>
                  `${one.className || one.textContent}/${other.one.className || other.one.textContent}`,
              ),
          );
        });
        assert.deepEqual(overlapping, [], card.id);
        const wider = await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, card.id);
      }
    });

  it("never lets a long state label overlap the buttons", async () => {
    for (const text of ["Ready", "Needs a login", "Waits for you: the website asks for a code"])
      for (const title of ["a.io", "bank.example", "work on accounts.example.com"]) {
        const head = { kind: "header", state: { text, tone: "warning" } } as const;
        const view = await open({ ...connection, title, head }, { width: 300 });
        for (let width = 300; width <= 480; width += 20) {
          await view.page.setViewportSize({ width, height: 400 });
          const covered = await view.page.evaluate(() => {
            const state =
              document.querySelector(".head-line > .pill")?.getBoundingClientRect() ?? new DOMRect();
            return [...document.querySelectorAll(".tool:not(.copy)")].filter((tool) => {
              const { bottom, left } = tool.getBoundingClientRect();
              return state.right > left && state.top < bottom;
            }).length;
          });
          assert.equal(covered, 0, `${title}, ${text}, ${width} px`);
        }
      }
  });

  it("shows right-to-left domains in the same character order as the page's body", async () => {
    const domain = "בנק.example";
    const view = await open({
      ...loggedIn,
      title: domain,
      context: [domain],
      summary: [`${domain} is logged in.`],
      blocks: [
        { kind: "rows", title: "Login", rows: [{ label: "Domain", value: { text: domain, code: true } }] },
        { kind: "code", title: "Reply as received", text: `[\n  "${domain}",\n]` },
      ],
    });
    await view.page.locator("summary").click();
    const places = await view.page.locator("bdi").evaluateAll((texts, name) => {
      const edges = (text: Text, from: number, length: number): DOMRect => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, from + length);
        return range.getBoundingClientRect();
      };
      return texts.flatMap(({ firstChild, parentElement }) => {
        if (!(firstChild instanceof Text)) return [];
        const at = firstChild.data.indexOf(name);
        if (at === -1) return [];
        const site = edges(firstChild, at, name.indexOf("."));
        const ending = edges(firstChild, at + name.indexOf("."), ".example".length);
        return [
          `${parentElement?.localName} ${site.right <= ending.left + 1 ? "in order" : "turned around"}`,
        ];
      });
    }, domain);
    assert.deepEqual(
      places,
      ["h1", "span", "p", "code", "code"].map((name) => `${name} in order`),
    );
  });

  it("disables buttons while the page's account isn't in use", async () => {
    const view = await open(resting);
    await view.page.locator("#more").click();
    const states = await view.page
      .getByRole("button")
      .or(view.page.getByRole("menuitem"))
      .evaluateAll((all) => all.map((one) => [one.textContent || one.ariaLabel, one.matches(":disabled")]));
    assert.deepEqual(Object.fromEntries(states), {
      "Open Login Page": true,
      "Show Connection": true,
      Refresh: true,
      "More Actions": false,
      "Duplicate…": true,
      "Copy as Text": false,
    });
  });

  it("shows the copy button on hover and on keyboard focus", async () => {
    const view = await open(created);
    const button = view.page.getByRole("button", { name: "Copy Id" }).last();
    const opacity = (): Promise<string> => button.evaluate((one) => getComputedStyle(one).opacity);
    assert.equal(await opacity(), "0");
    const { height = 0 } = (await view.page.locator(".row:has(.copy)").boundingBox()) ?? {};
    assert.ok(height > 0 && height <= 30, `the row is no higher for it: ${height} px`);
    await view.page.locator(".row").first().hover();
    assert.equal(await opacity(), "1");
    await view.page.mouse.move(0, 0);
    await view.page.locator("#more").focus();
    await view.page.keyboard.press("Tab");
    assert.equal(await opacity(), "1");
    await view.page.keyboard.press("Enter");
    assert.deepEqual((await view.posted()).at(-1), {
      type: "press",
      drawing: 1,
      press: "copyIdValue",
    });
  });

  it("shows the copy button next to a multi-line value", async () => {
    const [block] = created.blocks;
    assert.ok(block?.kind === "rows");
    const value = { text: "a-long-subdomain.of.a.website.example".repeat(2), code: true } as const;
    const rows = block.rows.slice(0, 1).map((row) => ({ ...row, value }));
    const { page } = await open({ ...created, blocks: [{ ...block, rows }] }, { width: 340 });
    const heights = await page
      .locator(".row:has(.copy)")
      .locator(".row-value, .row-value > :first-child")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    const [line = 0, text = 0] = heights;
    assert.ok(text > 30 && line - text < 10, String(heights));
  });
});
