// Tests the identity that the service reports for the window's account.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { WhoAmI } from "../../../../src/editor/catalogue/whoAmI.ts";
import { reset } from "../../../doubles/vscode.ts";
import { origin, signedInParts } from "../../../support/windowParts.ts";

beforeEach(reset);

const path = "GET /auth/context";
const contextReply = { organization: { id: "org_1" }, principal: { id: "key_1", type: "api_key" } };

async function setUpWhoAmI(context: TestContext) {
  const { account, accounts, service, session, wire } = await signedInParts(context);
  const whoAmI = new WhoAmI(session, service);
  context.after(() => whoAmI.dispose());
  const read = async () => {
    const { state } = session;
    assert.ok(state.kind === "signedIn");
    const { signal } = new AbortController();
    return whoAmI.fetch(await service.access(state.account, signal), signal);
  };
  return { account, accounts, service, session, wire, whoAmI, read };
}

describe("the account's identity", () => {
  it("is reported to listeners once it is fetched", async (context) => {
    const { read, whoAmI, wire } = await setUpWhoAmI(context);
    let changes = 0;
    whoAmI.onDidChange(() => changes++);
    const current = () => whoAmI.identity;
    assert.equal(current(), undefined);
    wire.serve(path, 200, contextReply);
    const identity = await read();
    assert.deepEqual(current(), identity);
    assert.ok(identity?.kind === "reported");
    assert.deepEqual([identity.context.organization?.id, changes], ["org_1", 1]);
  });

  it("is fetched once per account and never for the sandbox", async (context) => {
    const { account, accounts, session, whoAmI, wire } = await setUpWhoAmI(context);
    wire.serve(path, 500, { code: "internal_error", message: "Oops." });
    const other = await accounts.add("Other", origin, "sk_token_2");
    await session.switchTo(other);
    wire.serve(path, 200, contextReply);
    await Promise.all([whoAmI.fetchOnce(), whoAmI.fetchOnce()]);
    await whoAmI.fetchOnce();
    assert.equal(wire.count(path), 1);
    await session.switchTo(account);
    await whoAmI.fetchOnce();
    assert.equal(wire.count(path), 2);
    await session.switchTo(sandboxAccount);
    await whoAmI.fetchOnce();
    await session.signOut();
    await whoAmI.fetchOnce();
    assert.equal(wire.count(path), 2);
  });

  it("is forgotten when the account or its token changes", async (context) => {
    const { account, accounts, read, session, whoAmI, wire } = await setUpWhoAmI(context);
    wire.serve(path, 200, contextReply);
    await read();
    await accounts.replaceToken(account.id, "sk_token_3");
    await session.recheck();
    assert.equal(whoAmI.identity, undefined, "another token may be another organization's");
    await read();
    assert.notEqual(whoAmI.identity, undefined);
    await session.switchTo(await accounts.add("Other", origin, "sk_token_2"));
    assert.equal(whoAmI.identity, undefined);
  });

  it("isn't updated by a late response for another account", async (context) => {
    const { account, accounts, read, service, session, whoAmI, wire } = await setUpWhoAmI(context);
    const reading = read();
    const call = await wire.next(path);
    await session.switchTo(await accounts.add("Other", origin, "sk_token_2"));
    call.answer(200, contextReply);
    assert.equal((await reading)?.kind, "reported");
    assert.equal(whoAmI.identity, undefined);
    const { signal } = new AbortController();
    wire.serve(path, 200, contextReply);
    await whoAmI.fetch(await service.access(account, signal), signal);
    assert.equal(whoAmI.identity, undefined, "asked of one account while the window works as another");
  });

  it("is unavailable if an older service responds with 404", async (context) => {
    const { read, whoAmI, wire } = await setUpWhoAmI(context);
    wire.serve(path, 404, { code: "not_found", message: "No such path." });
    assert.deepEqual(await read(), { kind: "notReported" });
    assert.deepEqual(whoAmI.identity, { kind: "notReported" });
    for (const [status, code, kind] of [
      [404, "project_not_found", "notFound"],
      [401, "unauthorized", "unauthorized"],
      [403, "forbidden", "forbidden"],
    ] as const) {
      wire.serve(path, status, { code, message: "No." });
      assert.equal((await read())?.kind, kind);
    }
    assert.deepEqual(whoAmI.identity, { kind: "notReported" }, "what was told before stays");
  });
});
