import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FromPage } from "../../../src/card/protocol.ts";

const pressed = { type: "press", drawing: 1, press: "0" } as const;

describe("FromPage", () => {
  it("accepts that the page is ready and pressed buttons", () => {
    for (const message of [{ type: "ready" }, pressed]) assert.deepEqual(FromPage.parse(message), message);
  });

  for (const [what, message] of [
    ["a button that is no name", { ...pressed, press: 0 }],
    ["what a button does", { ...pressed, press: { does: "copyDetails" } }],
    ["a button of no drawing", { type: "press", press: "0" }],
    ["a button of half a drawing", { ...pressed, drawing: 0.5 }],
    ["more than that", { ...pressed, url: "https://evil.example" }],
  ] as const)
    it(`rejects ${what}`, () => {
      assert.equal(FromPage.safeParse(message).success, false);
    });
});
