// "Add Connections to File…": the edited text, which stays unsaved.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { parseConnectionFile } from "../../../../src/domain/file/parseFile.ts";
import { inProject } from "../../../../src/editor/accounts/accounts.ts";
import { closeDocument, openDocument, TextDocument } from "../../../doubles/documents.ts";
import { contextKeys, Message, QuickPick, reset, screen, workspace } from "../../../doubles/vscode.ts";
import { openFolder, openVirtualFolder, resetFiles } from "../../../doubles/workspaceFiles.ts";
import { fileOf, fileFixture, nextShown, untaken } from "../../../support/connectionFiles.ts";
import { labelsOf } from "../../../support/rows.ts";

beforeEach(reset);

const before = `{
  // Kept by the platform team.
  "version": 1,
  "connections": [
    { "domain": "bank.example", "profile_name": "work" } // The first one.
  ]
}
`;

describe("Add Connections to File", () => {
  it("writes non-default settings and leaves the file unsaved", async (context) => {
    const { add, document, service } = await fileFixture(context, before);
    service.proxies.push({ id: "p-1", name: "paris", type: "isp" });
    const browser = { stealth: true, proxy: { id: "p-1" } };
    const { id } = service.keep("shop.example", "team-a", { record_session: true, browser });
    const { id: existing } = service.keep("bank.example", "work");
    const adding = add({ ids: [id, existing] });
    const pick = await nextShown(QuickPick);
    assert.deepEqual(labelsOf(pick.items), ["managed-auth.jsonc"]);
    pick.choose("managed-auth.jsonc");
    assert.equal(await nextShown(TextDocument), document);
    const message = await nextShown(Message);
    assert.deepEqual([message.text, message.buttons], ["Added: team-a on shop.example.", ["Save File"]]);
    await adding;
    assert.equal(document.isDirty, true);
    assert.equal(contextKeys.get("managedAuth.fileWritten"), true);
    const text = document.getText();
    assert.match(text, /Kept by the platform team\.[^]*The first one\./);
    context.assert.snapshot(JSON.parse(text.replaceAll(/\/\/.*/g, "")));
    assert.deepEqual(service.changes, []);
  });

  it("doesn't change a file that has errors", async (context) => {
    const { add, document, service } = await fileFixture(context, "{ nothing");
    const { id } = service.keep("shop.example", "team-a");
    const adding = add({ ids: [id] });
    (await nextShown(QuickPick)).choose("managed-auth.jsonc");
    const { buttons, text } = await nextShown(Message);
    assert.deepEqual([text, buttons], ["The file has errors. Correct them first.", ["Show Problems"]]);
    await adding;
    assert.equal(document.getText(), "{ nothing");
  });

  it("creates a new file in a folder's virtual file system", async (context) => {
    const { add, service } = await fileFixture(context, before);
    const { id } = service.keep("shop.example", "team-a");
    const begin = async (folder: string): Promise<{ readonly added: Promise<unknown> }> => {
      resetFiles();
      openVirtualFolder(folder, {});
      const added = add({ ids: [id] });
      (await nextShown(QuickPick)).choose(`New ${new URL(folder).pathname}/managed-auth.jsonc`);
      return { added };
    };
    const { added } = await begin("memfs:///empty");
    const fresh = await nextShown(TextDocument);
    assert.deepEqual([fresh.uri.toString(), fresh.isDirty], ["memfs:///empty/managed-auth.jsonc", true]);
    assert.match(fresh.getText(), /"shop\.example"/);
    await nextShown(Message);
    await added;
    const { added: refused } = await begin("memfs:///locked");
    assert.equal((await nextShown(Message)).text, "The file can't be created.");
    await refused;
  });

  it("offers to create a file in each folder without a connection file", async (context) => {
    const { add, document, service } = await fileFixture(context, before);
    const [folder = ""] = document.uri.path.split("/managed-auth.jsonc");
    openFolder(folder, "/other");
    const { id } = service.keep("shop.example", "team-a");
    const adding = add({ ids: [id] });
    const pick = await nextShown(QuickPick);
    assert.deepEqual(labelsOf(pick.items), ["managed-auth.jsonc", "New /other/managed-auth.jsonc"]);
    pick.choose("New /other/managed-auth.jsonc");
    const fresh = await nextShown(TextDocument);
    assert.deepEqual([fresh.uri.toString(), fresh.isDirty], ["untitled:///other/managed-auth.jsonc", true]);
    const entry = { domain: "shop.example", profile_name: "team-a" };
    assert.deepEqual(JSON.parse(fresh.getText()), { version: 1, connections: [entry] });
    const message = await nextShown(Message);
    await adding;
    message.choose("Save File");
    await message.answer;
    await new Promise(setImmediate);
    assert.equal(fresh.isDirty, false);
    assert.deepEqual([document.getText(), service.changes], [before, []]);
  });

  it("shows a message on Save File if the file was closed", async (context) => {
    const { add, document, service } = await fileFixture(context, before);
    openDocument(document);
    const adding = add({ ids: [service.keep("shop.example", "team-a").id], uri: document.uri.toString() });
    const message = await nextShown(Message);
    await adding;
    closeDocument(document);
    message.choose("Save File");
    assert.equal((await nextShown(Message)).text, "The file is no longer open.");
  });

  it("adds to the given file without a prompt, even if file search fails", async (context) => {
    const { add, document, service } = await fileFixture(context, before);
    const { id } = service.keep("shop.example", "team-a");
    await add({ ids: [id], uri: document.uri.toString() });
    assert.match(document.getText(), /shop\.example/);
    assert.equal((await nextShown(Message)).text, "Added: team-a on shop.example.");
    context.mock.method(workspace, "findFiles", () => Promise.reject(new Error("no search here")));
    const adding = add({ ids: [id] });
    (await nextShown(QuickPick)).choose("managed-auth.jsonc");
    assert.equal((await nextShown(Message)).text, "The file has these connections.");
    await adding;
  });

  it("writes nothing if the user cancels a prompt", async (context) => {
    const { add, document, service } = await fileFixture(context, before);
    const { id } = service.keep("shop.example", "team-a");
    let adding = add();
    (await screen.next(QuickPick)).hide();
    await adding;
    adding = add({ ids: [id] });
    (await nextShown(QuickPick)).hide();
    await adding;
    assert.deepEqual([document.getText(), untaken()], [before, []]);
  });

  it("asks the user to open a folder if none is open", async (context) => {
    const { add, service } = await fileFixture(context, before);
    openFolder();
    context.mock.method(workspace, "findFiles", () => Promise.resolve([]));
    await add({ ids: [service.keep("shop.example", "team-a").id] });
    assert.equal((await nextShown(Message)).text, "Open a folder for the file first.");
    assert.deepEqual(service.requests, []);
  });

  it("explains why it can't add connections to the file", async (context) => {
    const { add, document, service } = await fileFixture(context, before);
    const { id } = service.keep("shop.example", "team-a");
    const uri = document.uri.toString();
    await add({ ids: ["gone"], uri });
    assert.equal((await nextShown(Message)).text, "The connection no longer exists, so it wasn't added.");
    service.projects.push({ id: "prj_2", name: "staging", status: "active" });
    const other = fileOf([], { project: "staging" });
    document.type(other);
    await add({ ids: [id], uri });
    assert.match((await nextShown(Message)).text, /^The file is for project staging, and this window uses/);
    service.fate = () => ({ status: 503 });
    await add({ ids: [id], uri });
    const { buttons, text } = await nextShown(Message);
    assert.match(text, /^Add Connections to File: The file's project couldn't be read\. The service failed/);
    assert.deepEqual([buttons, document.getText()], [["Try Again"], other]);
  });

  it("writes the window's project only to a file without connections", async (context) => {
    const { account, add, document, parts, service } = await fileFixture(context, before);
    service.projects.push({ id: "prj_1", name: "Staging", status: "active" });
    await parts.session.switchTo(inProject(account, { id: "prj_1", name: "Staging" }));
    const { id } = service.keep("shop.example", "team-a");
    const uri = document.uri.toString();
    await add({ ids: [id], uri });
    const { buttons, text } = await nextShown(Message);
    assert.match(
      text,
      /^The file is for the default project, and this window uses Second, project Staging\.$/,
    );
    assert.deepEqual([buttons, document.getText()], [["Choose Project…"], before]);
    for (const empty of ["", "// Ours\n", fileOf([])]) {
      document.type(empty);
      const adding = add({ ids: [id], uri });
      await nextShown(Message);
      await adding;
      const { connections, project } = parseConnectionFile(document.getText());
      assert.deepEqual([project, connections.length], ["Staging", 1], empty);
    }
    service.context = { authorization: { credential_scope: { project_id: "prj_1" } } };
    await parts.session.switchTo(inProject(account, undefined));
    document.type("");
    const adding = add({ ids: [id], uri });
    await nextShown(Message);
    await adding;
    assert.equal(parseConnectionFile(document.getText()).project, "Staging", "the token's project");
  });
});
