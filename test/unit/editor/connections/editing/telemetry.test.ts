// Telemetry that is changed by "Edit Connection…": what is sent, and that what this version does not know stays on.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { reset } from "../../../../doubles/vscode.ts";
import { assertWhole, block } from "../../../../support/cards.ts";
import {
  asItIs,
  changes,
  choose,
  editing,
  list,
  question,
  reads,
  save,
} from "../../../../support/editing.ts";
import type { Editing } from "../../../../support/editing.ts";
import { quiet } from "../../../../support/offers.ts";

beforeEach(reset);

const on = { enabled: true };
const off = { enabled: false };
const nothingKnown = { control: off, connection: off, system: off, captcha: off };
const to = (id: string) => ({ export: { otlp: { destination: { id } } } });

/** A connection that records this. */
async function recording(context: TestContext, browser: object, more: object = {}): Promise<Editing> {
  const telemetry = { ...on, browser, ...more };
  const run = await editing(context, { ...asItIs, browser: { ...asItIs.browser, telemetry } });
  run.wire.serve("GET /telemetry/destinations", 200, [
    { id: "otlp_1", name: "first" },
    { id: "otlp_2", name: "second" },
  ]);
  return run;
}

/** Answers a change with telemetry as it is then, and gives the row of the table that tells of it. */
async function answered(
  run: Editing,
  going: Promise<void>,
  telemetry: object,
): Promise<readonly (readonly unknown[])[]> {
  const sent = await run.wire.next(changes);
  const after = { ...asItIs, browser: { ...asItIs.browser, telemetry } };
  run.wire.serve(reads, 200, after);
  sent.answer(200, after);
  await going;
  const { card } = run.shown[0] ?? assert.fail();
  assertWhole(card);
  assert.equal(card.done?.text, "Saved");
  return block(card, "grid", "Telemetry").cells.flatMap(({ changed, label }) =>
    changed === undefined ? [] : [[label, changed]],
  );
}

/** The body that is sent once the changes are agreed to. */
async function bodyOf(run: Editing): Promise<unknown> {
  await choose(save);
  const sent = await run.wire.next(changes);
  sent.answer(400, { code: "bad_request", message: "No." });
  return sent.body;
}

describe("telemetry that records what this version does not know", () => {
  it("is sent with one category that is on where only the destination changes", async (context) => {
    const run = await recording(context, { control: off, network: on, platform: on }, to("otlp_1"));
    const going = run.edit();
    const { pick, says } = await list();
    const now = "Connection, System, CAPTCHA, Network, Platform (unknown to this version)";
    assert.equal(says["Telemetry"], `${now}; exported to otlp_1`);
    pick.choose("Telemetry");
    await choose("Categories…");
    (await question()).enter();
    await choose("Destination by ID…");
    const destinations = await question();
    await quiet();
    destinations.choose("second");
    const table = await list();
    assert.equal(table.says["Telemetry"], `${now}; exported to first → ${now}; exported to second`);
    table.pick.choose(save);
    const body = { browser: { telemetry: { browser: { connection: on }, ...to("otlp_2") } } };
    const sent = await run.wire.next(changes);
    assert.deepEqual(sent.body, body);
    const telemetry = { ...on, browser: { control: off, network: on, platform: on }, ...to("otlp_2") };
    const after = { ...asItIs, browser: { ...asItIs.browser, telemetry } };
    run.wire.serve(reads, 200, after);
    sent.answer(200, after);
    await going;
    const { card } = run.shown[0] ?? assert.fail();
    assertWhole(card);
    assert.equal(card.done?.text, "Saved");
    const [destination] = block(card, "rows", "Telemetry export").rows;
    assert.deepEqual([destination?.value.text, destination?.changed], ["otlp_2", "before: otlp_1"]);
  });

  it("is sent as the categories that change, and nothing else", async (context) => {
    const run = await recording(context, { platform: on });
    const going = run.edit();
    await choose("Telemetry", "Categories…");
    const categories = await question();
    assert.match(categories.prompt ?? "", /On, but unknown to this version: Platform\./);
    await categories.check("Network");
    categories.enter();
    await choose("Nowhere", save);
    const row = await answered(run, going, { ...on, browser: { platform: on, network: on } });
    assert.deepEqual(row, [["Network", "before: Off"]]);
  });

  it("is not off where nothing else is on, and can't be exported elsewhere without a known category", async (context) => {
    const run = await recording(context, { ...nothingKnown, platform: on });
    const going = run.edit();
    const { pick, says } = await list();
    assert.equal(says["Telemetry"], "Platform (unknown to this version)");
    pick.choose("Telemetry");
    await choose("Categories…");
    const categories = await question();
    assert.deepEqual(categories.selectedItems, []);
    categories.enter();
    assert.match(JSON.stringify([categories.prompt, categories.title]), /none of the recorded categories/);
    categories.escape();
    await going;
    assert.equal(run.wire.count("PATCH"), 0);
  });

  it("ends with all else where it is switched off", async (context) => {
    const run = await recording(context, { platform: on });
    const going = run.edit();
    await choose("Telemetry", "Off");
    assert.deepEqual(await bodyOf(run), { browser: { telemetry: off } });
    await going;
  });
});
