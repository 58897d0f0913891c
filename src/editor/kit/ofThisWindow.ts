import type { Command } from "vscode";

/** Objects that this window passed to VS Code. Arguments of a command that aren't among them come from another extension. */
const createdHere = new WeakSet<object>();

/** True if this window created the argument, which proves that the user clicked one of our rows or buttons. */
export function isFromThisWindow(given: unknown): given is object {
  return typeof given === "object" && given !== null && createdHere.has(given);
}

/** Remembers rows before they are passed to VS Code. */
export function rememberRows<T extends object>(rows: readonly T[]): T[] {
  for (const row of rows) createdHere.add(row);
  return [...rows];
}

/** Remembers the arguments of a command before it is passed to VS Code. */
export function rememberCommand(command: Command): Command {
  const args: readonly unknown[] = command.arguments ?? [];
  for (const arg of args) if (typeof arg === "object" && arg !== null) createdHere.add(arg);
  return command;
}
