// An extension that calls our tools like an agent in the window and shows the caret's column in the status bar.
import { withExtension } from "./extraExtension.ts";

/** Title of the extension's command in the palette. */
export const callTool = "Agent: Ensure Logged In";

const main = (domain: string): string => `
const vscode = require("vscode");
const call = async (name, input) => {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content[0].value;
};
exports.activate = (context) => {
  const caret = vscode.window.createStatusBarItem("caret");
  context.subscriptions.push(caret, vscode.window.onDidChangeTextEditorSelection(({ kind, selections }) => {
    if (kind !== vscode.TextEditorSelectionChangeKind.Keyboard) return;
    caret.text = "Caret " + selections[0].active.character;
    caret.show();
  }));
  context.subscriptions.push(vscode.commands.registerCommand("agent.ensure", async () => {
    const listed = await call("managed_auth_list_connections", { domain: ${JSON.stringify(domain)} });
    const [, id] = /"id":"([^"]+)"/.exec(listed);
    await call("managed_auth_ensure_logged_in", { id });
  }));
};
`;

/** Creates an extensions folder with our extension and one that calls its tool for the connection of a domain. */
export function withAgent(domain: string): Promise<string> {
  return withExtension("agent", main(domain), {
    activationEvents: ["onStartupFinished"],
    contributes: { commands: [{ command: "agent.ensure", title: "Ensure Logged In", category: "Agent" }] },
  });
}
