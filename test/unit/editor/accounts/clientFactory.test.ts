// The response to any request can show that a token is rejected or accepted.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { getEntitlements } from "../../../../src/api/operations.ts";
import { reset } from "../../../doubles/vscode.ts";
import { PickerLists } from "../../../../src/editor/catalogue/pickerLists.ts";
import { origin, offlineParts } from "../../../support/windowParts.ts";

beforeEach(reset);

const refusal = { code: "unauthorized", message: "No." };
const { signal } = new AbortController();

async function begin(context: TestContext) {
  const fixture = await offlineParts(context);
  const account = await fixture.accounts.add("Team", origin, "sk_old");
  const { client } = await fixture.service.access(account, signal);
  return { ...fixture, account, client };
}

describe("a token that the service rejects", () => {
  it("is marked as rejected, but a newer stored token isn't", async (context) => {
    const { account, accounts, client, service, session, wire } = await begin(context);
    const oldTokens = ["sk_old", "sk_old"];
    const read = accounts.token.bind(accounts);
    // The first two reads return the old token. Later reads return its replacement.
    context.mock.method(accounts, "token", (id: string, of: string) => {
      const token = oldTokens.shift();
      return token === undefined ? read(id, of) : Promise.resolve(token);
    });
    await accounts.replaceToken(account.id, "sk_new");
    const reading = client.call(getEntitlements, {}, signal);
    (await wire.next("GET /org/entitlements")).answer(401, refusal);
    await reading;
    assert.equal(await service.isTokenRejected(account), false, "the new one has not been tried");
    assert.equal(session.isTokenRejected(account.id, "sk_old"), true);
  });

  it("is marked as rejected until the service accepts it again", async (context) => {
    const { account, client, service, wire } = await begin(context);
    const listing = new PickerLists(client).profiles("", () => undefined, signal);
    for (const path of ["/profiles", "/auth/connections"])
      (await wire.next(`GET ${path}`)).answer(401, refusal);
    assert.equal((await listing).kind, "failed");
    assert.equal(await service.isTokenRejected(account), true);
    const reading = client.call(getEntitlements, {}, signal);
    (await wire.next("GET /org/entitlements")).answer(200, { features: {} });
    await reading;
    assert.equal(await service.isTokenRejected(account), false, "it is taken again");
  });

  it("isn't marked as rejected while it is being verified", async (context) => {
    const { account, service, wire } = await begin(context);
    const reading = service.clientForToken(origin, "sk_old").call(getEntitlements, {}, signal);
    (await wire.next("GET /org/entitlements")).answer(401, refusal);
    await reading;
    assert.equal(await service.isTokenRejected(account), false);
  });
});
