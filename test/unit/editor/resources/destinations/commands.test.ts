import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { watchDeletion } from "../../../../../src/editor/resources/destinations/commands.ts";
import { mentioned, Message, reset, screen } from "../../../../doubles/vscode.ts";
import { office } from "../../../../support/office.ts";
import type { Office } from "../../../../support/office.ts";

beforeEach(reset);

const held = { idOrName: "d_1", name: "honeycomb" };

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
