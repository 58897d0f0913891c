// Checks that no reply can contain an undocumented connection.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { stateBeforeLogin } from "../../../../../src/sandbox/resources/connections/connectionRows.ts";
import { seededConnectionRows } from "../../../../../src/sandbox/resources/connections/seededConnections.ts";
import { managedAuthReply } from "../../../../../src/sandbox/resources/connections/storedSettings.ts";
import { noFlowFields } from "../../../../../src/sandbox/resources/flows/flowState.ts";

const [row] = seededConnectionRows(Date.parse("2026-11-20T00:00:00.000Z"), "all");
assert.ok(row);

describe("managedAuthReply", () => {
  it("accepts a documented connection", () =>
    assert.equal(managedAuthReply(row, undefined).can_reauth_reason, "no_credential"));

  for (const [description, wrong] of [
    ["an unknown status", { status: "LOST" }],
    ["an unknown reason", { canReauthReason: "because" }],
    ["an invalid time", { lastAuthCheckAt: "yesterday" }],
    ["an unknown setting", { settings: row.settings.replace("{", `{"colour":"red",`) }],
    ["a missing setting", { settings: row.settings.replace(`"auto_reauth":false,`, "") }],
  ] as const)
    it(`throws for ${description}`, () =>
      assert.throws(() => managedAuthReply({ ...row, ...wrong }, undefined), z.core.$ZodError));

  it("throws for a flow with an undocumented field", () => {
    const shown = { ...noFlowFields, mood: "good" };
    assert.throws(() => managedAuthReply({ ...row, ...stateBeforeLogin }, shown), z.core.$ZodError);
  });
});
