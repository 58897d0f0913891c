import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { CardBlock } from "../../../../../src/card/card.ts";
import type { ButtonAction, ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { actionsOf, assertComplete, block } from "../../../../support/cards.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { column } from "../../../../support/rows.ts";

beforeEach(reset);

const connection = { id: "ma_1", domain: "example.com", profile_name: "work", status: "NEEDS_AUTH" };
const [connectionPath, timeline] = ["/auth/connections/ma_1", "/auth/connections/ma_1/timeline"];
const hour = 3_600_000;
const lastHour = Math.floor(Date.now() / hour) * hour;
/** Returns the time a number of hours before the current full hour. */
const ago = (hours: number): string => new Date(lastHour - hours * hour).toISOString();

let entryCount = 0;
const entry = (type: string, status: string, hours: number, more: object = {}): object => ({
  id: `e_${entryCount++}`,
  type,
  status,
  timestamp: ago(hours),
  ...more,
});
const checks = (status: string, newest: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => entry("health_check", status, newest + index));

async function openHistory(context: TestContext, entries: readonly object[] | undefined, more: object = {}) {
  const fixture = await commandFixture(context);
  fixture.offers.reply(connectionPath, 200, { ...connection, ...more });
  if (entries !== undefined) fixture.offers.list(timeline, entries);
  await fixture.parts.start("managedAuth.showHistory", { id: "ma_1" });
  const card = fixture.shown.at(-1)?.card ?? assert.fail();
  return { ...fixture, card };
}

const table = (card: ResultCard): Extract<CardBlock<ButtonAction>, { kind: "table" }> =>
  card.blocks.find((one) => one.kind === "table") ?? assert.fail();
/** Returns each row without its time: type, outcome with tone, and notes. */
const rowsOf = (card: ResultCard): readonly unknown[] =>
  table(card).rows.map(({ cells: [, type, outcome], notes }) => [
    type?.text,
    [outcome?.text, outcome?.tone].filter((one) => one !== undefined).join(" "),
    ...notes,
  ]);

describe("Show History", () => {
  it("opens a history page for the connection that the user picks", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    offers.list("/auth/connections", [connection]);
    offers.reply(connectionPath, 200, connection);
    offers.list(timeline, checks("NEEDS_AUTH", 1, 1));
    const showing = parts.start("managedAuth.showHistory");
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.equal(pick.title, "Show History");
    pick.choose("work on example.com");
    await showing;
    assert.deepEqual(shown[0]?.tab, { title: "History: example.com · work", icon: "history" });
    assert.deepEqual([shown[0].connectionId, shown[0].about], ["ma_1", "work on example.com"]);
    assert.equal(shown[0].card.title, "Never logged in");
    assert.deepEqual(shown[0].card.context.slice(0, 2), ["example.com", "work"]);
    assert.deepEqual(shown[0].card.head, {
      kind: "header",
      state: { text: "Logged out", tone: "warning" },
    });
    assert.deepEqual(actionsOf(shown[0].card), ["Log In…!", "Show Connection", "Refresh", "…Copy ID"]);
    assertComplete(shown[0].card);
  });

  it("shows the time and cause of the logout in the page's heading", async (context) => {
    const { card } = await openHistory(context, [
      entry("reauth", "FAILED", 2, { step: "SUBMITTING", error_code: "account_locked" }),
      ...checks("NEEDS_AUTH", 2, 1),
      ...checks("AUTHENTICATED", 3, 30),
      entry("login", "SUCCESS", 33, { step: "COMPLETED" }),
    ]);
    assert.match(card.title, /^Logged out since .+: account locked$/);
    context.assert.snapshot([card.summary, rowsOf(card)]);
    assertComplete(card);
  });

  for (const [state, more, button] of [
    ["a logged-in connection", { status: "AUTHENTICATED" }, "Copy Code…"],
    [
      "a login with a blocked domain",
      { flow_status: "FAILED", error_code: "domain_not_allowed" },
      "Allow More Domains…",
    ],
    ["a locked account", { flow_status: "FAILED", error_code: "account_locked" }, "Open Website"],
    ["a running login", { flow_status: "IN_PROGRESS" }, "Resume Login…"],
  ] as const)
    it(`offers the button ${button} for ${state}`, async (context) => {
      const { card } = await openHistory(context, [], more);
      const plain = ["Show Connection", "Refresh", "…Copy ID"];
      assert.deepEqual(
        actionsOf(card).filter((label) => !plain.includes(label)),
        [`${button}!`],
      );
    });

  it("shows “Logged in since” and a time in the page's heading", async (context) => {
    const since = async (entries: readonly object[]): Promise<string> =>
      (await openHistory(context, entries, { status: "AUTHENTICATED" })).card.title;
    assert.match(await since([...checks("AUTHENTICATED", 1, 3)]), /^Logged in since .+ or earlier$/);
    assert.match(await since([entry("login", "SUCCESS", 4)]), /^Logged in since (?!.*earlier).+$/);
  });

  it("shows that no login ever succeeded and why the last one failed", async (context) => {
    const { card } = await openHistory(context, [
      entry("login", "EXPIRED", 3, {
        error_code: "weird_code",
        website_error: "Come back at https://a.example/?code=SECRET",
      }),
    ]);
    assert.equal(card.title, "Never logged in: login timed out");
    assert.doesNotMatch(JSON.stringify(card), /SECRET/);
  });

  it("shows each day's states and logins", async (context) => {
    const { card } = await openHistory(context, [
      entry("login", "CANCELED", 1),
      ...checks("NEEDS_AUTH", 2, 1),
      ...checks("AUTHENTICATED", 3, 40),
    ]);
    const { days, hours, legend } = block(card, "days", "Day by day");
    assert.deepEqual(
      hours.map(({ at }) => at * 24),
      [0, 6, 12, 18],
    );
    const texts = days.flatMap(({ pieces }) => pieces.map(({ look, text }) => `${look}: ${text}`));
    assert.match(texts.find((text) => text.startsWith("in: ")) ?? "", /^in: Logged in: .+\s–\s.+$/);
    const [today, ...earlier] = days;
    assert.ok(earlier.length > 0 && earlier.every(({ now }) => now === undefined), "the newest day first");
    const midnight = new Date().setHours(0, 0, 0, 0);
    assert.ok(Math.abs((today?.now ?? 0) - (Date.now() - midnight) / (24 * hour)) < 0.01);
    assert.ok(texts.some((text) => /^unknown: Unknown: .+\s–\s.+$/.test(text)));
    assert.ok(texts.some((text) => /^out: Not logged in since .+$/.test(text)));
    assert.ok(texts.some((text) => /^neutral: Login, .+: Canceled$/.test(text)));
    assert.deepEqual(column(legend, "look"), ["in", "out", "unknown", "neutral", "now"]);
    // A period of several days is a single line in plain text.
    const copied = cardText(card)
      .split("\n")
      .filter((line) => line.startsWith("- Logged in:"));
    assert.equal(copied.length, 1);
  });

  it("describes at most four simultaneous entries and counts the rest", async (context) => {
    const { card } = await openHistory(
      context,
      Array.from({ length: 6 }, () => entry("login", "FAILED", 30, { error_code: "rate_limited" })),
    );
    const mark = block(card, "days", "Day by day")
      .days.at(-1)
      ?.pieces.find(({ look }) => look === "error");
    assert.equal(mark?.text.split("Failed.").length, 5);
    assert.match(mark.text, /… and 2 more\.$/);
  });

  it("shows unknown values without secrets and doesn't store them", async (context) => {
    const { card } = await openHistory(context, [
      entry("dream", "LUCID", 1, {
        mood: "calm",
        live_view_url: "https://live.example/SECRET",
        browser_session_id: "SECRET",
      }),
      entry("login", "PAUSED", 2),
      entry("health_check", "AUTHENTICATED", 3, { timestamp: "yesterday" }),
      { id: "bare" },
      entry("health_check", "NEEDS_AUTH", 5, { previous_status: "AUTHENTICATED" }),
    ]);
    context.assert.snapshot(rowsOf(card));
    const raw = block(card, "code", "Entries as received, secrets masked");
    assert.match(raw.text, /"mood": "calm", "live_view_url": "••••••••"[^\n]*\n[^\n]*PAUSED/);
    assert.equal(raw.volatile, true);
    const { rows } = table(card);
    assert.deepEqual(column(rows, "volatile"), [true, true, undefined, true, undefined]);
    assert.deepEqual(
      rows.filter(({ cells }) => cells[0]?.text.includes("yesterday")),
      [rows[2]],
    );
    assert.doesNotMatch(JSON.stringify(card), /SECRET/);
  });

  it("shows a login's result and the website's message with masked URLs", async (context) => {
    const { card } = await openHistory(context, [
      entry("login", "FAILED", 2, {
        updated_at: ago(1),
        step: "AWAITING_HUMAN_INTERVENTION",
        error_code: "website_error",
        error_message: "Broke off.",
        website_error: "Down at https://a.example/?code=SECRET",
        replay_id: "replay_1",
        telemetry_captured: true,
      }),
    ]);
    context.assert.snapshot(rowsOf(card));
    assert.match(
      block(card, "code", "Entries as received, secrets masked").text,
      /AWAITING_HUMAN.+Broke off\..+replay_1/,
    );
    assert.match(table(card).rows[0]?.cells[0]?.text ?? "", /\s–\s/);
  });

  it("combines health checks only if they are equal and have no message", async (context) => {
    const { card } = await openHistory(context, [
      ...checks("AUTHENTICATED", 1, 2),
      entry("health_check", "AUTHENTICATED", 3, { error_message: "Slow." }),
      ...checks("AUTHENTICATED", 4, 1),
      ...checks("NEEDS_AUTH", 5, 2),
    ]);
    assert.deepEqual(
      rowsOf(card).map((row) => (row as readonly unknown[])[0]),
      ["3 health checks", "Health check", "2 health checks"],
    );
  });
});
