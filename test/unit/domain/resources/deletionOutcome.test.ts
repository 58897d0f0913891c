import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiError, Outcome } from "../../../../src/api/errors.ts";
import {
  toDeletionOutcome,
  mayStillExist,
  type DeletionOutcome,
} from "../../../../src/domain/resources/deletionOutcome.ts";

const failed = (error: ApiError): Outcome<unknown> => ({ kind: "failed", error });
const inUse: ApiError = { kind: "conflict", sent: "refused", status: 409, code: "in_use", message: "busy" };
const notFound: ApiError = { kind: "notFound", sent: "refused", status: 404, missing: "resource" };
const wordless: ApiError = { kind: "notFound", sent: "refused", status: 404 };
const noProjects: ApiError = { kind: "notFound", sent: "refused", status: 404, missing: "project" };
const forbidden: ApiError = { kind: "forbidden", sent: "refused", status: 403 };
const unauthorized: ApiError = { kind: "unauthorized", sent: "no" };
const down: ApiError = { kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "api.example.com" };
const broken: ApiError = { kind: "offline", sent: "unknown", reason: "ECONNRESET", host: "api.example.com" };
const page: ApiError = { kind: "unreadable", sent: "unknown", reason: "html", status: 200 };
const crashed: ApiError = { kind: "server", sent: "unknown", status: 500 };

describe("toDeletionOutcome", () => {
  for (const [reply, outcome, deletion] of [
    ["any success", { kind: "ok", value: {}, raw: undefined, status: 204 }, { kind: "deleted" }],
    ["a 202", { kind: "ok", value: {}, raw: undefined, status: 202 }, { kind: "accepted" }],
    ["a 409", failed(inUse), { kind: "inUse", error: inUse }],
    ["a 404", failed(notFound), { kind: "gone", error: notFound }],
    ["a 404 without an error code", failed(wordless), { kind: "refused", error: wordless }],
    ["a 404 of disabled projects", failed(noProjects), { kind: "refused", error: noProjects }],
    ["a 403", failed(forbidden), { kind: "refused", error: forbidden }],
    ["a missing token", failed(unauthorized), { kind: "refused", error: unauthorized }],
    ["a failed network connection", failed(down), { kind: "refused", error: down }],
    ["a broken connection", failed(broken), { kind: "unknown", error: broken }],
    ["an HTML page", failed(page), { kind: "unknown", error: page }],
    ["a 500", failed(crashed), { kind: "unknown", error: crashed }],
    ["a cancellation before sending", { kind: "cancelled", sent: "no" }, { kind: "cancelled" }],
    ["a cancellation in flight", { kind: "cancelled", sent: "unknown" }, { kind: "unknown" }],
  ] as const satisfies readonly (readonly [string, Outcome<unknown>, DeletionOutcome])[])
    it(`maps ${reply} to the outcome ${deletion.kind}`, () =>
      assert.deepEqual(toDeletionOutcome(outcome), deletion));
});

describe("mayStillExist", () => {
  it("returns true unless the item was deleted or didn't exist", () => {
    const kinds = ["deleted", "accepted", "gone", "cancelled", "unknown", "inUse", "refused"] as const;
    const remaining = kinds.filter((kind) => mayStillExist({ deletion: { kind, error: wordless } }));
    assert.deepEqual(remaining, ["cancelled", "unknown", "inUse", "refused"]);
  });
});
