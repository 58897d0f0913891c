import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import {
  destinationCommands,
  watchDeletion,
} from "../../../../../src/editor/resources/destinations/commands.ts";
import { deletedCard } from "../../../../../src/editor/resources/destinations/deletedCard.ts";
import { mentioned, Message, Progress, reset, screen } from "../../../../doubles/vscode.ts";
import { service } from "../../../../support/cards.ts";
import { quiet } from "../../../../support/offers.ts";
import { office } from "../../../../support/office.ts";
import type { Office } from "../../../../support/office.ts";

beforeEach(reset);

const held = { idOrName: "d_1", name: "honeycomb" };
const refused = {
  kind: "refused",
  error: { kind: "conflict", sent: "refused", status: 409, message: "In use." },
} as const;

/** Waits for a destination that nothing selects: the wait is over at once. */
async function waited(context: TestContext): Promise<Office & { message: Message; done: Promise<void> }> {
  const here = await office(context);
  here.offers.list("/auth/connections", []);
  here.offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
  here.offers.reply("/telemetry/destinations/d_1", 204, undefined);
  const done = watchDeletion(here.parts, [held]);
  return { ...here, message: await screen.next(Message), done };
}

const deletions = ({ offers }: Office): number =>
  offers.asked.filter((one) => one.startsWith("DELETE")).length;

describe("waiting to delete", () => {
  it("ends in a message that asks for no answer, and deletes nothing by itself", async (context) => {
    const { done, message, ...here } = await waited(context);
    assert.deepEqual(
      [message.severity, message.text, message.options.modal, message.buttons],
      ["info", "Connections no longer use honeycomb.", undefined, ["Delete…"]],
    );
    message.choose(undefined);
    await done;
    assert.deepEqual([deletions(here), here.shown.length, screen.rest], [0, 0, []]);
  });

  it("counts several", async (context) => {
    const here = await office(context);
    here.offers.list("/auth/connections", []);
    here.offers.list("/telemetry/destinations", []);
    const done = watchDeletion(here.parts, [held, { idOrName: "d_2" }]);
    const message = await screen.next(Message);
    assert.equal(message.text, "Connections no longer use the destinations.");
    message.choose(undefined);
    await done;
  });

  it("asks and deletes on the word of whoever reads it", async (context) => {
    const { done, message, ...here } = await waited(context);
    message.choose("Delete…");
    const dialog = await screen.next(Message);
    assert.deepEqual([dialog.options.modal, deletions(here)], [true, 0]);
    dialog.choose("Delete");
    await done;
    assert.equal(deletions(here), 1);
    assert.deepEqual([here.shown, mentioned], [[], ["Deleted honeycomb"]]);
  });

  const selecting = {
    id: "ma_1",
    browser: { telemetry: { export: { otlp: { destination: { id: "d_1" } } } } },
  };

  /** A page of a refused deletion that waits. */
  async function waiting(context: TestContext) {
    const here = await office(context);
    here.offers.list("/auth/connections", [selecting]);
    here.offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
    const card = deletedCard({ ...service, id: randomUUID() }, [
      { ...held, deletion: refused, heldBy: [{ id: "ma_1" }] },
    ]);
    context.mock.method(here.parts.panel, "ofAccount", () => [{ card, accountId: here.account.id }]);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const commands = destinationCommands(here.parts);
    const press = (label: string): Promise<void> => {
      const shown = here.updated.at(-1)?.card ?? card;
      const effect = shown.actions.next?.press;
      assert.ok(shown.actions.next?.label === label && effect?.does === "run");
      return Promise.resolve(commands["managedAuth.deleteDestinations"].start(effect.told)).then(
        () => undefined,
      );
    };
    const done = press("Notify When Free");
    await quiet();
    return { ...here, card, done, press };
  }
  const pageOf = ({ updated }: Office): readonly unknown[] => {
    const { actions, summary } = updated.at(-1)?.card ?? assert.fail();
    return [summary, actions.next?.label];
  };

  it("is shown by the page, which ends it", async (context) => {
    const at = await waiting(context);
    const [waits, ends] = [
      "Waiting until no connection uses honeycomb.",
      "A notification tells you when you can delete.",
    ];
    assert.deepEqual(pageOf(at), [[waits, ends], "Stop Waiting"]);
    await at.press("Stop Waiting");
    await at.done;
    assert.deepEqual(pageOf(at), [at.card.summary, "Notify When Free"]);
    assert.deepEqual([screen.rest.filter((one) => one instanceof Message), deletions(at)], [[], 0]);
  });

  it("has the page delete once nothing uses the destination", async (context) => {
    const at = await waiting(context);
    at.offers.list("/auth/connections", []);
    context.mock.timers.tick(15_000);
    await screen.next(Progress);
    (await screen.next(Message)).choose(undefined);
    await at.done;
    assert.deepEqual(pageOf(at), [["Connections no longer use honeycomb."], "Delete…"]);
  });

  it("ends when the user signs out, and says nothing", async (context) => {
    const at = await waiting(context);
    await at.parts.session.signOut();
    await at.done;
    const asked = at.offers.asked.length;
    context.mock.timers.tick(60_000);
    await quiet();
    assert.equal(at.offers.asked.length, asked);
    assert.deepEqual(
      screen.rest.filter((one) => one instanceof Message),
      [],
    );
  });

  it("deletes as the account that waited, whichever is active by then", async (context) => {
    const { done, message, ...here } = await waited(context);
    here.offers.reply("/telemetry/destinations/d_1", 409, { code: "in_use", message: "Busy." });
    const other = await here.parts.accounts.add("Other", "https://other.example", "sk_token_2");
    await here.parts.session.use(other);
    message.choose("Delete…");
    const dialog = await screen.next(Message);
    assert.match(dialog.options.detail ?? "", / · Team$/);
    dialog.choose("Delete");
    await done;
    assert.equal(here.shown[0]?.accountId, here.account.id);
  });
});
