import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { proxyStatusLabel, proxyTypeLabel } from "../../../../src/editor/catalogue/picks.ts";

describe("the description of a proxy", () => {
  it("shows type and health, with unknown values unchanged", () => {
    const types = ["datacenter", "isp", "residential", "mobile", "custom", "satellite"];
    assert.equal(types.map(proxyTypeLabel).join(), "datacenter,ISP,residential,mobile,custom,satellite");
    const states = ["available", "unavailable", "asleep"];
    assert.deepEqual(states.map(proxyStatusLabel), states);
  });
});
