import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Deletion } from "../../../../../src/domain/deletion/deletion.ts";
import { deletedCard, deletedTab } from "../../../../../src/editor/resources/destinations/deletedCard.ts";
import type { ResultCard } from "../../../../../src/editor/results/buttonEffect.ts";
import { actionsOf, assertWhole, block, service, toneOf } from "../../../../support/cards.ts";

const refused: Deletion = {
  kind: "refused",
  error: {
    kind: "conflict",
    sent: "refused",
    status: 409,
    code: "in_use",
    message: "2 sessions export to it",
  },
};
const notFound: Deletion = {
  kind: "notFound",
  error: { kind: "notFound", sent: "refused", message: "No such." },
};
const forbidden: Deletion = {
  kind: "failed",
  error: { kind: "forbidden", sent: "refused", message: "Not you." },
};
const unauthorized: Deletion = { kind: "failed", error: { kind: "unauthorized", sent: "refused" } };
const broken: Deletion = {
  kind: "unknown",
  error: { kind: "timeout", sent: "unknown", afterMs: 30_000, host: "api.example.com" },
};

const card = (...deletions: readonly Deletion[]): ResultCard =>
  deletedCard(
    service,
    deletions.map((deletion, index) => ({ idOrName: `dest ${index + 1}`, deletion })),
  );
const notes = (deletion: Deletion): readonly string[] | undefined =>
  block(card(deletion), "table", "Destinations").rows[0]?.notes;

