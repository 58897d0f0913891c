import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { destinationCommands } from "../../../../../src/editor/resources/destinations/commands.ts";
import type { DeletionTarget } from "../../../../../src/domain/resources/deletionOutcome.ts";
import type { ResultButton, ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { deletedCard } from "../../../../../src/editor/resources/destinations/deletedCard.ts";
import { DestinationWaits } from "../../../../../src/editor/resources/destinations/wait.ts";
import { mentioned, Message, Progress, reset, screen } from "../../../../doubles/vscode.ts";
import { block, service } from "../../../../support/cards.ts";
import { quiet } from "../../../../support/offers.ts";
import { commandFixture, type CommandFixture } from "../../../../support/commandFixture.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const honeycomb = { idOrName: "d_1", name: "honeycomb" };
const refused = {
  kind: "inUse",
  error: { kind: "conflict", sent: "refused", status: 409, message: "In use." },
} as const;

/** Waits for a destination that nothing selects, so that the wait ends at once. */
async function waited(context: TestContext) {
  const fixture = await commandFixture(context);
  fixture.offers.list("/auth/connections", []);
  fixture.offers.list("/browsers", []);
  fixture.offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
  fixture.offers.reply("/telemetry/destinations/d_1", 204, undefined);
  const done = new DestinationWaits(fixture.parts).begin({ targets: [honeycomb] });
  return { ...fixture, message: await screen.next(Message), done };
}

const deletions = ({ offers }: Pick<CommandFixture, "offers">): number =>
  offers.requests.filter((one) => one.startsWith("DELETE")).length;

describe("Notify When Free", () => {
  it("notifies the user once the destination is unused, and deletes nothing", async (context) => {
    const { done, message, ...fixture } = await waited(context);
    assert.deepEqual(
      [message.severity, message.text, message.options.modal, message.buttons],
      ["info", "honeycomb is no longer in use.", undefined, ["Delete…"]],
    );
    message.choose(undefined);
    await done;
    assert.deepEqual([deletions(fixture), fixture.shown.length, screen.rest], [0, 0, []]);
  });

  it("shows a single notification for several unused destinations", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.list("/auth/connections", []);
    fixture.offers.list("/browsers", []);
    fixture.offers.list("/telemetry/destinations", []);
    const done = new DestinationWaits(fixture.parts).begin({ targets: [honeycomb, { idOrName: "d_2" }] });
    (await expectMessage("The destinations are no longer in use.")).choose(undefined);
    await done;
  });

  it("deletes the destination after the user chooses Delete… and confirms", async (context) => {
    const { done, message, ...fixture } = await waited(context);
    message.choose("Delete…");
    const dialog = await screen.next(Message);
    assert.deepEqual([dialog.options.modal, deletions(fixture)], [true, 0]);
    dialog.choose("Delete");
    await done;
    assert.equal(deletions(fixture), 1);
    assert.deepEqual([fixture.shown, mentioned], [[], ["Deleted honeycomb"]]);
  });

  const selecting = {
    id: "ma_1",
    browser: { telemetry: { export: { otlp: { destination: { id: "d_1" } } } } },
  };

  /** Opens a page of refused deletions and starts to wait with one of its buttons. */
  async function waiting(
    context: TestContext,
    destinations: readonly DeletionTarget[] = [honeycomb],
    begin = (card: ResultCard): ResultButton | undefined => card.actions.next,
  ) {
    const fixture = await commandFixture(context);
    fixture.offers.list("/auth/connections", [selecting]);
    fixture.offers.list("/browsers", []);
    fixture.offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
    const card = deletedCard(
      { ...service, id: randomUUID() },
      destinations.map((one) => ({ ...one, deletion: refused, heldBy: [{ id: "ma_1" }] })),
    );
    const shown = (): ResultCard => fixture.updated.at(-1)?.card ?? card;
    context.mock.method(fixture.parts.panel, "resultsOfAccount", () => [
      { card: shown(), accountId: fixture.account.id },
    ]);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const commands = destinationCommands(fixture.parts);
    const press = async (button: ResultButton | undefined): Promise<void> => {
      assert.ok(button?.press.does === "run");
      await commands["managedAuth.deleteDestinations"].start(button.press.args);
    };
    const done = press(begin(card));
    await quiet();
    return { ...fixture, card, done, press, shown };
  }
  /** Returns the page's first button, then the notes and buttons of each row. */
  const pageOf = (card: ResultCard): readonly unknown[] => [
    card.actions.next?.label,
    ...rowsOf(card).map(({ actions = [], notes }) => [
      ...notes.slice(2),
      ...actions.map(({ label }) => label),
    ]),
  ];
  const rowsOf = (card: ResultCard) => block(card, "table", "Destinations").rows;
  const waits = ["Waiting until honeycomb is free.", "A notification tells you when you can delete."];

  it("shows a waiting message on the page until the user chooses Stop Waiting", async (context) => {
    const at = await waiting(context);
    assert.deepEqual(pageOf(at.shown()), ["Stop Waiting", [...waits, "Edit ma_1…"]]);
    await at.press(at.shown().actions.next);
    await at.done;
    assert.deepEqual(at.shown(), at.card);
    assert.deepEqual(
      [screen.rest.filter((one) => one instanceof Message), deletions({ offers: at.offers })],
      [[], 0],
    );
  });

  it("can be started and stopped for one of several listed destinations", async (context) => {
    const stopOf = (card: ResultCard) => rowsOf(card)[0]?.actions?.at(-1);
    const at = await waiting(context, [honeycomb, { idOrName: "d_2", name: "datadog" }], stopOf);
    assert.deepEqual(pageOf(at.shown()), [
      "Notify When Free",
      [...waits, "Edit ma_1…", "Stop Waiting"],
      ["Edit ma_1…", "Notify When Free"],
    ]);
    await at.press(stopOf(at.shown()));
    await at.done;
    assert.deepEqual(at.shown(), at.card);
  });

  it("adds a Delete… button to the result page once the destination is unused", async (context) => {
    const at = await waiting(context);
    at.offers.list("/auth/connections", []);
    context.mock.timers.tick(15_000);
    await screen.next(Progress);
    (await screen.next(Message)).choose(undefined);
    await at.done;
    assert.equal(at.shown().actions.next?.label, "Delete…");
    assert.deepEqual(rowsOf(at.shown())[0]?.notes, ["honeycomb is no longer in use."]);
  });

  it("stops polling without a message when the user signs out", async (context) => {
    const at = await waiting(context);
    await at.parts.session.signOut();
    await at.done;
    const before = at.offers.requests.length;
    context.mock.timers.tick(60_000);
    await quiet();
    assert.equal(at.offers.requests.length, before);
    assert.deepEqual(
      screen.rest.filter((one) => one instanceof Message),
      [],
    );
  });

  it("deletes with the account that was active when the wait started", async (context) => {
    const { done, message, ...fixture } = await waited(context);
    fixture.offers.reply("/telemetry/destinations/d_1", 409, { code: "in_use", message: "Busy." });
    const other = await fixture.parts.accounts.add("Other", "https://other.example", "sk_token_2");
    await fixture.parts.session.switchTo(other);
    message.choose("Delete…");
    const dialog = await screen.next(Message);
    assert.match(dialog.options.detail ?? "", / · Team$/);
    dialog.choose("Delete");
    await done;
    assert.equal(fixture.shown[0]?.accountId, fixture.account.id);
  });
});
