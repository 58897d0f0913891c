import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiError } from "../../../../../src/api/errors.ts";
import type { ResultCard } from "../../../../../src/editor/results/buttons.ts";
import type { Deleted } from "../../../../../src/editor/resources/destinations/deletedCard.ts";
import { deletedCard } from "../../../../../src/editor/resources/destinations/deletedCard.ts";
import { actionsOf, assertWhole, block, service } from "../../../../support/cards.ts";

const busy: ApiError = { kind: "conflict", sent: "refused", status: 409, message: "In use by a login." };
const refused: Deleted = {
  idOrName: "d_1",
  name: "honeycomb",
  deletion: { kind: "refused", error: busy },
};
const failed = (error: ApiError): Deleted => ({
  idOrName: "d_2",
  deletion: { kind: "failed", error },
});

const whyOf = (card: ResultCard): readonly string[] =>
  block(card, "list", "Why").items.map(({ text }) => text);

describe("the card of a refused deletion", () => {
  it("names the connections that select the destination, by profile and domain, each one click away", () => {
    const heldBy = [{ id: "ma_1", profile_name: "work", domain: "example.com" }, { id: "ma_2" }];
    const card = deletedCard(service, [{ ...refused, heldBy }], true);
    assertWhole(card);
    const [row] = block(card, "table", "Destinations").rows;
    assert.deepEqual(
      row?.cells.at(-1)?.links?.map(({ hint, label, press }) => [label, hint, press]),
      [
        ["work on example.com", "ma_1"],
        ["ma_2", "ma_2"],
      ].map(([label, id]) => [
        label,
        id,
        { does: "run", command: "managedAuth.showConnection", told: { id } },
      ]),
    );
    assert.deepEqual(whyOf(card), [
      '"In use by a login."',
      "Choose another destination in the connection, or delete the connection.",
    ]);
    assert.deepEqual(actionsOf(card), ["Delete When Free…!", "Try Again"]);
  });

  it("leads to the reasons where no connection is known to select one of several", () => {
    const other = { ...refused, idOrName: "d_3" };
    const heldBy = [{ id: "ma_1" }];
    const gone: Deleted = { idOrName: "d_4", deletion: { kind: "deleted" } };
    const { rows } = block(
      deletedCard(service, [{ ...refused, heldBy }, other, gone]),
      "table",
      "Destinations",
    );
    assert.deepEqual(
      rows.map(({ cells }) => cells.at(-1)?.text),
      ["ma_1", "See below", ""],
    );
  });

  for (const [complete, count] of [
    [true, 3],
    [false, 4],
  ] as const) {
    it(`names the causes of §4.3 that can apply, where connections were read ${complete ? "whole" : "in part"}`, () => {
      const card = deletedCard(service, [refused], complete);
      assert.equal(whyOf(card).length, count);
      assert.equal(whyOf(card)[0], '"In use by a login."');
    });
  }

  it("waits for nothing where no connection is known to select it", () => {
    assert.deepEqual(actionsOf(deletedCard(service, [refused])), ["Try Again"]);
  });
});

describe("the card of a deletion that failed", () => {
  it("says that a token of one project may be the cause of a 403", () => {
    const card = deletedCard(service, [
      failed({ kind: "forbidden", sent: "refused", status: 403, code: "forbidden", message: "No." }),
    ]);
    assertWhole(card);
    const why = whyOf(card).join("\n");
    assert.match(why, /"No\." \(forbidden\)/);
    assert.match(why, /Use an organization token/);
  });

  it("says so where projects are disabled (§1), which is no word about the destination", () => {
    const card = deletedCard(service, [
      failed({
        ...{ kind: "notFound", missing: "project", sent: "refused", status: 404 },
        ...{ code: "projects_disabled", message: "Off." },
      }),
    ]);
    const [row] = block(card, "table", "Destinations").rows;
    assert.equal(row?.cells[1]?.text, "Failed");
    assert.match(whyOf(card).join("\n"), /Projects are disabled for your organization/);
  });

  it("says nothing of scopes for other failures", () => {
    const card = deletedCard(service, [failed({ kind: "server", sent: "unknown", status: 500 })]);
    assert.doesNotMatch(JSON.stringify(card), /organization token/);
  });

  for (const [what, deletions, again] of [
    ["what failed", [failed({ kind: "server", sent: "refused", status: 500 })], "Try Again"],
    ["what is unknown", [{ idOrName: "d", deletion: { kind: "unknown" } }], "Try Again"],
    ["what was not sent", [{ idOrName: "d", deletion: { kind: "skipped" } }], "Try Again"],
    ["what was not tried", [{ idOrName: "d", deletion: { kind: "notTried" } }], "Delete the Rest…"],
    ["not what no longer exists", [{ idOrName: "d", deletion: { kind: "deleted" } }], undefined],
    ["not what was not found", [{ idOrName: "d", deletion: { kind: "notFound", error: busy } }], undefined],
  ] as const satisfies readonly (readonly [string, readonly Deleted[], string | undefined])[]) {
    it(`offers to try again ${what}`, () => {
      const offered = actionsOf(deletedCard(service, deletions));
      assert.deepEqual(offered, again === undefined ? [] : [`${again}!`]);
    });
  }
});
