import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { DeletionTarget } from "../../../../../src/domain/resources/deletionOutcome.ts";
import { browserHandle } from "../../../../../src/api/browserSchemas.ts";
import { untilUnselected } from "../../../../../src/editor/resources/destinations/wait.ts";
import { Message, Progress, reset, screen } from "../../../../doubles/vscode.ts";
import { Offers, quiet } from "../../../../support/offers.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com" } as const;
const selecting = (id: string, destination: object): object => ({
  id,
  browser: { telemetry: { enabled: true, export: { otlp: { destination } } } },
});

/** Starts to wait with these connections and destinations in the service. The clock is mocked. */
async function begin(
  context: TestContext,
  connections: readonly object[],
  targets: readonly DeletionTarget[] = [{ idOrName: "honeycomb" }],
  browsers: readonly object[] = [],
) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const offers = new Offers(context);
  offers.list("/auth/connections", connections);
  offers.list("/browsers", browsers);
  offers.list("/telemetry/destinations", [
    { id: "d_1", name: "honeycomb" },
    { id: "d_2", name: "datadog" },
  ]);
  const connection = { account, baseUrl: account.baseUrl, client: offers.client };
  /** Number of times that the user chose to wait again. */
  let again = 0;
  const result = untilUnselected(connection, targets, () => Promise.resolve(++again));
  // Progress shows after a second.
  context.mock.timers.tick(1_000);
  const progress = await screen.next(Progress);
  await quiet();
  /** Advances the mocked clock and waits for the resulting requests. */
  const wait = async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    await quiet();
  };
  return { again: () => again, offers, progress, result, wait };
}

const reads = ["GET /auth/connections?limit=100&offset=0", "GET /telemetry/destinations?limit=100&offset=0"];

