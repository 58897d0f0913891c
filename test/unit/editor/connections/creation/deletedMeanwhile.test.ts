// Tests commands while another window changes the accounts or the disk fails.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { replaceToken, requireAccess } from "../../../../../src/editor/accounts/signIn/signIn.ts";
import { InputBox, Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import * as creating from "../../../../support/creating.ts";
import { quiet } from "../../../../support/offers.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const plan = { features: {}, limits: {}, plan: { id: "FREE" } };
const created = { id: "ma_1", domain: "example.com", profile_name: "work", status: "NEEDS_AUTH" };

describe("an account signed out in another window", () => {
  it("can't get a new token, and a message explains why", async (context) => {
    const { account, offers, parts } = await commandFixture(context);
    offers.reply("/org/entitlements", 200, plan);
    const replaced = replaceToken(parts, account);
    const input = await screen.next(InputBox);
    await parts.accounts.remove(account.id);
    input.submit("sk_token_9");
    assert.equal(await replaced, false);
    await expectMessage("The account was signed out, so the token wasn't stored.");
  });

  it("can't be switched to, and a message asks the user to sign in", async (context) => {
    const { account, parts } = await commandFixture(context);
    const other = await parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
    const switched = parts.start("managedAuth.switchAccount");
    const pick = await screen.next(QuickPick);
    await parts.accounts.remove(other.id);
    pick.choose("Other Team");
    await switched;
    assert.equal(
      (await screen.next(Message)).text,
      "The account was signed out. Sign in to the account again.",
    );
    assert.deepEqual(parts.session.state, { kind: "signedIn", account });
  });
});

describe("an account with a rejected token", () => {
  it("gets its new token even after the window switches accounts", async (context) => {
    const { account, offers, parts } = await commandFixture(context);
    const other = await parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
    offers.reply("/org/entitlements", 200, plan);
    parts.session.rejectToken(account.id, "sk_token_1");
    const lookup = Promise.withResolvers<undefined>();
    const check = parts.service.isTokenRejected.bind(parts.service);
    const checkLater = (of: typeof account) => lookup.promise.then(() => check(of));
    context.mock.method(parts.service, "isTokenRejected", checkLater, { times: 1 });
    const access = requireAccess(parts, "Create Connection");
    await parts.session.switchTo(other);
    lookup.resolve(undefined);
    const input = await screen.next(InputBox);
    assert.equal(input.title, "Replace Token for Team");
    input.submit("sk_token_new");
    assert.equal((await access)?.account.id, account.id);
    assert.equal(await parts.service.isTokenRejected(account), false);
  });
});

describe("a newly created connection", () => {
  for (const [problem, fail] of [
    ["its draft can't be deleted", (run: creating.Run) => (run.drafts.removeSent = () => busy())],
    ["its stored request can't be deleted", (run: creating.Run) => (run.pending.settle = () => busy())],
  ] as const)
    it(`is reported as created even if ${problem}`, async (context) => {
      const run = await creating.begin(context);
      const call = await creating.send(run);
      fail(run);
      const fault = context.mock.method(run.log, "fault", () => undefined);
      call.answer(201, created);
      assert.equal((await run.result)?.card.done?.text, "Created");
      await quiet();
      assert.equal(fault.mock.callCount(), 1);
    });
});

function busy(): Promise<never> {
  return Promise.reject(Object.assign(new Error("busy"), { code: "EBUSY" }));
}
