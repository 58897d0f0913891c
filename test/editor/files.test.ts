// A connection file in the real host: the extension's diagnostics besides those of VS Code's JSON support.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import * as vscode from "vscode";
import { until } from "../host/until.ts";

const text = `{
  // An existing connection of the sandbox, and two new ones.
  "version": 1,
  "connections": [
    { "domain": "registry.example", "profile_name": "compliance", "health_check_interval": 7200 },
    { "domain": "new.example", "profile_name": "support", "browser": { "proxy": { "name": "berlin-residental" } }, "recrod_session": true },
    { "domain": "https://other.example/", "profile_name": "support" }
  ]
}
`;

/** Returns the result of a VS Code provider command. */
async function provided<T>(command: string, ...args: readonly unknown[]): Promise<readonly T[]> {
  return (await vscode.commands.executeCommand<readonly T[] | undefined>(command, ...args)) ?? [];
}

describe("a connection file in the real extension host", () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  let document: vscode.TextDocument;

  const titles = async (): Promise<readonly string[]> =>
    (await provided<vscode.CodeLens>("vscode.executeCodeLensProvider", document.uri, 100)).map(
      ({ command, range }) => `${range.start.line}: ${command?.title ?? ""}`,
    );
  const problems = (): readonly string[] =>
    vscode.languages.getDiagnostics(document.uri).map(({ message, source }) => `${source ?? ""}: ${message}`);
  const at = (part: string): vscode.Position =>
    document.positionAt(document.getText().indexOf(part) + part.length);
  const replace = async (before: string, after: string): Promise<void> => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(at(before).translate(0, -before.length), at(before)), after);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };

  before(async () => {
    assert.ok(folder);
    await vscode.commands.executeCommand("managedAuth.useSandbox");
    const path = join(folder.uri.fsPath, "managed-auth.jsonc");
    await writeFile(path, text);
    document = await vscode.workspace.openTextDocument(path);
    await vscode.window.showTextDocument(document);
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("managedAuth.signOut");
  });

  it("shows each problem once and the number of errors above the file", async () => {
    const ours = (): readonly string[] => problems().filter((line) => line.startsWith("Managed Auth: "));
    // A syntax error proves that VS Code's JSON support has validated the document.
    await replace('"version": 1,', '"version": 1,,');
    await until("VS Code's syntax error", () => problems().length > ours().length);
    await replace('"version": 1,,', '"version": 1,');
    await until("both problems", () => ours().length === 2 && problems().length === 2);
    assert.equal(problems().filter((line) => line.includes("recrod_session")).length, 1);
    assert.deepEqual(await titles().then((all) => all.filter((title) => title.startsWith("0: "))), [
      "0: 2 errors: nothing can be applied",
    ]);
    // VS Code returns no actions if the document's editor changes during the request.
    const fix = await until("the quick fix", async () => {
      const actions = await provided<vscode.CodeAction>(
        "vscode.executeCodeActionProvider",
        document.uri,
        new vscode.Range(at('"recrod'), at('"recrod')),
      );
      return actions.find(({ title }) => title === "Change to “record_session”")?.edit;
    });
    assert.ok(await vscode.workspace.applyEdit(fix));
    await replace("https://other.example/", "other.example");
    await until("no problem in the file", () => ours().every((line) => line.includes("berlin")));
  });

  it("shows the plan once the error in the file is fixed", async () => {
    await until("the plan's problem", () => problems().some((line) => line.includes("berlin-residental")));
    await replace("berlin-residental", "berlin-residential");
    await until("the plan", async () =>
      (await titles()).some((title) => title.includes("Plan: 2 to create, 1 to change")),
    );
  });

  it("shows the state and actions of each connection above its entry", async () => {
    const all = (await titles()).filter((title) => title.startsWith("4: "));
    assert.match(all.join(" | "), /^4: Logged in · \d+ \w+ ago \| 4: Log In… \| 4: Show \| 4: 1 change$/);
    assert.ok((await titles()).includes("5: Not created"));
  });

  it("offers name completions and shows a connection's state on hover", async () => {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at('"name": "'),
    );
    const labels = list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
    assert.ok(labels.includes("berlin-residential"), labels.join());
    const hovers = await provided<vscode.Hover>(
      "vscode.executeHoverProvider",
      document.uri,
      at("registry.ex"),
    );
    const words = hovers.flatMap(({ contents }) =>
      contents.map((one) => (one instanceof vscode.MarkdownString ? one.value : "")),
    );
    assert.match(words.join("\n"), /Logged/);
  });
});
