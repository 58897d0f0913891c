// Everything that is kept belongs to an account and its project: in another project it is not there, and it is forgotten with
// the project alone, or with the account and all of its projects.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Entitlements, ManagedAuth } from "../../../../src/api/schemas.ts";
import { systemClock } from "../../../../src/api/clock.ts";
import { KeptConnections } from "../../../../src/editor/catalogue/keptConnections.ts";
import { Snapshots } from "../../../../src/editor/catalogue/snapshots.ts";
import { Drafts } from "../../../../src/editor/connections/creation/drafts.ts";
import { PendingCreations } from "../../../../src/editor/connections/creation/pending.ts";
import { UnfinishedEdits } from "../../../../src/editor/connections/editing/unfinished.ts";
import { AgreedHosts } from "../../../../src/editor/connections/login/agreedHosts.ts";
import { LoginTimes } from "../../../../src/editor/logins/loginTimes.ts";
import { Results } from "../../../../src/editor/results/store.ts";
import { Remembered } from "../../../../src/editor/watching/remembered.ts";
import { Watched } from "../../../../src/editor/watching/watched.ts";
import type { Scope } from "../../../../src/storage/scope.ts";
import { scopeId } from "../../../../src/storage/scope.ts";
import { reset } from "../../../doubles/vscode.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

interface Kept {
  readonly keep: (id: string) => Promise<unknown>;
  readonly has: (id: string) => Promise<boolean>;
  readonly forget: (scope: Scope) => Promise<void>;
  readonly end?: () => void;
}

const connection = ManagedAuth.parse({ id: "ma_1", domain: "a.example", profile_name: "p" });
const request = { domain: "a.example", profile_name: "p" };

const keepers: Readonly<Record<string, (directory: string) => Kept>> = {
  draft: (directory) => {
    const drafts = new Drafts(directory);
    return {
      keep: (id) => drafts.save(id, { domain: "a.example" }),
      has: async (id) => (await drafts.load(id)) !== undefined,
      forget: (scope) => drafts.forget(scope),
    };
  },
  "unknown result of a create": (directory) => {
    const pending = new PendingCreations(directory);
    return {
      keep: (id) => pending.begin(id, "https://api.example.com", request),
      has: async (id) => (await pending.all(id)).length > 0,
      forget: (scope) => pending.forget(scope),
      end: () => pending.dispose(),
    };
  },
  "unfinished edit": () => {
    const edits = new UnfinishedEdits();
    return {
      keep: (id) => {
        edits.keep(id, { base: connection, answers: { ...request, stealth: true } });
        return Promise.resolve();
      },
      has: (id) => Promise.resolve(edits.of(id, "ma_1") !== undefined),
      forget: (scope) => edits.forget(scope),
    };
  },
  "reading of the connections": (directory) => {
    const kept = new KeptConnections(directory, assert.ifError);
    return {
      keep: (accountId) => kept.keep({ accountId }, { rows: [connection], readAt: new Date() }),
      has: async (accountId) => (await kept.last({ accountId })) !== undefined,
      forget: (scope) => kept.forget(scope),
    };
  },
  "reading of the entitlements": (directory) => {
    const snapshots = new Snapshots(directory, assert.ifError);
    const value = Entitlements.parse({ features: {}, limits: {}, plan: { id: "FREE" } });
    return {
      keep: (id) => snapshots.keep(id, { value, readAt: new Date() }),
      has: async (id) => (await snapshots.newest(id)) !== undefined,
      forget: (scope) => snapshots.forget(scope),
    };
  },
  result: (directory) => {
    const results = new Results(directory);
    const card = {
      head: { kind: "header" },
      title: "Shown",
      context: [],
      summary: [],
      blocks: [],
      actions: {},
    } as const;
    return {
      keep: (accountId) => results.save({ accountId, card: { ...card, id: results.newId() } }),
      has: async (id) => (await results.all(20)).some(({ result }) => result.accountId === id),
      forget: (scope) => results.forget(scope),
    };
  },
  "time of a login": (directory) => {
    const times = new LoginTimes(directory, systemClock, assert.ifError);
    return {
      keep: (id) => times.acted(id, "ma_1"),
      has: async (id) => (await times.of(id, "ma_1")).actedAt !== undefined,
      forget: (scope) => times.forget(scope),
    };
  },
  "host that was agreed to": (directory) => {
    const hosts = new AgreedHosts(directory);
    return {
      keep: (id) => hosts.add(id, "login.example"),
      has: (id) => hosts.has(id, "login.example"),
      forget: (scope) => hosts.forget(scope),
    };
  },
  "watched connection": (directory) => {
    const watched = new Watched(directory, assert.ifError);
    return {
      keep: (id) => watched.pin(id, ["ma_1"]),
      has: (id) => Promise.resolve(watched.of(id).pinned.has("ma_1")),
      forget: (scope) => watched.forget(scope),
      end: () => watched.dispose(),
    };
  },
  "state of watched connections": (directory) => {
    const remembered = new Remembered(directory);
    return {
      keep: (id) => remembered.keep(id, { failures: 1, offset: 0, loggedIn: [] }),
      has: async (id) => (await remembered.of(id)).failures === 1,
      forget: (scope) => remembered.forget(scope),
    };
  },
};

const team = "team";
const [staging, other] = [scopeId(team, "proj_staging"), scopeId(team, "proj_other")];
const foreign = scopeId("team2", "proj_staging");
const all = [team, staging, other, foreign];

describe("what is kept for an account in a project", () => {
  for (const [name, made] of Object.entries(keepers))
    it(`is there alone: ${name}`, async (context) => {
      const { end, forget, has, keep } = made(await temporaryDirectory(context));
      context.after(() => end?.());
      const there = async (): Promise<readonly string[]> => {
        const found = await Promise.all(all.map(has));
        return all.filter((_one, index) => found[index]);
      };
      await keep(staging);
      assert.deepEqual(await there(), [staging]);
      for (const id of [team, other, foreign]) await keep(id);
      assert.deepEqual(await there(), all);
      await forget({ accountId: staging });
      assert.deepEqual(await there(), [team, other, foreign]);
      await keep(staging);
      await forget({ accountId: team });
      assert.deepEqual(await there(), [foreign]);
    });
});

describe("an attempt of unknown end", () => {
  it("is not another project's, and is named before the account goes", async (context) => {
    const pending = new PendingCreations(await temporaryDirectory(context));
    context.after(() => pending.dispose());
    const address = "https://api.example.com";
    await pending.keep(await pending.begin(staging, address, request));
    assert.equal((await pending.open(team)).length, 0);
    // Where no keyring keeps the token, each start of VS Code makes another account.
    assert.equal((await pending.openElsewhere(foreign, address)).length, 1);
    assert.equal((await pending.openElsewhere("team2", address)).length, 0);
    assert.equal((await pending.openElsewhere(other, address)).length, 0);
    assert.equal((await pending.unknown({ accountId: team })).length, 1);
  });
});
