// Tests the resources view through VS Code's tree API.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { nodeRow, type SidebarNode } from "../../../../src/editor/sidebar/sidebarNode.ts";
import { commandArgumentsFor, selectionView } from "../../../../src/editor/sidebar/commandArguments.ts";
import { ResourcesTree } from "../../../../src/editor/sidebar/resourcesTree.ts";
import { formatShortDateTime } from "../../../../src/editor/words/formatting.ts";
import type { ResourceKind } from "../../../../src/editor/words/declaredArguments.ts";
import { env, InputBox, Message, QuickPick, reset, screen } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { commandFixture as openOffice } from "../../../support/commandFixture.ts";
import { origin, signedInParts } from "../../../support/windowParts.ts";
import { column, columns, labelsOf } from "../../../support/rows.ts";

beforeEach(reset);

const paths = {
  profiles: "GET /profiles",
  proxies: "GET /proxies",
  credentials: "GET /credentials",
  providers: "GET /org/credential_providers",
  browsers: "GET /browsers",
} as const satisfies Record<ResourceKind, string>;
const connections = "GET /auth/connections";

const office = { id: "proxy_1", name: "office", type: "isp", status: "available" };
const broken = { id: "proxy_2", name: "broken", type: "residential", status: "unavailable" };
const bank = { id: "cred_1", name: "bank", domain: "bank.example", has_totp_secret: true };
const spare = { id: "cred_2", name: "spare", domain: "shop.example" };
const vaultProvider = { id: "cp_1", name: "vault", provider_type: "onepassword", enabled: true, priority: 1 };
const second = { ...vaultProvider, id: "cp_2", name: "archive", priority: 2 };
const work = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  status: "AUTHENTICATED",
  credential: { name: "bank" },
};

async function openTree(context: TestContext) {
  const fixture = await signedInParts(context);
  const tree = new ResourcesTree(fixture.session, fixture.listed, fixture.connections, fixture.entitlements, {
    visible: false,
  });
  let drawn = 0;
  const owned = [tree.onDidChangeTreeData(() => (drawn += 1)), tree];
  context.after(() => {
    for (const disposable of owned) disposable.dispose();
  });
  const list = async (of: ResourceKind): Promise<SidebarNode> => {
    const row = (await tree.getChildren()).find((node) => node.kind === "resourceList" && node.of === of);
    assert.ok(row);
    return row;
  };
  const open = async (of: ResourceKind) => tree.getChildren(await list(of));
  const rows = async (of: ResourceKind) => (await open(of)).map((node) => nodeRow(node));
  /** Returns the description of a list's row. */
  const summary = async (of: ResourceKind) => tree.getTreeItem(await list(of)).description;
  return { ...fixture, tree, list, open, rows, summary, drawn: () => drawn };
}

const rowTexts = (rows: readonly { label: string; description?: string; icon?: { readonly id: string } }[]) =>
  rows.map(({ description, icon, label }): readonly unknown[] => [icon?.id, label, description]);

