import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Account } from "../../../../src/editor/accounts/accounts.ts";
import { head } from "../../../../src/editor/sidebar/above.ts";
import { shortMoment } from "../../../../src/editor/words/numbers.ts";

const readAt = new Date();
const time = shortMoment(readAt);
const last = { value: { features: {}, limits: {}, plan: {} }, readAt };
const sandbox: Account = { kind: "sandbox", id: "sandbox" };
const team: Account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com/v1" };
const unnamed: Account = { ...team, label: "api.example.com" };
const refused = { kind: "forbidden", sent: "no" } as const;
const offline = { kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "api.example.com" } as const;

describe("the head of a view", () => {
  for (const [account, words] of [
    [sandbox, "Sandbox"],
    [team, "Team · api.example.com"],
    [unnamed, "api.example.com"],
  ] as const) {
    it(`says whom it belongs to: ${words}`, () => {
      assert.deepEqual(head({ kind: "signedIn", account }, {}), { description: words, message: words });
    });
  }

  it("says nothing where nobody is signed in", () => {
    assert.deepEqual(head({ kind: "signedOut" }, {}), { description: "", message: "" });
  });

  for (const [what, state, age] of [
    ["of an earlier window", { last }, ` · As of ${time}.`],
    ["kept through a refusal", { last, failure: refused }, ` · As of ${time}.`],
    ["kept through a loss of the network", { last, failure: offline }, ` · Offline. As of ${time}.`],
    ["none", { failure: offline }, ""],
  ] as const) {
    it(`says how old rows are that are ${what}`, () => {
      assert.equal(head({ kind: "signedIn", account: sandbox }, state).message, `Sandbox${age}`);
    });
  }
});