describe("untilUnselected", () => {
  it("polls every 15 seconds and resolves with the ID of an unused destination", async (context) => {
    const { offers, progress, result, wait } = await begin(context, [
      selecting("ma_1", { name: "honeycomb" }),
      selecting("ma_2", { id: "d_1" }),
      selecting("ma_3", { id: "d_2" }),
    ]);
    assert.deepEqual(
      [progress.options.title, progress.options.cancellable],
      ["Waiting until honeycomb is free", true],
    );
    assert.deepEqual(offers.requests, reads);
    assert.deepEqual(progress.reports, [{ message: "still used by 2" }]);
    await wait(14_999);
    assert.equal(offers.requests.length, 2, "nothing is asked for in between");
    offers.list("/auth/connections", [selecting("ma_2", { id: "d_1" })]);
    await wait(1);
    assert.deepEqual(offers.requests, [...reads, ...reads]);
    assert.deepEqual(progress.reports.at(-1), { message: "still used by 1" });
    offers.list("/auth/connections", []);
    await wait(15_000);
    assert.deepEqual(await result, [{ idOrName: "d_1", name: "honeycomb" }]);
    const browsers = "GET /browsers?limit=100&offset=0";
    assert.deepEqual(offers.requests, [...reads, ...reads, ...reads, browsers]);
    await wait(60_000);
    assert.equal(offers.requests.length, 7);
  });

  it("waits only for browsers that the service named in its refusal", async (context) => {
    const browser = (session_id: string): object => ({ session_id, telemetry: { enabled: true } });
    const named = { idOrName: "d_1", name: "honeycomb", browsers: [browserHandle("bs_1")] };
    const { offers, progress, result, wait } = await begin(
      context,
      [],
      [named],
      [browser("bs_1"), browser("bs_2")],
    );
    assert.deepEqual(progress.reports, [{ message: "still used by 1" }]);
    offers.list("/browsers", [browser("bs_2")]);
    await wait(15_000);
    assert.deepEqual(await result, [{ idOrName: "d_1", name: "honeycomb" }]);
  });

  it("waits for all browsers that capture telemetry if the refusal identified no browser", async (context) => {
    const browser = { session_id: "bs_1", telemetry: { enabled: true } };
    const { offers, progress, result, wait } = await begin(context, [], undefined, [browser]);
    assert.deepEqual(progress.reports, [{ message: "still used by 1" }]);
    offers.list("/browsers", []);
    await wait(15_000);
    assert.deepEqual(await result, [{ idOrName: "d_1", name: "honeycomb" }]);
  });

  it("resolves at once if no connection uses the destination", async (context) => {
    const { progress, result } = await begin(context, [], [{ idOrName: "d_2", name: "datadog" }]);
    assert.deepEqual(await result, [{ idOrName: "d_2", name: "datadog" }]);
    assert.deepEqual(progress.reports, []);
  });

  it("waits until all destinations are unused and counts each connection once", async (context) => {
    const { progress, result, wait, offers } = await begin(
      context,
      [selecting("ma_1", { id: "d_1" }), selecting("ma_2", { name: "datadog" })],
      [{ idOrName: "honeycomb" }, { idOrName: "d_2" }, { idOrName: "gone" }],
    );
    assert.equal(progress.options.title, "Waiting until honeycomb and 2 more are free");
    assert.deepEqual(progress.reports, [{ message: "still used by 2" }]);
    offers.list("/auth/connections", []);
    await wait(15_000);
    assert.deepEqual(await result, [
      { idOrName: "d_1", name: "honeycomb" },
      { idOrName: "d_2", name: "datadog" },
      { idOrName: "gone" },
    ]);
  });

  it("stops after an hour and offers to wait again", async (context) => {
    const { again, offers, result, wait } = await begin(context, [selecting("ma_1", { id: "d_1" })]);
    for (let looks = 1; looks < 240; looks++) await wait(15_000);
    assert.equal(await result, undefined);
    (await expectMessage("Not deleted: honeycomb is still in use after an hour.")).choose("Notify When Free");
    await quiet();
    assert.equal(again(), 1);
    const before = offers.requests.length;
    await wait(60_000);
    assert.equal(offers.requests.length, before);
  });

  it("can be cancelled between two polls", async (context) => {
    const { offers, progress, result, wait } = await begin(context, [selecting("ma_1", { id: "d_1" })]);
    progress.cancelled.fire();
    assert.equal(await result, undefined);
    await wait(60_000);
    assert.equal(offers.requests.length, 2);
    assert.deepEqual(screen.rest, [], "whoever calls it off is told nothing");
  });

  it("can be cancelled during a poll", async (context) => {
    const { offers, progress, result, wait } = await begin(context, [selecting("ma_1", { id: "d_1" })]);
    offers.hold("/auth/connections");
    await wait(15_000);
    progress.cancelled.fire();
    assert.equal(await result, undefined);
    assert.deepEqual(screen.rest, []);
  });

  for (const [path, status, headline] of [
    ["/auth/connections", 403, "Your token or plan doesn't allow this action"],
    ["/auth/connections", 401, "The service refused this token"],
    ["/telemetry/destinations", 404, "The service found no match"],
    ["/browsers", 403, "Your token or plan doesn't allow this action"],
  ] as const)
    it(`ends with a warning if ${path} returns ${status}`, async (context) => {
      const { offers, result, wait } = await begin(context, [selecting("ma_1", { id: "d_1" })]);
      offers.list("/auth/connections", []);
      offers.reply(path, status);
      await wait(15_000);
      assert.equal(await result, undefined, "what is not known to be free is not deleted");
      await expectMessage(`Not deleted: ${headline}.`, undefined, "warning");
    });

  it("ends with a warning if there are too many connections to fetch", async (context) => {
    const many = Array.from({ length: 1_001 }, (_, index) => selecting(`ma_${index}`, { id: "d_2" }));
    const { offers, progress, result, wait } = await begin(context, [
      selecting("ma_x", { id: "d_1" }),
      ...many,
    ]);
    assert.deepEqual(
      progress.reports,
      [{ message: "still used by 1" }],
      "what is known to use it is waited for",
    );
    offers.list("/auth/connections", many);
    await wait(15_000);
    assert.equal(await result, undefined, "what is not known to be free is not deleted");
    const { buttons, text } = await screen.next(Message);
    assert.deepEqual([text, buttons.length], ["Not deleted: too many connections to check.", 1]);
  });

  it("escapes special characters in destination names", async (context) => {
    const { progress } = await begin(context, [], [{ idOrName: "d_1", name: "$(bug)\n[x](command:y)" }]);
    assert.equal(progress.options.title, "Waiting until $⟨U+0028⟩bug)\uFFFD[x] (command:y) is free");
  });

  it("returns undefined without a request if there are no destinations", async (context) => {
    const offers = new Offers(context);
    const connection = { account, baseUrl: account.baseUrl, client: offers.client };
    assert.equal(await untilUnselected(connection, [], () => Promise.resolve()), undefined);
    assert.deepEqual(offers.requests, []);
    assert.deepEqual(screen.rest, []);
  });
});
