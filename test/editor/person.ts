// A simulated user who answers dialogs and prompts during a test.
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { until } from "../host/until.ts";

/** A dialog that the extension showed. */
export interface Dialog {
  readonly text: string;
  readonly detail: string;
}

export interface Person {
  /** The shown dialogs and the titles of the prompts, in order. */
  readonly dialogs: readonly Dialog[];
  readonly titles: readonly string[];
  /** True if no dialog is open. */
  readonly hasAnswered: () => boolean;
  /** Accepts the current prompt. Enters this text if the prompt is an input box. */
  readonly answer: (text: string) => Promise<void>;
  /** Restores the window's dialogs. */
  readonly leave: () => void;
}

/** Delay before a dialog is answered, as if the user read it first, in milliseconds. */
const readMs = 600;

/**
 * Answers the extension's dialogs with their button or with Cancel, because VS Code refuses dialogs during tests.
 * Runs `meanwhile` while a dialog is open.
 */
export function simulateUser(
  answer: "agree" | "refuse",
  meanwhile: () => Thenable<unknown> = () => Promise.resolve(),
): Person {
  const { window } = vscode;
  const { createInputBox, createQuickPick, showWarningMessage } = window;
  const dialogs: Dialog[] = [];
  let open = 0;
  const titles: string[] = [];
  let shown: vscode.QuickInput | undefined;
  const follow = <T extends vscode.QuickInput>(input: T): T => {
    const show = input.show.bind(input);
    input.show = () => {
      if (shown !== input) titles.push(input.title ?? "");
      shown = input;
      show();
    };
    input.onDidHide(() => {
      if (shown === input) shown = undefined;
    });
    return input;
  };
  replace(window, {
    showWarningMessage: async (text: string, { detail = "" }: vscode.MessageOptions, button: string) => {
      dialogs.push({ text, detail });
      open += 1;
      await meanwhile();
      await delay(readMs);
      open -= 1;
      return answer === "agree" ? button : undefined;
    },
    createInputBox: () => follow(createInputBox()),
    createQuickPick: () => follow(createQuickPick()),
  });
  return {
    dialogs,
    titles,
    hasAnswered: () => open === 0,
    answer: async (text) => {
      if (shown === undefined || !shown.enabled || shown.busy) return;
      if ("password" in shown) Object.assign(shown, { value: text });
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    },
    leave: () => replace(window, { createInputBox, createQuickPick, showWarningMessage }),
  };
}

function replace(window: object, functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions))
    Object.defineProperty(window, name, { configurable: true, writable: true, value });
}

/** Accepts the last row of each quick input until the condition holds. */
export async function acceptUntil(condition: string, ask: () => boolean): Promise<void> {
  await until(condition, async () => {
    // Without an open quick input the next command fails.
    if (ask()) return true;
    // If another list opened between the two commands, its first row was accepted. Close the input box that followed.
    await vscode.commands.executeCommand("quickInput.last").then(
      () => vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem"),
      () => vscode.commands.executeCommand("workbench.action.quickInputBack"),
    );
    return ask();
  });
}
