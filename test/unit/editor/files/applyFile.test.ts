// "Apply Connection File…": its dialogs, requests and result page.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { closeDocument, openDocument } from "../../../doubles/documents.ts";
import { Uri } from "../../../doubles/panel.ts";
import { Message, QuickPick, reset } from "../../../doubles/vscode.ts";
import { virtualText } from "../../../doubles/workspaceFiles.ts";
import { actionsOf, block, buttonsOf, toneOf } from "../../../support/cards.ts";
import { answer, fileOf, fileFixture, nextShown, untaken } from "../../../support/connectionFiles.ts";
import { updateAppliedPages } from "../../../../src/editor/files/applyFile.ts";
import { until } from "../../../host/until.ts";
import type { ResultCard } from "../../../../src/editor/results/buttons.ts";
import { column } from "../../../support/rows.ts";

beforeEach(reset);

const bank = { domain: "bank.example", profile_name: "work" };
const shop = { domain: "shop.example", profile_name: "team-a" };

/** Returns the outcome of each connection with its notes. */
const outcomesOf = (card: ResultCard): readonly (readonly (string | undefined)[])[] =>
  block(card, "table", "Connections").rows.map(({ cells, notes }) => [
    ...cells.map(({ text }) => text),
    ...notes,
  ]);

/** Applies a file and presses a button in each of its dialogs. */
async function applyWith(apply: () => Promise<unknown>, ...buttons: (string | undefined)[]): Promise<void> {
  const applying = apply();
  for (const button of buttons) await answer(button);
  await applying;
}

