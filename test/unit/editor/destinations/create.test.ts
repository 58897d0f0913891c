// "Create Destination…" as a user walks it, over a service that the test plays.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { beforeEach, describe, it } from "node:test";
import { createDestinationCommand } from "../../../../src/editor/destinations/create.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { logged, mentioned, reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { said } from "../../../support/asking.ts";
import { sceneOf } from "../../../support/scene.ts";
import { origin } from "../../../support/workplace.ts";

beforeEach(reset);

const secret = "s3cret-header-value";
const create = "POST /telemetry/destinations";
const made = {
  id: "otlp_new",
  name: "bees",
  endpoint: "https://api.honeycomb.io",
  headers: { "X-Honeycomb-Team": "" },
};

async function scene(context: TestContext) {
  const place = await sceneOf(context);
  place.wire.serve("GET /auth/connections", 200, []);
  place.wire.serve("GET /telemetry/destinations", 200, [{ id: "otlp_1", name: "audit-log" }]);
  return { ...place, creating: () => createDestinationCommand(place.parts) };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Answers everything up to the review. */
async function answerAll(at: Scene): Promise<void> {
  (await at.list()).choose("Honeycomb");
  await at.type("bees");
  const endpoint = await at.input();
  assert.equal(endpoint.value, "https://api.honeycomb.io");
  endpoint.enter();
  (await at.list()).choose("$(add) Add X-Honeycomb-Team…");
  const value = await at.type(secret);
  assert.equal(value.password, true);
  (await at.list()).choose("$(check) Continue");
  await at.type("All of it");
}

describe("creating a destination", () => {
  it("asks, shows all answers without a secret, and sends exactly them", async (context) => {
    const at = await scene(context);
    const creating = at.creating();
    await answerAll(at);
    const review = await at.list();
    assert.deepEqual(
      review.rows.map(({ description, label }) => [label, description]),
      [
        ["$(add) Create Destination", "in Team, https://api.example.com"],
        ["Name", "bees"],
        ["Endpoint", "https://api.honeycomb.io"],
        ["Headers", "X-Honeycomb-Team •••"],
        ["Description", "All of it"],
      ],
    );
    assert.deepEqual(
      at.titles,
      ["Collector", "Name", "Endpoint", "Headers", "Description", "Review"].map(
        (subject) => `Create Destination: ${subject}`,
      ),
    );
    review.choose("$(add) Create Destination");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, {
      name: "bees",
      endpoint: "https://api.honeycomb.io",
      description: "All of it",
      headers: { "X-Honeycomb-Team": secret },
    });
    call.answer(201, { ...made, headers: { "X-Honeycomb-Team": secret } });
    await creating;
    const [result] = at.shown;
    assert.ok(result);
    assert.equal(result.card.title, "bees is created");
    assert.equal(at.wire.count(create), 1);
    await at.results.save(result);
    // The value is nowhere: not on screen, in the page, what is kept, the log or the status bar.
    const everything = [
      at.seen,
      at.shown,
      await at.results.load(result.card.id),
      cardText(result.card),
      logged,
      mentioned,
    ];
    assert.doesNotMatch(JSON.stringify(everything), new RegExp(secret));
  });

  it("sends no header and no description where there are none", async (context) => {
    const at = await scene(context);
    const creating = at.creating();
    (await at.list()).choose("Another Collector");
    await at.type("plain");
    await at.type("https://collector.example");
    (await at.list()).choose("$(check) Continue");
    await at.type("");
    (await at.list()).choose("$(add) Create Destination");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { name: "plain", endpoint: "https://collector.example" });
    call.answer(201, made);
    await creating;
  });

  it("goes back at every step, with the answers that were given", async (context) => {
    const at = await scene(context);
    const creating = at.creating();
    await answerAll(at);
    (await at.list()).press("Back");
    const description = await at.input();
    assert.equal(description.value, "All of it");
    description.press("Back");
    const headers = await at.list();
    assert.ok(headers.rows.some(({ label }) => label === "X-Honeycomb-Team"));
    headers.choose("$(add) Add a Header…");
    await at.type("X-Other");
    (await at.input()).press("Back");
    const name = await at.input();
    assert.equal(name.value, "X-Other");
    name.press("Back");
    (await at.list()).press("Back");
    const endpoint = await at.input();
    assert.equal(endpoint.value, "https://api.honeycomb.io");
    endpoint.press("Back");
    const named = await at.input();
    assert.equal(named.value, "bees");
    named.press("Back");
    const collector = await at.list();
    assert.deepEqual(collector.buttons, []);
    collector.escape();
    await creating;
    assert.equal(at.wire.count(create), 0);
  });

  it("takes the endpoint of another collector, unless it was typed", async (context) => {
    const at = await scene(context);
    const creating = at.creating();
    (await at.list()).choose("Honeycomb");
    await at.type("bees");
    (await at.input()).enter();
    (await at.list()).press("Back");
    (await at.input()).press("Back");
    (await at.input()).press("Back");
    (await at.list()).choose("New Relic");
    (await at.input()).enter();
    const endpoint = await at.input();
    assert.equal(endpoint.value, "https://otlp.nr-data.net");
    endpoint.escape();
    await creating;
  });

  it("removes a header that is chosen, and refuses a second spelling of one", async (context) => {
    const at = await scene(context);
    const creating = at.creating();
    (await at.list()).choose("Honeycomb");
    await at.type("bees");
    (await at.input()).enter();
    (await at.list()).choose("$(add) Add X-Honeycomb-Team…");
    await at.type(secret);
    (await at.list()).choose("$(add) Add a Header…");
    const name = await at.input();
    name.type("x-honeycomb-TEAM");
    name.enter();
    assert.match(said(name), /^error: This header is there already/);
    name.press("Back");
    (await at.list()).choose("X-Honeycomb-Team");
    const left = await at.list();
    assert.ok(!left.rows.some(({ label }) => label === "X-Honeycomb-Team"));
    left.escape();
    await creating;
  });

  it("says at the input that a name is taken, by the list and by the service", async (context) => {
    const at = await scene(context);
    const creating = at.creating();
    (await at.list()).choose("Another Collector");
    const name = await at.input();
    // The list comes meanwhile.
    await until(
      "the list to be known",
      () => {
        name.type("audit-log");
        return said(name).startsWith("error: There is a destination of this name already");
      },
      2_000,
    );
    name.enter();
    name.type("bees");
    name.enter();
    await at.type("https://collector.example");
    (await at.list()).choose("$(check) Continue");
    await at.type("");
    (await at.list()).choose("$(add) Create Destination");
    (await at.wire.next(create)).answer(409, { code: "already_exists", message: "Taken." });
    const again = await at.input();
    assert.equal(again.value, "bees");
    assert.match(said(again), /^error: There is a destination of this name already/);
    again.type("wasps");
    again.enter();
    // The other answers are as they were, and a second Enter sends nothing.
    const review = await at.list();
    assert.equal(review.activeItems[0]?.label, "Name");
    review.choose("$(add) Create Destination");
    const call = await at.wire.next(create);
    assert.deepEqual(call.body, { name: "wasps", endpoint: "https://collector.example" });
    call.answer(201, made);
    await creating;
  });

  for (const [what, status, body, words] of [
    [
      "a token of a project",
      403,
      { code: "insufficient_permissions", message: "No." },
      /token of the organization/,
    ],
    ["an input", 400, { code: "bad_request", message: "endpoint: not public." }, /endpoint: not public/],
  ] as const) {
    it(`leads back to the answers where the service refuses ${what}`, async (context) => {
      const at = await scene(context);
      at.wire.serve("GET /auth/context", 404, { code: "not_found", message: "Not there." });
      const creating = at.creating();
      await answerAll(at);
      (await at.list()).choose("$(add) Create Destination");
      (await at.wire.next(create)).answer(status, body);
      const review = await at.list();
      assert.match(review.prompt ?? "", words);
      assert.ok(review.rows.some(({ description }) => description === "X-Honeycomb-Team •••"));
      review.escape();
      await creating;
      assert.equal(at.wire.count(create), 1);
    });
  }

  it("finds out by reading what became of a lost answer, and sends nothing again", async (context) => {
    const at = await scene(context);
    at.wire.serve("GET /telemetry/destinations/bees", 200, made);
    const creating = at.creating();
    await answerAll(at);
    (await at.list()).choose("$(add) Create Destination");
    (await at.wire.next(create)).fail("ECONNRESET");
    await creating;
    assert.equal(at.shown[0]?.card.title, "bees exists, most likely from your attempt");
    assert.equal(at.wire.count(create), 1);
  });

  for (const [what, found] of [
    ["is not there", undefined],
    ["leads elsewhere", { ...made, endpoint: "https://other.example" }],
  ] as const) {
    it(`does not claim what it cannot know, where what is found ${what}`, async (context) => {
      const at = await scene(context);
      if (found === undefined)
        at.wire.serve("GET /telemetry/destinations/bees", 404, { code: "not_found", message: "?" });
      else at.wire.serve("GET /telemetry/destinations/bees", 200, found);
      const creating = at.creating();
      await answerAll(at);
      (await at.list()).choose("$(add) Create Destination");
      (await at.wire.next(create)).fail("ECONNRESET");
      await creating;
      const [result] = at.shown;
      assert.equal(result?.card.title, "Not sure whether bees was created");
      assert.deepEqual(result.card.actions.next?.press, {
        does: "run",
        command: "managedAuth.showDestination",
        told: { id: "bees", resultId: result.card.id },
      });
      assert.equal(at.wire.count(create), 1);
    });
  }

  it("sends to the account that it was asked for, whoever is worked as by then", async (context) => {
    const at = await scene(context);
    const creating = at.creating();
    await answerAll(at);
    await at.session.use(await at.accounts.add("Other", origin, "sk_token_2"));
    (await at.list()).choose("$(add) Create Destination");
    const call = await at.wire.next(create);
    assert.equal(call.token, "sk_token_1");
    call.answer(201, made);
    await creating;
  });
});
