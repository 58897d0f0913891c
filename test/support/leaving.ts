import type { TestContext } from "node:test";
import { pressEscape } from "../doubles/vscode.ts";

/** Returns a function that takes commands. After the test, Esc in the open input ends those that are still running. */
export function leaveAfter(context: TestContext): <T>(command: Promise<T>) => Promise<T> {
  const running = new Set<Promise<unknown>>();
  context.after(() => {
    if (running.size > 0) pressEscape();
    return Promise.all(running);
  });
  return (command) => {
    const forget = (): boolean => running.delete(command);
    running.add(command);
    command.then(forget, forget);
    return command;
  };
}
