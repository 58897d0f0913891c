import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { expiredResultCard } from "../../../../src/editor/results/panel.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import type { ResultCard } from "../../../../src/editor/results/buttons.ts";
import { formatDateTime } from "../../../../src/editor/words/formatting.ts";
import { assertComplete } from "../../../support/cards.ts";

describe("cardText", () => {
  it("masks URL query strings in code blocks", () => {
    const request =
      '{"domain":"example.com","login_url":"https://example.com/in?code=SECRET","health_checks":true}';
    const card: ResultCard = {
      ...{ id: "x", title: "T", context: ["C"], summary: [], actions: {} },
      head: { kind: "verdict", tone: "info" },
      blocks: [
        { kind: "code", title: "Reply", text: request },
        {
          kind: "forms",
          title: "Request",
          copyLabel: "Copy",
          forms: [{ label: "J", text: request, press: { does: "copyRequest", text: request } }],
        },
      ],
    };
    assert.doesNotMatch(cardText(card), /SECRET/);
    assert.match(cardText(card), /"https:\/\/example\.com\/in\?••••••••","health_checks":true\}$/);
  });

  it("contains everything that a card shows", (t) => {
    const text = cardText({
      id: "x",
      head: { kind: "header", state: { text: "Logged in", tone: "success" } },
      title: "Title",
      context: ["Team", "api.example.com"],
      at: new Date("2026-11-20T12:00:00Z").getTime(),
      progress: { text: "It runs.", steps: [{ label: "Check", mark: "current" }] },
      sandbox: "Sandbox",
      summary: ["One.", "Two."],
      blocks: [
        {
          kind: "rows",
          title: "Rows",
          rows: [
            { label: "A", value: { text: "1" }, note: "note" },
            { label: "B", value: { text: "2", code: true }, changed: "was 3" },
          ],
        },
        {
          kind: "list",
          title: "List",
          lead: { text: "All" },
          items: [{ text: "one", code: "c" }, { text: "two" }],
        },
        {
          kind: "grid",
          title: "Grid",
          cells: [
            { label: "C", on: true, state: "On", note: "n" },
            { label: "D", on: undefined, state: "Not reported", note: "" },
          ],
        },
        {
          kind: "table",
          title: "Table",
          columns: ["Name", "Result"],
          rows: [{ cells: [{ text: "x" }, { text: "Deleted" }], notes: ["why", "what"] }],
        },
        { kind: "code", title: "Code", text: '{"a":1}' },
        {
          kind: "forms",
          title: "Forms",
          copyLabel: "Copy",
          forms: [
            { label: "J", text: '{"b":\n2}', press: 1 },
            { label: "C", text: "curl \u202e", press: 2 },
          ],
        },
      ],
      actions: { other: { press: "copyId", label: "Copy ID" } },
    });
    t.assert.snapshot(text.replace(formatDateTime(new Date("2026-11-20T12:00:00Z")), "time").split("\n"));
  });

  it("keeps each value on one line and makes hidden characters visible", () => {
    const text = "one\r\n\r\nResult\u2028Deleted\u202e\ud83d";
    const shown = "one����Result�Deleted⟨U+202E⟩�";
    const value = { text };
    assert.equal(
      cardText({
        id: "x",
        head: { kind: "verdict", tone: "info" },
        title: text,
        context: [text],
        summary: [text],
        blocks: [
          { kind: "rows", title: text, rows: [{ label: text, value, note: text }] },
          { kind: "list", title: "List", items: [{ text }] },
          {
            kind: "table",
            title: "Table",
            columns: [text],
            rows: [{ cells: [value, value], notes: [text] }],
          },
          { kind: "code", title: "Code", text: "{\n\u202e}" },
        ],
        actions: {},
      }),
      [
        shown,
        shown,
        shown,
        `${shown}\n${shown}: ${shown} – ${shown}`,
        `List\n- ${shown}`,
        `Table\n${shown}: ${shown} – ${shown}`,
        "Code\n{\n⟨U+202E⟩}",
      ].join("\n\n"),
    );
  });

  it("omits sections that the card doesn't have", () => {
    const card = expiredResultCard("x");
    assertComplete(card);
    assert.match(cardText(card), /^This result no longer exists\n\nResults are kept for seven days\./);
  });
});
