import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { deleteTargets } from "../../../../../src/editor/resources/destinations/delete.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { Message, reset, screen } from "../../../../doubles/vscode.ts";
import { block } from "../../../../support/cards.ts";
import { resourceFixture } from "../../../../support/resourceFixture.ts";

const exporting = (session_id: string, telemetry: object | undefined): object => ({
  session_id,
  profile: { id: "prof_1", name: `bot of ${session_id.slice(-1)}` },
  telemetry,
});
const loggingIn = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  flow_status: "IN_PROGRESS",
  flow_expires_at: "2099-01-01T00:00:00Z",
};
const toOne = { enabled: true, export: { otlp: { destination: { id: "d_1" } } } };
const toOther = { enabled: true, export: { otlp: { destination: { id: "d_2" } } } };

/** Deletes a destination that the service refuses to delete. Returns the card. */
async function refusal(
  context: TestContext,
  message: string,
  browsers: readonly object[],
  connections: readonly object[] = [loggingIn],
  more: object = {},
) {
  const at = await resourceFixture(context);
  at.wire.serve("GET /auth/connections", 200, connections);
  at.wire.serve("GET /telemetry/destinations", 200, [{ id: "d_1", name: "honeycomb" }]);
  at.wire.serve("GET /browsers", 200, browsers);
  at.wire.serve("DELETE /telemetry/destinations/d_1", 409, { code: "in_use", message, ...more });
  const done = deleteTargets(at.parts, at.access, [{ idOrName: "d_1", name: "honeycomb" }]);
  (await screen.next(Message)).choose("Delete");
  await done;
  await at.assertNowhere("bs_canary");
  await at.assertNowhere("canary-id");
  return at.page().card;
}

beforeEach(reset);

describe("the result page after the service refuses to delete a destination", () => {
  for (const [condition, message, browsers] of [
    [
      "the browsers report the destination",
      "In use.",
      [exporting("bs_canary_1", toOne), exporting("bs_canary_2", toOther)],
    ],
    [
      "the service's message identifies the browsers",
      "bs_canary_1 exports.",
      [exporting("bs_canary_1", undefined), exporting("bs_canary_2", { enabled: true })],
    ],
  ] as const)
    it(`lists exporting browsers if ${condition}`, async (context) => {
      const card = await refusal(context, message, browsers);
      const { rows } = block(card, "table", "Browsers that export");
      assert.deepEqual(
        rows.map(({ actions, cells }) => [cells[0]?.text, actions?.map(({ label }) => label)]),
        [["bot of 1", ["Watch Live", "End Browser…"]]],
      );
      const text = cardText(card);
      assert.match(text, /The browsers below export to the destination/);
      assert.doesNotMatch(text, /running login/, "the cause is known");
      assert.equal(card.actions.next?.label, "Notify When Free");
    });

  it("shows a browser's profile and age instead of its session ID", async (context) => {
    const created_at = new Date(Date.now() - 7_200_000).toISOString();
    const card = await refusal(context, "bs_canary_1 exports.", [
      { ...exporting("bs_canary_1", undefined), created_at },
    ]);
    assert.match(cardText(card), /"bot of 1 \(2 hr ago\) exports\."/);
  });

  it("replaces session IDs in the refusal with browser or login descriptions", async (context) => {
    const using = { ...loggingIn, browser: { telemetry: toOne }, browser_session_id: "canary-id-2" };
    const message = "canary-id-1 exports.";
    const card = await refusal(context, message, [exporting("canary-id-1", undefined)], [using], {
      details: [{ message }, { message: "canary-id-2 logs in." }],
      inner_error: { message: "Wait for canary-id-1." },
    });
    const text = cardText(card);
    for (const words of [
      /"bot of 1 exports\."/,
      /"work on bank\.example logs in\."/,
      /"Wait for bot of 1\."/,
    ])
      assert.match(text, words);
  });

  it("masks the session ID of a browser that isn't in the list", async (context) => {
    const card = await refusal(context, "bs_canary_9 exports.", []);
    assert.match(cardText(card), /"•{8} exports\."/);
  });

  it("lists no browsers if a login uses the destination", async (context) => {
    const card = await refusal(context, "Login of ma_1.", [exporting("bs_canary_1", { enabled: true })]);
    assert.equal(card.blocks.length, 1);
    assert.match(cardText(card), /A running login uses the destination: work on bank.example/);
  });

  it("lists browsers that might export if the service doesn't report their exports", async (context) => {
    const card = await refusal(context, "In use.", [
      exporting("bs_canary_1", { enabled: true }),
      exporting("bs_canary_2", undefined),
      exporting("bs_canary_3", toOther),
    ]);
    const { rows } = block(card, "table", "Browsers that may export");
    assert.deepEqual(
      rows.map(({ cells }) => cells[0]?.text),
      ["bot of 1"],
    );
    assert.match(cardText(card), /doesn't report which browsers export/);
    assert.match(cardText(card), /A running login may use the destination: work on bank.example/);
  });
});
