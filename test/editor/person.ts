// Whoever sits at the window while a test runs in it: answers its dialogs, and what it asks.
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import { until } from "../host/until.ts";

/** A dialog that was shown. */
export interface Dialog {
  readonly text: string;
  readonly detail: string;
}

export interface Person {
  /** The dialogs that were shown, and the titles of what was asked, in order. */
  readonly dialogs: readonly Dialog[];
  readonly asked: readonly string[];
  /** Whether no dialog is left open. */
  readonly hasAnswered: () => boolean;
  /** Presses Enter on what is asked at the moment, with this in it where it asks for a text. */
  readonly answer: (text: string) => Promise<void>;
  /** Leaves the window as it was. */
  readonly leave: () => void;
}

/** Nobody agrees who has not read what to: in milliseconds. */
const readMs = 600;

/**
 * Sits down at the window: VS Code refuses dialogs where tests run, so that those of the extension are answered here, with
 * their button or with Cancel. `meanwhile` is done while one is on screen.
 */
export function person(
  answer: "agree" | "refuse",
  meanwhile: () => Thenable<unknown> = () => Promise.resolve(),
): Person {
  const { window } = vscode;
  const { createInputBox, createQuickPick, showWarningMessage } = window;
  const dialogs: Dialog[] = [];
  let open = 0;
  const asked: string[] = [];
  let shown: vscode.QuickInput | undefined;
  const follow = <T extends vscode.QuickInput>(input: T): T => {
    const show = input.show.bind(input);
    input.show = () => {
      if (shown !== input) asked.push(input.title ?? "");
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
    asked,
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

/** Accepts the last row of whatever quick input is shown until something has come of it. */
export async function acceptUntil(what: string, ask: () => boolean): Promise<void> {
  await until(what, async () => {
    // Without an input the next command fails.
    if (ask()) return true;
    // A list that came between the two had its first row taken: what asks for text since then is left again.
    await vscode.commands.executeCommand("quickInput.last").then(
      () => vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem"),
      () => vscode.commands.executeCommand("workbench.action.quickInputBack"),
    );
    return ask();
  });
}
