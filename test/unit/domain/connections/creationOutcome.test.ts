import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiError, Outcome } from "../../../../src/api/errors.ts";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import {
  judgeSecondAttempt,
  judgeFirstAttempt,
  connectionExists,
} from "../../../../src/domain/connections/creationOutcome.ts";

const created: Outcome<ManagedAuth> = { kind: "ok", value: { id: "ma_1" }, raw: { id: "ma_1" }, status: 201 };
const failed = (error: ApiError): Outcome<ManagedAuth> => ({ kind: "failed", error });
/** Returns a refusal with this status. */
const refusal = (kind: ApiError["kind"], status: number, more: object = {}): Outcome<ManagedAuth> =>
  failed({ kind, sent: "refused", status, ...more } as ApiError);
const conflict = refusal("conflict", 409, { existing_id: "ma_1" });
const otherConflict = refusal("conflict", 409, { code: "being_deleted" });
const namelessConflict = refusal("conflict", 409);
const lostAnswer = failed({ kind: "offline", sent: "unknown", reason: "ECONNRESET", host: "api.example" });
const refused = refusal("forbidden", 403);
const invalid = refusal("invalid", 400);
const unreachable = failed({ kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "api.example" });

const notListed = () => assert.fail("the list isn't needed");

describe("judgeFirstAttempt", () => {
  for (const [reply, outcome, kind] of [
    ["a 201", created, "created"],
    ["a refusal", refused, "refused"],
    ["an unsent request", unreachable, "refused"],
    ["a conflict", conflict, "exists"],
    ["a conflict without an id", namelessConflict, "exists"],
    ["a conflict about something else", otherConflict, "refused"],
    ["a lost response", lostAnswer, "unknown"],
    ["a 500", failed({ kind: "server", sent: "unknown", status: 500 }), "unknown"],
    [
      "an unreadable 201",
      failed({ kind: "unreadable", sent: "unknown", reason: "shape", status: 201 }),
      "unknown",
    ],
    ["a 404", refusal("notFound", 404, { missing: "resource" }), "refused"],
    ["a cancellation before sending", { kind: "cancelled", sent: "no" }, "cancelled"],
    ["a cancellation in flight", { kind: "cancelled", sent: "unknown" }, "unknown"],
  ] as const)
    it(`returns ${kind} for ${reply}`, () => assert.equal(judgeFirstAttempt(outcome).kind, kind));

  it("includes the error in an unknown outcome unless the user cancelled", () =>
    assert.deepEqual(
      [lostAnswer, { kind: "cancelled", sent: "unknown" } as const].map(
        (one) => "error" in judgeFirstAttempt(one),
      ),
      [true, false],
    ));

  it("returns the arrival time of the response for a created connection", () => {
    const verdict = judgeFirstAttempt({ ...created, answeredAt: 1_800_000_000_000 });
    assert.ok(verdict.kind === "created");
    assert.equal(verdict.answeredAt, 1_800_000_000_000);
  });

  it("reports a conflict as an existing connection that this request didn't create", () => {
    const verdict = judgeFirstAttempt(conflict);
    assert.ok(verdict.kind === "exists" && !verdict.isOurs && verdict.id === "ma_1");
  });
});

describe("judgeSecondAttempt", () => {
  for (const [reply, outcome, kind] of [
    ["a 201", created, "created"],
    ["a conflict that names the connection", conflict, "exists"],
    ["another lost response", lostAnswer, "unknown"],
    ["a rejected token", refusal("unauthorized", 401), "unknown"],
    ["a rate limit", refusal("limited", 429), "unknown"],
    ["a proxy that asks for a login", refusal("proxyLogin", 407), "unknown"],
    ["a proxy that refuses", refusal("proxyRefused", 403), "unknown"],
    [
      "an unreadable refusal",
      failed({ kind: "unreadable", sent: "refused", reason: "html", status: 403 }),
      "unknown",
    ],
    ["a redirect", refusal("redirected", 302), "unknown"],
    ["a failed network connection", unreachable, "unknown"],
    ["a cancellation", { kind: "cancelled", sent: "no" }, "unknown"],
  ] as const)
    it(`returns ${kind} for ${reply}`, async () =>
      assert.equal((await judgeSecondAttempt(outcome, notListed)).kind, kind));

  it("reports a connection that already exists as created by the first attempt", async () => {
    const verdict = await judgeSecondAttempt(conflict, notListed);
    assert.ok(verdict.kind === "exists" && verdict.isOurs && verdict.id === "ma_1");
  });
});

describe("connectionExists", () => {
  it("returns true after a successful creation or a conflict", () => {
    const verdicts = [created, conflict, refused, { kind: "cancelled", sent: "unknown" } as const].map(
      judgeFirstAttempt,
    );
    assert.deepEqual(verdicts.map(connectionExists), [true, true, false, false]);
  });
});

describe("judgeSecondAttempt after a refusal", () => {
  const ours = { kind: "exists", id: "ma_1", isOurs: true };
  const unknown = { kind: "unknown" };
  const listed = { kind: "found", id: "ma_1" } as const;
  const absent = { kind: "absent" } as const;
  const unclear = { kind: "unclear" } as const;
  const refusedAfter = (earlier: "absent" | "unclear") => ({ kind: "refused", earlier }) as const;
  for (const [name, outcome, listing, verdict] of [
    ["returns exists if the connection is listed", refused, listed, ours],
    ["returns refused if the connection isn't listed", refused, absent, refusedAfter("absent")],
    ["returns unknown if the listing is unclear", refused, unclear, unknown],
    [
      "returns refused for an invalid request with an unclear listing",
      invalid,
      unclear,
      refusedAfter("unclear"),
    ],
    ["returns the listed connection if the conflict names none", namelessConflict, listed, ours],
    [
      "returns exists for an already_exists conflict without an ID",
      refusal("conflict", 409, { code: "already_exists" }),
      unclear,
      { ...ours, id: undefined },
    ],
    [
      "returns unknown for an unnamed conflict if the connection isn't listed",
      namelessConflict,
      absent,
      unknown,
    ],
    ["returns unknown for a conflict about something else", otherConflict, unclear, unknown],
  ] as const)
    it(name, async () => {
      const judged = await judgeSecondAttempt(outcome, () => Promise.resolve(listing));
      assert.deepEqual(judged, { ...verdict, error: outcome.kind === "failed" && outcome.error });
    });
});
