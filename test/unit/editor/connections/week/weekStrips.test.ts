import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { connectionView } from "../../../../../src/domain/connections/connectionView.ts";
import { type DayStrip, withStrips } from "../../../../../src/card/card.ts";
import { TimelineFetcher } from "../../../../../src/editor/catalogue/timelineFetcher.ts";
import { weekStrip } from "../../../../../src/editor/connections/week/weekStrip.ts";
import { WeekStrips } from "../../../../../src/editor/connections/week/weekStrips.ts";
import type { ButtonAction } from "../../../../../src/editor/results/buttons.ts";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import { EventEmitter, reset } from "../../../../doubles/vscode.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { column } from "../../../../support/rows.ts";

beforeEach(reset);

const day = 86_400_000;
const now = new Date(2026, 10, 25, 12).getTime();
const ago = (days: number): string => new Date(now - days * day).toISOString();
const connection = ManagedAuth.parse({ id: "ma_1", domain: "shop.example", status: "NEEDS_AUTH" });
const viewOf = (fields: object = {}) => connectionView({ ...connection, ...fields }, new Date(now));
const login = (status: string, days: number) => ({
  id: `e_${days}`,
  type: "login",
  status,
  timestamp: ago(days),
});

describe("weekStrip", () => {
  const strip = (
    fields: object,
    ...reading: readonly [Parameters<typeof weekStrip>[2]]
  ): DayStrip<ButtonAction> => weekStrip({ name: "shop.example" }, viewOf(fields), ...reading);

  it("shows the states, failed logins and the current time", () => {
    const entries = [login("FAILED", 1), login("EXPIRED", 1.01), login("EXPIRED", 3), login("SUCCESS", 5)];
    const { pieces, text } = strip({}, { entries, isComplete: true, isFailed: false });
    assert.deepEqual(column(pieces, "look"), ["unknown", "warning", "error", "now"]);
    assert.match(text, /^Unknown: .* Failed logins: 3\.$/);
    assert.match(pieces[2]?.text ?? "", /^2 logins failed, the last at /);
  });

  it("marks periods that weren't fetched and explains why", () => {
    const entries = [login("SUCCESS", 2)];
    for (const [reading, words] of [
      [undefined, "Not read yet"],
      [{ entries: [], isComplete: false, isFailed: true }, "Couldn't be read"],
      [{ entries, isComplete: false, isFailed: false }, "Not read: too many entries"],
    ] as const) {
      const [first] = strip({ status: "AUTHENTICATED" }, reading).pieces;
      assert.ok(first && "from" in first);
      assert.deepEqual([first.look, first.text, first.from], ["unread", words, 0]);
    }
    assert.equal(
      strip({}, { entries: [], isComplete: true, isFailed: false }).text,
      "No login and no health check yet",
    );
  });

  it("marks the history as short while it covers less than an hour", () => {
    const minutes = (count: number): string => new Date(now - count * 60_000).toISOString();
    const complete = (...entries: readonly ReturnType<typeof login>[]) => ({
      entries,
      isComplete: true,
      isFailed: false,
    });
    const since = (count: number) => complete({ ...login("SUCCESS", 0), timestamp: minutes(count) });
    const isShort = (fields: object, reading: Parameters<typeof weekStrip>[2]) =>
      strip(fields, reading).short === true;
    const loggedIn = { status: "AUTHENTICATED" };
    assert.deepEqual([isShort(loggedIn, since(59)), isShort(loggedIn, since(61))], [true, false]);
    assert.deepEqual([isShort({}, undefined), isShort({}, complete())], [true, true]);
    for (const field of ["last_auth_check_at", "last_auth_at"]) {
      const before = { ...loggedIn, [field]: minutes(61) };
      assert.equal(isShort(before, undefined), false, "known before its timeline is read");
    }
  });

  it("describes the next health check and marks it if it is today", () => {
    const about = {
      health_check_interval: 3600,
      last_auth_check_at: new Date(now - 1_800_000).toISOString(),
    };
    const { note, pieces } = strip(about, undefined);
    assert.match(note, /^Next check about 12:30/);
    assert.equal(pieces.at(-1)?.look, "next");
    const tomorrow = strip({ ...about, health_check_interval: 86_400 }, undefined);
    assert.deepEqual([tomorrow.note.length > 0, tomorrow.pieces.at(-1)?.look], [true, "now"]);
    assert.equal(strip({ ...about, health_checks: false }, undefined).note, "");
    const failed = { entries: [login("FAILED", 0)], isComplete: true, isFailed: false };
    const covered = strip(about, failed);
    assert.deepEqual([covered.note, covered.pieces.map(({ look }) => look).includes("next")], [note, false]);
    assert.ok(covered.pieces.some(({ look }) => look === "error"));
  });
});

