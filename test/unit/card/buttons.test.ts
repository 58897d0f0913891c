import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { numberButtons, mapButtons } from "../../../src/card/buttons.ts";
import type { CardModel } from "../../../src/card/card.ts";

const card: CardModel<{ readonly to: string }> = {
  id: "c",
  head: { kind: "header" },
  title: "T",
  context: [],
  summary: [],
  actions: {
    next: { press: { to: "first" }, label: "First" },
    other: { press: { to: "second" }, label: "Second" },
    refresh: { press: { to: "refresh" }, label: "Refresh" },
    more: { label: "More", items: [{ press: { to: "third" }, label: "Third" }] },
  },
  blocks: [
    { kind: "list", title: "L", items: [{ text: "x" }] },
    {
      kind: "rows",
      title: "R",
      rows: [
        { label: "A", value: { text: "a" } },
        { label: "B", value: { text: "•" }, secret: { press: { to: "secret" }, label: "Open" } },
        { label: "L", value: { text: "l" }, leads: { press: { to: "page" }, label: "Show" } },
        { label: "C", value: { text: "c", code: true }, copy: { press: { to: "value" }, label: "Copy" } },
      ],
    },
    {
      kind: "table",
      title: "T",
      columns: ["C"],
      rows: [
        { cells: [], notes: [] },
        {
          cells: [{ text: "x" }, { text: "y", links: [{ press: { to: "link" }, label: "y", hint: "id" }] }],
          copy: { press: { to: "id" }, label: "Copy ID" },
          notes: [],
          actions: [{ press: { to: "row" }, label: "Open" }],
        },
      ],
    },
    {
      kind: "forms",
      title: "K",
      copyLabel: "Copy",
      forms: [{ press: { to: "copy" }, label: "J", text: "{}" }],
    },
  ],
};
const allCommands = [
  "first",
  "second",
  "refresh",
  "third",
  "secret",
  "page",
  "value",
  "id",
  "link",
  "row",
  "copy",
];

describe("numberButtons", () => {
  it("replaces each button's action with a number and returns the actions", () => {
    const { card: sent, presses } = numberButtons(card);
    assert.deepEqual(
      presses.map(({ to }) => to),
      allCommands,
    );
    const text = JSON.stringify(sent);
    assert.deepEqual(
      [...text.matchAll(/"press":"(\d+)"/g)].map(([, number]) => Number(number)).toSorted((a, b) => a - b),
      allCommands.map((_, index) => index),
    );
    assert.doesNotMatch(text, /"to"/);
    assert.equal(sent.actions.next?.label, "First");
  });
});

describe("mapButtons", () => {
  for (const removed of allCommands)
    it(`removes only the button "${removed}" if its action maps to undefined`, () => {
      const remaining = mapButtons(card, ({ to }) => (to === removed ? undefined : to));
      assert.deepEqual(
        numberButtons(remaining).presses,
        allCommands.filter((one) => one !== removed),
      );
      assert.deepEqual(
        remaining.blocks.map(({ kind, title }) => [kind, title]),
        card.blocks.map(({ kind, title }) => [kind, title]),
      );
    });
});

describe("mapButtons with disabled buttons", () => {
  it("disables exactly the given buttons", () => {
    const { card: sent } = numberButtons(card, ({ to }) => to === "first" || to === "row");
    const disabled = [...JSON.stringify(sent).matchAll(/"label":"(\w+)","press":"\d+","disabled":true/g)];
    assert.deepEqual(
      disabled.map(([, label]) => label),
      ["First", "Open"],
    );
  });
});
