import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { showResource } from "../../../../../src/editor/resourceEngine/read.ts";
import { destinations } from "../../../../../src/editor/resources/destinations/destinations.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { buttonsOf } from "../../../../support/cards.ts";
import { resourceFixture } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const archive = {
  id: "otlp_1",
  name: "archive",
  endpoint: "https://user:pw@archive.example/otlp",
  description: "Nightly",
  headers: { Authorization: "never-shown", "X-Key": "" },
  created_at: "2026-11-01T10:00:00.000Z",
  updated_at: "2026-11-02T10:00:00.000Z",
  consecutive_failures: 7,
  last_error: "destination returned a 5xx response",
  last_error_at: "2026-11-20T10:00:00.000Z",
  last_export_at: "2026-11-19T10:00:00.000Z",
};
const selecting = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  browser: { telemetry: { export: { otlp: { destination: { name: "archive" } } } } },
};

/** Shows the page of a destination, with the connections that the service returns. */
async function pageOf(
  context: TestContext,
  destination: object = archive,
  connections: readonly [status: number, body: unknown] = [200, []],
) {
  const at = await resourceFixture(context);
  at.wire.serve("GET /auth/connections", ...connections);
  // The last matching prefix wins, so longer prefixes come after shorter ones.
  at.wire.serve("GET /telemetry/destinations", 200, [destination]);
  at.wire.serve("GET /telemetry/destinations/otlp_1", 200, destination);
  await showResource(destinations(at.parts), at.parts, { id: "otlp_1" });
  return at;
}

describe("a destination's page", () => {
  it("shows the destination's endpoint, export health and connections", async (context) => {
    const at = await pageOf(context, archive, [200, [selecting]]);
    const text = at.text();
    for (const words of [
      "archive",
      "Exports fail",
      "archive.example/otlp",
      "Nightly",
      "Authorization, X-Key; values are never shown",
      "destination returned a 5xx response",
      "work on bank.example",
      "Created: ",
      "Changed: ",
      "otlp_1",
    ])
      assert.ok(text.includes(words), words);
    assert.deepEqual(at.page().tab, { icon: "broadcast", title: "archive" });
  });

  it("makes Edit… the primary button only if the collector returns 4xx", async (context) => {
    for (const [destination, summary, next, other] of [
      [
        archive,
        "Telemetry isn't arriving: the collector returned a 5xx. Check the collector.",
        undefined,
        "Edit…",
      ],
      [
        { ...archive, last_error: "destination returned a 4xx response" },
        "Telemetry isn't arriving: the collector returned a 4xx. Check the address and headers.",
        "Edit…",
        undefined,
      ],
      [
        { ...archive, last_error: "destination TLS handshake failed" },
        `Telemetry isn't arriving: "destination TLS handshake failed".`,
        undefined,
        "Edit…",
      ],
      [{ id: "otlp_1" }, "Browser sessions can export telemetry here.", undefined, "Edit…"],
    ] as const) {
      const { card } = (await pageOf(context, destination)).page();
      const { actions } = card;
      assert.deepEqual([card.summary, actions.next?.label, actions.other?.label], [[summary], next, other]);
      assert.ok(buttonsOf(card).some(({ label }) => label === "Edit…"));
    }
  });

  it("contains no header values or endpoint credentials", async (context) => {
    const { shown } = await pageOf(context);
    assert.doesNotMatch(JSON.stringify(shown), /never-shown|user:pw|:pw/);
  });

  it("doesn't store the endpoint", async (context) => {
    const { directory, page, results } = await pageOf(context);
    await results.save(page());
    const stored = await results.load(page().card.id);
    assert.ok(stored, directory);
    assert.doesNotMatch(JSON.stringify(stored), /archive\.example/);
  });

  it("shows Not reported if the response contains no export time", async (context) => {
    const text = (await pageOf(context, { id: "otlp_1" }, [503, {}])).text();
    assert.match(text, /Last export: Not reported/);
    assert.match(text, /Unknown: some connections couldn't be read/);
    assert.doesNotMatch(text, /Headers|Endpoint/);
  });
});
