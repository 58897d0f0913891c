// Tests connection files in virtual folders, like those of extensions for repositories and containers.
import { rm } from "node:fs/promises";
import { after, afterEach, before, describe, it } from "node:test";
import { until, within } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { withExtension } from "./extraExtension.ts";
import { leave, signIn } from "./flows.ts";
import { TappedSandbox } from "./tappedSandbox.ts";

const file = {
  version: 1,
  connections: [
    { domain: "bank.example", profile_name: "compliance" },
    { domain: "new.example", profile_name: "support" },
  ],
};

/**
 * An in-memory file system provider with /team and /empty. Shows the number of the workspace's folders in the status
 * bar, and then the last written file.
 */
const main = `
const vscode = require("vscode");
const files = new Map([["/", null], ["/team", null], ["/empty", null],
  ["/team/managed-auth.jsonc", Buffer.from(${JSON.stringify(JSON.stringify(file, undefined, 2))})]]);
const changed = new vscode.EventEmitter();
const found = ({ path }) => {
  if (!files.has(path)) throw vscode.FileSystemError.FileNotFound(path);
  return files.get(path);
};
exports.activate = ({ subscriptions }) => {
  const status = vscode.window.createStatusBarItem("memory");
  status.show();
  const say = (text) => { status.text = text; };
  const count = () => say((vscode.workspace.workspaceFolders ?? []).length + " folders");
  count();
  subscriptions.push(
    status,
    vscode.workspace.onDidChangeWorkspaceFolders(count),
    vscode.workspace.registerFileSystemProvider("memory", {
      onDidChangeFile: changed.event,
      watch: () => new vscode.Disposable(() => {}),
      stat: (uri) => {
        const content = found(uri);
        return { type: content === null ? 2 : 1, ctime: 0, mtime: content?.length ?? 0, size: content?.length ?? 0 };
      },
      readDirectory: ({ path }) => [...files]
        .filter(([name]) => name !== path && name.slice(0, name.lastIndexOf("/") || 1) === path)
        .map(([name, content]) => [name.slice(name.lastIndexOf("/") + 1), content === null ? 2 : 1]),
      readFile: (uri) => found(uri),
      writeFile: (uri, content) => {
        const type = files.has(uri.path) ? 1 : 2;
        files.set(uri.path, Buffer.from(content));
        say("Wrote " + uri.path + ": " + Buffer.from(content).toString().replace(/\\s+/g, ""));
        changed.fire([{ type, uri }]);
      },
      createDirectory: ({ path }) => void files.set(path, null),
      delete: ({ path }) => void files.delete(path),
      rename: () => {},
    }),
    vscode.commands.registerCommand("memory.plan", async () => {
      const input = { path: "managed-auth.jsonc" };
      const { content } = await vscode.lm.invokeTool("managed_auth_plan_file", { input, toolInvocationToken: undefined });
      say(content[0].value);
    }),
  );
};
`;

/** Time in which a window that was opened with its folders shows their number, in milliseconds. */
const openingMs = 10_000;

describe("connection files in virtual folders", () => {
  let workbench: Workbench;
  let service: TappedSandbox;
  let extensionsDir: string;

  const inStatusBar = (text: RegExp): Promise<boolean> =>
    workbench.page.locator(".statusbar-item").filter({ hasText: text }).first().isVisible();

  before(async () => {
    extensionsDir = await withExtension("memory", main, {
      activationEvents: ["onFileSystem:memory", "onStartupFinished"],
      contributes: { commands: [{ command: "memory.plan", title: "Plan", category: "Memory" }] },
    });
    const folders = ["team", "empty"].map((name) => ({ uri: `memory:/${name}` }));
    [workbench, service] = await Promise.all([
      Workbench.open({ extensionsDir, files: { "virtual.code-workspace": JSON.stringify({ folders }) } }),
      TappedSandbox.start(),
    ]);
    await service.logins.create("bank.example");
    // On a busy machine, VS Code may open the workspace without its folders and never add them.
    await until("the folders of the workspace", async () => {
      await workbench.openInside("virtual.code-workspace");
      return within(openingMs, () => inStatusBar(/^2 folders$/));
    });
    await signIn(workbench, service.baseUrl, service.token);
  });
  after(() => Promise.all([workbench.stop(), service.stop(), rm(extensionsDir, { recursive: true })]));
  afterEach(() => leave(workbench));

  it("can be planned by a language model tool", async () => {
    await workbench.runCommand("Memory: Plan");
    await until("the plan", () => inStatusBar(/Plan: \d to create/));
  });

  it("can be created with the Add Connections to File command", async () => {
    const { connections, notifications, quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Refresh Connections");
    await connections.contextMenu("Add Connections to File…", "bank.example");
    await quickInput.waitFor("Add Connections to File");
    await quickInput.choose("New empty/managed-auth.jsonc");
    await notifications.press(/^Added: .*bank\.example/, "Save File");
    await until("the file", () => inStatusBar(/Wrote \/empty\/managed-auth\.jsonc: .*"bank\.example"/));
  });
});
