import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ConnectionsCache } from "../../../../../src/editor/catalogue/connectionsModel.ts";
import { stripsOf } from "../../../../../src/card/card.ts";
import { followOverviews } from "../../../../../src/editor/connections/overview/commands.ts";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { commandFixture, type CommandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { VirtualClock } from "../../../../support/virtualClock.ts";
import { inPart } from "../../../../support/inPart.ts";
import { column } from "../../../../support/rows.ts";

beforeEach(reset);

const list = "/auth/connections";
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const checked = new Date(Date.now() - 60_000).toISOString();
const connections = [
  {
    ...{ id: "ma_in", domain: "mail.example", profile_name: "work", status: "AUTHENTICATED" },
    ...{ can_reauth: true, health_check_interval: 3600, last_auth_check_at: checked },
  },
  { id: "ma_out", domain: "shop.example", profile_name: "work", status: "NEEDS_AUTH" },
  {
    ...{ id: "ma_runs", domain: "wiki.example", profile_name: "play", status: "NEEDS_AUTH" },
    ...{ flow_status: "IN_PROGRESS", flow_step: "DISCOVERING", flow_expires_at: inAnHour },
  },
];

async function setUpOverview(context: TestContext, rows: readonly unknown[] = connections) {
  const fixture = await commandFixture(context);
  fixture.offers.list(list, rows);
  return fixture;
}

const keys = ({ card }: CommandResult): readonly string[] => stripsOf(card).map(({ key }) => key);

async function open(fixture: CommandFixture, args = {}): Promise<CommandResult> {
  await fixture.parts.start("managedAuth.showOverview", args);
  return fixture.shown.at(-1) ?? assert.fail();
}

describe("Show Overview", () => {
  it("lists connections by urgency before their history is fetched", async (context) => {
    const result = await open(await setUpOverview(context));
    const { card, tab } = result;
    assert.deepEqual(tab, { title: "Overview", icon: "pulse" });
    assert.deepEqual(card.summary, ["1 logged in · 1 needs you · 1 in progress"]);
    assert.deepEqual(keys(result), ["ma_out", "ma_runs", "ma_in"]);
    const [out, , logged] = stripsOf(card);
    assert.ok(out && logged);
    assert.deepEqual([out.name, out.about, out.text], ["shop.example", "work", "Not read yet"]);
    assert.deepEqual(out.state, { text: "Logged out", tone: "warning" });
    assert.deepEqual(column(out.pieces, "look"), ["unread", "now"]);
    assert.match(logged.note, /^Next check about \d/);
    assert.deepEqual(out.leads?.press, {
      ...{ does: "run", command: "managedAuth.showConnection", args: { id: "ma_out" } },
    });
  });

  it("shows buttons that log in one connection or all of them", async (context) => {
    const locked = {
      id: "ma_locked",
      domain: "tax.example",
      status: "NEEDS_AUTH",
      error_code: "account_locked",
    };
    const fixture = await setUpOverview(context, [...connections, { ...locked, flow_status: "FAILED" }]);
    const result = await open(fixture);
    const { next } = result.card.actions;
    assert.deepEqual(next, {
      label: "Make Sure All Are Logged In",
      press: { does: "run", command: "managedAuth.ensureLoggedIn", args: { ids: keys(result) } },
      primary: true,
    });
    assert.deepEqual(
      Object.fromEntries(stripsOf(result.card).map(({ action, key }) => [key, action?.label])),
      { ma_out: "Log In…", ma_runs: "Resume Login…", ma_in: undefined, ma_locked: undefined },
    );
    const none = await open(await setUpOverview(context, []));
    assert.equal(none.card.actions.next, undefined);
  });

  it("can be grouped by profile and ungrouped again", async (context) => {
    const fixture = await setUpOverview(context);
    const { card } = await open(fixture);
    const { press } = card.actions.other ?? {};
    assert.ok(press?.does === "run");
    assert.deepEqual(press.args, { by: "profile", resultId: card.id });
    const grouped = await open(fixture, press.args);
    const [block] = grouped.card.blocks;
    assert.ok(block?.kind === "strips");
    assert.deepEqual(
      block.groups.map(({ strips, title }) => [title, ...strips.map(({ key }) => key)]),
      [
        ["work", "ma_out", "ma_in"],
        ["play", "ma_runs"],
      ],
    );
    assert.equal(grouped.card.id, card.id);
    const back = grouped.card.actions.other?.press;
    assert.ok(back?.does === "run");
    assert.deepEqual(back.args, { resultId: card.id });
  });

  it("fetches connections again only on Refresh and keeps the grouping", async (context) => {
    const fixture = await setUpOverview(context);
    await open(fixture);
    const { card } = await open(fixture, { by: "profile" });
    assert.equal(fixture.offers.count(list), 1);
    fixture.offers.list(list, []);
    const refresh = card.actions.refresh?.press;
    assert.ok(refresh?.does === "run");
    assert.equal(refresh.args["by"], "profile");
    const empty = await open(fixture, refresh.args);
    assert.deepEqual([empty.card.summary, empty.card.blocks], [["No connections yet."], []]);
  });

  it("explains a failure and keeps the previously fetched list", async (context) => {
    const fixture = await setUpOverview(context);
    fixture.offers.reply(list, 403);
    const { card } = await open(fixture);
    assert.deepEqual(
      [card.head, card.title],
      [{ kind: "verdict", tone: "error" }, "Couldn't read the overview"],
    );
    fixture.offers.list(list, connections);
    const read = await open(fixture, { fresh: true });
    assert.equal(keys(read).length, 3);
    fixture.offers.reply(list, 403);
    const stale = await open(fixture, { fresh: true });
    assert.equal(keys(stale).length, 3);
    assert.match(stale.card.summary.at(-1) ?? "", /^Not refreshed: /);
  });

  it("waits for fetched rows instead of showing stored rows", async (context) => {
    const fixture = await setUpOverview(context);
    const cache = new ConnectionsCache(fixture.parts.store, assert.ifError);
    await cache.save(fixture.account.id, {
      rows: [{ id: "ma_old", domain: "old.example" }],
      readAt: new Date(),
    });
    const release = fixture.offers.hold(list);
    const opening = open(fixture);
    await until("the rows of the view", () => fixture.parts.connections.state.cached !== undefined);
    await quiet();
    assert.deepEqual(fixture.shown, []);
    release();
    assert.deepEqual(keys(await opening), ["ma_out", "ma_runs", "ma_in"]);
    await fixture.parts.store.whenSettled();
  });

  it("escapes icons and direction marks in names", async (context) => {
    const domain = "$(bell)<b>.example\u202e";
    const { card } = await open(await setUpOverview(context, [{ ...connections[0], domain }]));
    const [strip] = stripsOf(card);
    assert.equal(strip?.name, "$⟨U+0028⟩bell)<b>.example⟨U+202E⟩");
  });
});

describe("an open overview page", () => {
  it("is reordered after logins, but only once for changes in quick succession", async (context) => {
    const fixture = await setUpOverview(context);
    const shown = await open(fixture, { by: "profile" });
    const { account, parts } = fixture;
    const clock = new VirtualClock();
    let isOpen = true;
    const drawn: CommandResult[] = [];
    const live = followOverviews(
      inPart({
        ...parts,
        clock,
        panel: {
          findOverview: (accountId) => (isOpen && accountId === account.id ? shown : undefined),
          update: (result) => Promise.resolve(void drawn.push(result)),
        },
      }),
    );
    context.after(() => live.dispose());
    const row = parts.connections.state.reading?.rows.find(({ id }) => id === "ma_out") ?? assert.fail();
    parts.connections.updateRow(account, { ...row, domain: "other.example" });
    parts.connections.updateRow(account, { ...row, status: "AUTHENTICATED" });
    await quiet();
    assert.equal(drawn.length, 0);
    await clock.pass(1_000);
    await quiet();
    const [updated = assert.fail(), ...others] = drawn;
    assert.deepEqual(others, []);
    assert.deepEqual(updated.card.summary, ["2 logged in · 1 in progress"]);
    assert.deepEqual([updated.card.id, keys(updated)], [shown.card.id, ["ma_runs", "ma_in", "ma_out"]]);
    isOpen = false;
    parts.connections.updateRow(account, { ...row, domain: "other.example" });
    await clock.pass(1_000);
    await quiet();
    assert.equal(drawn.length, 1);
  });
});
