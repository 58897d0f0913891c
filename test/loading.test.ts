// Tests when each built file is loaded. CONTRIBUTING.md contains the table.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { root } from "./host/paths.ts";
import { run } from "./host/processes.ts";

const built = mkdtempSync(join(tmpdir(), "managed-auth-loading-"));
const dist = join(built, "dist");

/**
 * Activates the built extension with a `vscode` stub that accepts every call, and prints the loaded files.
 * `document` is the name of a document that is opened in an untrusted workspace.
 */
const script = (document: string): string => `
  const Module = require("node:module");
  const { basename } = require("node:path");
  const anything = new Proxy(class {}, { get: (_, key) => (key === Symbol.toPrimitive ? () => "" : anything), apply: () => anything });
  let rows;
  const handlers = new Map();
  const tools = new Map();
  let opened;
  const vscode = {
    languages: { match: ([{ pattern }], { fileName }) => Number(pattern.endsWith("/" + fileName)), createDiagnosticCollection: () => ({ set() {} }), registerCodeLensProvider: () => ({}), registerCompletionItemProvider: () => ({}), registerHoverProvider: () => ({}), registerCodeActionsProvider: () => ({}) },
    workspace: new Proxy({ isTrusted: false, textDocuments: [], onDidOpenTextDocument: (listener) => ((opened ??= listener), {}) }, { get: (known, key) => known[key] ?? anything }),
    window: { visibleTextEditors: [], state: {}, onDidChangeVisibleTextEditors: () => ({}), createTreeView: (_, { treeDataProvider }) => ((rows = treeDataProvider), { onDidChangeVisibility: () => ({}) }), registerWebviewPanelSerializer: () => ({}), registerUriHandler: () => ({}), createStatusBarItem: () => ({ hide() {} }), createOutputChannel: () => ({ show() {} }), onDidChangeWindowState: () => ({}), onDidChangeTextEditorSelection: () => ({}) },
    commands: { registerCommand: (id, handler) => (handlers.set(id, handler), {}), executeCommand: async () => undefined },
    CancellationError: class extends Error {}, LanguageModelTextPart: class {}, LanguageModelToolResult: class {},
    lm: { registerTool: (name, tool) => (tools.set(name, tool), {}) },
    Uri: { joinPath: () => ({}) }, l10n: { t: (text) => text }, env: { language: "en" },
    EventEmitter: class { event = () => ({}); fire() {} dispose() {} },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? new Proxy(vscode, { get: (known, key) => known[key] ?? anything }) : load(name, ...rest));
  const loaded = () => Object.keys(require.cache).map((file) => basename(file)).sort();
  const state = { get: () => undefined, update: async () => undefined };
  (async () => {
    require(${JSON.stringify(join(dist, "extension.cjs"))}).activate({
      subscriptions: [], secrets: { onDidChange: () => ({}), get: async () => undefined, keys: async () => [] }, workspaceState: state, globalState: state,
      globalStorageUri: { fsPath: ${JSON.stringify(join(built, "storage"))} }, extension: { packageJSON: { version: "1.2.3" } },
    });
    const activated = loaded();
    opened({ fileName: ${JSON.stringify(document)} });
    await new Promise(setImmediate);
    const open = loaded();
    await rows.getChildren();
    const drawn = loaded();
    await handlers.get("managedAuth.showLog")();
    const worked = loaded();
    await tools.get("managed_auth_entitlements").invoke({ input: {} }, { onCancellationRequested: () => ({ dispose() {} }) });
    console.log(JSON.stringify({ activated, open, drawn, worked, called: loaded() }));
    process.exit(0);
  })();`;

describe("the built files", () => {
  before(async () => {
    // Build in a folder with links to the project, because dist/ may be in use.
    for (const name of ["src", "node_modules", "package.json"])
      symlinkSync(join(root, name), join(built, name));
    const { code, stderr } = await run(process.execPath, [join(root, "esbuild.mjs")], { cwd: built });
    assert.equal(code, 0, stderr);
  });
  after(() => rmSync(built, { recursive: true, force: true }));

  /** Returns the files that are loaded at each stage if a document with this name is opened after activation. */
  async function stages(document: string): Promise<Readonly<Record<string, readonly string[]>>> {
    const { code, stderr, stdout } = await run(process.execPath, ["-e", script(document)]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as Awaited<ReturnType<typeof stages>>;
  }

  it("are loaded in stages: activation, tree, command and tool", async () =>
    assert.deepEqual(await stages("tsconfig.json"), {
      activated: ["extension.cjs"],
      open: ["extension.cjs"],
      drawn: ["app.cjs", "core.cjs", "extension.cjs", "shared.cjs"],
      worked: ["app.cjs", "core.cjs", "extension.cjs", "rest.cjs", "shared.cjs", "work.cjs"],
      called: ["app.cjs", "core.cjs", "extension.cjs", "rest.cjs", "shared.cjs", "tools.cjs", "work.cjs"],
    }));

  it("don't load account code for a connection file in an untrusted workspace", async () => {
    const { open } = await stages("managed-auth.jsonc");
    assert.deepEqual(open, ["core.cjs", "extension.cjs", "rest.cjs", "shared.cjs", "work.cjs"]);
  });

  it("load at most 40 % as much code for tree views as for commands", () => {
    const sizes = (...names: readonly string[]): number =>
      names.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
    const tree = sizes("app.cjs", "core.cjs", "shared.cjs");
    assert.ok(tree <= 0.4 * (tree + sizes("work.cjs", "rest.cjs")), `${tree} bytes`);
  });

  it("contain no import(), which is slower in VS Code's extension host", () => {
    const files = readdirSync(dist).filter((name) => name.endsWith(".cjs"));
    assert.ok(files.includes("work.cjs"), files.join());
    // Occurs in code for users to copy, which isn't run.
    const copied = /await import\("(?:@onkernel\/sdk|playwright-core)"\)/g;
    for (const file of files)
      assert.doesNotMatch(readFileSync(join(dist, file), "utf8").replaceAll(copied, ""), /\bimport\(/, file);
  });
});
