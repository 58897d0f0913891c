// Every warning has a button for the next step, unless no button can help.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import ts from "typescript";
import { editorSources, nodes } from "./l10n/sources.ts";

/** Warnings without a button. The user must act outside of VS Code, in the file that is shown, or not at all. */
const withoutButton = [
  "Not added: this build isn't a published release.",
  "Not copied: the value has hidden characters.",
  "Not opened: the sandbox has moved. Refresh this page.",
  "Not opened: this isn't a valid https address.",
  "The MCP server needs VS Code 1.125 or newer. Update VS Code.",
  "The connection no longer exists, so it wasn't added.",
  "The file can't be changed.",
  "The file can't be created.",
  "The sandbox couldn't use its old data and started over.",
  "This VS Code can't add the MCP server. Update VS Code.",
];

describe("warning notifications in the source code", () => {
  it("have a button for the next step unless listed as an exception", () => {
    const found = editorSources()
      .flatMap((file) => [...nodes(file)])
      .filter((node) => ts.isCallExpression(node))
      .filter(({ arguments: given, expression }) => expression.getText() === "warn" && given.length === 1)
      .flatMap((call) => [...nodes(call)].filter((node) => ts.isStringLiteral(node)).map(({ text }) => text));
    assert.deepEqual(found.filter((text) => text.includes(" ")).sort(), withoutButton);
  });
});
