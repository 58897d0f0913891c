// Tests the project chosen for an account: its change events, its effects and its deletion.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { AccountRegistry, inProject, sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import type { Account } from "../../../../src/editor/accounts/accounts.ts";
import type { WindowSession } from "../../../../src/editor/accounts/session.ts";
import { accountLabel, accountWithAddress } from "../../../../src/editor/accounts/accountLabels.ts";
import { scopeId } from "../../../../src/storage/scope.ts";
import { contextKeys, reset, SecretStorage } from "../../../doubles/vscode.ts";
import { quiet } from "../../../support/offers.ts";
import { nextState, Computer } from "./computer.ts";

const staging = { id: "proj_staging", name: "Staging" };
const otherProject = { id: "proj_other", name: "Other" };

beforeEach(reset);

const accountIn = ({ state }: WindowSession): Account => {
  assert.ok(state.kind === "signedIn");
  return state.account;
};

describe("an account's project", () => {
  it("is stored and restored by new windows", async () => {
    const { add, window } = new Computer();
    const account = await add();
    const { own, session } = window();
    await session.switchTo(account);
    assert.equal(await session.switchTo(inProject(account, staging)), true);
    assert.deepEqual(accountIn(session), {
      ...account,
      id: scopeId(account.id, staging.id),
      project: staging,
    });
    for (const reopened of [window(own), window()]) {
      await reopened.session.restore(false);
      assert.deepEqual(accountIn(reopened.session).project, staging);
    }
  });

  it("can be chosen for the sandbox without affecting other accounts", async () => {
    const { accounts, add, window } = new Computer();
    const account = await add();
    const { session } = window();
    await session.switchTo(inProject(sandboxAccount, staging));
    assert.deepEqual((await accounts.findInChosenProject(sandboxAccount.id))?.project, staging);
    assert.equal((await accounts.findInChosenProject(account.id))?.project, undefined);
  });

  it("is switched in every window that uses the account", async () => {
    const { add, window } = new Computer();
    const account = await add();
    const [first, second, signedOut] = [window(), window(), window()];
    await first.session.switchTo(account);
    await second.session.switchTo(account);
    await signedOut.session.signOut();
    const before = second.session.state;
    const changed = nextState(second.session);
    await first.session.switchTo(inProject(account, staging));
    await changed;
    assert.notEqual(second.session.state, before);
    assert.deepEqual(accountIn(second.session).project, staging);
    await quiet();
    assert.equal(signedOut.states.length, 0);
    assert.equal(signedOut.session.state.kind, "signedOut");
    const again = nextState(second.session);
    await first.session.switchTo(account);
    await again;
    assert.equal(accountIn(second.session).project, undefined);
    assert.equal(accountIn(second.session).id, account.id);
  });

  it("is reloaded on window focus in case a change event was missed", async () => {
    const { accounts, add, secrets, window } = new Computer();
    const account = await add();
    const { session } = window();
    await session.switchTo(account);
    const elsewhere = new SecretStorage();
    for (const key of await secrets.keys()) await elsewhere.store(key, (await secrets.get(key)) ?? "");
    secrets.get = elsewhere.get;
    await new AccountRegistry(elsewhere).storeChosenProject(inProject(account, staging));
    await session.recheck();
    assert.deepEqual(accountIn(session).project, staging);
    accounts.dispose();
  });

  it("is deleted with the account", async () => {
    const { add, secrets, window } = new Computer();
    const { session } = window();
    await session.switchTo(inProject(await add(), staging));
    assert.ok((await secrets.keys()).some((key) => key.startsWith("project:")));
    await session.signOut();
    assert.deepEqual(await secrets.keys(), []);
  });

  it("can still be found by ID after the user chooses another project", async () => {
    const { accounts, add, window } = new Computer();
    const account = await add();
    const { session } = window();
    await session.switchTo(inProject(account, staging));
    await session.switchTo(inProject(account, otherProject));
    const found = await accounts.find(scopeId(account.id, staging.id));
    assert.deepEqual(found?.project, staging);
    const unknown = await accounts.find(scopeId(account.id, "proj_never"));
    assert.deepEqual(unknown?.project, { id: "proj_never", name: "proj_never" });
    assert.deepEqual((await accounts.find(scopeId(account.id, otherProject.id)))?.project, otherProject);
    assert.deepEqual(await accounts.find(account.id), account);
    assert.equal(await accounts.find(scopeId("gone", otherProject.id)), undefined);
  });

  it("shares the account's token and any rejection or replacement of the token", async () => {
    const { accounts, add, window } = new Computer();
    const account = await add();
    const inStaging = inProject(account, staging);
    const { session } = window();
    assert.equal(await accounts.token(inStaging.id, "https://api.example.com"), "sk_token_1");
    session.rejectToken(inStaging.id, "sk_token_1");
    assert.equal(session.isTokenRejected(account.id, "sk_token_1"), true);
    assert.equal(await accounts.replaceToken(inStaging.id, "sk_token_2"), true);
    assert.equal(await accounts.token(account.id, "https://api.example.com"), "sk_token_2");
  });

  it("can be chosen only while the window is signed in", async () => {
    const { add, window } = new Computer();
    const { session } = window();
    await session.switchTo(await add());
    assert.equal(contextKeys.get("managedAuth.projects"), true);
    await session.signOut();
    assert.equal(contextKeys.get("managedAuth.projects"), false);
  });

  it("is part of the account's label and description", async () => {
    const account = inProject(await new Computer().add(), staging);
    assert.equal(accountLabel(account), "Team, project Staging");
    assert.equal(
      accountWithAddress({ account, baseUrl: account.baseUrl }),
      "Team, https://api.example.com, project Staging",
    );
    assert.equal(accountLabel(inProject(sandboxAccount, staging)), "Sandbox, project Staging");
  });
});
