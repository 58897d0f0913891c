import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { effectiveValue, stepLabel } from "../../../../../src/editor/connections/settings/settings.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { asking, full } from "../../../../support/asking.ts";
import { active, openList } from "./support.ts";

beforeEach(reset);

/** The boolean settings with their defaults (interface.md §2.2 and §4.1) and a phrase of each choice's description. */
const toggles = [
  ["stealth", "Stealth", true, /CAPTCHA solver/, /no proxy/],
  [
    "record_session",
    "Record sessions",
    false,
    /you can change this for a single login/,
    /you can change this for a single login/,
  ],
  ["save_credentials", "Save credentials", true, /except one-time codes/, /Not saved/],
  ["health_checks", "Health checks", true, /regularly runs health checks/, /no automatic logins/],
  [
    "auto_reauth",
    "Logs in again automatically",
    true,
    /health check finds an expired session/,
    /waits for someone to log in/,
  ],
] as const;

for (const [field, label, byDefault, on, off] of toggles)
  describe(`the boolean setting ${field}`, () => {
    const defaultLabel = byDefault ? "On" : "Off";

    it(`is labelled "${label}" and defaults to ${defaultLabel}`, () => {
      assert.equal(stepLabel(field), label);
      assert.deepEqual(effectiveValue(field, full, undefined), { text: defaultLabel, source: "default" });
    });

    it(`counts as set even if the value equals the default`, () => {
      for (const value of [true, false]) {
        const effective = effectiveValue(field, { ...full, [field]: value }, undefined);
        assert.deepEqual(effective, { text: value ? "On" : "Off", source: "chosen" });
      }
    });

    it(`explains On and Off and preselects the default`, async (context) => {
      const { gives, pick } = await openList(asking(context), field);
      assert.deepEqual(
        pick.rows.map((row) => [row.label, row.description]),
        [
          ["On", byDefault ? "default" : undefined],
          ["Off", byDefault ? undefined : "default"],
        ],
      );
      assert.match(pick.rows[0]?.detail ?? "", on);
      assert.match(pick.rows[1]?.detail ?? "", off);
      assert.equal(active(pick), defaultLabel);
      pick.enter();
      await gives({ [field]: byDefault });
    });

    for (const choice of ["On", "Off"])
      it(`stores the choice ${choice} and preselects ${choice} next time`, async (context) => {
        const { gives, pick } = await openList(asking(context), field);
        pick.choose(choice);
        const value = choice === "On";
        await gives({ [field]: value });
        const again = await openList(asking(context), field, { ...full, [field]: value });
        assert.equal(active(again.pick), choice);
        await again.goBack();
      });
  });

describe('the note "No effect while health checks are off"', () => {
  const off = { ...full, health_checks: false };

  it("is shown for the auto_reauth setting (interface.md §2.1)", async (context) => {
    const words = "no effect while health checks are off";
    assert.deepEqual(effectiveValue("auto_reauth", off, undefined), {
      text: `On, ${words}`,
      source: "default",
    });
    assert.deepEqual(effectiveValue("auto_reauth", { ...off, auto_reauth: false }, undefined), {
      text: `Off, ${words}`,
      source: "chosen",
    });
    const { pick } = await openList(asking(context), "auto_reauth", off);
    assert.equal(pick.prompt, "No effect while health checks are off.");
  });

  it("isn't shown for other boolean settings", async (context) => {
    for (const [field] of toggles.filter(([one]) => one !== "auto_reauth")) {
      assert.doesNotMatch(effectiveValue(field, off, undefined).text, /no effect/);
      const { leave, pick } = await openList(asking(context), field, off);
      assert.equal(pick.prompt, undefined);
      await leave();
    }
  });
});
