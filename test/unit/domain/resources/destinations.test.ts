// Tests the requests that change a destination, the comparison with replies, and the state of its exports.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OtlpDestinationUpdateRequest } from "../../../../src/api/destinationRequests.ts";
import { conflicts, updateRequest } from "../../../../src/domain/resource/requests.ts";
import { destinationModel, healthOf } from "../../../../src/domain/resources/destinations.ts";
import type { DestinationValues, ListedDestination } from "../../../../src/domain/resources/destinations.ts";

const { fields } = destinationModel;
const base: ListedDestination = {
  id: "otlp_1",
  name: "audit-log",
  endpoint: "https://audit.example",
  headers: ["Authorization", "X-Tenant"],
  updated_at: "2026-01-01T00:00:00Z",
};
const having = (...headers: string[]): ListedDestination => ({ ...base, headers });
const setting = (name: string, value: string | null): Partial<DestinationValues> => ({
  headers: new Map([[name, value]]),
});
const rotated = setting("authorization", "v");
const later = { ...base, updated_at: "later" };

describe("the request to change a destination", () => {
  for (const [what, values, request] of [
    ["nothing", {}, undefined],
    [
      "what is there already",
      { name: "audit-log", description: "", endpoint: "https://audit.example/" },
      undefined,
    ],
    ["a name", { name: "bees" }, { name: "bees" }],
    ["a header", rotated, { headers: { authorization: "v" } }],
    ["a header away", setting("X-TENANT", null), { headers: { "X-TENANT": null } }],
    ["a header away that is not there", setting("X-Gone", null), undefined],
    [
      "one header, and not the one away that is not there",
      { headers: new Map(Object.entries({ "X-Tenant": "v", "X-Gone": null })) },
      { headers: { "X-Tenant": "v" } },
    ],
  ] as const) {
    it(`changes ${what}`, () => assert.deepEqual(updateRequest(fields, base, values), request));
  }

  it("removes a header if the existing headers are unknown", () =>
    assert.deepEqual(updateRequest(fields, { id: "otlp_1" }, setting("X-Gone", null)), {
      headers: { "X-Gone": null },
    }));

  const many = (length: number): Readonly<Record<string, string>> =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`h${at}`, "v"]));
  for (const [what, body, isAccepted] of [
    ["nothing", {}, false],
    ["another field", { name: "a", id: "b" }, false],
    ["an empty description, which takes it away", { description: "" }, true],
    ["a description of 1024 characters", { description: "d".repeat(1_024) }, true],
    ["a description of 1025 characters", { description: "d".repeat(1_025) }, false],
    ["an empty value", { headers: { a: "" } }, false],
    ["two spellings of a header", { headers: { a: "v", A: null } }, false],
    ["32 headers", { headers: many(32) }, true],
    ["33 headers", { headers: many(33) }, false],
    ["33 headers, one of them away", { headers: { ...many(32), gone: null } }, true],
    ["8192 bytes", { headers: { ab: "v".repeat(8_190) } }, true],
    ["8193 bytes", { headers: { ab: "v".repeat(8_191) } }, false],
    ["no change", {}, false],
    ["changes that say nothing", { name: undefined, headers: undefined }, false],
  ] as const) {
    it(`${isAccepted ? "takes" : "refuses"} ${what}`, () =>
      assert.equal(OtlpDestinationUpdateRequest.safeParse(body).success, isAccepted));
  }
});

describe("a conflict with another client's change to a destination", () => {
  for (const [what, now, values, expected] of [
    ["is nothing", base, { ...rotated, name: "bees" }, []],
    ["is another field alone", { ...base, name: "wasps" }, { endpoint: "https://b.example" }, []],
    ["is the same field", { ...base, name: "wasps" }, { name: "bees" }, ["name"]],
    ["is the same field to the same", { ...base, name: "bees" }, { name: "bees" }, []],
    ["is a header that is gone", having("X-Tenant"), rotated, ["headers"]],
    ["is a header that goes here too", having("X-Tenant"), setting("authorization", null), []],
    [
      "is a header that came",
      having("Authorization", "X-Tenant", "X-New"),
      setting("x-new", "v"),
      ["headers"],
    ],
    ["is no other spelling or order", having("x-tenant", "authorization"), rotated, []],
    ["may be a value", later, rotated, ["headers"]],
    [
      "may be a value while it exports",
      { ...later, last_export_at: "later", consecutive_failures: 2 },
      rotated,
      ["headers"],
    ],
    ["is no value where something else was changed", { ...later, name: "wasps" }, rotated, []],
    ["is of no account where no value is set", later, { name: "bees" }, []],
  ] as const) {
    it(what, () => assert.deepEqual(conflicts(destinationModel, base, now, values), expected));
  }
});

describe("the comparison of a sent header with a later read", () => {
  for (const [what, [name, value], after, is] of [
    ["that it is gone", ["x-tenant", null], having("Authorization"), "same"],
    ["that it is not gone", ["x-tenant", null], base, "different"],
    ["nothing of a value", ["authorization", "v"], base, "unknown"],
    ["that an added one is there", ["X-New", "v"], having("x-new"), "same"],
    ["that an added one is not there", ["X-New", "v"], base, "different"],
    ["nothing where none is told", ["X-New", "v"], { id: "otlp_1" }, "unknown"],
  ] as const) {
    it(what, () => assert.equal(fields.headers.compare(new Map([[name, value]]), after, base), is));
  }
});

const time = "2026-11-20T10:00:00.000Z";

describe("healthOf", () => {
  for (const [what, told, health] of [
    ["nothing is told by an older service", {}, { kind: "unknown" }],
    ["an error alone says nothing", { last_error: "e", last_error_at: time }, { kind: "unknown" }],
    ["one failure is one", { consecutive_failures: 1 }, { kind: "failing", failures: 1 }],
    [
      "failures count, whatever arrived before",
      { consecutive_failures: 7, last_export_at: time },
      { kind: "failing", failures: 7 },
    ],
    ["none failed, and nothing was sent", { consecutive_failures: 0 }, { kind: "idle" }],
    [
      "an error stays after a success",
      { consecutive_failures: 0, last_error: "e", last_error_at: time, last_export_at: time },
      { kind: "fine", exportedAt: new Date(time) },
    ],
    ["the time of an error alone", { consecutive_failures: 0, last_error_at: time }, { kind: "fine" }],
    ["an error that is over", { consecutive_failures: 0, last_error: "e" }, { kind: "fine" }],
    ["an export that is told alone", { last_export_at: time }, { kind: "fine", exportedAt: new Date(time) }],
    ["a time that is none", { consecutive_failures: 0, last_export_at: "soon" }, { kind: "fine" }],
  ] as const) {
    it(what, () => {
      const none = { consecutive_failures: undefined, last_error: undefined };
      const never = { last_error_at: undefined, last_export_at: undefined };
      assert.deepEqual(healthOf({ ...none, ...never, ...told }), health);
    });
  }
});
