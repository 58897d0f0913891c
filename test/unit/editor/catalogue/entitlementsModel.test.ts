import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { EntitlementsModel } from "../../../../src/editor/catalogue/entitlementsModel.ts";
import { changesSince } from "../../../../src/editor/entitlements/entitlementsRow.ts";
import type { EntitlementsState } from "../../../../src/editor/catalogue/entitlementsModel.ts";
import { EntitlementsCache } from "../../../../src/editor/catalogue/entitlementsCache.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { logged, reset } from "../../../doubles/vscode.ts";
import { origin, offlineParts, signedInParts } from "../../../support/windowParts.ts";

beforeEach(reset);

const read = "GET /org/entitlements";
const usage = "GET /org/limits";
const free = { features: {}, limits: {}, plan: { id: "FREE" } };
const enterprise = { features: {}, limits: {}, plan: { id: "ENTERPRISE" } };
const refusal = { code: "nope", message: "No." };
const planOf = ({ reading }: EntitlementsState): string | undefined => reading?.value.plan.id;

async function signedIn(context: TestContext) {
  const fixture = await signedInParts(context);
  const { entitlements, wire } = fixture;
  /** Refreshes the entitlements and answers the request with this response. */
  const refreshWith = async (status: number, answer: object): Promise<EntitlementsState> => {
    const reading = entitlements.refresh();
    (await wire.next(read)).answer(status, answer);
    return reading;
  };
  return { ...fixture, refreshWith };
}

