// "Log In…" against the sandbox: in the browser, and in VS Code by keyboard.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import {
  answer,
  waitForQuestion,
  choose,
  waitForCommandEnd,
  statusMessageOf,
  takeDefaults,
  useSandbox,
  startWizard,
} from "./flows.ts";
import { fillIn, loginQuestion, openLoginPage } from "./loginPage.ts";
import { resultCard } from "./resultCard.ts";

describe("a login in VS Code", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ viewport: { width: 1280, height: 1300 } });
    await useSandbox(workbench);
  });
  after(() => workbench.stop());

  /** Waits until the row of a connection matches. */
  async function rowSays(label: string, words: RegExp): Promise<void> {
    await until(`the row ${label} to say ${String(words)}`, async () =>
      words.test((await workbench.connections.row(label)).description),
    );
  }

  it("completes in the browser after Create and Log In", async () => {
    const { page, quickInput } = workbench;
    await startWizard(workbench, "shop.example", "release-bot");
    await takeDefaults(workbench);
    await quickInput.choose("Create and Log In…");
    await waitForQuestion(workbench, loginQuestion);
    assert.equal(await quickInput.title(), "Log In to shop.example");
    const login = await openLoginPage(workbench);
    await login.getByRole("button", { name: "Continue" }).click();
    await fillIn(login, { "Email or user name": "ada@shop.example", Password: "right" });
    await login.getByRole("button", { name: "Log In" }).click();
    await page.bringToFront();
    await resultCard(workbench, "shop.example", "Agents can now use the profile release-bot.");
    await login.close();
    await rowSays("shop.example", /checked|logged in|needs you/);
    await waitForCommandEnd(workbench);
  });

  it("completes through prompts despite a wrong password and asks for a one-time code", async () => {
    const { quickInput } = workbench;
    await startWizard(workbench, "totp.example", "buyer");
    await takeDefaults(workbench);
    await quickInput.choose("Create and Log In…");
    await choose(workbench, loginQuestion, "In VS Code");
    const password = async (text: string): Promise<void> => {
      await waitForQuestion(workbench, "Password");
      assert.equal(await quickInput.isPassword(), true);
      await quickInput.answer(text);
    };
    await answer(workbench, "Email or user name", "ada@totp.example");
    await password("wrong");
    // The rejected value is requested first, then the prefilled user name.
    await quickInput.waitForMessage("The password you entered is incorrect.");
    await password("right");
    await waitForQuestion(workbench, "Email or user name");
    assert.equal(await quickInput.value(), "ada@totp.example");
    await quickInput.accept();
    await answer(workbench, "Verification code", "123456");
    const card = await resultCard(workbench, "totp.example");
    await until(
      "the page to say that it is logged in",
      async () => (await resultCard(workbench, "totp.example")).state === "Logged in",
    );
    assert.doesNotMatch(JSON.stringify(card), /123456|ada@totp/);
  });

  it("shows a waiting login's page after the command Make Sure It Is Logged In", async () => {
    const { connections } = workbench;
    await connections.contextMenu("Make Sure It Is Logged In", "exchange.example");
    const card = await resultCard(workbench, "exchange.example");
    assert.equal(card.state, "Asks for input");
    assert.equal(card.buttons[0], "Enter User Name…");
    await rowSays("exchange.example", /^answer$/);
    await statusMessageOf(workbench, "release-bot on shop.example is logged in", () =>
      connections.contextMenu("Make Sure It Is Logged In", "shop.example"),
    );
  });
});
