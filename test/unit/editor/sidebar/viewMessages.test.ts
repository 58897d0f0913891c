import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthContext } from "../../../../src/api/resourceSchemas.ts";
import type { Account } from "../../../../src/editor/accounts/accounts.ts";
import { accountLine, ageLine, outdatedReasonLine } from "../../../../src/editor/sidebar/viewMessages.ts";
import { formatShortDateTime } from "../../../../src/editor/words/formatting.ts";

const readAt = new Date();
const time = formatShortDateTime(readAt);
const read = { readAt };
const sandbox: Account = { kind: "sandbox", id: "sandbox" };
const team: Account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com/v1" };
const unnamed: Account = { ...team, label: "api.example.com" };
const refused = { kind: "forbidden", sent: "no" } as const;
const stale = { kind: "unauthorized", sent: "no" } as const;
const offline = { kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "api.example.com" } as const;

describe("the message above a view's rows", () => {
  for (const [account, words] of [
    [sandbox, "Sandbox"],
    [team, "Team · api.example.com"],
    [unnamed, "api.example.com"],
  ] as const)
    it(`shows the account as "${words}"`, () => {
      assert.equal(accountLine({ kind: "signedIn", account }), words);
    });

  it("shows the identity that the service reports", () => {
    const signedIn = { kind: "signedIn", account: team } as const;
    const line = (context: AuthContext): string =>
      accountLine(signedIn, { kind: "reported", context, raw: undefined });
    const project = (project_id: string | null) => ({
      authorization: { credential_scope: { project_id: null }, effective_scope: { project_id } },
    });
    const identity = { organization: { id: "org_1" }, principal: { id: "key_1", type: "api_key" } };
    for (const [context, words] of [
      [{ ...identity, ...project("proj_1") }, "Team · api.example.com · org_1 · proj_1 · key_1"],
      [{ ...identity, ...project(null) }, "Team · api.example.com · org_1 · key_1"],
      [{ organization: { id: "$(key)\n\u202e" } }, "Team · api.example.com · $⟨U+0028⟩key)\uFFFD⟨U+202E⟩"],
      [{}, "Team · api.example.com"],
    ] as const)
      assert.equal(line(context), words);
    assert.equal(accountLine(signedIn, { kind: "notReported" }), "Team · api.example.com");
    assert.equal(
      accountLine({ kind: "signedOut" }, { kind: "reported", context: identity, raw: undefined }),
      "",
    );
  });

  it("is empty while signed out", () => {
    assert.equal(accountLine({ kind: "signedOut" }), "");
  });

  for (const [description, state, age] of [
    ["cached by an earlier window", { cached: read }, `As of ${time}.`],
    ["cached before a refusal", { cached: read, failure: refused }, `As of ${time}.`],
    [
      "fetched before a loss of the network",
      { reading: read, failure: offline },
      `Can't reach the service. As of ${time}.`,
    ],
    ["that are current", { reading: read }, ""],
    ["that were never fetched", { failure: offline }, ""],
  ] as const)
    it(`shows the age "${age}" for rows ${description}`, () => {
      assert.equal(ageLine(state), age);
    });

  for (const [description, state, reason] of [
    [
      "fetched before a refusal",
      { reading: read, failure: refused },
      "Your token or plan doesn't allow this action.",
    ],
    ["fetched before a loss of the network", { reading: read, failure: offline }, ""],
    ["fetched before their token was refused", { reading: read, failure: stale }, ""],
    ["cached by an earlier window", { cached: read }, ""],
    ["that were never fetched", { failure: refused }, ""],
  ] as const)
    it(`shows "${reason}" as the reason for outdated rows ${description}`, () => {
      assert.equal(outdatedReasonLine(state), reason);
    });
});
