// The least an extension can be.
import { commands, type ExtensionContext } from "vscode";

export function activate(context: ExtensionContext): void {
  context.subscriptions.push(commands.registerCommand("benchEmpty.run", () => undefined));
}
