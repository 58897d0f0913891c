import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { createResource } from "../../../../../src/editor/resourceEngine/create.ts";
import { destinations } from "../../../../../src/editor/resources/destinations/destinations.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { validationText } from "../../../../support/asking.ts";
import { resourceFixture } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const secret = "s3cret-header-value";
const create = "POST /telemetry/destinations";
const createdDestination = {
  id: "otlp_new",
  name: "bees",
  endpoint: "https://api.honeycomb.io",
  headers: { "X-Honeycomb-Team": "" },
};

async function startCreate(context: TestContext) {
  const fixture = await resourceFixture(context);
  fixture.wire.serve("GET /auth/connections", 200, []);
  fixture.wire.serve("GET /telemetry/destinations", 200, [{ id: "otlp_1", name: "audit-log" }]);
  return { ...fixture, creating: createResource(destinations(fixture.parts), fixture.parts) };
}

describe("Create Destination", () => {
  it("omits empty headers and an empty description", async (context) => {
    const at = await startCreate(context);
    await at.choose("Another Collector");
    await at.type("plain", "https://collector.example");
    await at.choose("$(check) Continue");
    await at.type("");
    await at.choose("$(add) Create Destination");
    await at.wire.expect(
      create,
      { name: "plain", endpoint: "https://collector.example" },
      201,
      createdDestination,
    );
    await at.creating;
  });

  it("replaces the prefilled endpoint when the user picks another collector", async (context) => {
    const at = await startCreate(context);
    await at.choose("Honeycomb");
    await at.type("bees");
    (await at.input()).enter();
    (await at.list()).press("Back");
    (await at.input()).press("Back");
    (await at.input()).press("Back");
    await at.choose("New Relic");
    (await at.input()).enter();
    const endpoint = await at.input();
    assert.equal(endpoint.value, "https://otlp.nr-data.net");
    endpoint.escape();
    await at.creating;
  });

  it("removes a selected header and rejects a duplicate name in a different case", async (context) => {
    const at = await startCreate(context);
    await at.choose("Honeycomb");
    await at.type("bees");
    (await at.input()).enter();
    await at.choose("$(add) Add X-Honeycomb-Team…");
    await at.type(secret);
    await at.choose("$(add) Add a Header…");
    const name = await at.input();
    name.submit("x-honeycomb-TEAM");
    assert.match(validationText(name), /^error: This header already exists/);
    name.press("Back");
    await at.choose("X-Honeycomb-Team");
    const review = await at.list();
    assert.ok(!review.rows.some(({ label }) => label === "X-Honeycomb-Team"));
    review.escape();
    await at.creating;
  });
});
