// Tests the outcomes of an edit. Exactly the changed settings are sent, once, and each outcome is reported and shown
// in the connection's tab.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { InputBox, Message, Progress, reset, screen, type QuickPick } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { actionsOf, assertComplete, block, argumentOf, toneOf } from "../../../../support/cards.ts";
import {
  reported,
  startEdit,
  bodyOf,
  changeRequest,
  choose,
  editing,
  list,
  nextShown,
  question,
  readRequest,
  untaken,
  save,
  type RunningEdit,
  type Editing,
} from "../../../../support/editing.ts";
import type { ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { quiet } from "../../../../support/offers.ts";
import type { Call } from "../../../../support/wire.ts";
import { origin } from "../../../../support/windowParts.ts";
import { labelsOf } from "../../../../support/rows.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const editedConnection = { ...reported, health_check_interval: 1200 };
const body = { health_check_interval: 1200 };
const notFound = { code: "not_found", message: "No such connection." };

/** Changes the interval, saves and returns the sent request. */
async function saveInterval({ wire }: Editing): Promise<Call> {
  await choose("Health check interval", "Every 20 minutes", save);
  return wire.next(changeRequest);
}

/** Starts an edit and returns its request in flight. */
async function startSaving(context: TestContext): Promise<{ run: RunningEdit; sent: Call }> {
  const run = await startEdit(context);
  return { run, sent: await saveInterval(run) };
}

/** Serves this connection for later reads, answers the request and returns the shown card. */
async function finishWith(run: RunningEdit, sent: Call, after: object): Promise<ResultCard> {
  run.wire.serve(readRequest, 200, after);
  sent.answer(200, after);
  return cardAtEnd(run);
}

/** Returns the last of `times` shown cards and checks that it is complete. */
function lastCard({ shown }: Editing, times = 1): ResultCard {
  assert.equal(shown.length, times);
  const { card } = shown.at(-1) ?? assert.fail();
  assertComplete(card);
  return card;
}

/** Waits for the end of the edit and returns the only card. */
async function cardAtEnd(run: RunningEdit): Promise<ResultCard> {
  await run.going;
  return lastCard(run);
}

/** Returns the rows of the table of changes. */
function table(card: ResultCard): readonly (readonly string[])[] {
  const { columns, rows } = block(card, "table", "Changes");
  return [columns, ...rows.map(({ cells, notes }) => [...cells.map(({ text }) => text), ...notes])];
}

/** Returns the rows marked as changed, with their previous values. */
function changedRows(card: ResultCard): readonly (readonly unknown[])[] {
  return card.blocks
    .flatMap((one) => (one.kind === "rows" ? one.rows : []))
    .flatMap(({ changed, label, value }) => (changed === undefined ? [] : [[label, value.text, changed]]));
}

describe("a submitted edit", () => {
  it("shows the saved connection after reading it back", async (context) => {
    const run = await editing(context);
    const { accountId, connections, edit, edits, shown, wire } = run;
    wire.serve("GET /auth/connections", 200, [reported]);
    await connections.refresh();
    const going = edit();
    const sent = await saveInterval(run);
    assert.deepEqual(sent.body, body);
    wire.serve(readRequest, 200, editedConnection);
    wire.serve("GET /auth/connections", 200, [editedConnection]);
    const lists = wire.count("GET /auth/connections");
    sent.answer(200, editedConnection);
    await going;
    assert.equal(wire.count("PATCH"), 1);
    assert.equal(connections.state.reading?.rows[0]?.health_check_interval, 1200);
    await quiet();
    // One request reads the connection back, the other refreshes the list.
    assert.equal(wire.count("GET /auth/connections"), lists + 2);
    const [result = assert.fail()] = shown;
    const { card } = result;
    assertComplete(card);
    assert.deepEqual([card.title, toneOf(card)], ["bank.example", "header"]);
    assert.equal(card.done?.text, "Saved");
    assert.ok(card.done.until > Date.now() && card.done.until <= Date.now() + 5_000);
    context.assert.snapshot([changedRows(card), actionsOf(card)]);
    assert.equal(result.connectionId, "ma_1");
    assert.equal(result.accountId, accountId);
    assert.equal(result.tab?.title, "bank.example · work");
    assert.equal(edits.of(accountId).get("ma_1"), undefined);
  });

  it("is recorded as a user action only if it is saved", async (context) => {
    const { run, sent } = await startSaving(context);
    await finishWith(run, sent, editedConnection);
    assert.deepEqual(run.acted, [`${run.accountId} ma_1`]);
    const other = await startSaving(context);
    other.sent.answer(400, { code: "bad_request", message: "No." });
    await other.run.going;
    assert.deepEqual(other.run.acted, []);
  });

  describe("of the login URL", () => {
    const address = "https://bank.example/in?code=2";

    async function saveLoginUrl(context: TestContext): Promise<{ run: RunningEdit; sent: Call }> {
      const run = await startEdit(context);
      await choose("Login page");
      (await nextShown(InputBox)).submit(address);
      await choose(save);
      const sent = await run.wire.next(changeRequest);
      assert.deepEqual(sent.body, { login_url: address });
      return { run, sent };
    }

    it("shows the new URL without its query after success", async (context) => {
      const { run, sent } = await saveLoginUrl(context);
      const card = await finishWith(run, sent, { ...reported, login_url: address });
      assert.deepEqual(changedRows(card), [
        ["Login page", "https://bank.example/in?••••••••", "before: https://bank.example/login?••••••••"],
      ]);
      assert.doesNotMatch(JSON.stringify(card), /code=/);
    });

    it("masks URL queries after a refusal and doesn't store the URLs", async (context) => {
      const { run, sent } = await saveLoginUrl(context);
      sent.answer(400, { code: "bad_request", message: "No." });
      const card = await cardAtEnd(run);
      assert.equal(block(card, "table", "Changes").volatile, true);
      assert.deepEqual(table(card).slice(1), [
        ["Login page", "https://bank.example/login?••••••••", "https://bank.example/in?••••••••"],
      ]);
    });
  });

  it("is shown as saved after success even if the connection can't be read", async (context) => {
    const { run, sent } = await startSaving(context);
    run.wire.serve(readRequest, 403, { code: "insufficient_permissions", message: "No." });
    sent.answer(200, editedConnection);
    const card = await cardAtEnd(run);
    assert.deepEqual([card.title, card.done?.text], ["bank.example", "Saved"]);
  });

  it("lists the current values of settings that weren't saved", async (context) => {
    const run = await startEdit(context);
    await choose("Stealth", "Off");
    const sent = await saveInterval(run);
    const after = { ...editedConnection, browser: { stealth: true, proxy: { id: "proxy_1" } } };
    const card = await finishWith(run, sent, after);
    assert.equal(card.title, "Some changes not applied");
    assert.equal(toneOf(card), "warning");
    assert.deepEqual(table(card).slice(1), [
      ["Stealth", "On", "Off", "Not applied", "The connection has On."],
      ["Health check interval", "every hour", "every 20 minutes", "Saved"],
    ]);
  });

  it("reports “Changes not applied” if the old values are still set", async (context) => {
    const { run, sent } = await startSaving(context);
    assert.equal((await finishWith(run, sent, reported)).title, "Changes not applied");
  });

  it("is shown as partly unverified if a read doesn't return a changed setting", async (context) => {
    const { run, sent } = await startSaving(context);
    const card = await finishWith(run, sent, { ...reported, health_check_interval: undefined });
    assert.equal(card.title, "Changes saved, partly unverified");
    context.assert.snapshot(table(card)[1]);
  });

  for (const [cause, status, error] of [
    [
      "a value is invalid",
      400,
      {
        code: "bad_request",
        message: "Invalid.",
        details: [{ message: "health_check_interval must be at least 3600" }],
      },
    ],
    ["the token lacks a permission", 403, { code: "insufficient_permissions", message: "No." }],
    ["the plan lacks a feature", 403, { code: "insufficient_plan", message: "No." }],
  ] as const)
    it(`can be resumed with its answers if ${cause}`, async (context) => {
      const { run, sent } = await startSaving(context);
      sent.answer(status, error);
      await run.going;
      assert.equal(run.wire.count("PATCH"), 1);
      const card = lastCard(run);
      context.assert.snapshot([card.title, card.summary[0], actionsOf(card), table(card)[1]]);
      const args = argumentOf(card, "managedAuth.editConnection");
      assert.deepEqual(args, { id: "ma_1", resume: true });
      const again = run.edit({ id: "ma_1", resume: true });
      const { pick, says } = await list();
      assert.equal(says["Health check interval"], "every hour → every 20 minutes");
      pick.escape();
      await again;
    });

  it("shows that the connection no longer exists if the service responds with 404", async (context) => {
    const { run, sent } = await startSaving(context);
    sent.answer(404, notFound);
    const card = await cardAtEnd(run);
    assert.equal(card.title, "The connection no longer exists");
    assert.equal(run.edits.of(run.accountId).get("ma_1"), undefined);
  });

  it("isn't resent after a lost response if a read confirms the change", async (context) => {
    const { run, sent } = await startSaving(context);
    run.wire.serve(readRequest, 200, editedConnection);
    sent.fail("ECONNRESET");
    await run.going;
    assert.equal(run.wire.count("PATCH"), 1);
    assert.equal(run.shown[0]?.card.done?.text, "Saved");
  });

  it("has an unknown result after a lost response and isn't resent by Check Now", async (context) => {
    const { run, sent } = await startSaving(context);
    sent.fail("ECONNRESET");
    const card = await cardAtEnd(run);
    assert.equal(card.title, "Couldn't confirm the changes");
    assert.deepEqual(table(card)[1]?.slice(3), ["Not applied", "The connection has every hour."]);
    assert.deepEqual(actionsOf(card), ["Check Now!", "Change Answers…", "…Show Connection", "…Copy ID"]);
    const args = argumentOf(card, "managedAuth.checkEdit");
    assert.deepEqual(args, {
      id: "ma_1",
      domain: "bank.example",
      profile_name: "work",
      sent: body,
      resultId: card.id,
    });
    run.wire.serve(readRequest, 200, editedConnection);
    await run.check({ id: "ma_1", sent: body, resultId: card.id });
    assert.equal(run.wire.count("PATCH"), 1);
    const updated = lastCard(run, 2);
    assert.deepEqual([updated.title, updated.id, updated.done?.text], ["bank.example", card.id, "Saved"]);
  });

  it("has an unknown result if it is cancelled in flight", async (context) => {
    const run = await startEdit(context);
    await saveInterval(run);
    const before = run.wire.count(readRequest);
    const progress = await until("the progress", () =>
      screen.all.find((one): one is Progress => one instanceof Progress && !one.ended),
    );
    progress.cancelled.fire();
    await run.going;
    assert.equal(run.wire.count(readRequest), before);
    assert.equal(run.wire.count("PATCH"), 1);
    const card = lastCard(run);
    assert.equal(card.title, "Couldn't confirm the changes");
    assert.equal(card.summary[0], "You canceled the request before the service responded.");
  });

  it("has an unknown result if neither the response nor the connection can be read", async (context) => {
    const { run, sent } = await startSaving(context);
    run.wire.serve(readRequest, 401, { code: "unauthorized", message: "No." });
    sent.fail("ECONNRESET");
    const card = await cardAtEnd(run);
    assert.equal(card.title, "Couldn't confirm the changes");
    assert.deepEqual(actionsOf(card), ["Check Now!", "Show Connection", "…Copy ID"]);
    await run.check({ id: "ma_1", sent: body, resultId: card.id });
    assert.equal(run.shown[1]?.card.title, "Couldn't confirm the changes");
    assert.equal(run.wire.count("PATCH"), 1);
    run.wire.serve(readRequest, 404, notFound);
    await run.check({ id: "ma_1", sent: body, resultId: card.id });
    assert.equal(run.shown[2]?.card.title, "The connection no longer exists");
  });

  it("is sent and shown for its original account after the window switches accounts", async (context) => {
    const run = await startEdit(context);
    const { pick } = await list();
    const other = await run.accounts.add("Other", origin, "sk_other");
    await run.session.switchTo(other);
    pick.choose("Health check interval");
    await choose("Every 20 minutes", save);
    const sent = await run.wire.next(changeRequest);
    assert.equal(sent.token, "sk_token_1");
    await finishWith(run, sent, editedConnection);
    assert.equal(run.shown[0]?.accountId, run.accountId);
  });
});

describe("saving an edit", () => {
  it("sends nothing and keeps the answers if the connection can't be read", async (context) => {
    const run = await startEdit(context);
    await choose("Health check interval", "Every 20 minutes");
    run.wire.serve(readRequest, 401, { code: "unauthorized", message: "No." });
    await choose(save);
    const card = await cardAtEnd(run);
    assert.equal(card.title, "Changes not saved");
    assert.match(card.summary.join(" "), /Not sent: reading the connection failed/);
    assert.equal(run.wire.count("PATCH"), 0);
    assert.equal(run.edits.of(run.accountId).get("ma_1")?.answers.health_check_interval, 1200);
  });

  it("sends nothing if another client made the same change", async (context) => {
    const run = await startEdit(context);
    await choose("Health check interval", "Every 20 minutes");
    run.wire.serve(readRequest, 200, editedConnection);
    await choose(save);
    await run.going;
    assert.equal(run.wire.count("PATCH"), 0);
    assert.equal((await nextShown(Message)).text, "No changes to save.");
    assert.deepEqual(run.shown, []);
  });
});

describe("the prompt about another client's conflicting changes", () => {
  const theirs = { ...reported, health_check_interval: 7200, auto_reauth: false };

  /** Changes the interval and stealth while another client changes the interval and another setting. */
  async function createConflict(run: Editing): Promise<QuickPick> {
    await choose("Stealth", "Off", "Health check interval", "Every 20 minutes");
    run.wire.serve(readRequest, 200, theirs);
    await choose(save);
    const pick = await question();
    assert.equal(pick.prompt, "Health check interval: someone else changed this setting, too.");
    return pick;
  }

  it("shows both values and keeps the other client's value on Enter", async (context) => {
    const run = await startEdit(context);
    const pick = await createConflict(run);
    assert.deepEqual(labelsOf(pick.rows), ["Keep every 2 hours", "Use mine: every 20 minutes"]);
    pick.enter();
    assert.deepEqual(await bodyOf(run), { browser: { stealth: false } });
  });

  it("overwrites only the settings that the user confirms", async (context) => {
    const run = await startEdit(context);
    (await createConflict(run)).choose("Use mine: every 20 minutes");
    const sent = await run.wire.next(changeRequest);
    assert.deepEqual(sent.body, { browser: { stealth: false }, health_check_interval: 1200 });
    const after = {
      ...theirs,
      health_check_interval: 1200,
      browser: { ...reported.browser, stealth: false },
    };
    const card = await finishWith(run, sent, after);
    assert.deepEqual(changedRows(card), [
      ["Health checks", "Every 20 minutes", "before: Every 2 hours"],
      ["Stealth", "Off", "before: On"],
    ]);
  });

  it("appears again if the other client changes the setting again", async (context) => {
    const run = await startEdit(context);
    const pick = await createConflict(run);
    run.wire.serve(readRequest, 200, { ...theirs, health_check_interval: 43200 });
    pick.choose("Use mine: every 20 minutes");
    const again = await question();
    assert.equal(again.rows[0]?.label, "Keep every 12 hours");
    await leave(again, run.going);
    assert.equal(run.wire.count("PATCH"), 0);
    assert.deepEqual(run.shown, []);
    assert.deepEqual(untaken(), []);
  });

  it("reopens the review with the user's answers on Back", async (context) => {
    const run = await startEdit(context);
    (await createConflict(run)).press("Back");
    const { pick, says } = await list();
    assert.equal(says["Health check interval"], "every 2 hours → every 20 minutes");
    assert.equal(says["Stealth"], "On → Off");
    await leave(pick, run.going);
    assert.equal(run.wire.count("PATCH"), 0);
  });
});
