import type { Page } from "playwright-core";
import { answer, waitForQuestion, takeDefaults, startWizard } from "../ui/flows.ts";
import { fillIn, loginQuestion, openLoginPage } from "../ui/loginPage.ts";
import { resultCard } from "../ui/resultCard.ts";
import type { Camera } from "./camera.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** Stages in order, each with its action. Its pictures are named after the stage. */
export type Stages = Readonly<Record<string, () => Promise<void>>>;

const usualSize = { width: 1280, height: 900 };

/** Returns the stages of logins in the sandbox, in the browser and in VS Code: prompts, progress and outcomes. */
export function loginStages(
  workbench: Workbench,
  camera: Camera,
  inThemes: (title: string) => Stages,
): Stages {
  const { connections, dialog, page, quickInput } = workbench;
  let login: Page | undefined;
  const loginPage = (): Page => {
    if (login === undefined) throw new Error("No login's page is open");
    return login;
  };
  const created = async (domain: string, profile: string): Promise<void> => {
    await startWizard(workbench, domain, profile);
    await takeDefaults(workbench);
    await quickInput.choose("Create and Log In…");
    await waitForQuestion(workbench, loginQuestion);
  };
  const enterOnPage = async (password: string): Promise<void> => {
    await fillIn(loginPage(), { "Email or user name": "ada@shop.example", Password: password });
    await loginPage().getByRole("button", { name: "Log In" }).last().click();
  };
  const enterHere = async (password: string): Promise<void> => {
    await answer(workbench, "Email or user name", "ada");
    await answer(workbench, "Password", password);
  };
  const sized = async (width: number, height: number): Promise<void> =>
    page.setViewportSize({ width, height });
  return {
    "login-way": async () => {
      await workbench.useTheme("light");
      await created("shop.example", "release-bot");
    },
    "login-in-browser": async () => {
      login = await openLoginPage(workbench);
      await camera.takePage(login, "login-page-link");
      await login.getByRole("button", { name: "Continue" }).click();
      await login.getByLabel("Password", { exact: true }).last().waitFor();
      await camera.takePage(login, "login-page-form");
      await login.emulateMedia({ colorScheme: "dark" });
      await enterOnPage("wrong");
      await login.getByText("The password you entered is incorrect.").last().waitFor();
      await camera.takePage(login, "login-page-refused-dark");
      await login.setViewportSize({ width: 360, height: 720 });
      await camera.takePage(login, "login-page-refused-narrow");
      await page.bringToFront();
      await resultCard(workbench, "shop.example");
      await camera.waitForProgressEnd();
    },
    ...inThemes("login-in-browser"),
    "login-in-browser-narrow": async () => {
      await workbench.useTheme("light");
      await sized(720, usualSize.height);
    },
    "login-in-browser-wide": () => sized(1920, 1000),
    "login-done": async () => {
      await sized(usualSize.width, usualSize.height);
      await enterOnPage("right");
      await page.bringToFront();
      await resultCard(workbench, "shop.example", "Agents can now use the profile release-bot.");
      await loginPage().close();
      await camera.waitForProgressEnd();
    },
    ...inThemes("login-done"),
    "login-here-name": async () => {
      await workbench.useTheme("light");
      await created("totp.example", "buyer");
      await quickInput.choose("In VS Code");
      await waitForQuestion(workbench, "Email or user name");
    },
    "login-here-password": async () => {
      await quickInput.answer("ada");
      await waitForQuestion(workbench, "Password");
    },
    "login-here-refused": async () => {
      await quickInput.answer("wrong");
      await quickInput.waitForMessage("The password you entered is incorrect.");
    },
    "login-here-code": async () => {
      await quickInput.answer("right");
      await waitForQuestion(workbench, "Email or user name");
      await quickInput.accept();
      await waitForQuestion(workbench, "Verification code");
    },
    "login-left": async () => {
      await quickInput.escape();
      await until("the row to name the requested input", async () =>
        (await connections.row("totp.example")).description.includes("code"),
      );
    },
    "login-running": async () => {
      await connections.contextMenu("Show Connection…", "totp.example");
      await resultCard(workbench, "totp.example");
    },
    ...inThemes("login-running"),
    "login-running-narrow": async () => {
      await workbench.useTheme("light");
      await sized(720, usualSize.height);
    },
    "login-running-wide": () => sized(1920, 1000),
    "login-go-on": async () => {
      await sized(usualSize.width, usualSize.height);
      await connections.contextMenu("Log In…", "totp.example");
      await waitForQuestion(workbench, "Verification code");
      await quickInput.titleButton("Other Ways");
      await waitForQuestion(workbench, "Choose how to continue");
    },
    "login-start-over": async () => {
      await quickInput.choose("Start Over…");
      await dialog.read();
    },
    "login-here-choice-dark": async () => {
      await dialog.escape();
      await workbench.useTheme("dark");
      await created("2fa.example", "buyer");
      await quickInput.choose("In VS Code");
      await enterHere("right");
      await waitForQuestion(workbench, "Choose how to continue");
    },
    "login-here-other-way-dark": async () => {
      await quickInput.choose("Text message");
      await waitForQuestion(workbench, "Verification code");
    },
    "login-here-phone-dark": async () => {
      await quickInput.escape();
      await connections.contextMenu("Log In…", "voip.example");
      await waitForQuestion(workbench, "confirm the number 42");
    },
    "login-failed": async () => {
      await quickInput.escape();
      await workbench.useTheme("light");
      await created("captcha.example", "buyer");
      await quickInput.choose("In VS Code");
      await resultCard(workbench, "captcha.example");
      await camera.waitForProgressEnd();
    },
    ...inThemes("login-failed"),
  };
}
