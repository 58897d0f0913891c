import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { withFallbacks } from "../../../../../src/domain/connections/deprecatedFields.ts";
import { telemetryBlocks } from "../../../../../src/editor/connections/shown/connectionBlocks.ts";
import { categories, enabledFlags } from "../../../../support/telemetry.ts";

const blocks = (fields: object): ReturnType<typeof telemetryBlocks> =>
  telemetryBlocks(withFallbacks(ManagedAuth.parse({ id: "ma_1", ...fields })));
const blocksFor = (telemetry: unknown): ReturnType<typeof telemetryBlocks> =>
  blocks({ browser: { telemetry } });

/** Returns the cells of the grid as text, such as "Control: On". */
function grid(telemetry: unknown): readonly string[] {
  const [block] = blocksFor(telemetry);
  assert.ok(block?.kind === "grid");
  for (const { on, state } of block.cells)
    assert.equal(state, on === undefined ? "Not reported" : on ? "On" : "Off");
  return block.cells.map(({ label, state }) => `${label}: ${state}`);
}

describe("telemetryBlocks", () => {
  it("explains the platform and monitor categories", (t) => {
    const on = { enabled: true };
    const [shown] = blocksFor({ enabled: true, browser: { platform: on, monitor: on, constructor: on } });
    assert.ok(shown?.kind === "grid");
    t.assert.snapshot(shown.cells.slice(-3).map(({ label, note }) => [label, note]));
  });

  it("returns nothing if telemetry isn't reported", () => {
    assert.deepEqual(blocks({}), []);
    assert.deepEqual(blocksFor(null), []);
    assert.deepEqual(blocksFor("on"), []);
  });

  it("returns a single row if telemetry is off", () => {
    const [block, ...others] = blocksFor({ enabled: false });
    assert.ok(block?.kind === "rows");
    assert.deepEqual(
      block.rows.map(({ label, value }) => [label, value.text]),
      [["Recording", "Off"]],
    );
    assert.deepEqual(others, []);
  });

  for (const [telemetryState, telemetry] of [
    ["the default set", { enabled: true }],
    ["the default set from an empty list of categories", { enabled: true, browser: {} }],
    [
      "categories layered onto the default set",
      { enabled: true, browser: { captcha: { enabled: false }, page: { enabled: true } } },
    ],
    ["categories without the enabled flag", { browser: { network: { enabled: true } } }],
    ["the default set if nothing is reported", {}],
    ["the default set from only an empty list of categories", { browser: {} }],
    ["every category on", { enabled: true, browser: enabledFlags(...categories) }],
    [
      "an unreadable category as if it were missing",
      { enabled: true, browser: { page: 7, network: { enabled: "yes" } } },
    ],
    ["an unknown category last", { enabled: true, browser: { telepathy: { enabled: true }, x_ray: {} } }],
  ] as const)
    it(`renders ${telemetryState}`, (t) => t.assert.snapshot(grid(telemetry)));

  it("explains each category and marks unknown categories", () => {
    const [block] = blocksFor({ enabled: true, browser: { telepathy: { enabled: true } } });
    assert.ok(block?.kind === "grid");
    assert.ok(block.cells.every(({ note }) => note.length > 10));
    assert.equal(block.cells.at(-1)?.note, "Unknown to this version");
  });

  for (const [exportSetting, exported, text, code] of [
    ["an ID", { otlp: { destination: { id: "d_1" } } }, "d_1", true],
    ["a name", { otlp: { destination: { name: "honeycomb" } } }, "honeycomb", undefined],
    ["an ID and a name", { otlp: { destination: { id: "d_1", name: "x" } } }, "x", undefined],
    ["no destination", { otlp: {} }, "Not exported", undefined],
    ["no export", undefined, "Not exported", undefined],
  ] as const)
    it(`shows the export destination for ${exportSetting}`, () => {
      const block = blocksFor({ enabled: true, export: exported }).find(
        ({ title }) => title === "Telemetry export",
      );
      assert.ok(block?.kind === "rows");
      assert.deepEqual(
        block.rows.map(({ label, value }) => [label, value.text, value.code]),
        [["Destination", text, code]],
      );
    });
});
