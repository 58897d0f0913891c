// What a change of a destination sends, what others changed meanwhile, and what reading tells of it afterwards.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OtlpDestinationUpdateRequest } from "../../../../src/api/destinationRequests.ts";
import type { OtlpDestination } from "../../../../src/api/otherResources.ts";
import {
  changedMeanwhile,
  changeRequestOf,
  headersAfter,
  lookedFor,
  notTakenOf,
} from "../../../../src/domain/destinations/edit.ts";
import type { DestinationEdit } from "../../../../src/domain/destinations/edit.ts";

const base: OtlpDestination = {
  id: "otlp_1",
  name: "audit-log",
  endpoint: "https://audit.example",
  headers: ["Authorization", "X-Tenant"],
  updated_at: "2026-01-01T00:00:00Z",
};
const having = (...headers: string[]): OtlpDestination => ({ ...base, headers });
const none: DestinationEdit = { headers: [] };
const rotated: DestinationEdit = { headers: [{ name: "authorization", value: "v" }] };

describe("the request that changes a destination", () => {
  for (const [what, edit, request] of [
    ["nothing", none, undefined],
    ["what is there already", { ...none, name: "audit-log", description: "" }, undefined],
    ["a name", { ...none, name: "bees" }, { name: "bees" }],
    ["a header", rotated, { headers: { authorization: "v" } }],
    ["a header away", { headers: [{ name: "X-TENANT", value: null }] }, { headers: { "X-TENANT": null } }],
    ["a header away that is not there", { headers: [{ name: "X-Gone", value: null }] }, undefined],
  ] as const) {
    it(`changes ${what}`, () => assert.deepEqual(changeRequestOf(base, edit), request));
  }

  it("takes a header away where the service does not tell which there are", () => {
    const untold: OtlpDestination = { id: "otlp_1" };
    assert.deepEqual(changeRequestOf(untold, { headers: [{ name: "X-Gone", value: null }] }), {
      headers: { "X-Gone": null },
    });
  });

  for (const [what, body, isAccepted] of [
    ["nothing", {}, false],
    ["another field", { name: "a", id: "b" }, false],
    ["an empty description, which takes it away", { description: "" }, true],
    ["a description of 1024 characters", { description: "d".repeat(1_024) }, true],
    ["a description of 1025 characters", { description: "d".repeat(1_025) }, false],
    ["an empty value", { headers: { a: "" } }, false],
    ["two spellings of a header", { headers: { a: "v", A: null } }, false],
    [
      "32 headers",
      { headers: Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`h${at}`, "v"])) },
      true,
    ],
    [
      "33 headers",
      { headers: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`h${at}`, "v"])) },
      false,
    ],
    [
      "33 headers, one of them away",
      {
        headers: {
          ...Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`h${at}`, "v"])),
          gone: null,
        },
      },
      true,
    ],
    ["8192 bytes", { headers: { ab: "v".repeat(8_190) } }, true],
    ["8193 bytes", { headers: { ab: "v".repeat(8_191) } }, false],
    ["no change", {}, false],
    ["changes that say nothing", { name: undefined, headers: undefined }, false],
  ] as const) {
    it(`${isAccepted ? "takes" : "refuses"} ${what}`, () =>
      assert.equal(OtlpDestinationUpdateRequest.safeParse(body).success, isAccepted));
  }
});

describe("the headers that there are then", () => {
  it("are those that stay, without their values, and those that are set", () =>
    assert.deepEqual(
      headersAfter(base, {
        headers: [
          { name: "authorization", value: null },
          { name: "X-New", value: "v" },
        ],
      }),
      [
        { name: "X-Tenant", value: "" },
        { name: "X-New", value: "v" },
      ],
    ));
});

describe("what somebody else has changed meanwhile", () => {
  const nothing = { texts: [], headers: [], maybeValues: false };
  for (const [what, now, edit, expected] of [
    ["is nothing", base, { ...rotated, name: "bees" }, undefined],
    [
      "is another field alone",
      { ...base, name: "wasps" },
      { ...none, endpoint: "https://b.example" },
      undefined,
    ],
    [
      "is the same field",
      { ...base, name: "wasps" },
      { ...none, name: "bees" },
      { ...nothing, texts: ["name"] },
    ],
    ["is the same field to the same", { ...base, name: "bees" }, { ...none, name: "bees" }, undefined],
    ["is a header that is gone", having("X-Tenant"), rotated, { ...nothing, headers: ["authorization"] }],
    [
      "is a header that goes here too",
      having("X-Tenant"),
      { headers: [{ name: "authorization", value: null }] },
      undefined,
    ],
    [
      "is a header that came",
      having("Authorization", "X-Tenant", "X-New"),
      { headers: [{ name: "x-new", value: "v" }] },
      { ...nothing, headers: ["x-new"] },
    ],
    ["may be a value", { ...base, updated_at: "later" }, rotated, { ...nothing, maybeValues: true }],
    [
      "may be a value while it exports",
      { ...base, updated_at: "later", last_export_at: "later", consecutive_failures: 2 },
      rotated,
      { ...nothing, maybeValues: true },
    ],
    [
      "is no value where something else was changed",
      { ...base, updated_at: "later", name: "wasps" },
      rotated,
      undefined,
    ],
    [
      "is of no account where no value is set",
      { ...base, updated_at: "later" },
      { ...none, name: "bees" },
      undefined,
    ],
  ] as const) {
    it(what, () => assert.deepEqual(changedMeanwhile(base, now, edit), expected));
  }
});

describe("what reading tells of a change whose answer was lost", () => {
  for (const [what, sent, after, looked] of [
    ["that it came", { name: "bees" }, { ...base, name: "bees" }, "there"],
    ["that it did not", { name: "bees" }, base, "missing"],
    ["that a description is gone", { description: "" }, base, "there"],
    ["that a header is gone", { headers: { "x-tenant": null } }, having("Authorization"), "there"],
    ["that a header is not", { headers: { "x-tenant": null } }, base, "missing"],
    ["nothing of a value", { headers: { Authorization: "v" } }, base, "unknown"],
    [
      "little of a value where it was changed",
      { headers: { Authorization: "v" } },
      { ...base, updated_at: "later" },
      "likely",
    ],
    [
      "little of a value that came with more",
      { name: "bees", headers: { Authorization: "v" } },
      { ...base, name: "bees" },
      "likely",
    ],
    ["that an added header is there", { headers: { "X-New": "v" } }, having("X-New"), "likely"],
  ] as const) {
    it(what, () => assert.equal(lookedFor(sent, base, after), looked));
  }

  it("names what is not there", () =>
    assert.deepEqual(
      notTakenOf({ name: "bees", endpoint: "https://audit.example", headers: { "X-New": "v" } }, base),
      ["name", "X-New"],
    ));
});