describe("the Resources view", () => {
  it("shows a row per kind of resource and fetches a list when first opened", async (context) => {
    const at = await openTree(context);
    const items = (await at.tree.getChildren()).map((node) => at.tree.getTreeItem(node));
    assert.deepEqual(
      columns(items, "label", "description"),
      ["Profiles", "Proxies", "Credentials", "Providers", "Browsers"].map((label) => [label, undefined]),
    );
    assert.equal(items[1]?.accessibilityInformation?.label, "Proxies, has actions");
    at.wire.serve(paths.proxies, 200, [office]);
    await at.open("proxies");
    assert.deepEqual(
      Object.values(paths).map((path) => at.wire.count(path)),
      [0, 1, 0, 0, 0],
    );
    await at.open("proxies");
    assert.equal(at.wire.count(paths.proxies), 1, "it is read once");
    assert.equal(at.wire.count(connections), 0, "proxies say nothing of connections");
  });

  it("lists unavailable proxies first and counts them", async (context) => {
    const at = await openTree(context);
    at.wire.serve(paths.proxies, 200, [office, broken]);
    const before = at.drawn();
    assert.deepEqual(rowTexts(await at.rows("proxies")), [
      ["warning", "broken", "unavailable · residential"],
      ["globe", "office", "ISP"],
    ]);
    assert.ok(at.drawn() > before, "the row of the list is drawn anew, with the number");
    assert.equal(await at.summary("proxies"), "2 · 1 unavailable");
  });

  it("lists unused credentials first once all connections are fetched", async (context) => {
    const at = await openTree(context);
    at.wire.serve(paths.credentials, 200, [bank, spare]);
    assert.deepEqual(rowTexts(await at.rows("credentials")), [
      ["gist-secret", "bank", "bank.example · with one-time codes"],
      ["gist-secret", "spare", "shop.example"],
    ]);
    const before = at.drawn();
    (await at.wire.next(connections)).answer(200, [work]);
    await until("the rows to be redrawn", () => at.drawn() > before, 2_000);
    assert.deepEqual(rowTexts(await at.rows("credentials")), [
      ["warning", "spare", "not used · shop.example"],
      ["gist-secret", "bank", "bank.example · with one-time codes"],
    ]);
    assert.equal(await at.summary("credentials"), "2 · 1 not used");
  });

  it("marks no credential as unused if some connections are unreadable", async (context) => {
    const at = await openTree(context);
    at.wire.serve(paths.credentials, 200, [spare]);
    at.wire.serve(connections, 200, [work, { domain: "no id" }]);
    await at.connections.refresh();
    assert.deepEqual(rowTexts(await at.rows("credentials")), [["gist-secret", "spare", "shop.example"]]);
  });

  it("lists providers that failed their last test before the others", async (context) => {
    const at = await openTree(context);
    at.wire.serve(paths.providers, 200, [second, vaultProvider]);
    assert.deepEqual(rowTexts(await at.rows("providers")), [
      ["lock", "vault", "1Password · order 1"],
      ["lock", "archive", "1Password · order 2"],
    ]);
    at.listed.providers.recordTest("cp_2", false);
    assert.deepEqual(rowTexts(await at.rows("providers"))[0], [
      "warning",
      "archive",
      "test failed · 1Password · order 2",
    ]);
    at.listed.providers.recordTest("cp_2", true);
    assert.deepEqual(rowTexts(await at.rows("providers"))[0]?.[1], "vault");
  });

  it("lists unready profiles before ready ones", async (context) => {
    const at = await openTree(context);
    at.wire.serve(connections, 200, [
      work,
      { ...work, id: "ma_2", profile_name: "home", status: "NEEDS_AUTH" },
    ]);
    await at.connections.refresh();
    at.wire.serve(paths.profiles, 200, [
      { id: "p_1", name: "work" },
      { id: "p_2", name: "home" },
      { id: "p_3" },
    ]);
    const rows = await at.rows("profiles");
    assert.deepEqual(rowTexts(rows), [
      ["warning", "home", "not ready for 1 site"],
      ["person", "work", "ready for 1 site"],
      ["person", "p_3", "no name"],
    ]);
    assert.deepEqual(column(rows, "contextValue"), ["profile", "profile", "profileUnnamed"]);
    assert.deepEqual(rows[0]?.command?.arguments, [{ id: "p_2", preserveFocus: true }]);
  });

  it("offers to create a resource if its list is empty", async (context) => {
    const at = await openTree(context);
    for (const [of, label, description, command] of [
      ["profiles", "No profiles yet.", "Create Profile…", "managedAuth.createProfile"],
      ["proxies", "No proxies yet.", "Create Proxy…", "managedAuth.createProxy"],
      ["credentials", "No credentials yet.", "Create Credential…", "managedAuth.createCredential"],
      ["providers", "No providers yet.", "Create Provider…", "managedAuth.createProvider"],
    ] as const) {
      at.wire.serve(paths[of], 200, []);
      const [row, ...others] = await at.rows(of);
      assert.deepEqual([row?.label, row?.description, row?.command?.command], [label, description, command]);
      assert.equal(others.length, 0);
      assert.equal(await at.summary(of), "0");
    }
  });

  it("doesn't report an empty list if a resource is unreadable", async (context) => {
    const at = await openTree(context);
    at.wire.serve(paths.proxies, 200, [{ name: "no id" }]);
    assert.deepEqual(await at.rows("proxies"), []);
    assert.equal(await at.summary("proxies"), "0 · 1 unreadable");
  });

  it("ends a list of 1,000 proxies with the row Show Proxies…", async (context) => {
    const at = await openTree(context);
    const reading = at.rows("proxies");
    for (let isRead = false; !isRead;) {
      const call = await Promise.race([at.wire.next(paths.proxies), reading.then(() => undefined)]);
      const from = Number(new URL(call?.url ?? origin).searchParams.get("offset"));
      const page = Array.from({ length: 100 }, (_, index) => ({ id: `p_${String(from + index)}` }));
      call?.answer(200, page, { "X-Has-More": "true", "X-Next-Offset": String(from + 100) });
      isRead = call === undefined;
    }
    const rows = await reading;
    assert.deepEqual(
      [rows.at(-1)?.label, rows.at(-1)?.command?.command],
      ["Show Proxies…", "managedAuth.showProxies"],
    );
    assert.equal(await at.summary("proxies"), "1,000 read");
  });

  for (const [status, label, description] of [
    [401, "Token refused", "Replace Token…"],
    [400, "The service didn't accept the input", "Try Again"],
  ] as const)
    it(`shows "${label}" with the remedy "${description}" after status ${status}`, async (context) => {
      const at = await openTree(context);
      at.wire.serve(paths.proxies, status, { code: "?", message: "?" });
      const [row] = await at.rows("proxies");
      assert.deepEqual([row?.label, row?.description], [label, description]);
    });

  it("keeps old rows below a failure and shows their age", async (context) => {
    const at = await openTree(context);
    at.wire.serve(paths.proxies, 200, [office]);
    await at.open("proxies");
    const readAt = at.listed.proxies.state.reading?.readAt ?? new Date(0);
    at.wire.serve(paths.proxies, 400, { code: "bad_request", message: "?" });
    await at.listed.proxies.refresh();
    const rows = await at.rows("proxies");
    assert.deepEqual(labelsOf(rows), ["The service didn't accept the input", "office"]);
    const pressed = rows.map(({ command }) => command?.command);
    assert.deepEqual(pressed, ["managedAuth.refreshResources", "managedAuth.showProxy"]);
    assert.equal(await at.summary("proxies"), `1 · as of ${formatShortDateTime(readAt)}`);
  });

  it("replaces the previous account's rows with the new account's rows", async (context) => {
    const at = await openTree(context);
    at.wire.serve(paths.proxies, 200, [office]);
    at.wire.serve(paths.providers, 200, [vaultProvider]);
    await at.open("proxies");
    await at.open("providers");
    at.listed.providers.recordTest("cp_1", false);
    at.wire.serve(paths.proxies, 200, [broken]);
    await at.session.switchTo(await at.accounts.add("Other", origin, "sk_token_2"));
    assert.equal(await at.summary("proxies"), undefined);
    assert.deepEqual(labelsOf(await at.rows("proxies")), ["broken"]);
    assert.equal(rowTexts(await at.rows("providers"))[0]?.[0], "lock");
  });

  it("drops a response that arrives after an account switch", async (context) => {
    const at = await openTree(context);
    const rows = at.rows("proxies");
    const late = await at.wire.next(paths.proxies);
    await at.session.switchTo(await at.accounts.add("Other", origin, "sk_token_2"));
    late.answer(200, [office]);
    (await at.wire.next(paths.proxies)).answer(200, [broken]);
    assert.deepEqual(labelsOf(await rows), ["broken"]);
  });
});

