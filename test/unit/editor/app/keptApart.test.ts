// Stored data belongs to an account and a project. Other projects don't see the data. Forgetting a project deletes
// only its own data. Forgetting an account deletes the data of all its projects.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Entitlements, ManagedAuth } from "../../../../src/api/schemas.ts";
import { systemClock } from "../../../../src/api/clock.ts";
import { ConnectionsCache } from "../../../../src/editor/catalogue/connectionsModel.ts";
import { EntitlementsCache } from "../../../../src/editor/catalogue/entitlementsCache.ts";
import { type ConnectionEdits, DraftStore } from "../../../../src/editor/connections/context/drafts.ts";
import { PendingCreations } from "../../../../src/editor/connections/context/pendingCreations.ts";
import { TrustedHosts } from "../../../../src/editor/connections/context/loginPages.ts";
import { LoginTimes } from "../../../../src/editor/logins/loginTimes.ts";
import { UnfinishedCreations, UnfinishedEdits } from "../../../../src/editor/resourceEngine/unfinished.ts";
import { ResultStore } from "../../../../src/editor/results/resultStore.ts";
import { WatchedConnections } from "../../../../src/editor/watching/watchedConnections.ts";
import { WatchedState } from "../../../../src/editor/watching/connectionWatcher.ts";
import { scopeId } from "../../../../src/storage/scope.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { reset } from "../../../doubles/vscode.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

interface DataStore {
  readonly save: (id: string) => Promise<unknown>;
  readonly has: (id: string) => Promise<boolean>;
  readonly dispose?: () => void;
}

const connection = ManagedAuth.parse({ id: "ma_1", domain: "a.example", profile_name: "p" });
const request = { domain: "a.example", profile_name: "p" };

const dataStores: Readonly<Record<string, (store: AccountStore) => DataStore>> = {
  draft: (store) => {
    const drafts = new DraftStore(store);
    return {
      save: (id) => drafts.save(id, { domain: "a.example" }),
      has: async (id) => (await drafts.load(id)) !== undefined,
    };
  },
  "unknown result of a create": (store) => {
    const pending = new PendingCreations(store);
    return {
      save: (id) => pending.add(id, "https://api.example.com", request),
      has: async (id) => (await pending.listInScope({ accountId: id })).some((one) => one.accountId === id),
      dispose: () => pending.dispose(),
    };
  },
  "unfinished edit": (store) => {
    const edits: ConnectionEdits = new UnfinishedEdits(store);
    return {
      save: (id) => {
        edits.of(id).set("ma_1", { base: connection, answers: { ...request, stealth: true } });
        return Promise.resolve();
      },
      has: (id) => Promise.resolve(edits.of(id).has("ma_1")),
    };
  },
  "unfinished creation": (store) => {
    const creations = new UnfinishedCreations(store);
    return {
      save: (id) => {
        creations.of(id).profile.answers = { name: "work" };
        return Promise.resolve();
      },
      has: (id) => Promise.resolve(creations.of(id).profile.answers !== undefined),
    };
  },
  "reading of the connections": (store) => {
    const cache = new ConnectionsCache(store, assert.ifError);
    return {
      save: (accountId) => cache.save(accountId, { rows: [connection], readAt: new Date() }),
      has: async (accountId) => (await cache.newest(accountId)) !== undefined,
    };
  },
  "reading of the entitlements": (store) => {
    const snapshots = new EntitlementsCache(store, assert.ifError);
    const value = Entitlements.parse({ features: {}, limits: {}, plan: { id: "FREE" } });
    return {
      save: (id) => snapshots.save(id, { value, readAt: new Date() }),
      has: async (id) => (await snapshots.newest(id)) !== undefined,
    };
  },
  result: (store) => {
    const results = new ResultStore(store);
    const card = {
      head: { kind: "header" },
      title: "Shown",
      context: [],
      summary: [],
      blocks: [],
      actions: {},
    } as const;
    return {
      save: (accountId) => results.save({ accountId, card: { ...card, id: results.newId() } }),
      has: async (id) => (await results.newest(20)).some(({ result }) => result.accountId === id),
    };
  },
  "time of a login": (store) => {
    const times = new LoginTimes(store, systemClock, assert.ifError);
    return {
      save: (id) => times.noteUserAction(id, "ma_1"),
      has: async (id) => (await times.read(id, "ma_1")).actedAt !== undefined,
    };
  },
  "host that was agreed to": (store) => {
    const hosts = new TrustedHosts(store);
    return {
      save: (id) => hosts.add(id, "login.example"),
      has: (id) => hosts.has(id, "login.example"),
    };
  },
  "watched connection": (store) => {
    const watched = new WatchedConnections(store, assert.ifError);
    return {
      save: (id) => watched.pin(id, ["ma_1"]),
      has: (id) => Promise.resolve(watched.idsOf(id).pinned.has("ma_1")),
      dispose: () => watched.dispose(),
    };
  },
  "state of watched connections": (store) => {
    const states = store.files("watchedStates", WatchedState);
    return {
      save: (id) => states.write(id, { v: 1, failures: 1, offset: 0, loggedIn: [] }),
      has: async (id) => (await states.read(id))?.failures === 1,
    };
  },
};

const team = "team";
const [stagingScope, otherScope] = [scopeId(team, "proj_staging"), scopeId(team, "proj_other")];
const foreign = scopeId("team2", "proj_staging");
const allScopes = [team, stagingScope, otherScope, foreign];

describe("data stored for an account's project", () => {
  for (const [kind, open] of Object.entries(dataStores))
    it(`is separate from the data of other projects and accounts: ${kind}`, async (context) => {
      const store = new AccountStore(await temporaryDirectory(context));
      const { dispose, has, save } = open(store);
      context.after(() => dispose?.());
      const storedScopes = async (): Promise<readonly string[]> => {
        const isStored = await Promise.all(allScopes.map(has));
        return allScopes.filter((_scope, index) => isStored[index]);
      };
      await save(stagingScope);
      assert.deepEqual(await storedScopes(), [stagingScope]);
      for (const id of [team, otherScope, foreign]) await save(id);
      assert.deepEqual(await storedScopes(), allScopes);
      await store.forget({ accountId: stagingScope });
      assert.deepEqual(await storedScopes(), [team, otherScope, foreign]);
      await save(stagingScope);
      await store.forget({ accountId: team });
      assert.deepEqual(await storedScopes(), [foreign]);
    });
});

describe("a connection with an unknown creation result", () => {
  it("is listed for its project and for the account as a whole", async (context) => {
    const pending = new PendingCreations(new AccountStore(await temporaryDirectory(context)));
    context.after(() => pending.dispose());
    const address = "https://api.example.com";
    await pending.markUnknown(await pending.add(stagingScope, address, request));
    assert.equal((await pending.open(team)).length, 0);
    // Without a keyring, each start of VS Code creates another account.
    assert.equal((await pending.openElsewhere(foreign, address)).length, 1);
    assert.equal((await pending.openElsewhere("team2", address)).length, 0);
    assert.equal((await pending.openElsewhere(otherScope, address)).length, 0);
    assert.equal((await pending.unknown({ accountId: team })).length, 1);
  });
});
