import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
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

  it("names the connections of which it stays unknown whether they were created, and forgets them alone", async (context) => {
    const { account, parts } = await office(context);
    const other = await parts.accounts.add("Other", origin, "sk_token_2");
    for (const [accountId, domain] of [
      [account.id, "one.example"],
      [account.id, "two.example"],
      [account.id, "one.example"],
      [other.id, "other.example"],
    ] as const) {
      const request = { domain, profile_name: "my-profile" };
      await parts.pending.keep(await parts.pending.begin(accountId, origin, request));
    }
    await parts.pending.begin(account.id, origin, { domain: "sending.example", profile_name: "my-profile" });
    await signOutCommand(parts);
    assert.deepEqual(messages(), [
      "warning: It stays unknown whether these connections were created: one.example, two.example. The service lists them if they were.",
    ]);
    assert.deepEqual(await parts.pending.open(account.id), [], "nobody could ever check them");
    assert.equal((await parts.pending.open(other.id)).length, 1);
  });
});
