// Tests that the linter finds planted violations, which reviews would have to notice otherwise, and allows the same
// code in the one file that may contain it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { root } from "./host/paths.ts";

/** Forbidden code, and the only file of src that may contain it. */
const forbiddenCode: readonly (readonly [code: string, home?: string])[] = [
  ["window.showErrorMessage(text);", "src/editor/kit/notify.ts"],
  ["window.showWarningMessage(`a`, { modal: true });", "src/editor/kit/notify.ts"],
  ["vscode.window.showInformationMessage(text);", "src/editor/kit/notify.ts"],
  ["env.openExternal(uri);", "src/editor/kit/openExternal.ts"],
  ["commands.executeCommand('vscode.open', address);", "src/editor/kit/openExternal.ts"],
  ["panel.webview.html = text;", "src/editor/results/resultPage.ts"],
  ["globalThis.fetch(address);", "src/api/hostDispatchers.ts"],
  ["fetch(address);"],
  ["markdown.isTrusted = true;"],
  ["markdown.supportHtml = true;"],
  ["markdown.supportThemeIcons = true;"],
  ["show({ isTrusted: { enabledCommands: [] } });"],
  ["item.tooltip = new MarkdownString(text);"],
  ["item.tooltip = new MarkdownString();", "src/editor/kit/escapedText.ts"],
  ["createWebviewPanel(id, title, column, { enableCommandUris: true });"],
  ["element.innerHTML = text;"],
  ["element.outerHTML = text;"],
  ["element.insertAdjacentHTML('beforeend', text);"],
  ["workspace.getConfiguration('managedAuth').get('baseUrl');"],
  ["connect({ rejectUnauthorized: false });"],
  ["process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';"],
  ["eval(text);"],
];

describe("the project's lint rules", () => {
  // Only rules that need no types: a type check of planted code would take seconds.
  const rules = new Set(["no-restricted-syntax", "no-restricted-globals", "no-eval"]);
  const linter = new ESLint({
    cwd: root,
    overrideConfigFile: join(root, ".config", "eslint.config.mjs"),
    overrideConfig: [tseslint.configs.disableTypeChecked],
    ruleFilter: ({ ruleId }) => rules.has(ruleId),
  });
  const findings = async (file: string, code: string): Promise<readonly string[]> => {
    const [result] = await linter.lintText(code, { filePath: join(root, file) });
    return (result?.messages ?? []).map(({ message, ruleId }) => ruleId ?? message);
  };

  before(async () => assert.deepEqual(await findings("src/editor/kit/log.ts", "say(text);"), []));

  for (const [code, home] of forbiddenCode)
    it(`report the forbidden code ${code}`, async () => {
      for (const file of [
        "src/editor/kit/log.ts",
        "src/page/dom.ts",
        "src/api/body.ts",
        "src/sandbox/http/server.ts",
      ]) {
        const [found = "nothing", ...others] = await findings(file, code);
        assert.ok(rules.has(found), `${file}: ${found}`);
        assert.deepEqual(others, []);
      }
      if (home !== undefined) assert.deepEqual(await findings(home, code), []);
    });
});
