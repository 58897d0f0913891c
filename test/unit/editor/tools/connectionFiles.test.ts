// Tests that the tools for connection files only read the workspace, ask for every confirmation and never delete.
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { setTrust } from "../../../doubles/documents.ts";
import { Message, reset } from "../../../doubles/vscode.ts";
import { FileType, openFolder, openVirtualFolder } from "../../../doubles/workspaceFiles.ts";
import { fileOf, fileFixture, nextShown } from "../../../support/connectionFiles.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { call, callAnswering, readingClock } from "../../../support/tools.ts";

beforeEach(reset);

const bank = { domain: "bank.example", profile_name: "work" };
const name = "managed-auth.jsonc";

async function openFile(context: TestContext, text: string) {
  const directory = await temporaryDirectory(context);
  const folder = join(directory, "workspace");
  await mkdir(folder);
  await writeFile(join(folder, name), text);
  const fixture = await fileFixture(context, "{}");
  openFolder(folder);
  return { ...fixture, directory, folder, deps: { ...fixture.parts, clock: readingClock() } };
}

describe("managed_auth_plan_file", () => {
  it("lists the changes without sending any", async (context) => {
    const text = fileOf([{ ...bank, browser: { proxy: { mode: "direct" } } }], { owns: ["team-*"] });
    const { deps, service } = await openFile(context, text);
    service.keep("shop.example", "team-a");
    const { json } = await call(deps, "managed_auth_plan_file", { path: name });
    assert.equal(json.done, true);
    assert.equal(json.says[0], "Plan: 1 to create, 1 to delete.");
    assert.deepEqual(json.service_says, {
      problems: [],
      changes: [{ connection: "work on bank.example", action: "create", settings: ["Proxy: No proxy"] }],
      not_in_file: ["team-a on shop.example"],
    });
    assert.deepEqual(service.changes, []);
  });

  it("reads only connection files inside the workspace", async (context) => {
    const { directory, folder, deps, service } = await openFile(context, fileOf([bank]));
    await writeFile(join(directory, name), fileOf([bank]));
    await writeFile(join(folder, "notes.jsonc"), fileOf([bank]));
    await symlink(join(directory, name), join(folder, "out.managed-auth.jsonc"));
    await symlink(join(folder, name), join(folder, "in.managed-auth.jsonc"));
    const refused = [
      `../${name}`,
      `sub/../../${name}`,
      join(directory, name),
      "notes.jsonc",
      "out.managed-auth.jsonc",
      "missing.managed-auth.jsonc",
    ];
    for (const path of refused) {
      const { json } = await call(deps, "managed_auth_plan_file", { path });
      assert.deepEqual([path, json.says[0]], [path, "The workspace has no connection file at this path."]);
    }
    assert.deepEqual(service.requests, []);
    for (const path of [name, join(folder, name), "in.managed-auth.jsonc"])
      assert.equal((await call(deps, "managed_auth_plan_file", { path })).json.done, true, path);
  });

  it("accepts a path that starts with a workspace folder's name", async (context) => {
    const { directory, folder, deps } = await openFile(context, fileOf([bank]));
    const other = join(directory, "other");
    await mkdir(other);
    await writeFile(join(other, name), fileOf([bank, { ...bank, domain: "shop.example" }]));
    // The path from the other folder takes precedence over the same path below this folder.
    await mkdir(join(folder, "other"));
    await writeFile(join(folder, "other", name), fileOf([bank]));
    openFolder(folder, other);
    const summary = async (path: string): Promise<string | undefined> =>
      (await call(deps, "managed_auth_plan_file", { path })).json.says[0];
    assert.equal(await summary(`other/${name}`), "Plan: 2 to create.");
    assert.equal(await summary(`workspace/${name}`), "Plan: 1 to create.");
    assert.match((await summary(`other/../${name}`)) ?? "", /no connection file/);
  });

  it("reads files in a virtual workspace, but doesn't follow links", async (context) => {
    const { deps } = await openFile(context, fileOf([bank]));
    const types = {
      [name]: FileType.File,
      linked: FileType.SymbolicLink,
      [`linked/${name}`]: FileType.File,
      [`link.${name}`]: FileType.File | FileType.SymbolicLink,
    };
    openVirtualFolder("memfs:///proj", types, fileOf([bank]));
    for (const path of [name, `/proj/${name}`, `./${name}`])
      assert.equal((await call(deps, "managed_auth_plan_file", { path })).json.done, true, path);
    for (const path of [`linked/${name}`, `link.${name}`, `missing.${name}`, `../proj/${name}`])
      assert.equal((await call(deps, "managed_auth_plan_file", { path })).json.done, false, path);
  });

  it("sends nothing in an untrusted workspace", async (context) => {
    const { deps, service } = await openFile(context, fileOf([bank]));
    setTrust(false);
    const { json } = await call(deps, "managed_auth_apply_file", { path: name });
    assert.deepEqual(
      [json.done, json.says, service.requests],
      [false, ["This workspace isn't trusted, so its files can't reach the service."], []],
    );
  });

  it("doesn't quote a secret in the file", async (context) => {
    const secret = `sk_live_${"a1".repeat(12)}`;
    const { deps, service } = await openFile(context, fileOf([{ ...bank, credential: { name: secret } }]));
    const { json, text } = await call(deps, "managed_auth_plan_file", { path: name });
    assert.deepEqual([json.done, service.requests], [false, []]);
    assert.ok(!text.includes(secret) && !JSON.stringify(json).includes(secret));
  });
});

