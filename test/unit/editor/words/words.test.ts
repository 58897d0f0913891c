import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { accountLabel, accountPlace } from "../../../../src/editor/accounts/words.ts";
import {
  reportedCredential,
  reportedHealthChecks,
  reportedMoment,
  reportedProxy,
} from "../../../../src/editor/connections/settings/words.ts";
import { flowStatus, flowStep, flowType } from "../../../../src/editor/connections/shown/words/flow.ts";
import { humanized, planName, spoken } from "../../../../src/editor/words/labels.ts";
import { checkName } from "../../../../src/editor/words/names.ts";
import { reauthReason } from "../../../../src/editor/connections/shown/words/reauth.ts";
import { every, onOff } from "../../../../src/editor/connections/settings/words.ts";
import { segmentFault } from "../../../../src/editor/resources/destinations/picker.ts";
import { baseUrlFault, tokenFault } from "../../../../src/editor/accounts/signIn/askToken.ts";
import { negative, affirmative } from "../../../support/reauthReasons.ts";

/** Calls for every value and makes sure that no two sound the same. */
function eachOfItsOwn<T extends string>(values: readonly T[], words: (value: T) => string): void {
  const all = values.map(words);
  assert.equal(new Set(all).size, values.length, all.join("\n"));
  for (const one of all) {
    assert.match(one, /^\S[^]*\S$/);
    assert.doesNotMatch(one, /undefined|unknown to this version/);
  }
}
const connection = (fields: Partial<ManagedAuth>): ManagedAuth => ({ id: "ma_1", ...fields });

describe("re-authentication", () => {
  it("has words for every reason of the document", () => {
    for (const reason of affirmative) {
      const { known, lack, sentence = "" } = reauthReason(reason);
      assert.deepEqual([known, lack], [true, undefined], reason);
      assert.match(sentence, /^[A-Z][^_]*\.$/);
    }
    for (const reason of negative) {
      const { known, lack = "" } = reauthReason(reason);
      assert.equal(known, true);
      assert.match(lack, /^(No|Not yet): [^_.]*$/, "a value, and so no sentence");
    }
  });

  it("shows an unknown reason as it came", () => {
    assert.deepEqual(reauthReason("passkey_reauth_allowed"), {
      sentence: "passkey_reauth_allowed (unknown to this version)",
      known: false,
    });
  });
});

describe("a connection in words", () => {
  for (const [fields, words] of [
    [{}, "Service default"],
    [{ browser: {} }, "Service default"],
    [{ browser: { proxy: {} } }, "Service default"],
    [{ browser: { proxy: { mode: "default" } } }, "Service default"],
    [{ browser: { proxy: { mode: "direct" } } }, "No proxy"],
    [{ browser: { proxy: { id: "proxy_1" } } }, "ID proxy_1"],
    [{ browser: { proxy: { name: "exit" } } }, "exit"],
    [{ browser: { proxy: { id: "proxy_1", name: "exit" } } }, "exit"],
    [{ browser: { proxy: { mode: "tor" } } }, "tor (unknown to this version)"],
  ] as const) {
    it(`names the proxy of ${JSON.stringify(fields)}`, () => {
      assert.equal(reportedProxy(connection(fields), []), words);
    });
  }

  for (const [fields, words] of [
    [{}, "None"],
    [{ credential: { name: "login" } }, "Stored credential login"],
    [{ credential: { provider: "vault", path: "a/b" } }, "a/b from provider vault"],
    [{ credential: { provider: "vault", auto: true } }, "Looked up by domain at provider vault"],
    [{ credential: { provider: "vault" } }, "Provider vault"],
    [{ credential: { provider: "vault", auto: false } }, "Provider vault"],
    [{ credential: {} }, "Not reported"],
  ] as const) {
    it(`names the credential of ${JSON.stringify(fields)}`, () => {
      assert.equal(reportedCredential(connection(fields)), words);
    });
  }

  for (const [fields, words] of [
    [{}, "Not reported"],
    [{ health_checks: true }, "On"],
    [{ health_checks: false, health_check_interval: 3600 }, "Off"],
    [{ health_checks: true, health_check_interval: 3600 }, "Every hour"],
    [{ health_check_interval: 1200 }, "Every 20 minutes"],
  ] as const) {
    it(`describes the health checks of ${JSON.stringify(fields)}`, () => {
      assert.equal(reportedHealthChecks(connection(fields)), words);
    });
  }

  it("says on, off, or that the service does not say", () => {
    assert.deepEqual([true, false, undefined].map(onOff), ["On", "Off", "Not reported"]);
  });

  it("tells how often something happens", () => {
    assert.deepEqual([60, 1_200, 3_600, 21_600, 86_400].map(every), [
      "every minute",
      "every 20 minutes",
      "every hour",
      "every 6 hours",
      "every day",
    ]);
  });

  it("has words for every state of a flow, and shows others as they are", () => {
    eachOfItsOwn(["IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"], flowStatus);
    eachOfItsOwn(
      ["DISCOVERING", "AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION", "SUBMITTING", "COMPLETED"],
      flowStep,
    );
    assert.deepEqual(
      [flowType("LOGIN"), flowType("REAUTH"), flowType(undefined)],
      ["Login", "Automatic login", "Login"],
    );
    for (const words of [flowStatus, flowStep, flowType]) {
      assert.equal(words("PAUSED"), "PAUSED (unknown to this version)");
    }
  });

  it("shows a moment as date and time, and what is no date as it is", () => {
    assert.match(reportedMoment("2026-11-20T12:00:00Z"), /2026/);
    assert.equal(reportedMoment("yesterday"), "yesterday");
  });
});

