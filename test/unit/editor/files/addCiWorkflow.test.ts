// "Add CI Workflow…" in a released build: the choice of the file, the generated workflow and its confirmation.
import assert from "node:assert/strict";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, it } from "node:test";
import { Uri, workspace } from "vscode";
import { findRepository } from "../../../../src/editor/files/gitRepository.ts";
import "../../../support/released.ts";
import { TextDocument, setTrust } from "../../../doubles/documents.ts";
import { Message, QuickPick, reset, window } from "../../../doubles/vscode.ts";
import { openFolder, putFile } from "../../../doubles/workspaceFiles.ts";
import { answer, fileOf, fileFixture, nextShown, untaken } from "../../../support/connectionFiles.ts";
import { labelsOf } from "../../../support/rows.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

const path = ".github/workflows/managed-auth.yml";
const text = fileOf([]);

/** Returns the file, version and checksum in a workflow. */
const pinned = (workflow: string): readonly string[] =>
  [...workflow.matchAll(/^ {2}(?:FILE|VERSION|SHA256): (.*)$/gm)].map(([, value = ""]) => value);

describe("Add CI Workflow", () => {
  it("creates an unsaved workflow for the only connection file, even in untrusted workspaces", async (context) => {
    const { addWorkflow, service } = await fileFixture(context, text);
    setTrust(false);
    await addWorkflow();
    const document = await nextShown(TextDocument);
    assert.match(document.uri.toString(), new RegExp(`^untitled:.*/${path}$`));
    assert.deepEqual(pinned(document.getText()), ['"managed-auth.jsonc"', '"1.2.3"', "0".repeat(64)]);
    assert.equal(document.isDirty, true);
    assert.equal((await nextShown(Message)).text, "Save the workflow, then set its secret and reviewers.");
    assert.deepEqual(service.requests, []);
  });

  it("overwrites an existing workflow in the editor only after confirmation", async (context) => {
    const { addWorkflow } = await fileFixture(context, text);
    const existing = putFile(path, "name: Mine\n");
    let adding = addWorkflow();
    assert.match(
      await answer(undefined),
      /^Overwrite \.github\/workflows\/managed-auth\.yml\?\n.*when you save/,
    );
    await adding;
    assert.equal(existing.getText(), "name: Mine\n");
    adding = addWorkflow();
    await answer("Overwrite");
    assert.equal(await nextShown(TextDocument), existing);
    await adding;
    assert.match(existing.getText(), /^name: "Managed Auth"$/m);
  });

  it("keeps the workflow of another file with a similar path", async (context) => {
    const { addWorkflow } = await fileFixture(context, text);
    const added = async (name: string): Promise<TextDocument> => {
      window.activeTextEditor = { document: putFile(name, text) };
      await addWorkflow();
      const document = await nextShown(TextDocument);
      assert.match((await nextShown(Message)).text, /^Save the workflow/);
      assert.equal(pinned(document.getText())[0], JSON.stringify(name));
      return document;
    };
    const [first, second] = [await added("a/b.managed-auth.jsonc"), await added("a-b.managed-auth.jsonc")];
    assert.match(first.uri.path, /\/managed-auth-a-b\.yml$/);
    assert.match(second.uri.path, /\/managed-auth-a-b-2\.yml$/);
    assert.match(second.getText(), /paths: \[.*"\.github\/workflows\/managed-auth-a-b-2\.yml"\]/);
    assert.equal(pinned(first.getText())[0], '"a/b.managed-auth.jsonc"');
  });

  it("uses the active file or prompts for a file", async (context) => {
    const { addWorkflow } = await fileFixture(context, text);
    putFile("sites/eu.managed-auth.jsonc", text);
    let adding = addWorkflow();
    const pick = await nextShown(QuickPick);
    assert.deepEqual(labelsOf(pick.items), ["managed-auth.jsonc", "sites/eu.managed-auth.jsonc"]);
    pick.hide();
    await adding;
    assert.deepEqual(untaken(), []);
    adding = addWorkflow();
    (await nextShown(QuickPick)).choose("sites/eu.managed-auth.jsonc");
    assert.equal(pinned((await nextShown(TextDocument)).getText())[0], '"sites/eu.managed-auth.jsonc"');
    await adding;
    assert.match((await nextShown(Message)).text, /^Save the workflow/);
    window.activeTextEditor = { document: putFile("b/managed-auth.jsonc", text) };
    adding = addWorkflow();
    const workflow = await nextShown(TextDocument);
    assert.match(workflow.uri.path, /\/\.github\/workflows\/managed-auth-b\.yml$/);
    assert.equal(pinned(workflow.getText())[0], '"b/managed-auth.jsonc"');
    await adding;
  });

  it("writes a workflow for the default branch to the repository's root", async (context) => {
    const { addWorkflow } = await fileFixture(context, text);
    const root = await temporaryDirectory(context);
    const put = async (name: string, content: string): Promise<void> => {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    };
    await put("repo/sites/managed-auth.jsonc", text);
    openFolder(join(root, "repo", "sites"));
    const path = join(root, "repo", "sites", "managed-auth.jsonc");
    window.activeTextEditor = { document: new TextDocument(path, text) };
    const written = async (): Promise<readonly unknown[]> => {
      await addWorkflow();
      const document = await nextShown(TextDocument);
      const workflow = document.getText();
      document.type("");
      await nextShown(Message);
      const branches = /(?<=branches: ).*/.exec(workflow)?.[0];
      window.activeTextEditor = { document: new TextDocument(path, text) };
      return [document.uri.path.slice(root.length), pinned(workflow)[0], branches];
    };
    const inRoot = ["/repo/.github/workflows/managed-auth-sites.yml", '"sites/managed-auth.jsonc"'];
    const inFolder = ["/repo/sites/.github/workflows/managed-auth.yml", '"managed-auth.jsonc"'];
    assert.deepEqual(await written(), [...inFolder, '["main"]']);
    await put("repo/.git/HEAD", "ref: refs/heads/.invalid\n");
    assert.deepEqual(await written(), [...inRoot, '["main"]']);
    await put("repo/.git/HEAD", "ref: refs/heads/topic\n");
    assert.deepEqual(await written(), [...inRoot, '["topic"]']);
    await put("repo/.git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/trunk\n");
    assert.deepEqual(await written(), [...inRoot, '["trunk"]']);
    // Turn the repository into a linked worktree.
    await rename(join(root, "repo", ".git"), join(root, "main.git"));
    await put("repo/.git", `gitdir: ${join(root, "main.git", "worktrees", "one")}\n`);
    await put("main.git/worktrees/one/HEAD", "ref: refs/heads/topic\n");
    await put("main.git/worktrees/one/commondir", "../..\n");
    assert.deepEqual(await written(), [...inRoot, '["trunk"]']);
  });

  it("finds a linked worktree on a Windows drive", async (context) => {
    const files = new Map([
      ["/c:/tree/.git", "gitdir: D:/repo/.git/worktrees/tree\n"],
      ["/D:/repo/.git/worktrees/tree/HEAD", "ref: refs/heads/topic\n"],
    ]);
    context.mock.method(workspace.fs, "readFile", async ({ path }: Uri) => {
      const text = files.get(path);
      await Promise.resolve();
      if (text === undefined) throw new Error("not found");
      return Buffer.from(text);
    });
    const found = await findRepository(Uri.from({ scheme: "file", path: "/c:/tree/managed-auth.jsonc" }));
    assert.deepEqual([found?.root.path, found?.branch], ["/c:/tree", "topic"]);
  });

  it("explains why it can't create a workflow for a file", async (context) => {
    const { addWorkflow } = await fileFixture(context, text);
    const refusal = async (): Promise<string> => {
      await addWorkflow();
      const { buttons, text: words } = await nextShown(Message);
      return `${words} [${buttons.join()}]`;
    };
    const activate = (document: TextDocument): void => void (window.activeTextEditor = { document });
    activate(new TextDocument("/elsewhere/managed-auth.jsonc", text));
    assert.equal(await refusal(), "The file isn't in a folder of this workspace. [Open Folder…]");
    activate(putFile("${{ secrets }}/managed-auth.jsonc", text));
    assert.equal(await refusal(), "The file isn't in a folder of this workspace. [Open Folder…]");
    activate(new TextDocument("/elsewhere/managed-auth.jsonc", text, "untitled"));
    assert.equal(await refusal(), "Save /elsewhere/managed-auth.jsonc first. [Save File]");
    reset();
    openFolder("/empty");
    assert.equal(await refusal(), "This workspace has no connection file. [Add Connections to File…]");
    const root = await temporaryDirectory(context);
    openFolder("/empty", root);
    const misnamed = [
      ["managed-auth.json", "managed-auth.jsonc"],
      ["Managed-Auth.jsonc.txt", "managed-auth.jsonc"],
      ["Prod.Managed_Auth.JSONC", "Prod.managed-auth.jsonc"],
    ] as const;
    for (const [name, correct] of misnamed) {
      await writeFile(join(root, name), text);
      const words = `/${name} isn't used as a connection file. Rename it to ${correct}. [Open File]`;
      const shown = await refusal();
      assert.ok(shown.endsWith(words), shown);
      await rm(join(root, name));
    }
  });
});
