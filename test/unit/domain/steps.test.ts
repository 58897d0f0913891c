import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Draft } from "../../../src/domain/draft.ts";
import { firstOpen, stepsFor, stepsOf } from "../../../src/domain/steps.ts";
import type { FieldId } from "../../../src/domain/steps.ts";

const full: Draft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
};

describe("stepsFor", () => {
  for (const [what, draft, steps] of [
    ["an empty draft", {}, "domain profile_name proxy credential review"],
    ["defaults", full, "domain profile_name proxy credential review"],
    ["no proxy", { proxy: { kind: "direct" } }, "domain profile_name proxy credential review"],
    ["a proxy by id", { proxy: { kind: "id" } }, "domain profile_name proxy proxy_id credential review"],
    [
      "a proxy by name",
      { proxy: { kind: "name" } },
      "domain profile_name proxy proxy_name credential review",
    ],
    [
      "a stored credential",
      { credential: { kind: "stored" } },
      "domain profile_name proxy credential credential_name review",
    ],
    [
      "an item of a provider",
      { credential: { kind: "item" } },
      "domain profile_name proxy credential credential_provider credential_path review",
    ],
    [
      "a lookup at a provider",
      { credential: { kind: "lookup" } },
      "domain profile_name proxy credential credential_provider review",
    ],
    [
      "both",
      { proxy: { kind: "name" }, credential: { kind: "item" } },
      "domain profile_name proxy proxy_name credential credential_provider credential_path review",
    ],
  ] as const) {
    it(`asks for ${what}`, () => assert.equal(stepsFor(draft).join(" "), steps));
  }
});

describe("stepsOf", () => {
  for (const [field, draft, steps] of [
    ["stealth", full, "stealth"],
    ["health_check_interval", full, "health_check_interval"],
    ["proxy", { proxy: { kind: "name" } }, "proxy proxy_name"],
    ["credential", { credential: { kind: "item" } }, "credential credential_provider credential_path"],
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
  ] as const satisfies readonly (readonly [FieldId, Draft, string])[]) {
    it(`asks ${steps} for ${JSON.stringify(draft)}`, () => {
      assert.equal(stepsOf(field, draft).join(" "), steps);
    });
  }
});

describe("firstOpen", () => {
  for (const [draft, step] of [
    [{}, "domain"],
    [{ domain: "example.com" }, "profile_name"],
    [{ profile_name: "work" }, "domain"],
    [{ domain: "example.com", profile_name: "work" }, "proxy"],
    [{ ...full, proxy: { kind: "id" } }, "proxy_id"],
    [{ ...full, proxy: { kind: "name" } }, "proxy_name"],
    [{ ...full, credential: { kind: "stored" } }, "credential_name"],
    [{ ...full, credential: { kind: "item", path: "a" } }, "credential_provider"],
    [{ ...full, credential: { kind: "item", provider: "vault" } }, "credential_path"],
    [{ ...full, credential: { kind: "lookup" } }, "credential_provider"],
    [full, "review"],
    [{ ...full, stealth: false, health_checks: true }, "review"],
  ] as const) {
    it(`takes ${JSON.stringify(draft)} up at ${step}`, () => assert.deepEqual(firstOpen(draft), { step }));
  }
});

it("takes a draft up in the middle of an edit", () => {
  const open: Draft = { ...full, telemetry: { kind: "default", export: { kind: "name" } } };
  assert.deepEqual(firstOpen(open), { step: "telemetry_destination", editing: "telemetry" });
});