describe("command arguments for resource rows", () => {
  const node = (of: ResourceKind, id: string, name?: string): SidebarNode => ({
    kind: "resource",
    of,
    id,
    name,
    choice: { label: id, value: id },
    contextValue: "proxy",
    isProblem: false,
  });
  const [proxy, profile] = [node("proxies", "proxy_1"), node("profiles", "p_1", "work")];
  const list: SidebarNode = { kind: "resourceList", of: "proxies" };

  for (const [command, content, pressed, selection, expected] of [
    ["renameProxy", "the pressed ID", proxy, [profile], { id: "proxy_1" }],
    ["copyUseCode", "the pressed profile's name", profile, undefined, { profile: "work" }],
    ["insertUseCode", "the pressed profile's name", profile, undefined, { profile: "work" }],
    ["createProxy", "nothing", list, undefined, undefined],
    ["copyResourceId", "all selected IDs", profile, [proxy, profile], { ids: ["proxy_1", "p_1"] }],
    ["copyResourceId", "only the pressed ID", profile, [proxy], { ids: ["p_1"] }],
    ["editResource", "the proxy", undefined, [proxy], { resource: { kind: "proxies", id: "proxy_1" } }],
    ["deleteResource", "the profile", undefined, [profile], { resource: { kind: "profiles", id: "p_1" } }],
    ["deleteResource", "none of several selected rows", undefined, [proxy, profile], {}],
    ["deleteResource", "no resource for a selected list", undefined, [list], {}],
  ] as const)
    it(`contain ${content} for the command ${command}`, () => {
      const id = `managedAuth.${command}` as const;
      assert.deepEqual(commandArgumentsFor(id, pressed, selection), expected);
      if (pressed === undefined) assert.equal(selectionView(id), "resources");
    });
});

