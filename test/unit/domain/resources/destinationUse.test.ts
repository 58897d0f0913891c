import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import {
  indexByIdOrName,
  selectedDestination,
  indexBySelectedDestination,
} from "../../../../src/domain/resources/destinationUse.ts";

const connection = (fields: object, id = "ma_1"): ManagedAuth => ManagedAuth.parse({ id, ...fields });
const exporting = (destination: unknown): object => ({ enabled: true, export: { otlp: { destination } } });
const currentTelemetry = (destination: unknown): object => ({
  browser: { telemetry: exporting(destination) },
});
const legacyTelemetry = (destination: unknown): object => ({ browser_telemetry: exporting(destination) });

describe("the destination that a connection selects", () => {
  for (const [source, fields, selected] of [
    ["the destination's ID", currentTelemetry({ id: "d_1" }), { id: "d_1" }],
    ["the destination's name", currentTelemetry({ name: "honeycomb" }), { name: "honeycomb" }],
    ["the destination's ID and name", currentTelemetry({ id: "d_1", name: "x" }), { id: "d_1", name: "x" }],
    ["the deprecated browser_telemetry", legacyTelemetry({ name: "honeycomb" }), { name: "honeycomb" }],
    [
      "browser.telemetry before browser_telemetry",
      { ...currentTelemetry({ id: "new" }), ...legacyTelemetry({ id: "old" }) },
      { id: "new" },
    ],
    [
      "browser_telemetry if browser.telemetry is null",
      { browser: { telemetry: null }, ...legacyTelemetry({ id: "old" }) },
      { id: "old" },
    ],
    [
      "no field if browser.telemetry exports nothing",
      { browser: { telemetry: { enabled: true } }, ...legacyTelemetry({ id: "old" }) },
      undefined,
    ],
    ["no field if all fields are missing", {}, undefined],
    ["no field if the export is empty", { browser: { telemetry: { enabled: true, export: {} } } }, undefined],
    ["no field if the destination is null", currentTelemetry(null), undefined],
    ["no field if the destination is text", currentTelemetry("d_1"), undefined],
    ["neither ID nor name if they aren't text", currentTelemetry({ id: 7, name: null }), {}],
  ] as const)
    it(`is read from ${source}`, () => assert.deepEqual(selectedDestination(connection(fields)), selected));
});

describe("connections that use a destination", () => {
  const ids = (destination: { id: string; name?: string }, ...all: ManagedAuth[]): readonly string[] =>
    indexBySelectedDestination(all)({ name: undefined, ...destination }).map(({ id }) => id);

  it("are found by ID, name and deprecated field", () => {
    const all = [
      connection(currentTelemetry({ id: "d_1" }), "by id"),
      connection(currentTelemetry({ name: "honeycomb" }), "by name"),
      connection(legacyTelemetry({ id: "d_1" }), "by id, before"),
      connection(legacyTelemetry({ name: "honeycomb" }), "by name, before"),
      connection(currentTelemetry({ id: "d_2" }), "another id"),
      connection(currentTelemetry({ name: "Honeycomb" }), "another name"),
      connection({}, "none"),
      connection(currentTelemetry({}), "nothing said"),
    ];
    assert.deepEqual(ids({ id: "d_1", name: "honeycomb" }, ...all), [
      "by id",
      "by name",
      "by id, before",
      "by name, before",
    ]);
  });

  it("are matched by ID if they specify both an ID and a name", () => {
    const exporter = connection(currentTelemetry({ id: "d_2", name: "honeycomb" }));
    assert.deepEqual(ids({ id: "d_1", name: "honeycomb" }, exporter), []);
    assert.deepEqual(ids({ id: "d_2", name: "renamed" }, exporter), ["ma_1"]);
  });

  it("don't include a connection if only an ID and a name are equal", () => {
    assert.deepEqual(ids({ id: "honeycomb" }, connection(currentTelemetry({ name: "honeycomb" }))), []);
    assert.deepEqual(ids({ id: "d_1", name: "x" }, connection(currentTelemetry({ id: "x" }))), []);
    assert.deepEqual(ids({ id: "d_1" }, connection(currentTelemetry({}))), []);
  });
});

describe("indexByIdOrName", () => {
  it("prefers an ID over an identical name of another destination", () => {
    const called = { id: "d_2", name: "d_1" };
    const itself = { id: "d_1", name: "prod" };
    for (const all of [
      [called, itself],
      [itself, called],
    ]) {
      const find = indexByIdOrName(all);
      const found = ["d_1", "prod", "d_2", "d_3"].map(find);
      assert.deepEqual(found, [itself, itself, called, undefined]);
    }
  });
});