const frame = {
  ...{ id: "card", title: "T", context: [], summary: [], actions: {} },
  head: { kind: "header" },
} as const;

const timeline = (id: string): string => `/auth/connections/${id}/timeline`;

/** Opens a page with the strips of three connections. */
async function setUpStrips(context: TestContext) {
  const fixture = await commandFixture(context);
  const { account, offers, parts } = fixture;
  const ids = ["ma_1", "ma_2", "ma_3"];
  for (const id of ids) offers.list(timeline(id), []);
  const drawn: DayStrip<ButtonAction>[] = [];
  const didSee = new EventEmitter<{ readonly result: CommandResult; readonly keys: readonly string[] }>();
  const logins = new ScriptedLogins(parts.connections);
  const timelines = new TimelineFetcher();
  let isVisible = true;
  const open: CommandResult[] = [];
  const strips = new WeekStrips({
    ...parts,
    timelines,
    panel: {
      onDidSee: didSee.event,
      isVisible: () => isVisible,
      resultsOfAccount: (accountId) => open.filter((one) => one.accountId === accountId),
      updateStrips: (_, some) => {
        drawn.push(...some);
        open.splice(0, 1, ...open.slice(0, 1).map((one) => ({ ...one, card: withStrips(one.card, some) })));
        return Promise.resolve();
      },
    },
  });
  context.after(() => {
    strips.dispose();
    timelines.dispose();
  });
  const block = await strips.block(account.id, Date.now(), {
    title: "The last seven days",
    groups: [{ strips: ids.map((id) => ({ view: viewOf({ id }), frame: { name: id } })) }],
  });
  const card = { ...frame, blocks: [block] };
  const result: CommandResult = { card, accountId: account.id };
  open.push(result);
  const see = async (...keys: readonly string[]): Promise<void> => {
    didSee.fire({ result, keys });
    await quiet();
  };
  /** Shows the page as it was before any timeline was fetched. */
  const showAgain = (): void => void open.splice(0, 1, result);
  return { ...fixture, logins, drawn, see, showAgain, hide: () => (isVisible = false) };
}

describe("WeekStrips", () => {
  it("fetches timelines of visible rows first and updates each row in place", async (context) => {
    const { drawn, offers, see } = await setUpStrips(context);
    await see("ma_3", "ma_2");
    assert.deepEqual(column(drawn, "key"), ["ma_3", "ma_2", "ma_1"]);
    assert.equal(drawn[0]?.text, "No login and no health check yet");
    assert.equal(offers.requests.length, 3);
    await see("ma_1");
    assert.equal(offers.requests.length, 3);
  });

  it("renders previously fetched timelines even if the strips are hidden", async (context) => {
    const { drawn, offers, see, showAgain } = await setUpStrips(context);
    for (const visible of [["ma_1", "ma_2", "ma_3"], []]) {
      drawn.length = 0;
      showAgain();
      await see(...visible);
      assert.deepEqual(column(drawn, "key"), ["ma_1", "ma_2", "ma_3"]);
    }
    assert.equal(offers.requests.length, 3);
  });

  it("fetches a timeline again when a login ends", async (context) => {
    const { account, drawn, logins, see } = await setUpStrips(context);
    await see("ma_1");
    logins.publish(loginSnapshot({ accountId: account.id, connectionId: "ma_2" }));
    await quiet();
    assert.equal(drawn.length, 3);
    logins.publish(loginSnapshot({ accountId: account.id, connectionId: "ma_2", end: { kind: "loggedIn" } }));
    await quiet();
    assert.deepEqual(column(drawn, "key"), ["ma_1", "ma_2", "ma_3", "ma_2"]);
  });

  it("fetches nothing for a hidden page or after sign-out", async (context) => {
    const { hide, offers, parts, see } = await setUpStrips(context);
    await parts.session.signOut();
    await see("ma_1");
    assert.equal(offers.requests.length, 0);
    hide();
    await see("ma_1");
    assert.equal(offers.requests.length, 0);
  });

  it("keeps each connection's name, state and description when it renders again", () => {
    const frame = { name: "shop.example", about: "work", state: { text: "checked" } };
    const before = weekStrip(frame, viewOf(), undefined);
    const after = weekStrip(before, viewOf(), { entries: [], isComplete: true, isFailed: false });
    assert.deepEqual(
      [after.name, after.about, after.state, after.note],
      ["shop.example", "work", frame.state, ""],
    );
  });

  it("shows the chart once the history covers an hour", () => {
    const before = weekStrip({ name: "shop.example" }, viewOf(), undefined);
    const entries = [{ ...login("SUCCESS", 0), timestamp: new Date(now - 2 * 3_600_000).toISOString() }];
    const after = weekStrip(before, viewOf(), { entries, isComplete: true, isFailed: false });
    assert.deepEqual([before.short, after.short], [true, false]);
  });
});
