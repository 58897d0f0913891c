// "Log In…" in a window, against the sandbox: in the browser and back, and here by keyboard alone.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import {
  answer,
  asked,
  choose,
  ended,
  nameConnection,
  openWizard,
  takeDefaults,
  useSandbox,
} from "./flows.ts";
import { resultCard } from "./resultCard.ts";

const way = "How do you want to log in?";

describe("a login", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ viewport: { width: 1280, height: 1300 } });
    await useSandbox(workbench);
  });
  after(() => workbench.stop());

  /** What the row of a connection says, once that is this. */
  async function rowSays(label: string, words: RegExp): Promise<void> {
    await until(`the row ${label} to say ${String(words)}`, async () =>
      words.test((await workbench.connections.row(label)).description),
    );
  }

  it("follows a creation, is finished in the browser, and leads back to a row that is green", async () => {
    const { page, quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "shop.example", "release-bot");
    await takeDefaults(workbench);
    await quickInput.choose("Create and Log In…");
    await asked(workbench, way);
    assert.equal(await quickInput.title(), "Log In to shop.example");
    const opening = page.context().waitForEvent("page");
    await quickInput.choose("In the Browser");
    const login = await opening;
    await login.goto(unproxied(login.url()));
    await login.getByRole("button", { name: "Continue" }).click();
    await enter(login, "Email or user name", "ada@shop.example", "Password", "right");
    await login.getByRole("button", { name: "Log In" }).click();
    await page.bringToFront();
    await resultCard(workbench, "shop.example", "Agents can use the profile release-bot now.");
    await login.close();
    await rowSays("shop.example", /checked|logged in|can't renew/);
    await ended(workbench);
  });

  it("is done here by keyboard alone, with a wrong password first and a code after", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "totp.example", "buyer");
    await takeDefaults(workbench);
    await quickInput.choose("Create and Log In…");
    await choose(workbench, way, "Here in VS Code");
    const credentials = async (password: string): Promise<void> => {
      await answer(workbench, "Email or user name", "ada@totp.example");
      await asked(workbench, "Password");
      assert.equal(await quickInput.isPassword(), true);
      await quickInput.answer(password);
    };
    await credentials("wrong");
    await quickInput.waitForMessage("The password you entered is incorrect.");
    await credentials("right");
    await answer(workbench, "Verification code", "123456");
    const card = await resultCard(workbench, "totp.example");
    await until(
      "the page to say that it is logged in",
      async () => (await resultCard(workbench, "totp.example")).rows["Status"] === "Logged in",
    );
    assert.doesNotMatch(JSON.stringify(card), /123456|ada@totp/);
  });
});

/**
 * The address that was opened. The server of the tests is one for browsers elsewhere: it leads addresses of its own
 * computer through a proxy that is not there, and decodes them on the way. In the desktop's VS Code they stay as they are.
 */
function unproxied(opened: string): string {
  const [, port = "", path = "", code = "", back = ""] =
    /\/proxy\/(\d+)(\/login\/\w+)\?code=(.*?)&success_url=(.*?)&error_url=/.exec(opened) ??
    assert.fail(opened);
  const address = new URL(`http://127.0.0.1:${port}${path}`);
  address.searchParams.set("code", decodeURIComponent(code));
  for (const name of ["success_url", "error_url"])
    address.searchParams.set(name, decodeURIComponent(back).replace("%3F", "?"));
  return address.href;
}

/** Fills in the fields of the page by their labels. */
async function enter(page: Page, ...labelled: readonly string[]): Promise<void> {
  for (let at = 0; at < labelled.length; at += 2)
    await page
      .getByLabel(labelled[at] ?? "", { exact: true })
      .last()
      .fill(labelled[at + 1] ?? "");
}
