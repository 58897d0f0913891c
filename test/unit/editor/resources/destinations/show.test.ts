import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { beforeEach, describe, it } from "node:test";
import { showResource } from "../../../../../src/editor/resourceEngine/read.ts";
import { destinations } from "../../../../../src/editor/resources/destinations/destinations.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import type { Result } from "../../../../../src/editor/results/result.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { origin, workplace } from "../../../../support/workplace.ts";

beforeEach(reset);

const one = "GET /telemetry/destinations/otlp_1";
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

async function scene(context: TestContext, destination: object = archive) {
  const place = await workplace(context);
  const account = await place.accounts.add("Team", origin, "sk_token_1");
  await place.session.use(account);
  const access = await place.service.access(account, new AbortController().signal);
  // What is set last narrows what was set before.
  place.wire.serve("GET /telemetry/destinations", 200, [destination]);
  place.wire.serve(one, 200, destination);
  const shown: Result[] = [];
  const panel = {
    show: (result: Result) => Promise.resolve(void shown.push(result)),
    gone: () => Promise.resolve(undefined),
  };
  const parts = { ...place, requireAccess: () => Promise.resolve(access), panel };
  return { ...place, parts, shown };
}

const textOf = ({ card }: Result): string => cardText(card);

describe("the page of a destination", () => {
  it("says where it leads to, how exporting goes, and what selects it, by its name too", async (context) => {
    const { parts, shown, wire } = await scene(context);
    wire.serve("GET /auth/connections", 200, [selecting]);
    await showResource(destinations(parts), parts, { id: "otlp_1" });
    const [result] = shown;
    assert.ok(result);
    const text = textOf(result);
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
    assert.deepEqual(result.tab, { icon: "broadcast", title: "archive" });
  });

  it("offers a change first only where the collector refuses what it gets", async (context) => {
    for (const [destination, summary, next, other] of [
      [
        archive,
        "Telemetry isn't arriving: the collector returned a 5xx. Check the collector.",
        undefined,
        undefined,
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
      const { parts, shown, wire } = await scene(context, destination);
      wire.serve("GET /auth/connections", 200, []);
      await showResource(destinations(parts), parts, { id: "otlp_1" });
      const { actions, summary: told = [] } = shown[0]?.card ?? {};
      assert.deepEqual([told, actions?.next?.label, actions?.other?.label], [[summary], next, other]);
      assert.ok(
        [actions?.next, actions?.other, ...(actions?.more?.items ?? [])].some(
          (one) => one?.label === "Edit…",
        ),
      );
    }
  });

  it("holds no value of a header, no user of an address, and nothing of the reply as it came", async (context) => {
    const { parts, shown, wire } = await scene(context);
    wire.serve("GET /auth/connections", 200, []);
    await showResource(destinations(parts), parts, { id: "otlp_1" });
    const kept = JSON.stringify(shown);
    assert.doesNotMatch(kept, /never-shown|user:pw|:pw/);
  });

  it("keeps no address", async (context) => {
    const { directory, parts, shown, wire, results } = await scene(context);
    wire.serve("GET /auth/connections", 200, []);
    await showResource(destinations(parts), parts, { id: "otlp_1" });
    const [result] = shown;
    assert.ok(result);
    await results.save(result);
    const kept = await results.load(result.card.id);
    assert.ok(kept, directory);
    assert.doesNotMatch(JSON.stringify(kept), /archive\.example/);
  });

  it("says that an older service reports nothing of exports, nor of headers", async (context) => {
    const { parts, shown, wire } = await scene(context, { id: "otlp_1" });
    wire.serve("GET /auth/connections", 503, {});
    await showResource(destinations(parts), parts, { id: "otlp_1" });
    const text = shown.map(textOf).join();
    assert.match(text, /Last export: Not reported/);
    assert.match(text, /Unknown: some connections couldn't be read/);
    assert.doesNotMatch(text, /Headers|Endpoint/);
  });
});
