// "Plan Connection File": the comparison and the page.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { inProject } from "../../../../src/editor/accounts/accounts.ts";
import { setTrust } from "../../../doubles/documents.ts";
import { TabInputWebview, Uri } from "../../../doubles/panel.ts";
import { Message, reset, window } from "../../../doubles/vscode.ts";
import { virtualText } from "../../../doubles/workspaceFiles.ts";
import { actionsOf, block, toneOf } from "../../../support/cards.ts";
import { fileOf, fileFixture, nextShown } from "../../../support/connectionFiles.ts";
import { column } from "../../../support/rows.ts";

beforeEach(reset);

const bank = { domain: "bank.example", profile_name: "work" };
const shop = { domain: "shop.example", profile_name: "team-a" };

/** Returns the two parsed texts of an open comparison. */
function sides([left, right]: readonly unknown[] = []): readonly unknown[] {
  return [left, right].map((uri) => {
    assert.ok(uri instanceof Uri);
    const text = virtualText(uri);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  });
}

describe("Plan Connection File", () => {
  it("shows names instead of IDs when it compares the file with the service", async (context) => {
    const text = fileOf([
      { ...shop, health_check_interval: 7200 },
      { ...bank, allowed_domains: ["b.example", "a.example"], browser: { proxy: { mode: "direct" } } },
    ]);
    const { compared, plan, service } = await fileFixture(context, text);
    service.proxies.push({ id: "p-1", name: "paris-datacenter", type: "datacenter" });
    const stored = { allowed_domains: ["a.example", "b.example"], record_session: true };
    service.keep("bank.example", "work", { ...stored, browser: { stealth: true, proxy: { id: "p-1" } } });
    service.keep("other.example", "work");
    await plan();
    assert.equal(compared[0]?.[2], "managed-auth.jsonc: service and file");
    context.assert.snapshot(sides(compared[0]));
  });

  it("masks URL passwords in the comparison and URL queries on the page", async (context) => {
    const page = "https://bank.example/login?next=";
    const { card, compared, plan, service } = await fileFixture(
      context,
      fileOf([{ ...bank, login_url: `${page}/b` }]),
    );
    service.keep("bank.example", "work", { login_url: `${page.replace("//", "//me:canary@")}/a` });
    await plan();
    const { rows } = block(card(), "table", "Review first: login page, domains, credential, proxy");
    assert.deepEqual(rows[0]?.notes, [
      `Login page: https://••••••••@bank.example/login?•••••••• → https://bank.example/login?••••••••`,
    ]);
    assert.deepEqual(sides(compared[0]), [
      { connections: [{ ...bank, login_url: `${page.replace("//", "//••••••••@")}/a` }] },
      { connections: [{ ...bank, login_url: `${page}/b` }] },
    ]);
  });

  it("covers its result page with the comparison only on request", async (context) => {
    const { compared, plan, press } = await fileFixture(context, fileOf([bank]));
    const columns = (): unknown => compared.map(([, , , options]) => options);
    await plan();
    const group = {
      tabs: [],
      viewColumn: 1,
      activeTab: { input: new TabInputWebview("managedAuth.result") },
    };
    window.tabGroups = { all: [group], activeTabGroup: group };
    await plan();
    const inFilesGroup = { viewColumn: 1, preserveFocus: true };
    assert.deepEqual(columns(), [inFilesGroup]);
    await press("Show Comparison");
    assert.deepEqual(columns(), [inFilesGroup, inFilesGroup]);
  });

  it("lists sensitive changes first, each with its old and new value", async (context) => {
    const text = fileOf([
      { ...shop, record_session: true },
      { ...bank, health_check_interval: 7200, browser: { proxy: { name: "office" } } },
    ]);
    const { card, plan, service } = await fileFixture(context, text);
    service.proxies.push(
      { id: "p-1", name: "paris", type: "isp" },
      { id: "p-2", name: "office", type: "isp" },
    );
    service.keep("bank.example", "work", { browser: { stealth: true, proxy: { id: "p-1" } } });
    await plan();
    const shownCard = card();
    assert.deepEqual([shownCard.title, toneOf(shownCard)], ["Plan: 1 to create, 1 to change", "warning"]);
    assert.deepEqual(column(shownCard.blocks, "title"), [
      "Review first: login page, domains, credential, proxy",
      "Other changes",
    ]);
    const [first] = block(shownCard, "table", "Review first: login page, domains, credential, proxy").rows;
    context.assert.snapshot([first?.cells.map((cell) => cell.text), first?.notes]);
    const [second] = block(shownCard, "table", "Other changes").rows;
    assert.deepEqual(column(second?.cells ?? [], "text"), ["team-a on shop.example", "Create"]);
    assert.deepEqual(actionsOf(shownCard), ["Apply…!", "Plan Again", "…Show Comparison"]);
    assert.deepEqual(service.changes, []);
  });

  it("lists deletions of owned connections and possible renames separately", async (context) => {
    const renamed = { domain: "shop.example", profile_name: "team-b" };
    const { card, plan, service } = await fileFixture(context, fileOf([renamed], { owns: ["team-*"] }));
    service.keep("shop.example", "team-a", { status: "AUTHENTICATED" });
    service.keep("old.example", "team-c");
    service.keep("bank.example", "work");
    await plan();
    const shownCard = card();
    assert.equal(shownCard.title, "Plan: 1 to create, 1 to delete, 1 possibly renamed");
    const rows = (title: string) =>
      block(shownCard, "table", title).rows.map(({ cells, notes }) => [cells[0]?.text, ...notes]);
    assert.deepEqual(rows("To delete: no longer in the file"), [["team-c on old.example"]]);
    assert.deepEqual(rows("Possibly renamed: kept unless you delete them"), [
      ["team-a on shop.example", "Logged in now."],
    ]);
  });

  it("lists errors with their line numbers and doesn't offer Apply", async (context) => {
    const { card, compared, document, plan, service } = await fileFixture(context, "{\n}");
    await plan();
    assert.deepEqual([card().title, actionsOf(card())], ["The file has errors", ["Plan Again!"]]);
    assert.ok(block(card(), "list", "Errors").items.some(({ text }) => /^Line 1: .*missing/.test(text)));
    assert.deepEqual(service.requests, []);
    document.type(fileOf([{ ...bank, browser: { proxy: { name: "ofice" } } }]));
    service.proxies.push({ id: "p-1", name: "office", type: "isp" });
    await plan();
    assert.deepEqual([toneOf(card()), actionsOf(card())], ["error", ["Plan Again!", "…Show Comparison"]]);
    assert.deepEqual(column(block(card(), "list", "Errors").items, "text"), [
      "Line 8: This project has no proxy “ofice”. Did you mean “office”?",
    ]);
    assert.equal(compared.length, 1);
  });

  it("updates its page and an open comparison when the user plans again", async (context) => {
    const { card, compared, document, plan, press, service } = await fileFixture(context, fileOf([bank]));
    await plan();
    const { id } = card();
    document.type(fileOf([bank, shop]));
    await press("Plan Again");
    assert.deepEqual([card().id, card().title, compared.length], [id, "Plan: 2 to create", 1]);
    assert.deepEqual(sides(compared[0])[1], { connections: [bank, shop] });
    service.keep("bank.example", "work");
    service.keep("shop.example", "team-a");
    await plan();
    assert.deepEqual([card().title, toneOf(card())], ["The service matches the file", "success"]);
    assert.equal(compared.length, 1, "there is nothing to compare");
  });

  it("explains that an untrusted workspace or a different project prevents planning", async (context) => {
    const { account, document, parts, plan, service, shown } = await fileFixture(context, fileOf([bank]));
    setTrust(false);
    await plan();
    const untrusted = await nextShown(Message);
    assert.match(untrusted.text, /isn't trusted, so its files can't reach the service/);
    assert.deepEqual(untrusted.buttons, ["Manage Workspace Trust"]);
    setTrust(true);
    service.projects.push({ id: "prj_2", name: "staging", status: "active" });
    await parts.session.switchTo(inProject(account, { id: "prj_1", name: "production" }));
    document.type(fileOf([bank], { project: "staging" }));
    await plan();
    const other = await nextShown(Message);
    assert.match(other.text, /for project staging, and this window uses Second, project production/);
    assert.deepEqual(other.buttons, ["Switch to staging"]);
    assert.ok(service.requests.every(({ request }) => request.startsWith("GET /org/projects")));
    assert.deepEqual(shown, []);
  });
});
