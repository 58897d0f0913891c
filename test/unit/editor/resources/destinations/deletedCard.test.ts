import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DeletionOutcome } from "../../../../../src/domain/resources/deletionOutcome.ts";
import type { Deleted } from "../../../../../src/editor/resources/destinations/deletedCard.ts";
import { deletedCard, deletedTab } from "../../../../../src/editor/resources/destinations/deletedCard.ts";
import type { ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { actionsOf, assertComplete, block, service, toneOf } from "../../../../support/cards.ts";
import { labelsOf } from "../../../../support/rows.ts";

const refused: DeletionOutcome = {
  kind: "inUse",
  error: {
    kind: "conflict",
    sent: "refused",
    status: 409,
    code: "in_use",
    message: "2 sessions export to it",
  },
};
const notFound: DeletionOutcome = {
  kind: "gone",
  error: { kind: "notFound", sent: "refused", message: "No such." },
};
const forbidden: DeletionOutcome = {
  kind: "refused",
  error: { kind: "forbidden", sent: "refused", code: "forbidden", message: "Not you." },
};
const unauthorized: DeletionOutcome = { kind: "refused", error: { kind: "unauthorized", sent: "refused" } };
const broken: DeletionOutcome = {
  kind: "unknown",
  error: { kind: "timeout", sent: "unknown", afterMs: 30_000, host: "api.example.com" },
};

const card = (...deletions: readonly DeletionOutcome[]): ResultCard =>
  deletedCard(
    service,
    deletions.map((deletion, index) => ({ idOrName: `dest ${index + 1}`, deletion })),
  );
const rowsOf = (shown: ResultCard) => block(shown, "table", "Destinations").rows;
const notesOf = (shown: ResultCard): readonly string[] => rowsOf(shown).flatMap(({ notes }) => notes);
/** Returns the labels of each row's buttons. */
const buttonsIn = (shown: ResultCard) => rowsOf(shown).map(({ actions = [] }) => labelsOf(actions));
const notesFor = (...deletions: readonly DeletionOutcome[]): readonly string[] => notesOf(card(...deletions));

describe("deletedCard", () => {
  it("shows the result of each deletion", (t) => {
    const shown = card(
      { kind: "deleted" },
      refused,
      notFound,
      forbidden,
      broken,
      { kind: "unknown" },
      { kind: "cancelled" },
      { kind: "accepted" },
    );
    assertComplete(shown);
    assert.equal(shown.title, "1 of 8 deleted");
    const table = block(shown, "table", "Destinations");
    assert.deepEqual(table.columns, ["Name", "Result"]);
    t.assert.snapshot(table.rows.map(({ cells }) => cells.map(({ text }) => text)));
    for (const [index, sentence] of [
      /couldn't confirm every deletion/,
      /may still be running/,
      /canceled/,
    ].entries())
      assert.match(shown.summary[index] ?? "", sentence);
  });

  for (const [description, deletions, title, tone] of [
    ["all deleted", [{ kind: "deleted" }, { kind: "deleted" }], "2 of 2 deleted", "success"],
    ["one refused", [refused], "Destination not deleted", "warning"],
    ["none deleted", [refused, notFound], "0 of 2 deleted", "warning"],
    ["one accepted", [{ kind: "accepted" }], "Deletion accepted", "info"],
    ["all accepted or deleted", [{ kind: "accepted" }, { kind: "deleted" }], "1 of 2 deleted", "info"],
    ["some accepted", [{ kind: "accepted" }, { kind: "deleted" }, notFound], "1 of 3 deleted", "warning"],
    ["some deleted", [{ kind: "deleted" }, notFound], "1 of 2 deleted", "warning"],
    ["one failed", [{ kind: "deleted" }, forbidden], "1 of 2 deleted", "error"],
    ["one unknown", [{ kind: "unknown" }], "Result unknown", "warning"],
    ["some unknown", [{ kind: "unknown" }, notFound], "1 of 2 results unknown", "warning"],
    ["some accepted, none deleted", [{ kind: "accepted" }, notFound], "1 of 2 deletions accepted", "warning"],
    [
      "some accepted, some unknown",
      [{ kind: "accepted" }, { kind: "unknown" }],
      "1 of 2 deletions accepted",
      "warning",
    ],
  ] as const satisfies readonly (readonly [string, readonly DeletionOutcome[], string, string])[])
    it(`returns a card titled "${title}" for these outcomes: ${description}`, () => {
      const shown = card(...deletions);
      assertComplete(shown);
      assert.equal(shown.title, title);
      assert.equal(toneOf(shown), tone);
    });

  it("quotes the service's refusal and lists possible causes from interface.md §4.3", () => {
    const [sentence, ...causes] = notesFor(refused);
    assert.equal(sentence, '"2 sessions export to it" (in_use)');
    assert.equal(causes.length, 3);
    for (const [index, named] of [
      /sessions.*wait.*delete/i,
      /login.*wait/i,
      /connection.*edit or delete/i,
    ].entries())
      assert.match(causes[index] ?? "", named);
  });

  it("explains why a destination wasn't deleted or why the outcome is unknown", () => {
    assert.deepEqual(notesFor({ kind: "cancelled" }), []);
    assert.deepEqual(notesFor(notFound), ["No destination has this ID or name."]);
    assert.deepEqual(notesFor({ kind: "unknown" }), [
      "You canceled the request before the service responded.",
    ]);
    assert.match(notesFor(forbidden).join(" "), /"Not you\." \(forbidden\) Use an organization token/);
    assert.match(notesFor(broken).join(" "), /didn't answer within 30 seconds/);
  });

  it("offers Try Again in each unfinished row if there are several rows", () => {
    const unfinished = card({ kind: "deleted" }, broken, { kind: "cancelled" });
    assert.deepEqual(buttonsIn(unfinished), [[], ["Try Again"], ["Try Again"]]);
    assert.deepEqual(buttonsIn(card(broken)), [[]]);
  });

  it("appends IDs to duplicate names, and copies IDs instead of names", (t) => {
    const shown = deletedCard(service, [
      { idOrName: "otlp_111111", name: "audit", deletion: { kind: "cancelled" } },
      { idOrName: "otlp_222222", name: "audit", deletion: { kind: "cancelled" } },
      { idOrName: "otlp_333333", name: "archive", deletion: { kind: "cancelled" } },
    ]);
    const rows = rowsOf(shown);
    t.assert.snapshot(rows.map(({ cells: [name] }) => [name?.text, name?.hint]));
    assert.deepEqual(
      rows.map(({ copy }) => copy?.press),
      ["otlp_111111", "otlp_222222", "otlp_333333"].map((id) => ({ does: "copyId", id })),
    );
  });

  it("lists deletions that weren't attempted and offers to continue", () => {
    const shown = card(unauthorized, { kind: "notTried" }, { kind: "notTried" });
    assertComplete(shown);
    const outcomes = rowsOf(shown).map(({ cells }) => cells[1]?.text);
    assert.deepEqual(outcomes, ["Failed", "Not tried", "Not tried"]);
    assert.deepEqual(notesFor({ kind: "notTried" }), []);
    assert.match(shown.summary.join(" "), /The rest wasn't sent/);
    assert.deepEqual(actionsOf(shown), ["Replace Token…!", "Delete the Rest…"]);
  });

  it("offers Replace Token… only after a 401 response", () => {
    assert.deepEqual(actionsOf(card(unauthorized)), ["Replace Token…!", "Try Again"]);
    assert.deepEqual(actionsOf(card(forbidden)), ["Try Again!"]);
    assert.deepEqual(actionsOf(card({ kind: "deleted" }, { kind: "accepted" }, notFound)), []);
  });

  it("keeps special characters in names", () => {
    const name = "a, b <img src=x> $(trash)";
    const shown = deletedCard(service, [{ idOrName: name, deletion: { kind: "cancelled" } }]);
    assert.deepEqual(rowsOf(shown)[0]?.cells[0], { text: name });
  });

  it("names the tab after a single destination or the number of deleted destinations", () => {
    const tab = (...deletions: readonly DeletionOutcome[]): string =>
      deletedTab(deletions.map((deletion) => ({ idOrName: "d_1", name: "nightly", deletion }))).title;
    assert.equal(tab({ kind: "deleted" }, notFound), "1 of 2 deleted");
    assert.equal(tab(notFound), "nightly");
  });
});

const inUse: Deleted = {
  idOrName: "d_1",
  name: "honeycomb",
  deletion: {
    kind: "inUse",
    error: { kind: "conflict", sent: "refused", status: 409, message: "In use by a login." },
  },
};
describe("deletedCard after a refused deletion", () => {
  it("shows links to the destination's connections and offers to edit the connections", (t) => {
    const heldBy = [{ id: "ma_1", profile_name: "work", domain: "example.com" }, { id: "ma_2" }];
    const shown = deletedCard(service, [{ ...inUse, heldBy }], true);
    assertComplete(shown);
    const [row] = rowsOf(shown);
    t.assert.snapshot(row?.cells.at(-1)?.links?.map(({ hint, label, press }) => [label, hint, press]));
    assert.deepEqual(notesOf(shown), [
      '"In use by a login."',
      "Choose another destination in the connection, or delete the connection.",
    ]);
    assert.deepEqual(actionsOf(shown), ["Notify When Free!"], "another try would be refused, too");
    t.assert.snapshot(row?.actions?.map(({ label, press }) => [label, press]));
    assert.deepEqual(shown.actions.next?.press, {
      does: "run",
      command: "managedAuth.deleteDestinations",
      args: { targets: [{ idOrName: "d_1", name: "honeycomb" }], wait: true, resultId: shown.id },
    });
  });

  it("retries only the destinations that no connection uses", () => {
    const shown = deletedCard(service, [
      { ...inUse, heldBy: [{ id: "ma_1" }] },
      { idOrName: "d_2", deletion: { kind: "cancelled" } },
    ]);
    assert.deepEqual(actionsOf(shown), ["Notify When Free!", "Try Again"]);
    const offered = shown.actions.other?.press;
    assert.deepEqual(offered?.does === "run" && offered.args, {
      targets: [{ idOrName: "d_2", name: undefined }],
    });
    assert.deepEqual(buttonsIn(shown), [["Edit ma_1…", "Notify When Free"], ["Try Again"]]);
  });

  it("lists connections only for destinations in use", () => {
    const other = { ...inUse, idOrName: "d_3" };
    const heldBy = [{ id: "ma_1" }];
    const deleted: Deleted = { idOrName: "d_4", deletion: { kind: "deleted" } };
    const rows = rowsOf(deletedCard(service, [{ ...inUse, heldBy }, other, deleted]));
    assert.equal(rows.map(({ cells }) => cells.at(-1)?.text).join(), "ma_1,,");
  });

  for (const [extent, complete, count] of [
    ["all", true, 2],
    ["some", false, 4],
  ] as const)
    it(`shows ${count} notes about the refusal if ${extent} connections were read`, () => {
      const shown = deletedCard(service, [inUse], complete);
      assert.equal(notesOf(shown).length, count);
      assert.equal(notesOf(shown)[0], '"In use by a login."');
    });

  it("moves Try Again into the menu if sessions or logins may block the deletion", () => {
    const { actions } = deletedCard(service, [inUse]);
    assert.deepEqual(
      [actions.next, actions.other, actions.more?.items.map(({ label }) => label)],
      [undefined, undefined, ["Try Refused Again…", "Copy as Text"]],
    );
  });

  it("shows links to logins that may use the destination", () => {
    const loggingIn = [{ id: "ma_1", profile_name: "work", domain: "bank.example" }];
    const shown = deletedCard(service, [{ ...inUse, loggingIn }], true);
    assert.equal(notesOf(shown).at(-1), "A running login may use the destination: work on bank.example.");
    const [row] = rowsOf(shown);
    assert.deepEqual(row?.actions, [
      {
        label: "Show Login for bank.example",
        press: { does: "run", command: "managedAuth.showConnection", args: { id: "ma_1" } },
      },
    ]);
  });
});

describe("deletedCard after a failed deletion", () => {
  it("reports disabled projects as the cause, not a missing destination", () => {
    const error = {
      kind: "notFound",
      missing: "project",
      sent: "refused",
      code: "projects_disabled",
    } as const;
    const shown = card({ kind: "refused", error });
    const [row] = rowsOf(shown);
    assert.equal(row?.cells[1]?.text, "Failed");
    assert.match(notesOf(shown).join("\n"), /Projects are disabled for your organization/);
  });

  it("doesn't mention organization tokens after a server error", () => {
    const shown = card({ kind: "refused", error: { kind: "server", sent: "unknown", status: 500 } });
    assert.doesNotMatch(JSON.stringify(shown), /organization token/);
  });

  for (const [outcome, deletion, buttons] of [
    ["failed", { kind: "refused", error: { kind: "server", sent: "refused" } }, "Try Again!"],
    ["has an unknown outcome", { kind: "unknown" }, "Try Again!"],
    ["wasn't sent", { kind: "cancelled" }, "Try Again!"],
    ["wasn't tried", { kind: "notTried" }, "Delete the Rest…!"],
    ["is complete", { kind: "deleted" }, ""],
    ["found no destination", notFound, ""],
  ] as const satisfies readonly (readonly [string, DeletionOutcome, string])[])
    it(`offers the buttons "${buttons}" if the deletion ${outcome}`, () => {
      assert.equal(actionsOf(card(deletion)).join(), buttons);
    });
});
