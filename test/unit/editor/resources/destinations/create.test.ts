import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { beforeEach, describe, it } from "node:test";
import { createResource } from "../../../../../src/editor/resourceEngine/create.ts";
import { destinations } from "../../../../../src/editor/resources/destinations/destinations.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { said } from "../../../../support/asking.ts";
import { sceneOf } from "../../../../support/scene.ts";
import { describedOf } from "../../../../support/rows.ts";

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
  return { ...place, creating: () => createResource(destinations(place.parts), place.parts) };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Answers every question up to the review. */
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

describe("Create Destination", () => {
  it("shows all answers without secrets and sends exactly them", async (context) => {
    const at = await scene(context);
    const read = context.mock.method(at.destinations, "refreshIfLoaded", () => Promise.resolve());
    const creating = at.creating();
    await answerAll(at);
    const review = await at.list();
    assert.deepEqual(describedOf(review.rows), [
      ["$(add) Create Destination", "in Team, https://api.example.com"],
      ["Name", "bees"],
      ["Endpoint", "https://api.honeycomb.io"],
      ["Headers", "X-Honeycomb-Team •••"],
      ["Description", "All of it"],
    ]);
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
    assert.equal(at.shown[0]?.card.title, "bees created");
    // The tree view is fetched again to show the new destination.
    assert.equal(read.mock.callCount(), 1);
  });

  it("omits empty headers and an empty description", async (context) => {
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

  it("replaces the prefilled endpoint after choosing another collector", async (context) => {
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

  it("removes a chosen header and refuses a duplicate in other capitals", async (context) => {
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
    assert.match(said(name), /^error: This header already exists/);
    name.press("Back");
    (await at.list()).choose("X-Honeycomb-Team");
    const left = await at.list();
    assert.ok(!left.rows.some(({ label }) => label === "X-Honeycomb-Team"));
    left.escape();
    await creating;
  });
});
