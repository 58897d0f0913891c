import type { Command } from "vscode";

/**
 * Objects that this window has passed to VS Code. If a command's argument isn't among them, another extension called
 * the command.
 */
const createdHere = new WeakSet<object>();

/** True if this window created the object, which proves that the user clicked one of our rows or buttons. */
export function isFromThisWindow(value: unknown): value is object {
  return typeof value === "object" && value !== null && createdHere.has(value);
}

/** Remembers rows before they are passed to VS Code, so that {@link isFromThisWindow} recognizes them. */
export function rememberRows<T extends object>(rows: readonly T[]): T[] {
  for (const row of rows) createdHere.add(row);
  return [...rows];
}

/**
 * Remembers the arguments of a command before the command is passed to VS Code, so that {@link isFromThisWindow}
 * recognizes the arguments.
 */
export function rememberCommand(command: Command): Command {
  const args: readonly unknown[] = command.arguments ?? [];
  for (const arg of args) if (typeof arg === "object" && arg !== null) createdHere.add(arg);
  return command;
}