describe("a keybinding on a resource row", () => {
  for (const [kind, path, reply, edit, remove] of [
    ["profiles", "/profiles/x_1", { id: "x_1", name: "work" }, "Edit work: Name", "Delete profile"],
    ["proxies", "/proxies/x_1", { ...office, id: "x_1" }, "Edit office: Name", "Delete proxy"],
    ["credentials", "/credentials/x_1", { ...bank, id: "x_1" }, "Edit bank: Review", "Delete credential"],
    [
      "providers",
      "/org/credential_providers/x_1",
      { ...vaultProvider, id: "x_1" },
      "Edit vault: Review",
      "Delete provider",
    ],
  ] as const)
    it(`starts to edit or delete the selected row in the list of ${kind}`, async (context) => {
      const { offers, parts } = await openOffice(context);
      offers.reply(path, 200, reply);
      offers.list("/auth/connections", []);
      const resource = { kind, id: "x_1" };
      const editing = parts.start("managedAuth.editResource", { resource });
      const opensInput = kind === "profiles" || kind === "proxies";
      const question = await (opensInput ? screen.next(InputBox) : screen.next(QuickPick));
      assert.equal(question.title, edit);
      question.escape();
      await editing;
      const deleting = parts.start("managedAuth.deleteResource", { resource });
      const dialog = await screen.next(Message);
      assert.ok(dialog.text.startsWith(remove), dialog.text);
      dialog.choose(undefined);
      await deleting;
    });

  it("copies the selected IDs and does nothing without a selection", async (context) => {
    const { offers, parts } = await openOffice(context);
    await parts.start("managedAuth.copyResourceId", { ids: ["proxy_1", "p_1"] });
    assert.equal(await env.clipboard.readText(), "proxy_1\np_1");
    for (const command of [
      "managedAuth.copyResourceId",
      "managedAuth.editResource",
      "managedAuth.deleteResource",
    ] as const)
      await parts.start(command, {});
    assert.equal(await env.clipboard.readText(), "proxy_1\np_1");
    assert.deepEqual(offers.requests, []);
  });

  it("refreshes only the lists that have been opened", async (context) => {
    const { offers, parts } = await openOffice(context);
    offers.list("/proxies", [office]);
    await parts.listed.proxies.displayState();
    offers.list("/proxies", [broken]);
    await parts.start("managedAuth.refreshResources");
    assert.equal(parts.listed.proxies.state.reading?.rows[0]?.name, "broken");
    assert.ok(offers.requests.every((request) => request.startsWith("GET /proxies")));
  });
});
