import { waitForQuestion, openDestinations, waitForUsers, choose } from "../ui/flows.ts";
import { loginQuestion } from "../ui/loginPage.ts";
import { pressInResult, resultCard } from "../ui/resultCard.ts";
import type { Camera } from "./camera.ts";
import type { Stages } from "./tourLogins.ts";
import type { Workbench } from "./workbench.ts";
import { click } from "./workbench/keys.ts";

const usualSize = { width: 1280, height: 900 };

/**
 * Returns the stages of browsers: a login through another proxy, the launch, the browser's page and end, and a
 * destination that browsers use.
 */
export function browserStages(
  workbench: Workbench,
  camera: Camera,
  inThemes: (title: string) => Stages,
): Stages {
  const { connections, dialog, page, quickInput } = workbench;
  return {
    "login-once-proxy": async () => {
      await workbench.useTheme("light");
      await resultCard(workbench, "captcha.example");
      await pressInResult(workbench, "Log In Once Through Another Proxy…");
      await waitForQuestion(workbench, "Choose a proxy");
      await quickInput.row("paris-datacenter");
    },
    "login-once": async () => {
      await quickInput.choose("paris-datacenter");
      await choose(workbench, loginQuestion, "In VS Code");
      await waitForQuestion(workbench, "Email or user name");
      await quickInput.escape();
      await resultCard(workbench, "captcha.example", "Only this login uses this proxy");
    },
    "browser-review": async () => {
      await connections.contextMenu("Launch Browser…", "Logged in", "github.example");
      await waitForQuestion(workbench, "Review the browser");
    },
    "browser-live-view": async () => {
      await quickInput.choose("Launch Browser");
      await dialog.read();
    },
    browser: async () => {
      await dialog.press("Cancel");
      await click(page.locator(".part.statusbar a", { hasText: "support" }));
      await resultCard(workbench, "support");
      await camera.waitForProgressEnd();
    },
    ...inThemes("browser"),
    "browser-narrow": async () => {
      await workbench.useTheme("light");
      await page.setViewportSize({ ...usualSize, width: 720 });
    },
    "browser-end": async () => {
      await page.setViewportSize(usualSize);
      await pressInResult(workbench, "End Browser…");
      await dialog.read();
    },
    "destination-held": async () => {
      await dialog.press("End Browser");
      await openDestinations(workbench);
      await waitForUsers(workbench);
      await quickInput.toggle("live-sessions");
      await quickInput.accept();
      await dialog.press("Delete");
      await resultCard(workbench, "Destination not deleted");
      await camera.waitForProgressEnd();
    },
    ...inThemes("destination-held"),
    "destination-held-narrow": async () => {
      await workbench.useTheme("light");
      await page.setViewportSize({ ...usualSize, width: 720 });
    },
  };
}
