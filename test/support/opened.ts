import type { TestContext } from "node:test";
import { commands } from "vscode";

/** Replaces VS Code's commands. Returns the addresses that the extension opens, in order. */
export function recordOpened(context: TestContext): readonly string[] {
  const opened: string[] = [];
  context.mock.method(commands, "executeCommand", (id: string, address: unknown) => {
    if (id === "vscode.open") opened.push(String(address));
    return Promise.resolve(undefined);
  });
  return opened;
}
