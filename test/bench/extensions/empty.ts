// A minimal extension, as a baseline.
import { commands, type ExtensionContext } from "vscode";

export function activate(context: ExtensionContext): void {
  context.subscriptions.push(commands.registerCommand("benchEmpty.run", () => undefined));
}
