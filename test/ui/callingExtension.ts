// An extension that calls our tools as an agent in the window does, and shows where the keys have led the caret.
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installedExtension } from "../host/extension.ts";

/** What the palette calls its command. */
export const callTool = "Agent: Ensure Logged In";

const name = "test.agent-1.0.0";
const manifest = {
  ...{
    name: "agent",
    publisher: "test",
    version: "1.0.0",
    engines: { vscode: "^1.110.0" },
    main: "./main.js",
    activationEvents: ["onStartupFinished"],
  },
  contributes: { commands: [{ command: "agent.ensure", title: "Ensure Logged In", category: "Agent" }] },
};
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

/** A folder with our extension in it and one that calls its tool for the connection of a domain. */
export async function withAgent(domain: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "agent-"));
  await cp(await installedExtension(() => undefined), folder, { recursive: true });
  const path = join(folder, name);
  await mkdir(path);
  await writeFile(join(path, "package.json"), JSON.stringify(manifest));
  await writeFile(join(path, "main.js"), main(domain));
  const list = join(folder, "extensions.json");
  const installed = JSON.parse(await readFile(list, "utf8")) as unknown[];
  const location = { $mid: 1, path, scheme: "file" };
  const entry = {
    ...{ identifier: { id: "test.agent" }, version: "1.0.0" },
    location,
    relativeLocation: name,
  };
  await writeFile(list, JSON.stringify([...installed, entry]));
  return folder;
}
