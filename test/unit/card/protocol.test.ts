import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FromPage } from "../../../src/card/protocol.ts";

const pressed = { type: "press", drawing: 1, press: "0" } as const;

describe("FromPage", () => {
  it("accepts ready and press messages", () => {
    for (const message of [{ type: "ready" }, pressed]) assert.deepEqual(FromPage.parse(message), message);
  });

  for (const [invalidMessage, message] of [
    ["a button number that isn't text", { ...pressed, press: 0 }],
    ["an action instead of a button number", { ...pressed, press: { does: "copyDetails" } }],
    ["a press without a drawing number", { type: "press", press: "0" }],
    ["a press with a fractional drawing number", { ...pressed, drawing: 0.5 }],
    ["additional properties", { ...pressed, url: "https://evil.example" }],
  ] as const)
    it(`rejects ${invalidMessage}`, () => assert.equal(FromPage.safeParse(message).success, false));
});