describe("Apply Connection File", () => {
  it("asks once about sensitive settings and sends each request once", async (context) => {
    const page = `https://shop.example/login?${"a".repeat(200)}&next=evil`;
    const text = fileOf([
      { ...shop, browser: { proxy: { mode: "direct" } }, login_url: page },
      { ...bank, record_session: true },
    ]);
    const { account, apply, card, parts, service } = await fileFixture(context, text);
    service.keep("bank.example", "work");
    const profiles = context.mock.method(parts.listed.profiles, "refreshIfLoaded");
    const applying = apply();
    const dialog = await nextShown(Message);
    assert.equal(dialog.text, "Apply managed-auth.jsonc?");
    assert.deepEqual(dialog.options.detail?.split("\n"), [
      "1 to create, 1 to change",
      `Second, ${service.baseUrl}`,
      "",
      "These settings decide where stored credentials are sent:",
      `• team-a on shop.example: Proxy: No proxy, Login page: ${page}`,
    ]);
    assert.deepEqual(dialog.buttons, ["Apply"]);
    assert.equal(service.changes.length, 0);
    dialog.choose("Apply");
    await applying;
    assert.deepEqual(
      service.changes.map((request) => request.split("/").slice(0, 3).join("/")),
      ["POST /auth/connections", "PATCH /auth/connections"],
    );
    assert.equal(profiles.mock.callCount(), 1);
    assert.deepEqual([card().title, toneOf(card())], ["2 of 2 applied", "success"]);
    assert.deepEqual(outcomesOf(card()), [
      ["team-a on shop.example", "Created", "Log in once, and agents can use the connection."],
      ["work on bank.example", "Changed"],
    ]);
    assert.deepEqual(actionsOf(card()), ["Log In New Connections!", "Plan Again"]);
    assert.deepEqual(await parts.pending.listInScope({ accountId: account.id }), []);
  });

  it("removes differences from the comparison only after they are applied", async (context) => {
    const text = fileOf([{ ...bank, record_session: true }, shop], { owns: ["team-*"] });
    const { apply, compared, plan, service } = await fileFixture(context, text);
    service.keep("bank.example", "work");
    service.keep("wiki.example", "team-a", { status: "AUTHENTICATED" });
    await plan();
    const sides = (): readonly (string | undefined)[] =>
      [compared[0]?.[0], compared[0]?.[1]].map((uri) => {
        assert.ok(uri instanceof Uri);
        return virtualText(uri);
      });
    assert.doesNotMatch(sides()[0] ?? "", /record_session": true|shop/);
    await applyWith(apply, "Apply", "Keep Connections");
    const [serviceText = "", fileText = ""] = sides();
    assert.match(serviceText, /wiki\.example/);
    assert.doesNotMatch(fileText, /wiki\.example/);
    assert.match(serviceText, /"record_session": true/);
    assert.match(serviceText, /shop\.example/);
  });

  it("offers Log In… for each new connection until it is logged in", async (context) => {
    const { apply, parts, service, shown, updated } = await fileFixture(context, fileOf([bank, shop]));
    const following = updateAppliedPages(parts);
    context.after(() => void following.dispose());
    await applyWith(apply, "Apply");
    const page = shown.at(-1);
    assert.ok(page);
    context.mock.method(parts.panel, "resultsOfAccount", () => [updated.at(-1) ?? page]);
    const offers = (card: ResultCard) => [
      block(card, "table", "Connections").rows.map(({ actions = [], notes }) => [
        notes.length,
        ...actions.map(({ label }) => label),
      ]),
      ...buttonsOf(card)
        .filter(({ label }) => label === "Log In New Connections")
        .map(({ press }) => press.does === "run" && press.args["ids"]),
    ];
    const [first, second] = service.connections.toReversed();
    assert.ok(first && second);
    const [needed, complete] = [
      [1, "Log In…", "Show Connection"],
      [0, "Show Connection"],
    ];
    assert.deepEqual(offers(page.card), [
      [needed, needed],
      [first.id, second.id],
    ]);
    first["status"] = "AUTHENTICATED";
    await parts.connections.refresh();
    await until("the page to update", () => updated.length === 1);
    assert.deepEqual(offers(updated[0]?.card ?? page.card), [[complete, needed], [second.id]]);
    second["status"] = "AUTHENTICATED";
    await parts.connections.refresh();
    await until("the page to update again", () => updated.length === 2);
    assert.deepEqual(offers(updated[1]?.card ?? page.card), [[complete, complete]]);
  });

  it("warns if a credential is stored for a site other than the connection's", async (context) => {
    const text = fileOf([{ ...bank, credential: { name: "github-bot" } }]);
    const { apply, service } = await fileFixture(context, text);
    service.credentials.push({ id: "c1", name: "github-bot", domain: "github.example" });
    const applying = apply();
    assert.match(
      await answer("Apply"),
      /\n\n• Line \d+: The credential “github-bot” is stored for github\.example, not for this connection's site\.$/,
    );
    await applying;
    assert.equal(service.changes.length, 1);
  });

  it("warns about vault items that a change or a deletion breaks", async (context) => {
    const provider = { provider: "vault", auto: true };
    const text = fileOf([{ ...bank, credential: provider }], { owns: ["team-*"] });
    const { apply, service } = await fileFixture(context, text);
    service.features = { vaults: { enabled: true } };
    service.providers.push({ id: "p1", name: "vault", provider_type: "onepassword", enabled: true });
    for (const { domain, profile_name } of [bank, shop])
      service.keep(domain, profile_name, { credential: { name: "main" } });
    const applying = apply();
    const breaks = /Vault items filled from the stored credential stop working\./;
    assert.match(await answer("Apply"), breaks);
    assert.match(await answer("Keep Connections"), breaks);
    await applying;
  });

  it("sends nothing if the user cancels or nothing differs", async (context) => {
    const { apply, document, service, shown } = await fileFixture(context, fileOf([bank]));
    await applyWith(apply, undefined);
    document.type(fileOf([]));
    await apply();
    assert.equal((await nextShown(Message)).text, "The service matches the file.");
    assert.deepEqual([service.changes, shown], [[], []]);
  });

  it("shows the plan's page instead of a dialog if the plan has errors", async (context) => {
    const { apply, card, service } = await fileFixture(
      context,
      fileOf([{ ...bank, browser: { proxy: { name: "gone" } } }]),
    );
    await apply();
    assert.equal(card().title, "This plan can't be applied");
    assert.deepEqual([service.changes, untaken()], [[], []]);
  });

  it("mentions that unsaved changes are applied", async (context) => {
    const { apply, document } = await fileFixture(context, fileOf([]));
    openDocument(document);
    document.type(fileOf([bank]));
    const applying = apply();
    assert.match(await answer(undefined), /The editor's unsaved text is applied\./);
    await applying;
  });

  it("asks about deletions separately and deletes nothing if the user chooses Keep Connections", async (context) => {
    const text = fileOf([bank], { owns: ["team-*"] });
    const { apply, card, service } = await fileFixture(context, text);
    service.keep("shop.example", "team-a", { status: "AUTHENTICATED" });
    const applying = apply();
    assert.match(
      await answer("Apply"),
      /Next, confirm these deletions:\n• team-a on shop\.example \(logged in\)/,
    );
    const second = await nextShown(Message);
    assert.equal(second.text, "Delete connections that the file no longer lists (1)?");
    assert.match(
      second.options.detail ?? "",
      /is logged in and won't be kept logged in.*\n.*\n\n• team-a on/,
    );
    second.choose("Keep Connections");
    await applying;
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
    await applyWith(apply, undefined);
    assert.equal(service.changes.length, 1, "Cancel deletes nothing");
    await applyWith(apply, "Delete Connections (1)");
    assert.deepEqual(column(service.connections, "domain"), ["bank.example"]);
    assert.deepEqual(card().summary, [], "no connection is new");
  });

  it("asks separately before it deletes unlisted and possibly renamed connections", async (context) => {
    const renamed = { domain: "shop.example", profile_name: "team-b" };
    const { apply, card, service } = await fileFixture(context, fileOf([renamed], { owns: ["team-*"] }));
    service.keep("shop.example", "team-a");
    service.keep("old.example", "team-c");
    const applying = apply();
    await answer("Apply");
    assert.match(
      await answer("Keep Connections"),
      /^Delete connections that the file no longer lists \(1\)\?/,
    );
    const question = await answer("Keep Connections");
    assert.match(question, /^Delete connections that may have been renamed \(1\)\? Their logins are lost\./);
    assert.match(question, /• team-a on shop\.example/);
    await applying;
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
    await applyWith(apply, "Delete Connections (1)", "Keep Connections");
    assert.deepEqual(
      column(service.connections, "profile_name"),
      ["team-b", "team-a"],
      "nobody has logged team-b in",
    );
    await applyWith(apply, "Delete Connections (1)");
    assert.deepEqual([service.connections.length, card().title], [1, "1 of 1 applied"]);
  });

  it("deletes nothing after a failed creation and explains the next step", async (context) => {
    const { apply, card, service } = await fileFixture(context, fileOf([bank], { owns: ["team-*"] }));
    service.keep("old.example", "team-c");
    service.fate = ({ request }) =>
      request.startsWith("POST") ? { status: 403, body: { code: "forbidden", message: "No." } } : undefined;
    await applyWith(apply, "Apply", "Delete Connections (1)");
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
    assert.deepEqual(outcomesOf(card())[1], [
      "team-c on old.example",
      "Kept",
      "A creation or change failed. Correct the failure, then apply again.",
    ]);
  });

  it("shows the plan's page first if more than ten connections would be deleted", async (context) => {
    const { apply, card, press, service } = await fileFixture(context, fileOf([], { owns: ["old-*"] }));
    for (let index = 0; index < 11; index++) service.keep("shop.example", `old-${index}`);
    await apply();
    assert.equal(card().title, "Plan: 11 to delete");
    assert.deepEqual(untaken(), [], "nothing was asked");
    service.keep("shop.example", "old-11");
    await press("Apply…");
    assert.equal(card().title, "Plan: 12 to delete");
    assert.deepEqual([service.changes, untaken()], [[], []]);
    const applying = press("Apply…");
    assert.match(await answer("Delete Connections (12)"), /See the plan's page for the full list\./);
    await applying;
    assert.deepEqual([service.connections, card().title], [[], "12 of 12 applied"]);
  });

  it("asks about settings that another client changed", async (context) => {
    const { apply, card, service } = await fileFixture(
      context,
      fileOf([{ ...bank, health_check_interval: 7200 }]),
    );
    const row = service.keep("bank.example", "work");
    const applying = apply();
    const dialog = await nextShown(Message);
    row["health_check_interval"] = 600;
    dialog.choose("Apply");
    const pick = await nextShown(QuickPick);
    assert.equal(pick.title, "Edit work on bank.example: changed elsewhere");
    pick.hide();
    await applying;
    assert.equal(service.changes.length, 0);
    assert.deepEqual(outcomesOf(card()), [
      ["work on bank.example", "Left unchanged", "Someone else changed Health check interval."],
    ]);
    assert.deepEqual(actionsOf(card()), ["Plan Again!"]);
  });

  it("stores a create request instead of resending it if the response is lost", async (context) => {
    const { account, apply, card, parts, service } = await fileFixture(context, fileOf([bank, shop]));
    let isFirst = true;
    service.fate = ({ request }) => {
      if (!request.startsWith("POST") || !isFirst) return undefined;
      isFirst = false;
      return "dropped";
    };
    await applyWith(apply, "Apply");
    assert.equal(service.changes.length, 2);
    const results = outcomesOf(card()).map(([name, outcome]) => `${name}: ${outcome}`);
    assert.deepEqual(results, ["work on bank.example: Unknown", "team-a on shop.example: Created"]);
    const open = await parts.pending.open(account.id);
    assert.deepEqual(column(open, "request"), [bank]);
    const [first] = block(card(), "table", "Connections").rows;
    assert.deepEqual(
      first?.actions?.map(({ label, press }) => [label, press]),
      [["Check Now", { does: "run", command: "managedAuth.checkPending", args: { id: open[0]?.id } }]],
    );
  });

  it("stops if the token is refused and offers to replace the token", async (context) => {
    const { apply, card, service } = await fileFixture(context, fileOf([bank, shop]));
    service.fate = ({ request }) =>
      request.startsWith("POST")
        ? { status: 401, body: { code: "unauthorized", message: "Revoked." } }
        : undefined;
    await applyWith(apply, "Apply");
    assert.equal(service.changes.length, 1);
    assert.deepEqual([card().title, toneOf(card())], ["0 of 2 applied", "error"]);
    assert.deepEqual(outcomesOf(card())[1], ["team-a on shop.example", "Not tried"]);
    assert.equal(actionsOf(card())[0], "Replace Token…!");
  });

  it("applies the confirmed plan even if the file or project changes", async (context) => {
    const fixture = await fileFixture(context, fileOf([bank, shop]));
    const { account, apply, card, document, parts, service } = fixture;
    openDocument(document);
    const applying = apply();
    const dialog = await nextShown(Message);
    document.type(fileOf([]));
    service.fate = () => {
      closeDocument(document);
      void parts.session.switchTo({ ...account, project: { id: "prj_2", name: "other" } });
      return undefined;
    };
    service.requests.length = 0;
    dialog.choose("Apply");
    await applying;
    const sent = service.requests.filter(({ request }) => request.startsWith("POST"));
    assert.deepEqual(column(sent, "project"), [undefined, undefined]);
    assert.equal(card().title, "2 of 2 applied");
    assert.equal(parts.filePlans.lastPlan(document.uri), undefined);
  });

  it("stops if the account is signed out and reports each request's outcome", async (context) => {
    const { account, apply, card, parts, service } = await fileFixture(context, fileOf([bank, shop]));
    const applying = apply();
    const dialog = await nextShown(Message);
    await parts.accounts.remove(account.id);
    await parts.session.signOut();
    dialog.choose("Apply");
    await applying;
    assert.deepEqual(service.changes, []);
    assert.deepEqual(
      outcomesOf(card()).map(([, outcome]) => outcome),
      ["Not sent", "Not tried"],
    );
  });
});
