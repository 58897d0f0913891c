// Tests how unknown results are listed, checked and dismissed, including those of a removed account.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { type ResultCard, commandAction } from "../../../../../src/editor/results/buttons.ts";
import { expiredResultCard } from "../../../../../src/editor/results/panel.ts";
import { pressButton } from "../../../../../src/editor/results/pressButton.ts";
import { checkPending } from "../../../../../src/editor/connections/creation/commands.ts";
import { pickAndDismiss } from "../../../../../src/editor/connections/creation/dismissAttempts.ts";
import { treeItem } from "../../../../../src/editor/kit/row.ts";
import { type SidebarNode, nodeRow } from "../../../../../src/editor/sidebar/sidebarNode.ts";
import { commandArgumentsFor } from "../../../../../src/editor/sidebar/commandArguments.ts";
import { Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { commandFixture, type CommandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { origin } from "../../../../support/windowParts.ts";
import { columns } from "../../../../support/rows.ts";

const entitlements = { features: {}, limits: {}, plan: {} };

beforeEach(reset);

async function storeAttempt({ parts }: CommandFixture, accountId: string, domain: string, baseUrl = origin) {
  const request = { domain, profile_name: "buyer" };
  const pending = await parts.pending.add(accountId, baseUrl, request);
  await parts.pending.markUnknown(pending);
  // Attempts are listed by age, so the next one must start later.
  await until("a later time", () => Date.now() > pending.startedAt);
  return pending;
}

/** Opens a window with a stored attempt whose account has been removed. */
async function afterRestart(context: TestContext) {
  const fixture = await commandFixture(context);
  fixture.offers.reply("/org/entitlements", 200, entitlements);
  const removed = await fixture.parts.accounts.add("Before", origin, "sk_before");
  await fixture.parts.accounts.remove(removed.id);
  return { fixture, pending: await storeAttempt(fixture, removed.id, "shop.example") };
}

const unknown: ResultCard = {
  ...expiredResultCard("00000000-0000-4000-8000-00000000000c"),
  title: "Result unknown",
};

async function pendingRows({ parts }: CommandFixture): Promise<readonly SidebarNode[]> {
  return (await parts.connectionsTree.getChildren()).filter(({ kind }) => kind === "pending");
}

/** Opens a window with two attempts and returns their rows. */
async function setUpTwoAttempts(context: TestContext) {
  const fixture = await commandFixture(context);
  fixture.offers.reply("/org/entitlements", 200, entitlements);
  for (const domain of ["one.example", "two.example"])
    await storeAttempt(fixture, fixture.account.id, domain);
  const [one, two] = await pendingRows(fixture);
  return { fixture, one, two };
}

describe("an unknown creation result of a removed account", () => {
  it("is listed only for accounts with the same service URL", async (context) => {
    const { fixture } = await afterRestart(context);
    const other = await fixture.parts.accounts.add("Other", origin, "sk_other");
    await storeAttempt(fixture, other.id, "other.example");
    await storeAttempt(fixture, "gone too", "elsewhere.example", "https://elsewhere.example");
    const rows = await pendingRows(fixture);
    assert.deepEqual(
      rows.map((row) => [treeItem(nodeRow(row)).label, treeItem(nodeRow(row)).description]),
      [["shop.example", "unknown, earlier sign-in"]],
    );
    assert.match(nodeRow(rows[0] ?? assert.fail()).tooltip, /Check this account's connections/);
  });

  for (const [outcome, listed, title, openCount] of [
    [
      "resolved if the account lists the connection",
      [{ id: "ma_9", domain: "shop.example", profile_name: "buyer" }],
      "shop.example exists, possibly from your attempt",
      0,
    ],
    ["kept if the account doesn't list the connection", [], "Connection not found", 1],
  ] as const)
    it(`is checked without resending the request and ${outcome}`, async (context) => {
      const { fixture, pending } = await afterRestart(context);
      fixture.offers.list("/auth/connections", listed);
      await checkPending(fixture.parts, pending.id);
      const [result] = fixture.shown;
      assert.equal(result?.card.title, title);
      assert.equal(result.pendingId, openCount === 0 ? undefined : pending.id);
      assert.ok(
        fixture.offers.requests.every((one) => one.startsWith("GET ")),
        fixture.offers.requests.join(),
      );
      assert.equal((await pendingRows(fixture)).length, openCount);
    });

  it("is kept if the list can't be fetched", async (context) => {
    const { fixture, pending } = await afterRestart(context);
    fixture.offers.reply("/auth/connections", 403, { code: "forbidden", message: "No." });
    await checkPending(fixture.parts, pending.id);
    assert.match((await screen.next(Message)).text, /^Couldn't read the connections: /);
    assert.deepEqual(fixture.shown, []);
    assert.equal((await pendingRows(fixture)).length, 1);
  });
});

describe("Check Unknown Result", () => {
  it("sends only one request if started twice quickly", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/org/entitlements", 200, entitlements);
    const pending = await storeAttempt(fixture, fixture.account.id, "shop.example");
    const create = "POST /auth/connections";
    fixture.offers.reply(create, 503);
    const release = fixture.offers.hold(create);
    const checks = [checkPending(fixture.parts, pending.id)];
    await until("the request", () => fixture.offers.count(create) === 1);
    checks.push(checkPending(fixture.parts, pending.id));
    await quiet();
    release();
    await Promise.all(checks);
    assert.equal(fixture.offers.count(create), 1);
    await checkPending(fixture.parts, pending.id);
    assert.equal(fixture.offers.count(create), 2);
  });
});

describe("Dismiss Unknown Result", () => {
  it("removes the result from the list without sending a request", async (context) => {
    const { fixture, one, two } = await setUpTwoAttempts(context);
    const requestCount = fixture.offers.requests.length;
    // Press the button of a row that isn't selected.
    const args = commandArgumentsFor("managedAuth.dismissPending", two, one && [one]);
    await fixture.parts.start("managedAuth.dismissPending", args);
    const rows = (await pendingRows(fixture)).map((row) => treeItem(nodeRow(row)));
    // The row has no command, so a click does nothing.
    assert.deepEqual(columns(rows, "label", "description", "contextValue", "command"), [
      ["one.example", "unknown if created", "pending", undefined],
    ]);
    assert.equal(fixture.offers.requests.length, requestCount);
  });

  it("prompts for a result if no row is given", async (context) => {
    const fixture = await commandFixture(context);
    await storeAttempt(fixture, fixture.account.id, "one.example");
    const dismissed = pickAndDismiss(fixture.parts);
    (await screen.next(QuickPick)).choose("one.example");
    await dismissed;
    assert.deepEqual(await fixture.parts.pending.listInScope({ accountId: fixture.account.id }), []);
    await pickAndDismiss(fixture.parts);
    assert.equal((await screen.next(Message)).text, "No unknown results in this account.");
  });

  it("deletes a removed account's result if started from the result page", async (context) => {
    const { fixture, pending } = await afterRestart(context);
    const dismiss = commandAction("managedAuth.dismissPending", { id: pending.id });
    await pressButton(fixture.parts, dismiss, {
      card: unknown,
      accountId: pending.accountId,
      pendingId: pending.id,
    });
    assert.equal(await fixture.parts.pending.find(pending.id), undefined);
  });
});

describe("a Check Now button", () => {
  it("checks the result in the button's row, not in the selected row", async (context) => {
    const { fixture, one, two } = await setUpTwoAttempts(context);
    fixture.offers.reply("/auth/connections", 201, { id: "ma_1", domain: "else.example", profile_name: "w" });
    const args = commandArgumentsFor("managedAuth.checkPending", two, one && [one]);
    await fixture.parts.start("managedAuth.checkPending", args);
    assert.match(fixture.shown[0]?.card.summary.join() ?? "", /changed the domain from two\.example to/);
    assert.equal((await pendingRows(fixture)).length, 1);
  });

  it("replaces the result page on which it is pressed", async (context) => {
    const fixture = await commandFixture(context);
    const pending = await storeAttempt(fixture, fixture.account.id, "one.example");
    fixture.offers.reply("/auth/connections", 201, {
      id: "ma_1",
      domain: "one.example",
      profile_name: "work",
    });
    const check = commandAction("managedAuth.checkPending", { id: pending.id, resultId: unknown.id });
    await pressButton(fixture.parts, check, {
      card: unknown,
      accountId: fixture.account.id,
      pendingId: pending.id,
    });
    const [result] = fixture.shown;
    assert.equal(result?.card.id, unknown.id);
    assert.deepEqual([result.card.title, result.card.done?.text], ["one.example", "Created"]);
  });
});
