import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ConnectionDraft } from "../../../../src/domain/draft/draft.ts";
import { firstOpen, wizardSteps, fieldSteps } from "../../../../src/domain/draft/steps.ts";
import type { FieldId } from "../../../../src/domain/connections/settings.ts";
import { withInput } from "../../../support/withInput.ts";

const full: ConnectionDraft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
};

it("wizardSteps contains four questions and the review", () =>
  assert.deepEqual(wizardSteps, ["domain", "profile_name", "proxy", "credential", "review"]));

describe("fieldSteps", () => {
  for (const [input, draft, field, steps] of withInput([
    [full, "stealth", "stealth"],
    [full, "health_check_interval", "health_check_interval"],
    [{ proxy: { kind: "name", name: "exit" } }, "proxy", "proxy"],
    [{ credential: { kind: "item", provider: "vault", path: "a/b" } }, "credential", "credential"],
    [{}, "telemetry", "telemetry"],
    [{ telemetry: { kind: "off" } }, "telemetry", "telemetry"],
    [{ telemetry: { kind: "default" } }, "telemetry", "telemetry telemetry_export"],
    [{ telemetry: { kind: "categories" } }, "telemetry", "telemetry telemetry_categories telemetry_export"],
    [{ telemetry: { kind: "default", export: { kind: "none" } } }, "telemetry", "telemetry telemetry_export"],
    [
      { telemetry: { kind: "categories", export: { kind: "id" } } },
      "telemetry",
      "telemetry telemetry_categories telemetry_export telemetry_destination",
    ],
  ] as const satisfies readonly (readonly [ConnectionDraft, FieldId, string])[]))
    it(`returns the steps "${steps}" for the field ${field} and the draft ${input}`, () =>
      assert.equal(fieldSteps(field, draft).join(" "), steps));
});

describe("firstOpen", () => {
  for (const [input, draft, step] of withInput([
    [{}, "domain"],
    [{ domain: "example.com" }, "profile_name"],
    [{ profile_name: "work" }, "domain"],
    [{ domain: "example.com", profile_name: "work" }, "proxy"],
    [full, "review"],
    [{ ...full, stealth: false, health_checks: true }, "review"],
  ] as const))
    it(`resumes the draft ${input} at the step ${step}`, () => assert.deepEqual(firstOpen(draft), { step }));
});

it("firstOpen returns the unanswered question of an unfinished edit", () => {
  const open: ConnectionDraft = { ...full, telemetry: { kind: "default", export: { kind: "name" } } };
  assert.deepEqual(firstOpen(open), { step: "telemetry_destination", editing: "telemetry" });
});
