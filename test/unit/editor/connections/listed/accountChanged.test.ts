// The account changes while connections are deleted or duplicated. The operation and its result stay with the
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
  const startDeletion = async (...ids: readonly string[]) => {
    const entitlements = { fetchedState: () => Promise.resolve({}), fetchUsage: () => Promise.resolve() };
    const watched = { unwatch: () => Promise.resolve() };
    const deletion = deleteConnections(
      inPart({ ...fixture, entitlements, watched, panel, requireAccess }),
      ids,
    );
    for (const id of ids)
      (await fixture.wire.next(`GET /auth/connections/${id}`)).answer(200, { ...bankConnection, id });
    return { dialog: await screen.next(Message), deletion };
  };
  return { ...fixture, account, other, shown, startDeletion, requireAccess };
}

type Scene = Awaited<ReturnType<typeof setUpAccounts>>;

/** Events during a command, each with the token of later requests. Without a token, no later requests are sent. */
const events: readonly (readonly [
  accountChange: string,
  trigger: (scene: Scene) => Promise<unknown>,
  token: string | undefined,
])[] = [
  ["an account switch", ({ other, session }) => session.switchTo(other), "sk_one"],
  ["sign-out", ({ session }) => session.signOut(), undefined],
  ["token replacement", ({ account, accounts }) => accounts.replaceToken(account.id, "sk_new"), "sk_new"],
  ["sign-out in another window", ({ account, accounts }) => accounts.remove(account.id), undefined],
];

function sentTo(call: Call, token: string): void {
  assert.equal(new URL(call.url).origin, ours);
  assert.equal(call.token, token);
}

function ownResult({ account, shown }: Scene): CommandResult {
  const [result, ...others] = shown;
  assert.ok(result !== undefined && others.length === 0);
  assert.equal(result.accountId, account.id);
  assert.doesNotMatch(JSON.stringify(result), /theirs|Other|sk_/);
  return result;
}

for (const [accountChange, trigger, token] of events)
  describe(`a connection command during ${accountChange}`, () => {
    it("sends a confirmed deletion only with the account that started the command", async (context) => {
      const fixture = await setUpAccounts(context);
      const { dialog, deletion } = await fixture.startDeletion("ma_1");
      assert.match(dialog.options.detail ?? "", /ma_1 · One$/);
      await trigger(fixture);
      dialog.choose("Delete");
      if (token !== undefined) {
        const call = await fixture.wire.next(remove);
        sentTo(call, token);
        call.answer(204, undefined);
      }
      await deletion;
      assert.equal(fixture.wire.count(remove), token === undefined ? 0 : 1);
      if (token === undefined)
        assert.equal(ownResult(fixture).card.title, "work on bank.example not deleted");
      else assert.deepEqual(mentioned, ["Deleted work on bank.example"]);
    });

    it("continues a running deletion with the account that started the command", async (context) => {
      const fixture = await setUpAccounts(context);
      const { dialog, deletion } = await fixture.startDeletion("ma_1", "ma_2");
      dialog.choose("Delete Connections (2)");
      const calls = [await fixture.wire.next(remove), await fixture.wire.next(remove)];
      await trigger(fixture);
      for (const call of calls) {
        sentTo(call, "sk_one");
        call.answer(204, undefined);
      }
      await deletion;
      assert.equal(ownResult(fixture).card.title, "2 of 2 deleted");
      assert.equal(fixture.wire.count(remove), 2);
    });

    it("duplicates the connection of the account that started the command", async (context) => {
      const fixture = await setUpAccounts(context);
      const draft = draftForDuplicate(inPart({ ...fixture, start: () => Promise.resolve() }), "ma_1");
      const call = await fixture.wire.next(read);
      await trigger(fixture);
      sentTo(call, "sk_one");
      call.answer(200, bankConnection);
      assert.equal((await draft)?.draft.domain, "bank.example");
    });
  });
