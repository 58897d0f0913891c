import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { signOutCommand } from "../../../src/editor/accountCommands.ts";
import { Message, reset, screen } from "../../doubles/vscode.ts";
import { office } from "./office.ts";
import { origin } from "./workplace.ts";

beforeEach(reset);

const messages = (): readonly string[] =>
  screen.all.filter((one) => one instanceof Message).map(({ severity, text }) => `${severity}: ${text}`);

describe("signing out", () => {
  it("deletes the token and says nothing where nothing is open", async (context) => {
    const { account, parts } = await office(context);
    await signOutCommand(parts);
    assert.equal(parts.session.state.kind, "signedOut");
    assert.equal(await parts.accounts.find(account.id), undefined);
    assert.deepEqual(messages(), []);
  });

  /** Two accounts with creations of unknown result, and one that is still under way. */
  async function withUnknownResults(context: TestContext) {
    const { account, parts } = await office(context);
    const other = await parts.accounts.add("Other", origin, "sk_token_2");
    for (const [accountId, domain] of [
      [account.id, "one.example"],
      [account.id, "$(key)\ntwo.example"],
      [account.id, "one.example"],
      [other.id, "other.example"],
    ] as const) {
      const request = { domain, profile_name: "my-profile" };
      await parts.pending.keep(await parts.pending.begin(accountId, origin, request));
    }
    await parts.pending.begin(account.id, origin, { domain: "sending.example", profile_name: "my-profile" });
    const signedOut = signOutCommand(parts);
    return { account, other, parts, signedOut, dialog: await screen.next(Message) };
  }

  it("names first what nobody can check afterwards, and then forgets it alone", async (context) => {
    const { account, dialog, other, parts, signedOut } = await withUnknownResults(context);
    assert.deepEqual(
      [dialog.text, dialog.options.modal, dialog.options.detail, dialog.buttons],
      [
        "Sign out with unknown results?",
        true,
        "• my-profile on one.example\n• my-profile on $\u200B(key)\uFFFDtwo.example\n" +
          "• my-profile on sending.example\n" +
          "Without this account's token nobody can check whether they were created.",
        ["Sign Out Anyway"],
      ],
    );
    assert.equal(parts.session.state.kind, "signedIn", "nothing goes before the answer");
    dialog.choose("Sign Out Anyway");
    await signedOut;
    assert.equal(await parts.accounts.find(account.id), undefined);
    assert.deepEqual(await parts.pending.all(account.id), []);
    assert.equal((await parts.pending.open(other.id)).length, 1);
  });

  it("keeps the account and what is unknown where the user would rather check", async (context) => {
    const { account, dialog, parts, signedOut } = await withUnknownResults(context);
    dialog.choose(undefined);
    await signedOut;
    assert.equal(parts.session.state.kind, "signedIn");
    assert.equal((await parts.pending.open(account.id)).length, 3);
  });

  it("leaves alone an account that came while it asked", async (context) => {
    const { account, dialog, other, parts, signedOut } = await withUnknownResults(context);
    await parts.session.use(other);
    dialog.choose("Sign Out Anyway");
    await signedOut;
    assert.deepEqual(
      [await parts.accounts.find(account.id), await parts.accounts.find(other.id)].map((one) => one?.label),
      ["Team", "Other"],
    );
  });
});
