// The page of the entitlements shows when they were fetched, fetches them again when needed, and adds the usage
// later.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commandAction } from "../../../../src/editor/results/buttons.ts";
import { pressButton } from "../../../../src/editor/results/pressButton.ts";
import { showEntitlements } from "../../../../src/editor/entitlements/commands.ts";
import { entitlementsCard } from "../../../../src/editor/entitlements/entitlementsCard.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { until } from "../../../host/until.ts";
import { InputBox, reset, screen } from "../../../doubles/vscode.ts";
import { commandFixture, type CommandFixture } from "../../../support/commandFixture.ts";
import { quiet } from "../../../support/offers.ts";

beforeEach(reset);

const path = "/org/entitlements";
const minute = 60_000;
const entitlements = {
  features: { managed_auth: { enabled: true, max_connections: 3 } },
  limits: {},
  plan: { id: "FREE" },
};
const limits = { auth_connections_used: 2 };
const startTime = new Date("2026-11-20T12:00:30Z").getTime();

/** Opens a window with a mocked clock. */
async function begin(context: TestContext): Promise<CommandFixture> {
  const fixture = await commandFixture(context);
  context.mock.timers.enable({ apis: ["Date"], now: startTime });
  fixture.offers.reply(path, 200, entitlements);
  return fixture;
}

const titles = (results: readonly CommandResult[]): readonly string[] =>
  results.map(({ card }) => card.title);
const showsUsage = ({ card }: CommandResult): boolean => JSON.stringify(card.blocks).includes('"2 of 3"');

describe("Show Entitlements", () => {
  it("shows when the entitlements were fetched", async (context) => {
    const { offers, parts, shown } = await begin(context);
    await showEntitlements(parts);
    context.mock.timers.tick(minute - 1);
    await showEntitlements(parts);
    assert.equal(offers.count(path), 1);
    for (const { card } of shown) assert.equal(card.at, startTime);
  });

  it("fetches entitlements again after a minute or on request", async (context) => {
    const { offers, parts } = await begin(context);
    await showEntitlements(parts);
    context.mock.timers.tick(minute);
    await showEntitlements(parts);
    assert.equal(offers.count(path), 2);
    await showEntitlements(parts, { fresh: true });
    assert.equal(offers.count(path), 3);
  });

  it("fetches entitlements again after a failure", async (context) => {
    const { offers, parts, shown } = await begin(context);
    offers.reply(path, 403);
    await showEntitlements(parts);
    offers.reply(path, 200, entitlements);
    await showEntitlements(parts);
    assert.deepEqual(titles(shown), ["Couldn't read the entitlements", "Entitlements"]);
  });

  it("adds the usage to the open page when it arrives", async (context) => {
    const { offers, parts, shown, updated } = await begin(context);
    offers.reply("/org/limits", 200, limits);
    const release = offers.hold("/org/limits");
    await showEntitlements(parts);
    assert.deepEqual([shown.map(showsUsage), updated.length], [[false], 0], "nothing waits for it");
    release();
    await until("the usage", () => updated.length === 1);
    assert.deepEqual([updated.map(showsUsage), updated[0]?.card.id], [[true], shown[0]?.card.id]);
    await showEntitlements(parts, { fresh: true });
    await until("the usage after Refresh", () => updated.length === 2);
    assert.equal(updated[1]?.card.id, shown[1]?.card.id);
  });

  it("leaves the page unchanged if no usage arrives or newer data is shown", async (context) => {
    const { offers, parts, updated } = await begin(context);
    offers.reply("/org/limits", 404);
    await showEntitlements(parts);
    await until("the question", () => offers.count("/org/limits") === 1);
    await quiet();
    assert.equal(updated.length, 0);
    offers.reply("/org/limits", 200, limits);
    const release = offers.hold("/org/limits");
    await showEntitlements(parts, { fresh: true });
    await parts.entitlements.refresh();
    release();
    await quiet();
    assert.equal(updated.length, 0);
  });
});

describe("Show Entitlements with a rejected token", () => {
  /** Enters a new token in the prompt. */
  async function signInAgain(): Promise<void> {
    (await screen.next(InputBox)).submit("sk_token_2");
  }

  it("retries from its page after Replace Token…", async (context) => {
    const { offers, parts, shown } = await begin(context);
    offers.reply(path, 401);
    await showEntitlements(parts);
    const [refused] = shown;
    assert.ok(refused);
    offers.reply(path, 200, entitlements);
    const pressing = pressButton(parts, refused.card.actions.other?.press ?? assert.fail(), refused);
    await signInAgain();
    await pressing;
    assert.deepEqual(titles(shown), ["Couldn't read the entitlements", "Entitlements"]);
  });

  it("retries automatically after Replace Token…, even with the same token", async (context) => {
    const { offers, parts } = await begin(context);
    offers.reply(path, 401);
    await parts.entitlements.refresh();
    offers.reply(path, 200, entitlements);
    const pressing = pressButton(parts, commandAction("managedAuth.replaceToken", {}), result(parts));
    const input = await screen.next(InputBox);
    assert.deepEqual([input.title, input.password, input.value], ["Replace Token for Team", true, ""]);
    input.submit("sk_token_1");
    await pressing;
    await until("a reading", () => parts.entitlements.state.reading !== undefined);
    assert.equal(parts.entitlements.state.failure, undefined);
  });

  /** Returns a page of the account that shows no failure. */
  function result({ session }: CommandFixture["parts"]): CommandResult {
    const { state } = session;
    assert.equal(state.kind, "signedIn");
    const resultContext = {
      id: "a",
      account: state.account,
      baseUrl: "https://api.example.com",
      at: new Date(),
    };
    const reading = { ...resultContext, value: entitlements, raw: {}, readAt: resultContext.at };
    return { card: entitlementsCard(resultContext, reading, undefined), accountId: state.account.id };
  }
});
