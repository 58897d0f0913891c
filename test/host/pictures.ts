// npm start -- --pictures: takes the README's pictures again, each cropped to its subject.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import {
  waitForQuestion,
  openDestinations,
  pasteList,
  questions,
  takeDefaults,
  waitForUsers,
  startWizard,
} from "../ui/flows.ts";
import { resultCard } from "../ui/resultCard.ts";
import { Camera, type Clip } from "./camera.ts";
import { movingPicture, type MovingFrame } from "./movingPicture.ts";
import { root } from "./paths.ts";
import { until } from "./until.ts";
import { Workbench } from "./workbench.ts";
import { click } from "./workbench/keys.ts";
import { fileOfConnections } from "./tourReferred.ts";

const folder = join(root, "media", "readme");

const sandboxed = { MANAGED_AUTH_SANDBOX: "1" };

/** Picture pixels per window pixel, so that pictures are sharp on high-resolution screens. */
const scale = 2;

/** Space between the last visible element and the edge of its picture, in window pixels. */
const margin = 12;

/** Shows the README's subjects in the sandbox and overwrites its pictures. */
export async function takePictures(): Promise<void> {
  const viewport = { width: 1240, height: 1080, scale };
  const workbench = await Workbench.open({ viewport, env: sandboxed });
  try {
    const { connections, page, quickInput } = workbench;
    const camera = new Camera(workbench, folder);
    await workbench.openView();
    await foldView(workbench, "Entitlements");
    await widenSideBar(workbench, 440);

    await startWizard(workbench, "github.com", "release-bot");
    await takeDefaults(workbench);
    await waitForQuestion(workbench, questions.review);
    await camera.cut("review-light", await boxOf(quickInput.widget));
    await quickInput.escape();

    await connections.contextMenu("Show History…", "payroll.example");
    await resultCard(workbench, /^Logged out since /);
    await camera.waitForProgressEnd();
    const editor = await boxOf(page.locator(".part.editor .editor-container"));
    await camera.cut("history-light", upTo(editor, await bottomOfBlocks(workbench, bottom(editor))));

    await workbench.useTheme("dark");
    await workbench.copyToClipboard("nightly-archive\nlive-sessions\ncompliance-log\nlogin-traces");
    await openDestinations(workbench);
    await waitForUsers(workbench);
    await pasteList(workbench);
    await quickInput.row("login-traces");
    await quickInput.accept();
    await workbench.dialog.press("Delete Destinations (4)");
    await resultCard(workbench, "1 of 4 deleted");
    await camera.waitForProgressEnd();
    await camera.cut("deleted-dark", upTo(editor, await bottomOfBlocks(workbench, bottom(editor))));

    await takeDrawing(page, "profile");
  } finally {
    await workbench.stop();
  }
  await takeConnections();
  await takeLogin();
  await takeFile();
}

/** Takes the picture of side bar and page at about 800 pixels, the width of the README's text column. */
async function takeConnections(): Promise<void> {
  const viewport = { width: 900, height: 760, scale };
  const workbench = await Workbench.open({ theme: "dark", viewport, env: sandboxed });
  try {
    const { connections, page } = workbench;
    const camera = new Camera(workbench, folder);
    await workbench.openView();
    await foldView(workbench, "Entitlements");
    await widenSideBar(workbench, 350);
    await connections.select("helpdesk.example");
    await resultCard(workbench, "helpdesk.example");
    await camera.waitForProgressEnd();
    const { height, x, y } = await boxOf(page.locator(".part.sidebar"));
    const rows = await boxOf(page.locator(".part.sidebar .monaco-list-row").last());
    const area = { x, y, width: viewport.width - x, height };
    await camera.cut("connections-dark", upTo(area, bottom(rows)));
  } finally {
    await workbench.stop();
  }
}

