// Section F: responses with an unexpected meaning, and the user's actions meanwhile.
import assert from "node:assert/strict";
import { Progress, screen } from "../doubles/vscode.ts";
import { begin } from "./operations.ts";
import { fault, covered, respond, unreadableReply, type Row } from "./row.ts";
import type { Operation, Wire } from "./service.ts";
import type { Stage } from "./stage.ts";

const json = (status: number, body: unknown): Wire => respond(status, JSON.stringify(body));

const connection = { id: "ma_1", profile_name: "work", domain: "example.com", status: "NEEDS_AUTH" };

/** Entitlements with one deviation. */
const plan = (managedAuth: object, more: object = {}): object => ({
  features: { managed_auth: { enabled: true, ...managedAuth }, ...more },
});

/** Deviating entitlements and their text. */
const readings: readonly (readonly [number, what: string, entitlements: object, says: string])[] = [
  [90, "an unknown feature", plan({}, { teleport: { enabled: true } }), "teleport"],
  [90, "a feature without a state", plan({}, { profiles: {} }), "Profiles: Not reported"],
  [90, "neither limits nor plan", plan({}), "Managed Auth: Enabled"],
  [91, "null, which is unlimited", plan({ max_connections: null }), "Connections at most: Unlimited"],
  [91, "0, which is none", plan({ max_connections: 0 }), "Connections at most: None"],
  [91, "nothing, which is not unlimited", plan({}), "Connections at most: Not reported"],
  [91, "a string", plan({ max_connections: "5" }), "Connections at most: Unreadable"],
  [91, "a negative number", plan({ max_connections: -1 }), "Connections at most: Unreadable"],
  [91, "a fraction", plan({ max_connections: 1.5 }), "Connections at most: Unreadable"],
];

/** Cancels the operation as soon as a number of requests has arrived. The requests never time out. */
async function cancelAtOnce(stage: Stage, operation: Operation, wire: Wire, times: number): Promise<void> {
  const arrived = Promise.withResolvers<undefined>();
  const watched: Wire = (socket, scene) => {
    wire(socket, scene);
    if (scene.number === times) arrived.resolve(undefined);
  };
  stage.remote.arm({ operation, wire: watched, times: Infinity, carriesOut: true });
  const { ended } = await begin[operation](stage);
  const progress = await screen.next(Progress);
  await arrived.promise;
  progress.cancelled.fire();
  const { end, words } = await ended;
  assert.equal(end, "unknown");
  assert.match(words, times === 1 ? /You canceled/ : /failed/);
  assert.equal(stage.remote.count(operation), times);
}

const silence: Wire = () => undefined;

export const semanticFaults: readonly Row[] = [
  fault(
    90,
    "a connection with an unknown state and field",
    json(201, { ...connection, status: "ON_HOLIDAY", weather: "fine" }),
    { C: "created 1", says: "ON_HOLIDAY" },
  ),
  fault(
    90,
    "a connection with a readable ID only",
    json(201, { id: "ma_1", profile_name: 5, domain: null }),
    { C: "created 1", says: "ma_1" },
  ),
  ...[undefined, null, 5, "", {}].map((id) =>
    fault(
      90,
      `a connection whose id is ${id === undefined ? "missing" : JSON.stringify(id)}`,
      json(201, { ...connection, id }),
      { C: "unknown 2", U: "saved 1", error: "unreadable shape", says: unreadableReply },
    ),
  ),
  ...[undefined, null, [], "all"].map((features) =>
    fault(
      90,
      `entitlements whose features are ${features === undefined ? "missing" : JSON.stringify(features)}`,
      json(200, { features, limits: {}, plan: {} }),
      { G: "stale 2", error: "unreadable shape", says: unreadableReply },
    ),
  ),
  ...readings.map(([number, what, entitlements, says]) =>
    fault(number, `entitlements with ${what}`, json(200, entitlements), { G: "fresh 1", says }),
  ),
  fault(
    92,
    "a reply with other values than requested",
    json(201, { ...connection, domain: "other.example" }),
    { C: "created 1", says: "The service changed the domain from example.com to other.example." },
  ),
  {
    number: 93,
    title: "cancelled during the attempt: create",
    story: (stage) => cancelAtOnce(stage, "C", silence, 1),
  },
  {
    number: 93,
    title: "cancelled during the attempt: delete",
    story: (stage) => cancelAtOnce(stage, "D", silence, 1),
  },
  {
    number: 93,
    title: "cancelled during the check of a creation",
    story: (stage) =>
      cancelAtOnce(stage, "C", (socket, { number }) => (number === 1 ? socket.destroy() : undefined), 2),
  },
  {
    number: 93,
    title: "cancelled during a pause",
    story: async (stage) => {
      stage.remote.arm({
        operation: "D",
        wire: (socket) => socket.destroy(),
        times: Infinity,
        carriesOut: true,
      });
      stage.clock.onPause = async () => (await screen.next(Progress)).cancelled.fire();
      const { ended } = await begin.D(stage);
      assert.equal((await ended).end, "unknown");
      assert.equal(stage.remote.count("D"), 1);
    },
  },
  covered(
    94,
    "the window's process killed during a deletion",
    "test/attacks/crash.test.ts",
    "doesn't repeat a deletion after a crash of the extension host",
  ),
  covered(
    93,
    "the end of a real delay",
    "test/unit/api/retry.test.ts",
    "ends at once if cancelled during the pause before a retry",
  ),
  covered(
    94,
    "the window reloaded or killed during a request",
    "test/unit/editor/connections/context/pendingCreations.test.ts",
    "lists a request if the process that sent it has exited",
  ),
  {
    number: 95,
    title: "signed out while a connection is created",
    story: async (stage) => {
      const { account, drafts, pending, remote, session } = stage;
      const wire: Wire = (socket, scene) => {
        void session.signOut().then(() => socket.end(scene.answer));
      };
      remote.arm({ operation: "C", wire, times: 1, carriesOut: true });
      const { ended } = await begin.C(stage);
      const { end, words } = await ended;
      assert.equal(end, "created");
      assert.ok(words.includes(account.label), "the result is the old account's");
      assert.equal(remote.count("C"), 1);
      assert.equal(await drafts.load(account.id), undefined);
      assert.deepEqual(await pending.open(account.id), []);
    },
  },
  {
    number: 95,
    title: "signed out during the check of a lost response, which needs the token",
    story: async (stage) => {
      const { account, pending, remote, session } = stage;
      const wire: Wire = (socket) => {
        void session.signOut().then(() => socket.destroy());
      };
      remote.arm({ operation: "C", wire, times: Infinity, carriesOut: true });
      const { ended } = await begin.C(stage);
      assert.equal((await ended).end, "unknown");
      assert.equal(remote.count("C"), 1);
      const [open, ...others] = await pending.open(account.id);
      assert.equal(open?.baseUrl, account.baseUrl);
      assert.deepEqual(others, []);
    },
  },
  {
    number: 95,
    title: "another account chosen during a read of entitlements, which it doesn't show",
    story: async (stage) => {
      const { accounts, entitlements, remote, session } = stage;
      const other = await accounts.add("Other", "http://127.0.0.1:9", "sk_other");
      const wire: Wire = (socket, scene) => {
        void session.switchTo(other).then(() => socket.end(scene.answer));
      };
      remote.arm({ operation: "G", wire, times: 1, carriesOut: true });
      const { ended } = await begin.G(stage);
      await ended;
      assert.equal(entitlements.state.reading, undefined);
      assert.equal(remote.count("G"), 1);
    },
  },
];
