import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { signOut } from "../../../../../src/editor/accounts/signIn/commands.ts";
import { sandboxAccount } from "../../../../../src/editor/accounts/accounts.ts";
import { expiredResultCard } from "../../../../../src/editor/results/panel.ts";
import { EntitlementsCache } from "../../../../../src/editor/catalogue/entitlementsCache.ts";
import { logged, Message, reset, screen } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { commandFixture, type CommandFixture } from "../../../../support/commandFixture.ts";
import { origin } from "../../../../support/windowParts.ts";
import { column } from "../../../../support/rows.ts";

beforeEach(reset);

const messages = (): readonly string[] =>
  screen.all.filter((one) => one instanceof Message).map(({ severity, text }) => `${severity}: ${text}`);

describe("Sign Out", () => {
  it("deletes the token without confirmation if there are no unknown creation results", async (context) => {
    const { account, parts } = await commandFixture(context);
    await signOut(parts);
    assert.equal(parts.session.state.kind, "signedOut");
    assert.equal(await parts.accounts.find(account.id), undefined);
    assert.deepEqual(messages(), []);
  });

  it("shows a message if the user is already signed out", async (context) => {
    const { parts } = await commandFixture(context);
    await parts.session.signOut();
    await signOut(parts);
    assert.deepEqual(messages(), ["info: This window isn't signed in."]);
  });

  /** Opens a window with two accounts that have creations with unknown outcomes, and one pending creation. */
  async function openWithUnknownResults(context: TestContext) {
    const { account, parts } = await commandFixture(context);
    const other = await parts.accounts.add("Other", origin, "sk_token_2");
    for (const [accountId, domain] of [
      [account.id, "one.example"],
      [account.id, "$(key)\ntwo.example"],
      [account.id, "one.example"],
      [other.id, "other.example"],
    ] as const) {
      const request = { domain, profile_name: "my-profile" };
      const pending = await parts.pending.add(accountId, origin, request);
      await parts.pending.markUnknown(pending);
      // Creations are sorted by age, so the next one must be younger.
      await until("a later time", () => Date.now() > pending.startedAt);
    }
    await parts.pending.add(account.id, origin, { domain: "sending.example", profile_name: "my-profile" });
    const signedOut = signOut(parts);
    return { account, other, parts, signedOut, dialog: await screen.next(Message) };
  }

  it("asks for confirmation, then deletes only the account's records of unconfirmed creations", async (context) => {
    const { account, dialog, other, parts, signedOut } = await openWithUnknownResults(context);
    const { text, options, buttons } = dialog;
    context.assert.snapshot([text, options.modal, options.detail?.split("\n"), buttons]);
    assert.equal(parts.session.state.kind, "signedIn", "nothing goes before the answer");
    dialog.choose("Sign Out Anyway");
    await signedOut;
    assert.equal(await parts.accounts.find(account.id), undefined);
    assert.deepEqual(await parts.pending.listInScope({ accountId: account.id }), []);
    assert.equal((await parts.pending.open(other.id)).length, 1);
  });

  it("keeps the account and its unknown creation results if the user cancels", async (context) => {
    const { account, dialog, parts, signedOut } = await openWithUnknownResults(context);
    dialog.choose(undefined);
    await signedOut;
    assert.equal(parts.session.state.kind, "signedIn");
    assert.equal((await parts.pending.open(account.id)).length, 3);
  });

  it("keeps an account that became active while the dialog was open", async (context) => {
    const { account, dialog, other, parts, signedOut } = await openWithUnknownResults(context);
    await parts.session.switchTo(other);
    dialog.choose("Sign Out Anyway");
    await signedOut;
    assert.deepEqual(column(await parts.accounts.list(), "id"), [other.id, account.id]);
  });

  it("removes the account's stored files and keeps other accounts' files", async (context) => {
    const { account, parts } = await commandFixture(context);
    const other = await parts.accounts.add("Other", origin, "sk_token_2");
    const stored = async (): Promise<readonly string[]> => {
      const names = await readdir(parts.directory, { recursive: true });
      return names.filter((name) => name.endsWith(".json")).sort();
    };
    await parts.entitlements.refresh();
    await parts.settled();
    await storeAccountData(parts, other.id);
    const otherFiles = await stored();
    await storeAccountData(parts, account.id);
    assert.equal((await stored()).length, 2 * otherFiles.length);
    await signOut(parts);
    assert.deepEqual(await stored(), otherFiles);
  });

  it("keeps the sandbox's stored files", async (context) => {
    const { parts } = await commandFixture(context);
    await parts.session.switchTo(sandboxAccount);
    await storeAccountData(parts, sandboxAccount.id);
    await signOut(parts);
    assert.notEqual(await parts.drafts.load(sandboxAccount.id), undefined);
  });

  it("logs an error and still signs out if a file can't be removed", async (context) => {
    const { account, parts } = await commandFixture(context);
    // A folder in place of the file makes its removal fail.
    await mkdir(join(parts.directory, "hosts", `${account.id}.json`), { recursive: true });
    const listener = context.mock.fn(() => Promise.resolve());
    parts.store.onForget(listener);
    await parts.drafts.save(account.id, { domain: "example.com" });
    await signOut(parts);
    assert.equal(await parts.drafts.load(account.id), undefined);
    assert.equal(listener.mock.callCount(), 1);
    assert.deepEqual(logged.filter((line) => line.includes("signOut: ")).length, 1);
  });
});

/** Stores a draft, a result and entitlements for an account. */
async function storeAccountData({ drafts, results, store }: CommandFixture["parts"], accountId: string) {
  await drafts.save(accountId, { domain: "example.com" });
  const card = expiredResultCard(results.newId());
  await results.save({ card, accountId });
  await new EntitlementsCache(store, assert.ifError).save(accountId, {
    value: { features: {}, limits: {}, plan: { id: "Pro" } },
    readAt: new Date(),
  });
}