describe("the card of a deletion", () => {
  it("shows what became of each", () => {
    const shown = card(
      { kind: "deleted" },
      refused,
      notFound,
      forbidden,
      broken,
      { kind: "unknown" },
      { kind: "skipped" },
      { kind: "accepted" },
    );
    assertWhole(shown);
    assert.equal(shown.title, "1 of 8 destinations deleted");
    const table = block(shown, "table", "Destinations");
    assert.deepEqual(table.columns, ["ID or name", "Result"]);
    assert.deepEqual(
      table.rows.map(({ cells }) => cells.map(({ text }) => text)),
      [
        ["dest 1", "Deleted"],
        ["dest 2", "Refused, in use"],
        ["dest 3", "Not found"],
        ["dest 4", "Failed"],
        ["dest 5", "Unknown"],
        ["dest 6", "Unknown"],
        ["dest 7", "Not sent"],
        ["dest 8", "Accepted"],
      ],
    );
    for (const [index, said] of [
      /^1 is in use, 1 does not exist, 1 failed\.$/,
      /may be deleted/,
      /still be working on what it accepted/,
      /canceled/,
    ].entries()) {
      assert.match(shown.summary[index] ?? "", said);
    }
  });

  for (const [what, deletions, title, tone] of [
    ["one deleted", [{ kind: "deleted" }], "Destination deleted", "success"],
    ["all deleted", [{ kind: "deleted" }, { kind: "deleted" }], "2 of 2 destinations deleted", "success"],
    ["one refused", [refused], "Destination not deleted", "warning"],
    ["none deleted", [refused, notFound], "0 of 2 destinations deleted", "warning"],
    ["one accepted", [{ kind: "accepted" }], "Deletion accepted", "info"],
    [
      "all accepted or deleted",
      [{ kind: "accepted" }, { kind: "deleted" }],
      "1 of 2 destinations deleted",
      "info",
    ],
    [
      "some accepted",
      [{ kind: "accepted" }, { kind: "deleted" }, notFound],
      "1 of 3 destinations deleted",
      "warning",
    ],
    ["some deleted", [{ kind: "deleted" }, notFound], "1 of 2 destinations deleted", "warning"],
    ["one failed", [{ kind: "deleted" }, forbidden], "1 of 2 destinations deleted", "error"],
    ["one unknown", [{ kind: "unknown" }], "Result unknown", "warning"],
    ["some unknown", [{ kind: "unknown" }, notFound], "1 of 2 results unknown", "warning"],
    ["some accepted, none deleted", [{ kind: "accepted" }, notFound], "1 of 2 deletions accepted", "warning"],
    [
      "some accepted, some unknown",
      [{ kind: "accepted" }, { kind: "unknown" }],
      "1 of 2 deletions accepted",
      "warning",
    ],
  ] as const satisfies readonly (readonly [string, readonly Deletion[], string, string])[]) {
    it(`is called "${title}" with ${what}`, () => {
      const shown = card(...deletions);
      assertWhole(shown);
      assert.equal(shown.title, title);
      assert.equal(toneOf(shown), tone);
    });
  }

  it("gives the service's words of a refusal and the three causes of §4.3, each with what to do", () => {
    assert.deepEqual(notes(refused), ["2 sessions export to it (in_use)"]);
    const causes = block(card(refused), "list", "What can hold a destination").items;
    assert.equal(causes.length, 3);
    for (const [index, named] of [
      /sessions.*wait.*delete/i,
      /login.*wait/i,
      /connection.*choose another.*delete/i,
    ].entries()) {
      assert.match(causes[index]?.text ?? "", named);
    }
    assert.equal(card(notFound).blocks.length, 1);
  });

  it("says what to do about the rest", () => {
    assert.deepEqual(notes({ kind: "skipped" }), []);
    assert.deepEqual(notes(notFound), ["No destination has this ID or name."]);
    assert.deepEqual(notes({ kind: "unknown" }), ["You canceled before the answer."]);
    assert.match(notes(forbidden)?.join(" ") ?? "", /Not you\..*token of the organization/);
    assert.match(notes(broken)?.join(" ") ?? "", /didn't answer within 30 seconds/);
  });

  it("lists what was not tried, says why, and offers one button to go on", () => {
    const shown = card(unauthorized, { kind: "notTried" }, { kind: "notTried" });
    assertWhole(shown);
    const table = block(shown, "table", "Destinations");
    assert.deepEqual(
      table.rows.map(({ cells }) => cells[1]?.text),
      ["Failed", "Not tried", "Not tried"],
    );
    assert.deepEqual(notes({ kind: "notTried" }), []);
    assert.match(shown.summary.join(" "), /The rest was not tried/);
    assert.deepEqual(actionsOf(shown), ["Replace Token…!", "Delete What Is Left…"]);
  });

  it("offers to sign in again after a 401 only", () => {
    assert.deepEqual(actionsOf(card(unauthorized)), ["Replace Token…!", "Try Again"]);
    assert.deepEqual(actionsOf(card(forbidden)), ["Try Again!"]);
    assert.deepEqual(actionsOf(card({ kind: "deleted" }, { kind: "accepted" }, notFound)), []);
  });

  it("keeps names as they are", () => {
    const name = "a, b <img src=x> $(trash)";
    const shown = deletedCard(service, [{ idOrName: name, deletion: { kind: "skipped" } }]);
    assert.deepEqual(block(shown, "table", "Destinations").rows[0]?.cells[0], { text: name, code: true });
  });

  it("is small where one was asked for and deleted", () => {
    const shown = card({ kind: "deleted" });
    assertWhole(shown);
    assert.deepEqual([shown.blocks, shown.summary], [[], ["Nothing is exported to dest 1 any more."]]);
  });

  it("says in one line what became of those that are left", () => {
    const words = (...deletions: readonly Deletion[]): string | undefined => card(...deletions).summary[0];
    assert.equal(
      words(refused, refused, refused, notFound),
      "Nothing was deleted. 3 are in use, 1 does not exist.",
    );
    assert.equal(words({ kind: "deleted" }, notFound, notFound), "2 do not exist.");
    assert.equal(words({ kind: "deleted" }, { kind: "deleted" }), undefined);
    assert.equal(words(refused), undefined, "of one, its row tells");
  });

  it("has a tab that says how many were deleted, or which", () => {
    const tab = (...deletions: readonly Deletion[]): string =>
      deletedTab(deletions.map((deletion) => ({ idOrName: "d_1", name: "nightly", deletion }))).title;
    assert.equal(tab({ kind: "deleted" }), "Deleted nightly");
    assert.equal(tab({ kind: "deleted" }, notFound), "Deleted 1 of 2");
  });
});
