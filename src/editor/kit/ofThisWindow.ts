import type { Command } from "vscode";

/** What VS Code hands back with a command. Everything else that a command is called with was made up by someone else. */
const ofThisWindow = new WeakSet<object>();

/** Whether a command was called with what this window made: then someone pressed it here. */
export function isOfThisWindow(given: unknown): given is object {
  return typeof given === "object" && given !== null && ofThisWindow.has(given);
}

/** Rows that VS Code is given, and hands back where one is pressed. */
export function rowsOfThisWindow<T extends object>(rows: readonly T[]): T[] {
  for (const row of rows) ofThisWindow.add(row);
  return [...rows];
}

/** A command that VS Code starts where something is pressed, with its arguments. */
export function commandOfThisWindow(command: Command): Command {
  const told: readonly unknown[] = command.arguments ?? [];
  for (const one of told) if (typeof one === "object" && one !== null) ofThisWindow.add(one);
  return command;
}
