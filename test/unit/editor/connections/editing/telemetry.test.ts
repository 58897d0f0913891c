// Tests changing telemetry with "Edit Connection…". Categories unknown to this version stay enabled.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { assertComplete, block } from "../../../../support/cards.ts";
import {
  reported,
  bodyOf,
  changeRequest,
  choose,
  editing,
  list,
  question,
  readRequest,
  save,
  type RunningEdit,
} from "../../../../support/editing.ts";
import { quiet } from "../../../../support/offers.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const on = { enabled: true };
const off = { enabled: false };
const knownCategoriesOff = { control: off, connection: off, system: off, captcha: off };
const exportTo = (id: string) => ({ export: { otlp: { destination: { id } } } });

/** Starts an edit of a connection that records these categories. */
async function editTelemetry(context: TestContext, browser: object, more: object = {}): Promise<RunningEdit> {
  const telemetry = { ...on, browser, ...more };
  const run = await editing(context, { ...reported, browser: { ...reported.browser, telemetry } });
  run.wire.serve("GET /telemetry/destinations", 200, [
    { id: "otlp_1", name: "first" },
    { id: "otlp_2", name: "second" },
  ]);
  return { ...run, going: run.edit() };
}

/** Answers the request as fully saved and returns the connection's page. */
async function finishEdit(run: RunningEdit, telemetry: object, body?: object): Promise<ResultCard> {
  const sent = await run.wire.next(changeRequest);
  if (body !== undefined) assert.deepEqual(sent.body, body);
  const after = { ...reported, browser: { ...reported.browser, telemetry } };
  run.wire.serve(readRequest, 200, after);
  sent.answer(200, after);
  await run.going;
  const { card } = run.shown[0] ?? assert.fail();
  assertComplete(card);
  assert.equal(card.done?.text, "Saved");
  return card;
}

describe("editing telemetry with unknown categories", () => {
  it("sends only one of the enabled categories along with a changed destination", async (context) => {
    const run = await editTelemetry(context, { control: off, network: on, platform: on }, exportTo("otlp_1"));
    const { pick, says } = await list();
    const labels = "Connection, System, CAPTCHA, Network, Platform (unknown to this version)";
    assert.equal(says["Telemetry"], `${labels}; exported to otlp_1`);
    pick.choose("Telemetry");
    await choose("Categories…");
    (await question()).enter();
    await choose("Destination by ID…");
    const destinations = await question();
    await quiet();
    destinations.choose("second");
    const table = await list();
    assert.equal(table.says["Telemetry"], `${labels}; exported to first → ${labels}; exported to second`);
    table.pick.choose(save);
    const body = { browser: { telemetry: { browser: { connection: on }, ...exportTo("otlp_2") } } };
    const browser = { control: off, network: on, platform: on };
    const card = await finishEdit(run, { ...on, browser, ...exportTo("otlp_2") }, body);
    const [destination] = block(card, "rows", "Telemetry export").rows;
    assert.deepEqual([destination?.value.text, destination?.changed], ["second", "before: first"]);
  });

  it("sends only the changed categories", async (context) => {
    const run = await editTelemetry(context, { platform: on });
    await choose("Telemetry", "Categories…");
    const categories = await question();
    assert.match(categories.prompt ?? "", /On, but unknown to this version: Platform\./);
    await categories.check("Network");
    categories.enter();
    await choose("Nowhere", save);
    const card = await finishEdit(run, { ...on, browser: { platform: on, network: on } });
    assert.deepEqual(
      block(card, "grid", "Telemetry").cells.flatMap(({ changed, label }) =>
        changed === undefined ? [] : [[label, changed]],
      ),
      [["Network", "before: Off"]],
    );
  });

  it("rejects an empty selection if only unknown categories are enabled", async (context) => {
    const run = await editTelemetry(context, { ...knownCategoriesOff, platform: on });
    const { pick, says } = await list();
    assert.equal(says["Telemetry"], "Platform (unknown to this version)");
    pick.choose("Telemetry");
    await choose("Categories…");
    const categories = await question();
    assert.deepEqual(categories.selectedItems, []);
    categories.enter();
    assert.match(JSON.stringify([categories.prompt, categories.title]), /none of the recorded categories/);
    await leave(categories, run.going);
    assert.equal(run.wire.count("PATCH"), 0);
  });

  it("disables unknown categories as well if the user turns telemetry off", async (context) => {
    const run = await editTelemetry(context, { platform: on });
    await choose("Telemetry", "Off", save);
    assert.deepEqual(await bodyOf(run), { browser: { telemetry: off } });
  });
});
