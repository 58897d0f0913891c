import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { TimelineFetcher } from "../../../../src/editor/catalogue/timelineFetcher.ts";
import { Offers, quiet } from "../../../support/offers.ts";
import { VirtualClock } from "../../../support/virtualClock.ts";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const account = { id: "a" };
const pathOf = (id: string): string => `/auth/connections/${id}/timeline`;

class Scene {
  readonly clock = new VirtualClock();
  readonly timelines = new TimelineFetcher(this.clock);
  readonly offers: Offers;
  readonly fetched: string[] = [];
  isWanted = true;

  constructor(context: TestContext) {
    this.offers = new Offers(context);
    this.timelines.onDidFetch(({ id }) => this.fetched.push(id));
    context.after(() => this.timelines.dispose());
  }

  /** Serves timelines with this number of health checks, one per interval. */
  serve(ids: readonly string[], entries = 1, everyMs = hour): void {
    for (const id of ids)
      this.offers.list(
        pathOf(id),
        Array.from({ length: entries }, (_, index) => ({
          id: `${id}_${index}`,
          type: "health_check",
          status: "AUTHENTICATED",
          timestamp: new Date(this.clock.now() - index * everyMs).toISOString(),
        })),
      );
  }

  async request(ids: readonly string[], reader = "page"): Promise<void> {
    const access = { account, client: this.offers.client };
    this.timelines.request(reader, { access, ids, isWanted: () => this.isWanted });
    await quiet();
  }

  async pass(ms: number): Promise<void> {
    await this.clock.pass(ms);
    await quiet();
  }
}

const ids = (length: number): string[] => Array.from({ length }, (_, index) => `ma_${index}`);

describe("TimelineFetcher", () => {
  it("sends at most sixty requests per minute and continues later", async (context) => {
    const scene = new Scene(context);
    scene.serve(ids(100));
    await scene.request(ids(100));
    assert.equal(scene.offers.requests.length, 60);
    await scene.pass(minute - second);
    assert.equal(scene.offers.requests.length, 60);
    await scene.pass(second);
    assert.deepEqual(scene.fetched.toSorted(), ids(100).toSorted());
  });

  it("fetches at most three pages per timeline and marks longer ones as incomplete", async (context) => {
    const scene = new Scene(context);
    scene.serve(["ma_busy"], 1000, minute);
    await scene.request(["ma_busy"]);
    assert.equal(scene.offers.requests.length, 3);
    const { entries = [], isComplete: complete } = scene.timelines.cached("a", "ma_busy") ?? {};
    // Of consecutive equal health checks, only the first and the last are kept.
    assert.deepEqual([entries.length, entries.at(-1)?.id, complete], [2, "ma_busy_297", false]);
  });

  it("stops fetching at pages older than seven days", async (context) => {
    const scene = new Scene(context);
    scene.serve(["ma_old"], 500, 2 * hour);
    await scene.request(["ma_old"]);
    assert.deepEqual(
      [scene.offers.requests.length, scene.timelines.cached("a", "ma_old")?.isComplete],
      [1, false],
    );
  });

  it("fetches a short timeline completely", async (context) => {
    const scene = new Scene(context);
    scene.serve(["ma_1"], 3);
    await scene.request(["ma_1"]);
    assert.deepEqual(
      [scene.timelines.cached("a", "ma_1")?.isComplete, scene.timelines.cached("b", "ma_1")],
      [true, undefined],
    );
  });

  it("retries a rate-limited request after the Retry-After delay", async (context) => {
    const scene = new Scene(context);
    scene.serve(ids(3));
    scene.offers.reply(pathOf("ma_0"), 429, {}, { "retry-after": "90" });
    await scene.request(ids(3));
    // The second request may already be pending.
    const before = scene.offers.requests.length;
    assert.ok(before <= 2, String(before));
    scene.serve(["ma_0"]);
    await scene.pass(89 * second);
    assert.equal(scene.offers.requests.length, before);
    await scene.pass(second);
    assert.deepEqual(scene.fetched.toSorted(), ids(3));
  });

  for (const [limit, remaining, pauses] of [
    ["120", "29", true],
    ["120", "31", false],
    [undefined, "19", true],
    [undefined, "21", false],
  ] as const)
    it(`pauses for a minute only if few requests are left: ${remaining} of ${limit}`, async (context) => {
      const scene = new Scene(context);
      const headers = { "x-ratelimit-remaining": remaining, ...(limit && { "x-ratelimit-limit": limit }) };
      scene.serve(ids(9));
      for (const id of ids(9)) scene.offers.reply(pathOf(id), 200, [], headers);
      await scene.request(ids(9));
      assert.equal(scene.offers.requests.length < 9, pauses);
      await scene.pass(minute - second);
      assert.equal(scene.offers.requests.length < 9, pauses);
    });

  it("fetches the most recently requested timelines first", async (context) => {
    const scene = new Scene(context);
    scene.serve(ids(200));
    await scene.request(ids(200));
    await scene.request(["ma_150", "ma_151", ...ids(200)]);
    await scene.pass(minute);
    // Two requests were already queued.
    const first = scene.fetched.slice(60, 64);
    assert.ok(
      ["ma_150", "ma_151"].every((id) => first.includes(id)),
      first.join(),
    );
  });

  it("reuses a timeline for ten minutes unless it is marked as outdated", async (context) => {
    const scene = new Scene(context);
    scene.serve(ids(2));
    await scene.request(ids(2));
    await scene.pass(10 * minute - second);
    await scene.request(ids(2));
    assert.equal(scene.offers.requests.length, 2);
    scene.timelines.markOutdated("a", "ma_1");
    await scene.request(ids(2));
    assert.deepEqual(scene.fetched, ["ma_0", "ma_1", "ma_1"]);
    await scene.pass(second);
    await scene.request(ids(2));
    assert.equal(scene.offers.requests.length, 4);
    await scene.timelines.forget({ accountId: "a" });
    assert.equal(scene.timelines.cached("a", "ma_0"), undefined);
  });

  it("stops fetching once the view is hidden", async (context) => {
    const scene = new Scene(context);
    scene.serve(ids(100));
    await scene.request(ids(100));
    scene.isWanted = false;
    await scene.pass(5 * minute);
    // Includes requests that were already queued.
    assert.ok(scene.fetched.length <= 62, String(scene.fetched.length));
  });

  it("marks a timeline that can't be fetched as failed and continues", async (context) => {
    const scene = new Scene(context);
    scene.serve(["ma_1"]);
    await scene.request(["ma_gone", "ma_1"]);
    assert.deepEqual(
      ["ma_gone", "ma_1"].map((id) => scene.timelines.cached("a", id)?.isFailed),
      [true, false],
    );
  });

  it("stops fetching when the token is rejected", async (context) => {
    const scene = new Scene(context);
    for (const id of ids(10)) scene.offers.reply(pathOf(id), 401);
    await scene.request(ids(10));
    assert.ok(scene.offers.requests.length <= 2, String(scene.offers.requests.length));
  });
});
