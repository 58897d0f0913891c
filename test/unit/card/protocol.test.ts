import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FromPage } from "../../../src/card/protocol.ts";

const cardId = "00000000-0000-4000-8000-000000000001";
const pressed = { type: "action", cardId, action: "openConnection" } as const;

describe("what a page may say", () => {
  it("is that it is ready, and which button of which row was pressed", () => {
    for (const message of [{ type: "ready" }, pressed, { ...pressed, item: 0 }])
      assert.deepEqual(FromPage.parse(message), message);
  });

  for (const [what, message] of [
    ["a button that is none", { ...pressed, action: "formatDisk" }],
    ["a row before the first", { ...pressed, item: -1 }],
    ["half a row", { ...pressed, item: 0.5 }],
    ["a row by name", { ...pressed, item: "length" }],
    ["more than that", { ...pressed, url: "https://evil.example" }],
  ] as const) {
    it(`is never ${what}`, () => {
      assert.equal(FromPage.safeParse(message).success, false);
    });
  }
});
