import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ConnectionDraft } from "../../../../src/domain/draft/draft.ts";
import { firstOpen, wizardSteps, fieldSteps } from "../../../../src/domain/draft/steps.ts";
import type { FieldId } from "../../../../src/domain/connections/settings.ts";

const full: ConnectionDraft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
};

it("wizardSteps contains four questions and the review", () =>
  assert.deepEqual(wizardSteps, ["domain", "profile_name", "proxy", "credential", "review"]));

describe("fieldSteps", () => {
  for (const [field, draft, steps] of [
    ["stealth", full, "stealth"],
    ["health_check_interval", full, "health_check_interval"],
    ["proxy", { proxy: { kind: "name", name: "exit" } }, "proxy"],
    ["credential", { credential: { kind: "item", provider: "vault", path: "a/b" } }, "credential"],
    ["telemetry", {}, "telemetry"],
    ["telemetry", { telemetry: { kind: "off" } }, "telemetry"],
    ["telemetry", { telemetry: { kind: "default" } }, "telemetry telemetry_export"],
    ["telemetry", { telemetry: { kind: "categories" } }, "telemetry telemetry_categories telemetry_export"],
    ["telemetry", { telemetry: { kind: "default", export: { kind: "none" } } }, "telemetry telemetry_export"],
    [
      "telemetry",
      { telemetry: { kind: "categories", export: { kind: "id" } } },
      "telemetry telemetry_categories telemetry_export telemetry_destination",
    ],
  ] as const satisfies readonly (readonly [FieldId, ConnectionDraft, string])[])
    it(`returns the steps "${steps}" for ${JSON.stringify(draft)}`, () =>
      assert.equal(fieldSteps(field, draft).join(" "), steps));
});

describe("firstOpen", () => {
  for (const [draft, step] of [
    [{}, "domain"],
    [{ domain: "example.com" }, "profile_name"],
    [{ profile_name: "work" }, "domain"],
    [{ domain: "example.com", profile_name: "work" }, "proxy"],
    [full, "review"],
    [{ ...full, stealth: false, health_checks: true }, "review"],
  ] as const)
    it(`resumes ${JSON.stringify(draft)} at ${step}`, () => assert.deepEqual(firstOpen(draft), { step }));
});

it("firstOpen returns the unanswered question of an unfinished edit", () => {
  const open: ConnectionDraft = { ...full, telemetry: { kind: "default", export: { kind: "name" } } };
  assert.deepEqual(firstOpen(open), { step: "telemetry_destination", editing: "telemetry" });
});
