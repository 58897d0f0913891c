import { waitForQuestion } from "../ui/flows.ts";
import { pressInResult, resultCard } from "../ui/resultCard.ts";
import type { Camera } from "./camera.ts";
import type { Stages } from "./tourLogins.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** A connection file with each kind of entry: changed, unchanged and new. */
export const fileOfConnections = `// The logins that our agents need
{
  "version": 1,
  "defaults": { "health_check_interval": 3600 },
  "connections": [
    {
      "domain": "bank.example",
      "profile_name": "compliance",
      "browser": { "proxy": { "mode": "direct" } }
    },
    { "domain": "helpdesk.example", "profile_name": "support" },
    { "domain": "intranet.example", "profile_name": "support" }
  ]
}
`;

/**
 * Returns the stages of resources that connections use, in the sandbox: the list and a page of each kind, then all
 * connections at once and as a file.
 */
export function referredStages(
  workbench: Workbench,
  camera: Camera,
  inThemes: (title: string) => Stages,
): Stages {
  const { destinations, page, quickInput, resources } = workbench;
  const listed = (command: string, question: string, row: string) => async (): Promise<void> => {
    await workbench.useTheme("light");
    await workbench.runCommand(`Managed Auth: ${command}`);
    await waitForQuestion(workbench, question);
    await quickInput.row(row);
  };
  const shown = (label: string, title: string) => async (): Promise<void> => {
    await quickInput.choose(label);
    await resultCard(workbench, title);
    await camera.waitForProgressEnd();
  };
  return {
    proxies: listed("Show Proxies…", "Choose or type a proxy ID", "headquarters"),
    proxy: shown("headquarters", "headquarters"),
    ...inThemes("proxy"),
    credentials: listed("Show Credentials…", "Choose or type a credential", "github-bot"),
    credential: shown("github-bot", "github-bot"),
    ...inThemes("credential"),
    providers: listed("Show Providers…", "Choose or type a provider ID", "onepassword"),
    provider: shown("onepassword", "onepassword"),
    ...inThemes("provider"),
    projects: listed("Choose Project…", "Choose a project for Sandbox", "No project"),
    destination: async () => {
      await quickInput.escape();
      await workbench.runCommand("Managed Auth: Focus on Telemetry Destinations View");
      await destinations.select("live-sessions");
      await resultCard(workbench, "live-sessions");
      await camera.waitForProgressEnd();
    },
    ...inThemes("destination"),
    profiles: listed("Show Profiles…", "Choose or type a profile", "compliance"),
    profile: shown("compliance", "compliance"),
    ...inThemes("profile"),
    "profile-narrow": () => page.setViewportSize({ width: 720, height: 900 }),
    resources: async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await workbench.useTheme("light");
      await workbench.runCommand("Managed Auth: Focus on Resources View");
      await resources.expand("Profiles");
      await resources.expand("Proxies");
    },
    overview: async () => {
      await workbench.runCommand("Managed Auth: Show Overview");
      await resultCard(workbench, "Overview");
      await camera.waitForProgressEnd();
    },
    ...inThemes("overview"),
    plan: async () => {
      await workbench.useTheme("light");
      await workbench.runCommand("Managed Auth: Plan Connection File");
      await resultCard(workbench, /^Plan: /);
      await camera.waitForProgressEnd();
    },
    ...inThemes("plan"),
    "plan-narrow": () => page.setViewportSize({ width: 720, height: 900 }),
    comparison: async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await workbench.useTheme("light");
      await pressInResult(workbench, "Show Comparison");
      const compared = page.locator(".monaco-diff-editor .view-line", { hasText: "intranet.example" });
      await until("the file beside the service", () => compared.first().isVisible());
    },
  };
}
