// Checks that no reply can contain an undocumented connection.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { neverLoggedIn } from "../../../../../src/sandbox/resources/connections/connectionRows.ts";
import { seeded } from "../../../../../src/sandbox/resources/connections/seededConnections.ts";
import { shownConnection } from "../../../../../src/sandbox/resources/connections/shownConnection.ts";
import { noFlow } from "../../../../../src/sandbox/resources/flows/flow.ts";

const [row] = seeded(Date.parse("2026-11-20T00:00:00.000Z"), "all");
assert.ok(row);

describe("shownConnection", () => {
  it("accepts a documented connection", () => {
    assert.equal(shownConnection(row, undefined).can_reauth_reason, "no_credential");
  });

  for (const [what, wrong] of [
    ["an unknown status", { status: "LOST" }],
    ["an unknown reason", { canReauthReason: "because" }],
    ["an invalid time", { lastAuthCheckAt: "yesterday" }],
    ["an unknown setting", { settings: row.settings.replace("{", `{"colour":"red",`) }],
    ["a missing setting", { settings: row.settings.replace(`"auto_reauth":false,`, "") }],
  ] as const) {
    it(`throws for ${what}`, () => {
      assert.throws(() => shownConnection({ ...row, ...wrong }, undefined), z.core.$ZodError);
    });
  }

  it("throws for a flow with an undocumented field", () => {
    const shown = { ...noFlow, mood: "good" };
    assert.throws(() => shownConnection({ ...row, ...neverLoggedIn }, shown), z.core.$ZodError);
  });
});
