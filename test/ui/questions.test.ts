// Tests that no question opens while the user types, neither from an agent's tool nor after a request.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, describe, it } from "node:test";
import { patience, until } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import { Workbench } from "../host/workbench.ts";
import { callTool, withAgent } from "./callingExtension.ts";
import { leave, signIn } from "./flows.ts";
import { TappedSandbox } from "./tappedSandbox.ts";

const domain = "typed.example";
const newText = "Control+Alt+N";
const notice = "Your answer is needed: Log In";

describe("text that the user is typing", () => {
  let workbench: Workbench;
  let service: TappedSandbox;
  let extensionsDir: string;

  before(async () => {
    extensionsDir = await withAgent(domain);
    [workbench, service] = await Promise.all([
      Workbench.open({ extensionsDir, keys: { [newText]: "workbench.action.files.newUntitledFile" } }),
      TappedSandbox.start(),
    ]);
    await signIn(workbench, service.baseUrl, service.token);
    await service.logins.create(domain);
    await workbench.runCommand("Managed Auth: Refresh Connections");
    const editor = workbench.page.locator(".editor-instance .monaco-editor").first();
    await pressFor(workbench.page, newText, "a text", () => editor.isVisible());
  });
  after(() => Promise.all([workbench.stop(), service.stop(), rm(extensionsDir, { recursive: true })]));
  afterEach(() => leave(workbench));

  const written = async (): Promise<string> =>
    (await workbench.page.locator(".editor-instance .view-lines").first().innerText()).replaceAll(/\s/gu, "");
  const inStatusBar = (text: string): Promise<boolean> =>
    workbench.page.locator(".statusbar-item").filter({ hasText: text }).first().isVisible();

  it("goes to the editor even if an agent's tool asks for a login", async () => {
    const { notifications, page, quickInput } = workbench;
    await workbench.runCommand(callTool);
    await page.locator(".editor-instance .monaco-editor").first().click();
    let typed = "";
    const type = async (): Promise<void> => {
      const key = "abcdefgh"[typed.length % 8] ?? "";
      await page.keyboard.type(key);
      typed += key;
    };
    await until(
      "the agent's request",
      async () => {
        await type();
        return (await notifications.shown()).some(({ message }) =>
          message.includes(`An agent needs you to log in to ${domain}.`),
        );
      },
      3 * patience,
    );
    for (let more = 0; more < 20; more++) await type();
    assert.equal(await quickInput.isOpen(), false);
    await until("the typed text in the editor", async () => (await written()) === typed);
    assert.ok(await inStatusBar(`Waiting for you: Log In to ${domain}`));
    await notifications.press(`An agent needs you to log in to ${domain}.`, "Resume Login…");
    await quickInput.waitFor(`Log In to ${domain}`);
  });

  for (const [target, turn, back] of [
    [
      "the palette",
      async ({ page, quickInput }: Workbench): Promise<void> => {
        await page.keyboard.press("F1");
        await until("the palette", async () => (await quickInput.placeholder()).startsWith("Type the name"));
        await page.keyboard.type("typed ");
      },
      async ({ quickInput }: Workbench): Promise<void> => {
        assert.equal(await quickInput.value(), ">typed here");
        await quickInput.escape();
      },
    ],
    [
      "the editor",
      async ({ page }: Workbench): Promise<void> => {
        await page.locator(".editor-instance .monaco-editor").first().click();
        await page.keyboard.press("Control+A");
        await page.keyboard.type("typed ");
        // Extensions receive keystrokes with a delay.
        await until("extensions to know", () => inStatusBar("Caret 6"));
      },
      async ({ quickInput }: Workbench): Promise<void> => {
        // The busy input may stay visible briefly after the notification.
        await until("no input", async () => !(await quickInput.isOpen()));
        await until("the text", async () => (await written()) === "typedhere");
      },
    ],
  ] as const)
    it(`goes to ${target} even if a login prompt is about to open`, async () => {
      const { connections, notifications, page, quickInput } = workbench;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      service.holdUntil = promise;
      await connections.contextMenu("Log In…", domain);
      await until("the wait", async () => (await quickInput.placeholder()) === "Reading the connection…");
      await turn(workbench);
      service.holdUntil = undefined;
      resolve(undefined);
      await notifications.waitFor(notice);
      await page.keyboard.type("here");
      await back(workbench);
      assert.ok(await inStatusBar("Waiting for you: Log In to"));
      await notifications.press(notice, "Continue");
      await quickInput.waitFor(/^Log In to /u);
    });
});
