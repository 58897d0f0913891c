import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { commands } from "vscode";
import { reportIssue } from "../../../../src/editor/app/commands.ts";
import { reset } from "../../../doubles/vscode.ts";

beforeEach(reset);

describe("Report Issue", () => {
  it("prefills the issue with advice on secrets and on reporting vulnerabilities", async () => {
    const calls: unknown[] = [];
    commands.registerCommand("workbench.action.openIssueReporter", (options: unknown) => calls.push(options));
    await reportIssue("1.2.3");
    const text = JSON.stringify(calls);
    assert.match(text, /Never paste a token\./);
    assert.match(text, /vulnerability only through .* private security advisories/);
    assert.match(text, /- Managed Auth 1\.2\.3/);
  });
});
