import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as vscode from "vscode";

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe("the extension in the real extension host", () => {
  const extension = vscode.extensions.getExtension("agent-auth-tools.managed-auth");

  it("activates and registers every command of the manifest", async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = extension.packageJSON as Manifest;
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  it("can register the MCP server under the ID in the manifest", () => {
    const registered = vscode.lm.registerMcpServerDefinitionProvider("managedAuth.mcp", {
      provideMcpServerDefinitions: () => [],
    });
    registered.dispose();
  });

  it("runs on a Node.js version that has SQLite", () => {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    assert.ok(major > 22 || (major === 22 && minor >= 19), process.versions.node);
    assert.equal(typeof process.getBuiltinModule("node:sqlite").DatabaseSync, "function");
  });
});
