// The user changes the account while connections are deleted or duplicated. The work and its result stay with the
// original account.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { draftForDuplicate } from "../../../../../src/editor/connections/creation/commands.ts";
import { deleteConnections } from "../../../../../src/editor/connections/listed/deleteConnections.ts";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import { mentioned, Message, reset, screen } from "../../../../doubles/vscode.ts";
import type { Call } from "../../../../support/wire.ts";
import { offlineParts } from "../../../../support/windowParts.ts";
import { inPart } from "../../../../support/inPart.ts";

beforeEach(reset);

const [ours, theirs] = ["https://ours.example", "https://theirs.example"];
const read = "GET /auth/connections/ma_1";
const remove = "DELETE /auth/connections/";
const bankConnection = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "AUTHENTICATED" };

async function setUpAccounts(context: TestContext) {
  const fixture = await offlineParts(context);
  const account = await fixture.accounts.add("One", ours, "sk_one");
  const other = await fixture.accounts.add("Other", theirs, "sk_other");
  await fixture.session.switchTo(account);
  const shown: CommandResult[] = [];
  const requireAccess = () => fixture.service.access(account, new AbortController().signal);
  const panel = {
    show: (result: CommandResult) => Promise.resolve(void shown.push(result)),
    markDeleted: () => Promise.resolve(undefined),
  };
  /** Starts to delete these connections and waits for the confirmation. */
  const deleting = async (...ids: readonly string[]) => {
    const entitlements = { state: {}, fetchUsage: () => Promise.resolve() };
    const watched = { unwatch: () => Promise.resolve() };
    const done = deleteConnections(inPart({ ...fixture, entitlements, watched, panel, requireAccess }), ids);
    for (const id of ids)
      (await fixture.wire.next(`GET /auth/connections/${id}`)).answer(200, { ...bankConnection, id });
    return { dialog: await screen.next(Message), done };
  };
  return { ...fixture, account, other, shown, deleting, requireAccess };
}

type Scene = Awaited<ReturnType<typeof setUpAccounts>>;

/** Changes during the work, and the token of later requests. Without a token, no request is expected. */
const events: readonly (readonly [
  what: string,
  happen: (scene: Scene) => Promise<unknown>,
  later: string | undefined,
])[] = [
  ["the window changes to another account", ({ other, session }) => session.switchTo(other), "sk_one"],
  ["the window signs out", ({ session }) => session.signOut(), undefined],
  ["the token is replaced", ({ account, accounts }) => accounts.replaceToken(account.id, "sk_new"), "sk_new"],
  ["another window signs out", ({ account, accounts }) => accounts.remove(account.id), undefined],
];

function sentTo(call: Call, token: string): void {
  assert.equal(new URL(call.url).origin, ours);
  assert.equal(call.token, token);
}

function belongs({ account, shown }: Scene): CommandResult {
  const [result, ...others] = shown;
  assert.ok(result !== undefined && others.length === 0);
  assert.equal(result.accountId, account.id);
  assert.doesNotMatch(JSON.stringify(result), /theirs|Other|sk_/);
  return result;
}

for (const [what, happen, later] of events)
  describe(`a connection command after an account switch (${what})`, () => {
    it("sends a confirmed deletion only to the original account", async (context) => {
      const at = await setUpAccounts(context);
      const { dialog, done } = await at.deleting("ma_1");
      assert.match(dialog.options.detail ?? "", /ma_1 · One$/);
      await happen(at);
      dialog.choose("Delete");
      if (later !== undefined) {
        const call = await at.wire.next(remove);
        sentTo(call, later);
        call.answer(204, undefined);
      }
      await done;
      assert.equal(at.wire.count(remove), later === undefined ? 0 : 1);
      if (later === undefined) assert.equal(belongs(at).card.title, "work on bank.example not deleted");
      else assert.deepEqual(mentioned, ["Deleted work on bank.example"]);
    });

    it("continues a running deletion in the original account", async (context) => {
      const at = await setUpAccounts(context);
      const { dialog, done } = await at.deleting("ma_1", "ma_2");
      dialog.choose("Delete Connections (2)");
      const calls = [await at.wire.next(remove), await at.wire.next(remove)];
      await happen(at);
      for (const call of calls) {
        sentTo(call, "sk_one");
        call.answer(204, undefined);
      }
      await done;
      assert.equal(belongs(at).card.title, "2 of 2 deleted");
      assert.equal(at.wire.count(remove), 2);
    });

    it("duplicates the connection of the original account", async (context) => {
      const at = await setUpAccounts(context);
      const draft = draftForDuplicate(inPart({ ...at, start: () => Promise.resolve() }), "ma_1");
      const call = await at.wire.next(read);
      await happen(at);
      sentTo(call, "sk_one");
      call.answer(200, bankConnection);
      assert.equal((await draft)?.draft.domain, "bank.example");
    });
  });
