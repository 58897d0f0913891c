// "Show Account": organization, project, token and user as the service reports them.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { accountCard } from "../../../../src/editor/identity/commands.ts";
import { commandAction, type ResultCard } from "../../../../src/editor/results/buttons.ts";
import { reset } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";

beforeEach(reset);

const contextReply = {
  authentication: { method: "api_key", source: "api_key", credential_id: "key_1" },
  authorization: { credential_scope: { project_id: null }, effective_scope: { project_id: "proj_1" } },
  organization: { id: "org_1" },
  principal: { id: "key_1", type: "api_key" },
};

/** Returns the rows of a card as "label: value". */
const rowsOf = ({ blocks }: ResultCard): readonly string[] =>
  blocks.flatMap((block) =>
    block.kind === "rows" ? block.rows.map(({ label, value }) => `${label}: ${value.text}`) : [],
  );

async function shownAfter(context: TestContext, status: number, body: unknown, plan?: object) {
  const { account, offers, parts, shown } = await commandFixture(context);
  offers.reply("/auth/context", status, body);
  if (plan !== undefined) offers.reply("/org/entitlements", 200, { features: {}, limits: {}, plan });
  await parts.start("managedAuth.showAccount");
  const [result, ...others] = shown;
  assert.ok(result);
  assert.deepEqual([others, result.accountId, result.tab?.title], [[], account.id, "Account"]);
  return result.card;
}

describe("Show Account", () => {
  it("shows organization, project and token", async (context) => {
    const card = await shownAfter(context, 200, contextReply);
    assert.equal(card.title, "Team");
    assert.deepEqual(rowsOf(card), [
      "Name: Team",
      "Base URL: https://api.example.com",
      "Organization: org_1",
      "Project: proj_1",
      "Token is for: The whole organization",
      "Acts as token: key_1",
      "Token comes from: The organization's list of tokens",
    ]);
    assert.deepEqual(
      card.actions.refresh?.press,
      commandAction("managedAuth.showAccount", { resultId: card.id }),
    );
  });

  it("shows the user as well as the token after an OAuth sign-in", async (context) => {
    const user = {
      ...contextReply,
      authentication: { method: "jwt", source: "oauth", credential_id: "key_2" },
      principal: { id: "user_1", type: "user" },
    };
    assert.deepEqual(rowsOf(await shownAfter(context, 200, user)).slice(-3), [
      "Acts as user: user_1",
      "Token: key_2",
      "Token comes from: A user's own sign-in",
    ]);
  });

  it('shows missing values as "not reported" and unknown values verbatim', async (context) => {
    assert.deepEqual(rowsOf(await shownAfter(context, 200, {})).slice(2), [
      "Organization: Not reported",
      "Project: Not reported",
      "Token is for: Not reported",
      "Acts as: Not reported",
      "Token: Not reported",
    ]);
    const strange = {
      authentication: { source: "stars" },
      principal: { type: "$(robot)" },
    };
    reset();
    assert.deepEqual(rowsOf(await shownAfter(context, 200, strange)).slice(-3), [
      "Acts as $⟨U+0028⟩robot) (unknown to this version): Not reported",
      "Token: Not reported",
      "Token comes from: stars (unknown to this version)",
    ]);
  });

  it("shows the plan if an older service reports no identity", async (context) => {
    const card = await shownAfter(context, 404, { code: "not_found", message: "No." }, { id: "FREE" });
    assert.deepEqual(rowsOf(card), ["Name: Team", "Base URL: https://api.example.com", "Plan: Free"]);
    assert.match(card.summary.join(" "), /doesn't report a token's organization/);
  });

  it("offers Try Again and Replace Token… if the service rejects the token", async (context) => {
    const card = await shownAfter(context, 401, { code: "unauthorized", message: "No." });
    assert.equal(card.title, "Couldn't read the account");
    assert.deepEqual([card.actions.next?.label, card.actions.other?.label], ["Try Again", "Replace Token…"]);
  });

  it("shows the sandbox's name without its URL", () => {
    const resultContext = { id: "a", account: sandboxAccount, baseUrl: "http://127.0.0.1:1", at: new Date() };
    const card = accountCard(
      resultContext,
      { kind: "reported", context: contextReply, raw: contextReply },
      undefined,
    );
    assert.equal(card.title, "Sandbox");
    assert.ok(!JSON.stringify(rowsOf(card)).includes("127.0.0.1"));
  });
});
