// Tests the sandbox's login page in Chromium, from Continue to the redirect, and its accessibility.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { after, before, describe, it, type TestContext } from "node:test";
import * as z from "zod/mini";
import type { Browser, Page } from "playwright-core";
import { extendTimeouts } from "../host/chromium.ts";
import { logins } from "../unit/sandbox/logins.ts";
import { objectOf } from "../unit/sandbox/support.ts";
import { launchPageBrowser } from "./browser.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const Violations = z.array(z.looseObject({ id: z.string() }));

let browser: Browser;
before(async () => (browser = await launchPageBrowser()));
after(() => browser.close());

/** Opens a page with the link of a login, in a sandbox with a stopped clock. Scripts are disabled by default. */
async function openLoginPage(t: TestContext, domain: string, more: object = {}) {
  const all = await logins(t);
  const id = await all.create(domain);
  const { hosted_url } = objectOf((await all.login(id)).body);
  const context = await browser.newContext({ javaScriptEnabled: false, ...more });
  t.after(() => context.close());
  extendTimeouts(context);
  const page = await context.newPage();
  /** The simulated website takes a second to process input. */
  const passes = async (): Promise<void> => {
    await page.getByRole("heading", { name: "One moment" }).waitFor();
    await all.advance(1);
  };
  return { page, link: new URL(String(hosted_url)), id, passes, ...all };
}

const heading = (page: Page) => page.locator("section:last-of-type h1");

describe("the sandbox's login page", () => {
  it("completes a login in a browser with JavaScript disabled", async (t) => {
    const { page, link, id, read, port, passes } = await openLoginPage(t, "totp.example");
    link.searchParams.set("success_url", `http://127.0.0.1:${port}/login/back`);
    await page.goto(link.href);
    assert.match(await page.locator("header").innerText(), /^Sandbox: a stand-in/);
    await page.getByRole("button", { name: "Continue" }).press("Enter");
    await passes();
    await page.getByLabel("Email or user name").fill("alex");
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await passes();
    await page.getByText("The password you entered is incorrect.").waitFor();
    assert.equal(await page.getByLabel("Password").inputValue(), "");
    await page.getByLabel("Email or user name").fill("alex");
    await page.getByLabel("Password").fill("right");
    await page.getByRole("button", { name: "Log In" }).click();
    await passes();
    await page.getByLabel("Verification code").fill("123456");
    await page.getByRole("button", { name: "Log In" }).click();
    await passes();
    await page.waitForURL((url) => url.pathname === "/login/back");
    const { searchParams } = new URL(page.url());
    assert.deepEqual(Object.fromEntries(searchParams), { profile_name: "buyer", domain: "totp.example" });
    assert.equal((await read(id))["status"], "AUTHENTICATED");
  });

  it("shows one step at a time and refuses a link that was already used", async (t) => {
    const { page, link, passes, advance } = await openLoginPage(t, "push.example");
    await page.goto(link.href);
    await page.getByRole("button", { name: "Continue" }).click();
    await passes();
    await page.getByLabel("Email or user name").fill("alex");
    await page.getByLabel("Password").fill("right");
    await page.keyboard.press("Enter");
    await passes();
    await page.getByText("confirm the number 42").waitFor();
    assert.equal(await page.locator("section:visible").count(), 1);
    await page.getByRole("button", { name: "Text message" }).waitFor();
    await advance(10);
    await page.getByText("You are logged in to push.example").waitFor();
    const { status } = await page.goto(link.href).then((answer) => ({ status: answer?.status() }));
    assert.equal(status, 410);
    assert.equal(await heading(page).innerText(), "This link was already used");
  });

  it("can't be framed or opened by a script of another site", async (t) => {
    const { page, link } = await openLoginPage(t, "shop.example", { javaScriptEnabled: true });
    const statuses: number[] = [];
    page.on("response", (answer) => {
      if (answer.url() === link.href) statuses.push(answer.status());
    });
    const bodies = [
      `<iframe src="${link.href}"></iframe>`,
      `<script>location.assign(${JSON.stringify(link.href)})</script>`,
    ];
    const evil = createServer((request, response) => {
      response.setHeader("Content-Type", "text/html").end(bodies[Number(request.url?.slice(1))]);
    });
    evil.listen(0, "127.0.0.1");
    await once(evil, "listening");
    t.after(() => evil.close());
    const address = evil.address();
    assert.ok(typeof address === "object" && address !== null);
    for (const at of bodies.keys()) {
      const answered = page.waitForResponse(link.href);
      await page.goto(`http://localhost:${address.port}/${at}`).catch(() => "it led away");
      await answered;
    }
    assert.deepEqual(statuses, [403, 403]);
  });

  for (const colorScheme of ["light", "dark"] as const)
    it(`is accessible in ${colorScheme} mode and fits a phone screen`, async (t) => {
      const { page, link, passes } = await openLoginPage(t, "sso.example", {
        javaScriptEnabled: true,
        bypassCSP: true,
        colorScheme,
        viewport: { width: 320, height: 640 },
      });
      const script = await readFile(axe, "utf8");
      const check = async (): Promise<void> => {
        await page.evaluate(script);
        const violations: unknown = await page.evaluate("axe.run().then(({ violations }) => violations)");
        const ids = Violations.parse(violations).map(({ id }) => id);
        assert.deepEqual(ids, []);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
      };
      await page.goto(link.href);
      await check();
      await page.getByRole("button", { name: "Continue" }).click();
      await passes();
      await page.getByLabel("Password").waitFor();
      await check();
      await page.getByRole("button", { name: "Google" }).click();
      await passes();
      await page.getByRole("button", { name: "Work alex@work.example" }).click();
      await passes();
      await page.getByText("You are logged in to sso.example").waitFor();
      await check();
    });
});