describe("a key or a value of the service as words", () => {
  it("is read aloud, and never as an icon or a link", () => {
    assert.equal(humanized("_a_b_"), "A b");
    assert.equal(humanized("$(trash)[x](command:y)"), "$⟨U+0028⟩trash)[x] (command:y)");
    assert.equal(humanized(""), "");
  });

  it("does not shout, and has the names of the plans", () => {
    assert.equal(spoken("PAST_DUE"), "Past due");
    assert.equal(spoken("pastDue"), "PastDue");
    eachOfItsOwn(["FREE", "HOBBYIST", "START_UP", "ENTERPRISE"], planName);
    assert.equal(planName("START_UP"), "Start-up");
    assert.equal(planName("TEAM_PLUS"), "Team plus");
  });
});

describe("what is wrong with an input", () => {
  it("is said in a sentence of its own for each reason", () => {
    eachOfItsOwn(["empty", "whitespace", "control", "nonAscii", "tooLong"] as const, tokenFault);
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
    eachOfItsOwn(reasons, baseUrlFault);
    assert.equal(baseUrlFault("insecure"), baseUrlFault("scheme"));
    const segments = ["empty", "dots", "control", "surrogate", "tooLong"] as const;
    eachOfItsOwn(segments, (reason) => segmentFault("..", reason));
    assert.match(segmentFault("..", "dots"), /"\.\." can.t be part of an address\. Use the ID instead\./);
  });

  it("is said of names by severity", () => {
    assert.equal(checkName("The name", "work"), undefined);
    eachOfItsOwn(["", "a\nb", "\ud83d", "x".repeat(1025)], (name) => {
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

describe("an account in words", () => {
  const account = {
    kind: "service",
    id: "a",
    label: "api.example.com",
    baseUrl: "https://api.example.com/v1",
  } as const;

  it("names account and address, once each", () => {
    assert.equal(accountLabel(account), "api.example.com");
    assert.equal(accountPlace({ account, baseUrl: account.baseUrl }), "https://api.example.com/v1");
    assert.equal(
      accountPlace({ account: { ...account, label: "Team $(key)" }, baseUrl: account.baseUrl }),
      "Team $⟨U+0028⟩key), https://api.example.com/v1",
    );
  });

  it("never lets the sandbox pass for the service", () => {
    const sandbox = { kind: "sandbox", id: "sandbox" } as const;
    assert.equal(accountLabel(sandbox), "Sandbox");
    assert.equal(accountPlace({ account: sandbox, baseUrl: "http://127.0.0.1:4000" }), "Sandbox");
  });
});
