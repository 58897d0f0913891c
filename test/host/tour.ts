// npm start -- --tour DIR: performs the main task in the sandbox unattended, and takes a picture of every stage.
import { mkdir } from "node:fs/promises";
import {
  waitForQuestion,
  choose,
  createConnection,
  createRow,
  credentialRows,
  editQuestions,
  editRows,
  openDestinations,
  openWizard,
  pasteList,
  proxyRows,
  questions,
  statusMessageOf,
  takeDefaults,
  typedRow,
  waitForUsers,
  startWizard,
} from "../ui/flows.ts";
import { answerInterval, saveInterval, sendEdit, startEdit } from "../ui/editing.ts";
import { fromEmpty } from "../ui/fromEmpty.ts";
import { resultCard } from "../ui/resultCard.ts";
import { interrupted, unlessInterrupted } from "./interrupt.ts";
import { browserStages } from "./tourBrowsers.ts";
import { Camera } from "./camera.ts";
import { Problem } from "./problem.ts";
import type { Theme } from "./settings.ts";
import { loginStages, type Stages } from "./tourLogins.ts";
import { fileOfConnections, referredStages } from "./tourReferred.ts";
import { until } from "./until.ts";
import { Workbench } from "./workbench.ts";

const themes: readonly Theme[] = ["dark", "hc-light", "hc-dark"];
const usualSize = { width: 1280, height: 900 };

/**
 * Performs the main task in a real VS Code and writes numbered pictures to `directory`. Rejects with a Problem that
 * names the first stage that failed. The last picture then shows the window at that time.
 */
export async function runTour(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const workbench = await Workbench.open({
    viewport: usualSize,
    files: { "managed-auth.jsonc": fileOfConnections },
  });
  try {
    const camera = new Camera(workbench, directory);
    for (const [name, happen] of Object.entries(stages(workbench, camera))) {
      try {
        await unlessInterrupted(happen().then(() => camera.take(name)));
      } catch (error) {
        if (interrupted.aborted) throw error;
        await camera.take(`${name}-failed`);
        const reason = error instanceof Error ? error.message.split("\n", 1).join() : String(error);
        throw new Problem(`The stage "${name}" did not happen: ${reason}`);
      }
    }
    console.log(`${camera.taken} pictures in ${directory}`);
  } finally {
    await workbench.stop();
  }
}

