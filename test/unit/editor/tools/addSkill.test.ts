// "Add Agent Skill to Workspace…": the written file, and existing files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, it } from "node:test";
import { addSkill } from "../../../../src/editor/tools/addSkill.ts";
import { TextDocument } from "../../../doubles/documents.ts";
import { Message, QuickPick, reset, screen } from "../../../doubles/vscode.ts";
import { openFolder, putFile } from "../../../doubles/workspaceFiles.ts";
import { root } from "../../../host/paths.ts";
import { labelsOf } from "../../../support/rows.ts";

beforeEach(reset);

const path = ".agents/skills/managed-auth-login/SKILL.md";
const skill = readFileSync(join(root, "media/skills/managed-auth-login/SKILL.md"), "utf8");

describe("Add Agent Skill to Workspace", () => {
  it("writes and opens the skill, or reports that the file is up to date", async () => {
    await addSkill();
    assert.equal((await screen.next(Message)).text, "Skill added to the workspace.");
    const document = await screen.next(TextDocument);
    assert.ok(document.uri.path.endsWith(`/${path}`));
    assert.equal(document.getText(), skill);
    await addSkill();
    assert.equal((await screen.next(Message)).text, "The skill is up to date.");
  });

  it("overwrites a changed file only after confirmation", async () => {
    const mine = putFile(path, "mine");
    for (const answer of [undefined, "Overwrite"]) {
      const adding = addSkill();
      const dialog = await screen.next(Message);
      assert.deepEqual([dialog.text, dialog.options.modal], [`Overwrite ${path}?`, true]);
      dialog.choose(answer);
      await adding;
      if (answer === undefined) assert.equal(mine.getText(), "mine");
      else {
        await screen.next(Message);
        assert.equal((await screen.next(TextDocument)).getText(), skill);
      }
    }
  });

  it("asks which open folder to use, or reports that no folder is open", async () => {
    openFolder("/work/one", "/work/two");
    const adding = addSkill();
    const pick = await screen.next(QuickPick);
    assert.deepEqual(labelsOf(pick.items), ["one", "two"]);
    pick.choose("two");
    await adding;
    await screen.next(Message);
    assert.equal((await screen.next(TextDocument)).uri.path, `/work/two/${path}`);
    openFolder();
    await addSkill();
    const { buttons, text } = await screen.next(Message);
    assert.deepEqual([text, buttons], ["Open a folder first.", ["Open Folder…"]]);
  });

  it("reports that the file couldn't be written", async () => {
    openFolder("/locked/one");
    await addSkill();
    const { buttons, text } = await screen.next(Message);
    assert.deepEqual([text, buttons], ["The skill couldn't be written to this folder.", ["Try Again"]]);
  });
});
