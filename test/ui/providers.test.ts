// Credential providers in a window: list, creation, test, editing and deletion.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Workbench } from "../host/workbench.ts";
import { answer, waitForQuestion, choose, waitForCommandEnd } from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import { columns } from "../support/rows.ts";
import { openSandboxForSuite } from "./suiteHooks.ts";

const questions = {
  pick: "Choose or type a provider ID",
  name: "Provider name, used by connections.",
  token: "1Password service account token. VS Code doesn't store the token.",
  tokenAgain: "1Password service account token. Leave empty to keep what you typed.",
  review: "Create, or choose what to change",
  edit: "Save, or choose what to change",
};
const secret = "refused-s3cret-of-1password";

describe("credential provider management", () => {
  let workbench: Workbench;
  openSandboxForSuite((opened) => (workbench = opened), { viewport: { width: 1280, height: 1000 } });

  it("lists providers in order of priority and tests a provider from its page", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Show Providers…");
    await waitForQuestion(workbench, questions.pick);
    await quickInput.row("travel-team");
    assert.deepEqual(columns(await quickInput.rows(), "label", "description"), [
      ["onepassword", "1Password · order 0"],
      ["retired-vault", "1Password · order 10"],
      ["travel-team", "disabled · 1Password · order 20"],
      ["Create Provider…", ""],
    ]);
    await quickInput.choose("onepassword");
    const page = await resultCard(workbench, "onepassword");
    assert.equal(page.state, "Enabled");
    assert.ok(page.table.some(({ cells }) => cells.includes("Compliance/Bank")));
    await pressInResult(workbench, "Test Provider");
    const tested = await resultCard(workbench, "onepassword", "The token works and opens 2 vaults.");
    assert.deepEqual(tested.lists["Vaults found"], ["Compliance", "Engineering"]);
    await waitForCommandEnd(workbench);
  });

  it("creates, tests, edits and deletes a provider without showing the token", async () => {
    const { dialog, quickInput } = workbench;
    const shown: unknown[] = [];
    await workbench.runCommand("Managed Auth: Show Providers…");
    await choose(workbench, questions.pick, "Create Provider…");
    await answer(workbench, questions.name, "mine");
    await waitForQuestion(workbench, questions.token);
    assert.equal(await quickInput.isPassword(), true);
    await quickInput.answer(secret);
    await waitForQuestion(workbench, questions.review);
    await quickInput.back();
    await waitForQuestion(workbench, questions.tokenAgain);
    assert.equal(await quickInput.value(), "");
    await quickInput.back();
    await waitForQuestion(workbench, questions.name);
    assert.equal(await quickInput.value(), "mine");
    await quickInput.accept();
    await waitForQuestion(workbench, questions.tokenAgain);
    await quickInput.accept();
    await waitForQuestion(workbench, questions.review);
    shown.push(await quickInput.rows());
    await quickInput.choose("Create Provider");
    shown.push(await resultCard(workbench, "mine created"));
    await pressInResult(workbench, "Test Provider");
    const refused = await resultCard(workbench, "mine", "Test failed. Replace");
    assert.deepEqual(refused.lists["The service says"], ["The provider refused the service account token."]);
    await pressInResult(workbench, "Edit…");
    await choose(workbench, questions.edit, "Token");
    await answer(workbench, questions.token, "ops_s3cret-of-1password");
    await choose(workbench, questions.edit, "Save Changes");
    shown.push(refused, await resultCard(workbench, "Changes saved", "Token replaced."));
    await pressInResult(workbench, "Test Provider");
    shown.push(await resultCard(workbench, "mine", "The token works and opens 2 vaults."));
    await pressInResult(workbench, "Edit…");
    await choose(workbench, questions.edit, "Name");
    await answer(workbench, "New provider name, used by connections.", "ours");
    await choose(workbench, questions.edit, "Save Changes");
    await resultCard(workbench, "Changes saved", "The old name was mine.");
    await pressInResult(workbench, "Edit…");
    await choose(workbench, questions.edit, "Enabled");
    await choose(workbench, "Can connections use this provider?", "No");
    await choose(workbench, questions.edit, "Save Changes");
    const disabled = await resultCard(
      workbench,
      "Changes saved",
      "The provider is disabled: connections get no credential.",
    );
    assert.equal(disabled.rows["Status"], "Disabled");
    await pressInResult(workbench, "Delete…");
    assert.equal((await dialog.read()).message, 'Delete provider "ours"?');
    await dialog.press("Delete");
    await workbench.runCommand("Managed Auth: Show Providers…");
    await waitForQuestion(workbench, questions.pick);
    await quickInput.row("travel-team");
    assert.ok((await quickInput.rows()).every(({ label }) => label !== "ours"));
    await quickInput.escape();
    assert.doesNotMatch(JSON.stringify(shown), /s3cret/);
    await waitForCommandEnd(workbench);
  });
});