function stages(workbench: Workbench, camera: Camera): Stages {
  const { dialog, entitlements: tree, page, quickInput } = workbench;
  const inThemes = (title: string): Stages =>
    Object.fromEntries(themes.map((theme) => [`${title}-${theme}`, () => workbench.useTheme(theme)]));
  return {
    "signed-out": async () => {
      await workbench.openView();
      await tree.welcome();
    },
    "sign-in-choice": async () => {
      await workbench.runCommand("Managed Auth: Sign In…");
      await waitForQuestion(workbench, "Choose where to sign in");
    },
    tree: async () => {
      await quickInput.choose("Sandbox");
      await tree.row("Usage and limits");
    },
    "wizard-1-domain": async () => {
      await openWizard(workbench);
      await quickInput.type("https://github.com/login");
      await quickInput.waitForMessage("Press Enter to use the domain github.com");
    },
    "wizard-2-profile": async () => {
      await quickInput.accept();
      await waitForQuestion(workbench, questions.profile);
      await quickInput.type("release-bot");
      await typedRow(workbench, "release-bot");
    },
    "wizard-3-proxy": async () => {
      await quickInput.accept();
      await waitForQuestion(workbench, questions.proxy);
    },
    "wizard-4-credential": async () => {
      await quickInput.choose(proxyRows.usual);
      await waitForQuestion(workbench, questions.credential);
    },
    "wizard-5-review": async () => {
      await quickInput.choose(credentialRows.nobody);
      await waitForQuestion(workbench, questions.review);
    },
    "request-preview": async () => {
      await quickInput.choose("Preview Request…");
      await waitForQuestion(workbench, "Open or copy, without your token");
    },
    created: async () => {
      await quickInput.back();
      await choose(workbench, questions.review, createRow);
      await resultCard(workbench, "Connection created");
      await camera.waitForProgressEnd();
    },
    ...inThemes("created"),
    "created-narrow": async () => {
      await workbench.useTheme("light");
      await page.setViewportSize({ ...usualSize, width: 720 });
      await resultCard(workbench, "Connection created");
    },
    "created-wide": async () => {
      await page.setViewportSize({ width: 1920, height: 1000 });
      await resultCard(workbench, "Connection created");
    },
    conflict: async () => {
      await page.setViewportSize(usualSize);
      await createConnection(workbench, "github.com", "release-bot");
      await resultCard(workbench, "This connection already exists");
      await camera.waitForProgressEnd();
    },
    "not-created": async () => {
      await startWizard(workbench, "error-403.example", "release-bot");
      await takeDefaults(workbench);
      await quickInput.choose(createRow);
      await resultCard(workbench, "Connection not created");
      await camera.waitForProgressEnd();
    },
    "delete-picker": async () => {
      await openDestinations(workbench);
      await quickInput.toggle("nightly-archive");
    },
    "delete-confirmation": async () => {
      await quickInput.accept();
      const { message } = await dialog.read();
      if (!message.includes("nightly-archive")) throw new Error(`The dialog says: ${message}`);
    },
    deleted: async () => {
      await statusMessageOf(workbench, "Deleted nightly-archive", () => dialog.press("Delete"));
    },
    "delete-list": async () => {
      await workbench.copyToClipboard("live-sessions\ncompliance-log\nlogin-traces\nno-such-one");
      await openDestinations(workbench);
      await waitForUsers(workbench);
      await pasteList(workbench);
      await quickInput.row("no-such-one");
    },
    "delete-refused": async () => {
      await quickInput.accept();
      await dialog.read();
      await dialog.press("Delete Destinations (4)");
      await resultCard(workbench, "0 of 4 deleted");
      await camera.waitForProgressEnd();
    },
    "connection-logging-in": async () => {
      await workbench.runCommand("Managed Auth: Show Connection…");
      await choose(workbench, "Choose or type a connection ID", "support on helpdesk.example");
      await resultCard(workbench, "helpdesk.example");
      await camera.waitForProgressEnd();
    },
    history: async () => {
      await workbench.runCommand("Managed Auth: Show History…");
      await choose(workbench, "Choose or type a connection ID", "compliance on payroll.example");
      await resultCard(workbench, /^Logged out since /);
      await camera.waitForProgressEnd();
    },
    ...inThemes("history"),
    ...loginStages(workbench, camera, inThemes),
    ...browserStages(workbench, camera, inThemes),
    "edit-review": async () => {
      await page.setViewportSize(usualSize);
      await workbench.useTheme("light");
      await startEdit(workbench, "bank.example");
      await answerInterval(workbench, "Every 6 hours");
      await choose(workbench, editQuestions.review, "Proxy");
      await choose(workbench, questions.proxy, proxyRows.none);
      await waitForQuestion(workbench, editQuestions.review);
    },
    edited: async () => {
      await quickInput.choose(editRows.save);
      await resultCard(workbench, "Connection saved");
      await camera.waitForProgressEnd();
    },
    "edit-conflict": async () => {
      await startEdit(workbench, "bank.example");
      await answerInterval(workbench, "Every day");
      const other = await workbench.anotherWindow();
      await other.openView();
      // The new window may already use the account of the previous window.
      if (!(await isInSandbox(other))) await other.runCommand("Managed Auth: Use Sandbox");
      await other.connections.row("bank.example");
      await saveInterval(other, "bank.example", "Every 12 hours");
      await other.close();
      await sendEdit(workbench);
      await waitForQuestion(workbench, editQuestions.conflict);
    },
    "edit-conflict-narrow": async () => {
      await page.setViewportSize({ ...usualSize, width: 720 });
    },
    "edit-conflict-saved": async () => {
      await page.setViewportSize(usualSize);
      await quickInput.choose("Use mine: every day");
      // The page shows "Saved" of the previous edit until this edit is saved.
      await until("the changes of this edit", async () => {
        const { rows } = await resultCard(workbench, "Connection saved");
        return (rows["Health checks"] ?? "").startsWith("Every day");
      });
      await camera.waitForProgressEnd();
    },
    "entitlements-report": async () => {
      await workbench.runCommand("Managed Auth: Show Entitlements");
      await resultCard(workbench, "Entitlements");
    },
    ...inThemes("entitlements"),
    unknown: async () => {
      await workbench.useTheme("light");
      await startWizard(workbench, "error-500.example", "release-bot");
      await takeDefaults(workbench);
      await quickInput.choose(createRow);
      await resultCard(workbench, "Couldn't confirm that error-500.example was created");
      await workbench.connections.row("error-500.example");
      await camera.waitForProgressEnd();
    },
    ...referredStages(workbench, camera, inThemes),
    ...Object.fromEntries(fromEmpty(workbench)),
  };
}

/** True if a window uses the sandbox. Waits until the window shows its account. */
async function isInSandbox({ connections, page }: Workbench): Promise<boolean> {
  const words = await until("the account of the connections", async () => {
    const isNobody = (await page.locator(".welcome-view-content:visible").count()) > 0;
    const description = isNobody ? "nobody's" : await connections.description();
    return description !== "" && description;
  });
  return words === "Sandbox";
}
