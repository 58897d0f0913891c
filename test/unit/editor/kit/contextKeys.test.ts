import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { commands } from "vscode";
import { setContext } from "../../../../src/editor/kit/contextKeys.ts";
import { reset } from "../../../doubles/vscode.ts";

beforeEach(reset);

describe("setContext", () => {
  it("rejects if VS Code refuses the key", async (context) => {
    context.mock.method(commands, "executeCommand", () => Promise.reject(new Error("no window")));
    await assert.rejects(setContext("managedAuth.hasResults", true), /no window/);
  });
});