describe("managed_auth_apply_file", () => {
  it("asks the user to confirm every value and deletes nothing", async (context) => {
    const text = fileOf([{ ...bank, login_url: "https://bank.example/in" }], { owns: ["team-*"] });
    const { deps, service } = await openFile(context, text);
    service.keep("shop.example", "team-a");
    const applying = call(deps, "managed_auth_apply_file", { path: name });
    const dialog = await nextShown(Message);
    assert.equal(dialog.text, "Apply this connection file?");
    const detail = dialog.options.detail ?? "";
    for (const part of [
      "Requested by an agent in this window.",
      "1 to create",
      "Domain: bank.example",
      "Profile: work",
      "https://bank.example/in",
      `Second, ${service.baseUrl}`,
    ])
      assert.ok(detail.includes(part), `${part} in ${detail}`);
    assert.equal(service.changes.length, 0);
    dialog.choose("Apply");
    const { json } = await applying;
    assert.equal(json.done, true);
    assert.deepEqual(json.says.slice(0, 2), [
      "Applied: 1 of 1.",
      "Tools never delete connections when applying a file. Connections missing from the file stay (1).",
    ]);
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
    assert.equal(service.connections.length, 2);
  });

  it("sends nothing if the user refuses or the dialog would be too long", async (context) => {
    const { folder, deps, service } = await openFile(context, fileOf([bank]));
    const refused = await callAnswering("refuse", deps, "managed_auth_apply_file", { path: name });
    assert.equal(refused.json.done, false);
    const many = Array.from({ length: 11 }, (_, index) => ({ ...bank, profile_name: `p${index}` }));
    await writeFile(join(folder, name), fileOf(many));
    const { json } = await call(deps, "managed_auth_apply_file", { path: name });
    assert.equal(json.says[0], "Not applied: the plan is too long to confirm in a dialog.");
    await writeFile(join(folder, name), fileOf([{ ...bank, credential: { name: "n".repeat(256) } }]));
    service.credentials.push({ id: "c-1", name: "n".repeat(256) });
    const long = await call(deps, "managed_auth_apply_file", { path: name });
    assert.equal(long.json.says[0], "Not applied: the plan is too long to confirm in a dialog.");
    const wide = many
      .slice(0, 10)
      .map((one, index) => ({ ...one, profile_name: `p${index}${"x".repeat(240)}` }));
    await writeFile(join(folder, name), fileOf(wide));
    const together = await call(deps, "managed_auth_apply_file", { path: name });
    assert.equal(together.json.says[0], "Not applied: the plan is too long to confirm in a dialog.");
    assert.deepEqual(service.changes, []);
  });

  it("keeps a value that another client has just changed", async (context) => {
    const { deps, service } = await openFile(context, fileOf([{ ...bank, health_check_interval: 7200 }]));
    const row = service.keep("bank.example", "work");
    const applying = call(deps, "managed_auth_apply_file", { path: name });
    const dialog = await nextShown(Message);
    row["health_check_interval"] = 600;
    dialog.choose("Apply");
    const { json } = await applying;
    assert.deepEqual([json.done, service.changes], [false, []]);
    const why = ["Someone else changed Health check interval."];
    const result = { connection: "work on bank.example", result: "Left unchanged", why };
    assert.deepEqual(json.service_says, { results: [result] });
  });
});
