import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AccountRegistry } from "../../../../src/editor/accounts/accounts.ts";
import { SecretStorage } from "../../../doubles/vscode.ts";

const origin = "https://api.example.com";
const token = "sk_canary_4711";

function setUp(): {
  readonly secrets: SecretStorage;
  readonly accounts: AccountRegistry;
  readonly changes: string[];
} {
  const secrets = new SecretStorage();
  const accounts = new AccountRegistry(secrets);
  const changes: string[] = [];
  accounts.onDidChange((id) => changes.push(id));
  return { secrets, accounts, changes };
}

describe("AccountRegistry", () => {
  it("lists accounts by label with their URLs, without tokens", async () => {
    const { accounts, secrets } = setUp();
    await secrets.store("somebody else's", "x");
    const beta = await accounts.add("beta", `${origin}/v1`, token);
    const alpha = await accounts.add("Alpha", origin, token);
    assert.notEqual(alpha.id, beta.id);
    assert.deepEqual(await accounts.list(), [
      { kind: "service", id: alpha.id, label: "Alpha", baseUrl: "https://api.example.com" },
      { kind: "service", id: beta.id, label: "beta", baseUrl: "https://api.example.com/v1" },
    ]);
    await secrets.store(`recent :${beta.id}`, "of another kind");
    assert.equal((await accounts.list()).length, 2);
    assert.doesNotMatch(JSON.stringify(await accounts.list()), /canary/);
    assert.deepEqual(await accounts.find(beta.id), beta);
    assert.equal(await accounts.find("nobody"), undefined);
  });

  it("returns a token only for the exact origin it was stored with", async () => {
    const { accounts } = setUp();
    const { id } = await accounts.add("Team", `${origin}/v1`, token);
    assert.equal(await accounts.token(id, origin), token);
    for (const other of [
      "https://api.example.com.evil.example",
      "http://api.example.com",
      "https://api.example.com:444",
      "https://API.example.com",
      "https://api.example.com/v1",
      "",
    ])
      assert.equal(await accounts.token(id, other), undefined, other);

    assert.equal(await accounts.token("nobody", origin), undefined);
  });

  it("keeps a token bound to its origin if the stored URL is changed", async () => {
    const { accounts, secrets } = setUp();
    const { id } = await accounts.add("Team", origin, token);
    const stored = JSON.parse((await secrets.get(`account:${id}`)) ?? "") as object;
    await secrets.store(`account:${id}`, JSON.stringify({ ...stored, baseUrl: "https://evil.example" }));
    assert.equal(await accounts.token(id, "https://evil.example"), undefined);
  });

  it("replaces the token of an account and keeps its ID", async () => {
    const { accounts, changes } = setUp();
    const account = await accounts.add("Team", `${origin}/v1`, token);
    await accounts.replaceToken(account.id, "sk_other_4712");
    assert.equal(await accounts.token(account.id, origin), "sk_other_4712");
    assert.deepEqual(await accounts.list(), [account]);
    await accounts.replaceToken("nobody", token);
    assert.deepEqual(await accounts.list(), [account]);
    assert.deepEqual(changes, [account.id, account.id]);
  });

  it("deletes an account's token along with the account", async () => {
    const { accounts, changes, secrets } = setUp();
    const { id } = await accounts.add("Team", origin, token);
    await accounts.remove(id);
    assert.deepEqual(await accounts.list(), []);
    assert.deepEqual(await secrets.keys(), []);
    assert.deepEqual(changes, [id, id]);
  });

  for (const [problem, stored] of [
    ["isn't JSON", "{"],
    ["has another version", JSON.stringify({ v: 2, label: "a", baseUrl: origin, origin, token })],
    ["has no origin", JSON.stringify({ v: 1, label: "a", baseUrl: origin, token })],
    ["is null", "null"],
  ] as const)
    it(`lists the other accounts if one account's secret ${problem}`, async () => {
      const { accounts, secrets } = setUp();
      const valid = await accounts.add("sound", origin, token);
      await secrets.store("account:broken", stored);
      assert.deepEqual(await accounts.list(), [valid]);
      assert.equal(await accounts.find("broken"), undefined);
      assert.equal(await accounts.token("broken", origin), undefined);
    });

  it("fires change events only for account secrets, and none after disposal", async () => {
    const { accounts, changes, secrets } = setUp();
    await secrets.store("account:x", "{}");
    await secrets.store("other", "{}");
    assert.deepEqual(changes, ["x"]);
    accounts.dispose();
    assert.equal(secrets.changed.listening, 0);
    await secrets.store("account:x", "{}");
    assert.deepEqual(changes, ["x"]);
  });
});
