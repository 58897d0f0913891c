import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { accountLabel, accountWithAddress } from "../../../../src/editor/accounts/accountLabels.ts";
import {
  reportedCredential,
  reportedHealthChecks,
  formatReportedTime,
  reportedProxy,
} from "../../../../src/editor/connections/settings/settingWords.ts";
import {
  flowStatusLabel,
  flowStepLabel,
  flowTypeLabel,
} from "../../../../src/editor/connections/shown/words/flowWords.ts";
import { humanizeKey, planName, humanizeValue } from "../../../../src/editor/words/labels.ts";
import { checkName } from "../../../../src/editor/words/inputChecks.ts";
import { reauthReason } from "../../../../src/editor/connections/shown/words/reauthWords.ts";
import { everyInterval, onOff } from "../../../../src/editor/connections/settings/settingWords.ts";
import { segmentFault } from "../../../../src/editor/resources/destinations/picker.ts";
import { baseUrlFault, tokenFault } from "../../../../src/editor/accounts/signIn/askToken.ts";
import { negative, affirmative } from "../../../support/reauthReasons.ts";

/** Asserts that all values have distinct texts. */
function assertDistinctTexts<T extends string>(values: readonly T[], words: (value: T) => string): void {
  const all = values.map(words);
  assert.equal(new Set(all).size, values.length, all.join("\n"));
  for (const text of all) {
    assert.match(text, /^\S[^]*\S$/);
    assert.doesNotMatch(text, /undefined|unknown to this version/);
  }
}
const connection = (fields: Partial<ManagedAuth>): ManagedAuth => ({ id: "ma_1", ...fields });

describe("reauthReason", () => {
  it("returns a readable text for every documented reason", () => {
    for (const reason of affirmative) {
      const { isKnown, obstacle, sentence = "" } = reauthReason(reason);
      assert.deepEqual([isKnown, obstacle], [true, undefined], reason);
      assert.match(sentence, /^[A-Z][^_]*\.$/);
    }
    for (const reason of negative) {
      const { isKnown, obstacle = "" } = reauthReason(reason);
      assert.equal(isKnown, true);
      assert.match(obstacle, /^(No|Not yet): [^_.]*$/, "a value, and so no sentence");
    }
  });

  it("shows an unknown reason verbatim", () => {
    assert.deepEqual(reauthReason("passkey_reauth_allowed"), {
      sentence: "passkey_reauth_allowed (unknown to this version)",
      isKnown: false,
    });
  });
});

describe("the description of a connection's settings", () => {
  for (const [settings, fields, words] of [
    ["no settings", {}, "Service default"],
    ["an empty browser object", { browser: {} }, "Service default"],
    ["an empty proxy object", { browser: { proxy: {} } }, "Service default"],
    ["the default mode", { browser: { proxy: { mode: "default" } } }, "Service default"],
    ["the mode direct", { browser: { proxy: { mode: "direct" } } }, "No proxy"],
    ["a proxy ID", { browser: { proxy: { id: "proxy_1" } } }, "ID proxy_1"],
    ["a proxy name", { browser: { proxy: { name: "exit" } } }, "exit"],
    ["both ID and name", { browser: { proxy: { id: "proxy_1", name: "exit" } } }, "exit"],
    ["an unknown mode", { browser: { proxy: { mode: "tor" } } }, "tor (unknown to this version)"],
  ] as const)
    it(`shows the proxy as "${words}" if the connection has ${settings}`, () => {
      assert.equal(reportedProxy(connection(fields), []), words);
    });

  for (const [settings, fields, words] of [
    ["no credential", {}, "None"],
    ["a credential name", { credential: { name: "login" } }, "Stored credential login"],
    ["a provider and a path", { credential: { provider: "vault", path: "a/b" } }, "a/b from provider vault"],
    [
      "automatic lookup",
      { credential: { provider: "vault", auto: true } },
      "Looked up by domain at provider vault",
    ],
    ["only a provider", { credential: { provider: "vault" } }, "Provider vault"],
    ["no automatic lookup", { credential: { provider: "vault", auto: false } }, "Provider vault"],
    ["an empty credential", { credential: {} }, "Not reported"],
  ] as const)
    it(`shows the credential as "${words}" if the connection has ${settings}`, () => {
      assert.equal(reportedCredential(connection(fields)), words);
    });

  for (const [settings, fields, words] of [
    ["no settings", {}, "Not reported"],
    ["health checks without an interval", { health_checks: true }, "On"],
    ["disabled health checks", { health_checks: false, health_check_interval: 3600 }, "Off"],
    ["health checks with an interval", { health_checks: true, health_check_interval: 3600 }, "Every hour"],
    ["only an interval", { health_check_interval: 1200 }, "Every 20 minutes"],
  ] as const)
    it(`shows health checks as "${words}" if the connection has ${settings}`, () => {
      assert.equal(reportedHealthChecks(connection(fields)), words);
    });

  it("shows a switch as On, Off or Not reported", () => {
    assert.deepEqual([true, false, undefined].map(onOff), ["On", "Off", "Not reported"]);
  });

  it('formats an interval such as "every 20 minutes"', () => {
    assert.deepEqual([60, 1_200, 3_600, 21_600, 86_400].map(everyInterval), [
      "every minute",
      "every 20 minutes",
      "every hour",
      "every 6 hours",
      "every day",
    ]);
  });

  it("shows each login state in words and unknown states verbatim", () => {
    assertDistinctTexts(["IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"], flowStatusLabel);
    assertDistinctTexts(
      ["DISCOVERING", "AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION", "SUBMITTING", "COMPLETED"],
      flowStepLabel,
    );
    assert.deepEqual(
      [flowTypeLabel("LOGIN"), flowTypeLabel("REAUTH"), flowTypeLabel(undefined)],
      ["Login", "Automatic login", "Login"],
    );
    for (const words of [flowStatusLabel, flowStepLabel, flowTypeLabel])
      assert.equal(words("PAUSED"), "PAUSED (unknown to this version)");
  });

  it("shows an invalid date verbatim", () => {
    assert.match(formatReportedTime("2026-11-20T12:00:00Z"), /2026/);
    assert.equal(formatReportedTime("yesterday"), "yesterday");
  });
});

