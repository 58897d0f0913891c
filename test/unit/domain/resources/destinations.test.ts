// Tests the requests that change a destination, the comparison with replies, and the state of its exports.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OtlpDestinationUpdateRequest } from "../../../../src/api/destinationRequests.ts";
import { conflictingFields, updateRequest } from "../../../../src/domain/resources/fieldRequests.ts";
import { destinationModel, exportHealthOf } from "../../../../src/domain/resources/destinations.ts";
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
  for (const [content, values, request] of [
    ["nothing", {}, undefined],
    [
      "nothing for existing values",
      { name: "audit-log", description: "", endpoint: "https://audit.example/" },
      undefined,
    ],
    ["a name", { name: "bees" }, { name: "bees" }],
    ["a header", rotated, { headers: { authorization: "v" } }],
    ["the removal of a header", setting("X-TENANT", null), { headers: { "X-TENANT": null } }],
    ["nothing for the removal of a missing header", setting("X-Gone", null), undefined],
    [
      "one header and omits the removal of a missing one",
      { headers: new Map(Object.entries({ "X-Tenant": "v", "X-Gone": null })) },
      { headers: { "X-Tenant": "v" } },
    ],
  ] as const)
    it(`contains ${content}`, () => assert.deepEqual(updateRequest(destinationModel, base, values), request));

  it("removes a header even if the existing headers are unknown", () =>
    assert.deepEqual(updateRequest(destinationModel, { id: "otlp_1" }, setting("X-Gone", null)), {
      headers: { "X-Gone": null },
    }));

  const many = (length: number): Readonly<Record<string, string>> =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`h${at}`, "v"]));
  const isValid = (body: object) => OtlpDestinationUpdateRequest.safeParse(body).success;
  for (const [content, body] of [
    ["an empty description, which removes it", { description: "" }],
    ["a description of 1024 characters", { description: "d".repeat(1_024) }],
    ["32 headers", { headers: many(32) }],
    ["33 headers, one of them removed", { headers: { ...many(32), gone: null } }],
    ["headers of 8192 bytes", { headers: { ab: "v".repeat(8_190) } }],
  ] as const)
    it(`is valid with ${content}`, () => assert.equal(isValid(body), true));
  for (const [content, body] of [
    ["nothing", {}],
    ["another field", { name: "a", id: "b" }],
    ["a description of 1025 characters", { description: "d".repeat(1_025) }],
    ["an empty value", { headers: { a: "" } }],
    ["two spellings of a header", { headers: { a: "v", A: null } }],
    ["33 headers", { headers: many(33) }],
    ["headers of 8193 bytes", { headers: { ab: "v".repeat(8_191) } }],
    ["no change", {}],
    ["undefined fields", { name: undefined, headers: undefined }],
  ] as const)
    it(`is invalid with ${content}`, () => assert.equal(isValid(body), false));
});

describe("a conflict with another client's change to a destination", () => {
  for (const [title, current, values, expected] of [
    ["doesn't exist without changes by others", base, { ...rotated, name: "bees" }, []],
    [
      "doesn't exist for a change of another field",
      { ...base, name: "wasps" },
      { endpoint: "https://b.example" },
      [],
    ],
    ["exists for a change of the same field", { ...base, name: "wasps" }, { name: "bees" }, ["name"]],
    ["doesn't exist if the field already has this value", { ...base, name: "bees" }, { name: "bees" }, []],
    ["exists for a removed header", having("X-Tenant"), rotated, ["headers"]],
    ["doesn't exist for a header that both remove", having("X-Tenant"), setting("authorization", null), []],
    [
      "exists for an added header",
      having("Authorization", "X-Tenant", "X-New"),
      setting("x-new", "v"),
      ["headers"],
    ],
    [
      "doesn't exist for another spelling or order of headers",
      having("x-tenant", "authorization"),
      rotated,
      [],
    ],
    ["exists for an unexplained change of the version", later, rotated, ["headers"]],
    [
      "exists for an unexplained change of the version during exports",
      { ...later, last_export_at: "later", consecutive_failures: 2 },
      rotated,
      ["headers"],
    ],
    [
      "doesn't exist for a header value if another change explains the version",
      { ...later, name: "wasps" },
      rotated,
      [],
    ],
    ["doesn't exist for an unexplained change if no value is set", later, { name: "bees" }, []],
  ] as const)
    it(title, () => assert.deepEqual(conflictingFields(destinationModel, base, current, values), expected));
});

describe("the comparison of a sent header with a later read", () => {
  for (const [title, [name, value], after, expected] of [
    ["reports same for a removed header", ["x-tenant", null], having("Authorization"), "same"],
    ["reports different for a header that still exists", ["x-tenant", null], base, "different"],
    ["reports unknown for a changed value", ["authorization", "v"], base, "unknown"],
    ["reports same for an added header", ["X-New", "v"], having("x-new"), "same"],
    ["reports different for a missing added header", ["X-New", "v"], base, "different"],
    ["reports unknown if the reply lacks the headers", ["X-New", "v"], { id: "otlp_1" }, "unknown"],
  ] as const)
    it(title, () => assert.equal(fields.headers.compare(new Map([[name, value]]), after, base), expected));
});

const time = "2026-11-20T10:00:00.000Z";

describe("the export health of a destination", () => {
  for (const [title, reported, health] of [
    ["is unknown for replies of an older service", {}, { kind: "unknown" }],
    [
      "is unknown for an error without a count of failures",
      { last_error: "e", last_error_at: time },
      { kind: "unknown" },
    ],
    ["is failing after one failure", { consecutive_failures: 1 }, { kind: "failing", failures: 1 }],
    [
      "is failing despite an earlier export",
      { consecutive_failures: 7, last_export_at: time },
      { kind: "failing", failures: 7 },
    ],
    ["is idle without failures and exports", { consecutive_failures: 0 }, { kind: "idle" }],
    [
      "is fine with an old error and a later export",
      { consecutive_failures: 0, last_error: "e", last_error_at: time, last_export_at: time },
      { kind: "fine", exportedAt: new Date(time) },
    ],
    [
      "is fine with only the time of an error",
      { consecutive_failures: 0, last_error_at: time },
      { kind: "fine" },
    ],
    ["is fine with an old error", { consecutive_failures: 0, last_error: "e" }, { kind: "fine" }],
    [
      "is fine with only the time of an export",
      { last_export_at: time },
      { kind: "fine", exportedAt: new Date(time) },
    ],
    ["is fine with an invalid time", { consecutive_failures: 0, last_export_at: "soon" }, { kind: "fine" }],
  ] as const)
    it(title, () => {
      const none = { consecutive_failures: undefined, last_error: undefined };
      const neverExported = { last_error_at: undefined, last_export_at: undefined };
      assert.deepEqual(exportHealthOf({ ...none, ...neverExported, ...reported }), health);
    });
});