describe("EntitlementsModel", () => {
  it("sends one request with the account's token for concurrent callers", async (context) => {
    const { account, entitlements, refreshWith, wire } = await signedIn(context);
    const first = entitlements.refresh();
    const call = await wire.next(read);
    const all = [first, entitlements.refresh(), entitlements.fetchedState()];
    assert.deepEqual([call.url, call.token], [`${origin}/org/entitlements`, "sk_token_1"]);
    call.answer(200, free);
    for (const state of await Promise.all(all)) assert.equal(planOf(state), "FREE");
    const { reading } = entitlements.state;
    assert.deepEqual([reading?.account, reading?.baseUrl, reading?.raw], [account, origin, free]);
    assert.equal(planOf(await entitlements.fetchedState()), "FREE");
    assert.equal(wire.count(read), 1);
    assert.equal(planOf(await refreshWith(200, enterprise)), "ENTERPRISE");
    assert.doesNotMatch(logged.join("\n"), /sk_token_1/);
  });

  it("fetches nothing while signed out", async (context) => {
    const { entitlements, wire } = await offlineParts(context);
    assert.deepEqual(await entitlements.refresh(), {});
    assert.deepEqual(await entitlements.fetchedState(), {});
    assert.equal(wire.count(read), 0);
  });

  it("drops a response for an account that is no longer active", async (context) => {
    const { accounts, entitlements, session, wire } = await signedIn(context);
    const b = await accounts.add("b", origin, "sk_b_0002");
    const refreshing = entitlements.refresh();
    const first = await wire.next(read);
    await session.switchTo(b);
    assert.equal(first.signal.aborted, true);
    first.answer(200, enterprise);
    assert.deepEqual(await refreshing, {});
    const reading = entitlements.refresh();
    const second = await wire.next(read);
    assert.equal(second.token, "sk_b_0002");
    second.answer(200, free);
    assert.equal(planOf(await reading), "FREE");
    assert.deepEqual(entitlements.state.reading?.account, b);
  });

  it("drops a 401 response if the user signs out while it is being processed", async (context) => {
    const { entitlements, secrets, session, wire } = await signedIn(context);
    const refreshing = entitlements.refresh();
    const call = await wire.next(read);
    const lookupStarted = Promise.withResolvers<undefined>();
    const lookupReleased = Promise.withResolvers<undefined>();
    const get = secrets.get;
    // The model looks up the account of a rejected token before it reports the rejection. Hold that lookup.
    secrets.get = async (key) => {
      lookupStarted.resolve(undefined);
      await lookupReleased.promise;
      return get(key);
    };
    call.answer(401, refusal);
    await lookupStarted.promise;
    secrets.get = get;
    await session.signOut();
    lookupReleased.resolve(undefined);
    assert.deepEqual(await refreshing, {});
    assert.deepEqual(entitlements.state, {});
  });

  it("drops a response that arrives while the user signs out", async (context) => {
    const { account, entitlements, service, session } = await signedIn(context);
    const access = await service.access(account, new AbortController().signal);
    context.mock.method(service, "access", () => Promise.resolve(access));
    context.mock.method(access.client, "call", async () => {
      await session.signOut();
      return { kind: "ok", value: enterprise, raw: enterprise };
    });
    assert.deepEqual(await entitlements.refresh(), {});
  });

  it("lists changes since the last visit, separately for each account", async (context) => {
    const { accounts, directory, service, session, wire } = await signedIn(context);
    const visit = async (plan: object): Promise<unknown> => {
      const store = new AccountStore(directory);
      const snapshots = new EntitlementsCache(store, assert.ifError);
      const window = new EntitlementsModel(session, service, snapshots, changesSince);
      const reading = window.refresh();
      (await wire.next(read)).answer(200, plan);
      await reading;
      const { reading: compared } = await window.comparedState();
      assert.ok(compared);
      window.dispose();
      await store.whenSettled();
      return compared.changes?.get("plan/id");
    };
    assert.equal(await visit(free), undefined);
    assert.equal(await visit(enterprise), "Free");
    assert.equal(await visit(enterprise), undefined);
    await session.switchTo(await accounts.add("b", origin, "sk_b_0002"));
    assert.equal(await visit(free), undefined);
  });

  it("never publishes another account's entitlements", async (context) => {
    const { entitlements, refreshWith, session } = await signedIn(context);
    const states: EntitlementsState[] = [];
    entitlements.onDidChange((state) => states.push(state));
    await refreshWith(200, free);
    await session.signOut();
    assert.deepEqual(entitlements.state, {});
    assert.deepEqual(states.map(planOf), ["FREE", undefined]);
  });

  it("keeps the last entitlements and their timestamp until a refresh succeeds", async (context) => {
    const { entitlements, refreshWith } = await signedIn(context);
    const good = (await refreshWith(200, free)).reading;
    const state = await refreshWith(403, refusal);
    assert.equal(state.reading, good);
    assert.deepEqual(state.failure, { kind: "forbidden", sent: "refused", status: 403, ...refusal });
    assert.equal(await entitlements.fetchedState(), state, "a failure is not asked for again by itself");
    const fresh = await refreshWith(200, enterprise);
    assert.equal(planOf(fresh), "ENTERPRISE");
    assert.equal("failure" in fresh, false);
  });

  it("reports a token as rejected until the token is replaced", async (context) => {
    const { account, accounts, refreshWith, service } = await signedIn(context);
    assert.equal(await service.isTokenRejected(account), false);
    assert.equal((await refreshWith(401, refusal)).failure?.kind, "unauthorized");
    assert.equal(await service.isTokenRejected(account), true);
    await accounts.replaceToken(account.id, "sk_a_0002");
    assert.equal(await service.isTokenRejected(account), false);
  });

  it("reports why the sandbox didn't start", async (context) => {
    const { entitlements, session } = await offlineParts(context);
    await session.switchTo(sandboxAccount);
    assert.deepEqual(await entitlements.refresh(), {
      failure: { kind: "sandboxFailed", reason: "Unexpected error in the sandbox. See the log." },
    });
  });

  it("aborts its requests when the window closes", async (context) => {
    const { entitlements, wire } = await signedIn(context);
    const reading = entitlements.refresh();
    const call = await wire.next(read);
    entitlements.dispose();
    assert.equal(call.signal.aborted, true);
    assert.deepEqual(await reading, {});
  });

  it("publishes entitlements before their usage arrives", async (context) => {
    const { entitlements, refreshWith, wire } = await signedIn(context);
    assert.equal((await refreshWith(200, free)).reading?.usage, undefined);
    assert.equal(wire.count(usage), 0, "nobody shows it yet");
    void entitlements.loadUsage();
    void entitlements.loadUsage();
    const changed = new Promise<EntitlementsState>((resolve) => entitlements.onDidChange(resolve));
    (await wire.next(usage)).answer(200, { auth_connections_used: 2 });
    const { reading: full } = await changed;
    assert.equal(wire.count(usage), 1);
    assert.equal(full?.usage?.auth_connections_used, 2);
    assert.equal(full.value.plan.id, "FREE");
    await refreshWith(200, enterprise);
    assert.equal(entitlements.state.reading?.usage?.auth_connections_used, 2, "until it is read again");
    const loading = entitlements.loadUsage();
    (await wire.next(usage)).answer(404, refusal);
    await loading;
    assert.equal(entitlements.state.reading.usage, undefined);
    assert.equal("failure" in entitlements.state, false);
  });

  it("fetches the usage again after the account creates a connection", async (context) => {
    const { account, accounts, entitlements, refreshWith, service, wire } = await signedIn(context);
    const other = await accounts.add("b", origin, "sk_b_0002");
    await refreshWith(200, free);
    void entitlements.loadUsage();
    (await wire.next(usage)).answer(404, refusal);
    const { signal } = new AbortController();
    await entitlements.fetchUsage(await service.access(other, signal));
    assert.equal(wire.count(usage), 1);
    const fetching = entitlements.fetchUsage(await service.access(account, signal));
    (await wire.next(usage)).answer(200, { auth_connections_used: 3 });
    await fetching;
    assert.equal(entitlements.state.reading?.usage?.auth_connections_used, 3);
  });

  it("stops fetching usage after sign-out or when it is disposed", async (context) => {
    const { accounts, entitlements, refreshWith, session, wire } = await signedIn(context);
    const requestUsage = async (): Promise<AbortSignal> => {
      await session.switchTo(await accounts.add("b", origin, "sk_b_0002"));
      await refreshWith(200, free);
      void entitlements.loadUsage();
      return (await wire.next(usage)).signal;
    };
    const beforeSignOut = await requestUsage();
    await session.signOut();
    assert.equal(beforeSignOut.aborted, true);
    const beforeDisposal = await requestUsage();
    entitlements.dispose();
    assert.equal(beforeDisposal.aborted, true);
  });
});