/** Takes the pictures of a sandbox login, from the prompt for a code to the end. */
async function takeLogin(): Promise<void> {
  // At this width, VS Code gives the side bar its default width of 300 pixels.
  const viewport = { width: 1200, height: 680 };
  const workbench = await Workbench.open({
    theme: "dark",
    viewport,
    sample: "small",
    env: sandboxed,
  });
  try {
    const { connections, page, quickInput } = workbench;
    const camera = new Camera(workbench, folder);
    const frames: MovingFrame[] = [];
    const take = async (ms: number): Promise<void> => {
      const clip = await boxOf(page.locator(".monaco-workbench"));
      frames.push({ png: await camera.frame(clip), ms });
    };
    await workbench.openView();
    await resultCard(workbench, "helpdesk.example");
    await foldView(workbench, "Entitlements");
    await camera.waitForProgressEnd();
    await take(2500);
    await connections.contextMenu("Log In…", "helpdesk.example");
    await waitForQuestion(workbench, "Verification code");
    await take(1000);
    for (const typed of ["1", "123", "123456"]) {
      await quickInput.type(typed);
      await take(400);
    }
    await quickInput.accept();
    await connections.waitForRow(["helpdesk.example"], ({ icon }) => icon === "pass-filled");
    await camera.waitForProgressEnd();
    await take(3500);
    await writeFile(join(folder, "login-dark.png"), movingPicture(frames));
  } finally {
    await workbench.stop();
  }
}

/** Takes the picture of a connection file with its code lenses. */
async function takeFile(): Promise<void> {
  const workbench = await Workbench.open({
    viewport: { width: 1100, height: 700, scale },
    sample: "small",
    env: sandboxed,
    files: { "managed-auth.jsonc": fileOfConnections },
  });
  try {
    const { page } = workbench;
    const camera = new Camera(workbench, folder);
    await workbench.openView();
    await resultCard(workbench, "helpdesk.example");
    await workbench.runCommand("View: Show Explorer");
    await page
      .locator(".explorer-folders-view .monaco-list-row", { hasText: "managed-auth.jsonc" })
      .dblclick();
    const lenses = page.locator(".codelens-decoration", { hasText: /^Plan: |Sensitive: / });
    await until("the lens with the plan", () => lenses.first().isVisible());
    await camera.waitForProgressEnd();
    const editor = await boxOf(page.locator(".part.editor .editor-container"));
    const last = await boxOf(page.locator(".view-line", { hasText: /^}/ }).last());
    await camera.cut("file-light", upTo(editor, bottom(last) - margin));
  } finally {
    await workbench.stop();
  }
}

/** Converts a drawing of the README to a PNG, because marketplaces show no other format. */
async function takeDrawing(page: Page, name: string): Promise<void> {
  const drawing = await page.context().newPage();
  await drawing.setContent(await readFile(join(folder, `${name}.svg`), "utf8"));
  await drawing.locator("svg").screenshot({ path: join(folder, `${name}.png`), omitBackground: true });
  await drawing.close();
}

/** Collapses a view of the side bar, so that the other views get its space. */
async function foldView({ page }: Workbench, name: string): Promise<void> {
  const header = page.locator(".part.sidebar .pane-header", { hasText: name });
  await until(`${name} to be open`, async () => (await header.getAttribute("aria-expanded")) === "true");
  await click(header);
  await until(`${name} to be folded`, async () => (await header.getAttribute("aria-expanded")) === "false");
}

async function boxOf(locator: Locator): Promise<Clip> {
  return until("a place in the window", () => locator.boundingBox());
}

const bottom = ({ height, y }: Clip): number => y + height;

/** Returns the upper part of a box, down to a line plus the margin. */
function upTo(box: Clip, line: number): Clip {
  return { ...box, height: Math.min(line + margin, bottom(box)) - box.y };
}

/** Returns the bottom of each block of the result. */
async function blockEnds(workbench: Workbench): Promise<readonly number[]> {
  const blocks = await (await workbench.resultPage()).locator("section.block").all();
  return (await Promise.all(blocks.map(boxOf))).map(bottom);
}

/** Returns the bottom of the last block that is completely above a line. */
async function bottomOfBlocks(workbench: Workbench, line: number): Promise<number> {
  return Math.max(...(await blockEnds(workbench)).filter((end) => end + margin <= line));
}

/** Drags the edge of the side bar, so that none of its rows and titles is truncated. */
async function widenSideBar({ page }: Workbench, width: number): Promise<void> {
  const sideBar = page.locator(".part.sidebar");
  const { height, width: before, x, y } = await boxOf(sideBar);
  await page.mouse.move(x + before, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await until("the side bar to be wide", async () => (await boxOf(sideBar)).width > before);
}