describe("display names for the service's keys and values", () => {
  it("are readable and free of icons or links", () => {
    assert.equal(humanizeKey("_a_b_"), "A b");
    assert.equal(humanizeKey("$(trash)[x](command:y)"), "$⟨U+0028⟩trash)[x] (command:y)");
    assert.equal(humanizeKey(""), "");
  });

  it("aren't in upper case", () => {
    assert.equal(humanizeValue("PAST_DUE"), "Past due");
    assert.equal(humanizeValue("pastDue"), "PastDue");
    assertDistinctTexts(["FREE", "HOBBYIST", "START_UP", "ENTERPRISE"], planName);
    assert.equal(planName("START_UP"), "Start-up");
    assert.equal(planName("TEAM_PLUS"), "Team plus");
  });
});

describe("messages about invalid input", () => {
  it("are distinct for each reason", () => {
    assertDistinctTexts(["empty", "whitespace", "control", "nonAscii", "tooLong"] as const, tokenFault);
    const reasons = [
      "empty",
      "tooLong",
      "characters",
      "backslash",
      "notUrl",
      "scheme",
      "localhost",
      "userinfo",
      "query",
      "fragment",
      "port",
    ] as const;
    assertDistinctTexts(reasons, baseUrlFault);
    assert.equal(baseUrlFault("insecure"), baseUrlFault("scheme"));
    const segments = ["empty", "dots", "control", "surrogate", "tooLong"] as const;
    assertDistinctTexts(segments, (reason) => segmentFault("..", reason));
    assert.match(segmentFault("..", "dots"), /"\.\." can.t be part of an address\. Use the ID instead\./);
  });

  it("are errors for invalid names and warnings for suspicious names", () => {
    assert.equal(checkName("The name", "work"), undefined);
    assertDistinctTexts(["", "a\nb", "\ud83d", "x".repeat(1025)], (name) => {
      const check = checkName("The name", name);
      assert.equal(check?.severity, "error");
      return check.message;
    });
    assert.deepEqual(checkName("The name", " work"), {
      severity: "warning",
      message: "The name begins or ends with a space, which is sent.",
    });
    assert.equal(checkName("The name", "👩\u200d👩\u200d👧 می\u200cخواهم"), undefined);
    assert.deepEqual(checkName("The name", "pro\u200bd"), {
      severity: "warning",
      message: "The name has an invisible character (⟨U+200B⟩), which is sent.",
    });
    assert.equal(
      checkName("The name", "x".repeat(1025))?.message,
      "The name is longer than 1,024 characters.",
    );
  });
});

describe("an account's description", () => {
  const account = {
    kind: "service",
    id: "a",
    label: "api.example.com",
    baseUrl: "https://api.example.com/v1",
  } as const;

  it("contains the name unless the name repeats the URL's host", () => {
    assert.equal(accountLabel(account), "api.example.com");
    assert.equal(accountWithAddress({ account, baseUrl: account.baseUrl }), "https://api.example.com/v1");
    assert.equal(
      accountWithAddress({ account: { ...account, label: "Team $(key)" }, baseUrl: account.baseUrl }),
      "Team $⟨U+0028⟩key), https://api.example.com/v1",
    );
  });

  it('shows only "Sandbox" for the sandbox', () => {
    const sandbox = { kind: "sandbox", id: "sandbox" } as const;
    assert.equal(accountLabel(sandbox), "Sandbox");
    assert.equal(accountWithAddress({ account: sandbox, baseUrl: "http://127.0.0.1:4000" }), "Sandbox");
  });
});
