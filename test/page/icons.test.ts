import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { invalid } from "./samples/cards.ts";
import { viewsOfSuite } from "./browser.ts";

describe("status icons on the result page", () => {
  const openView = viewsOfSuite();

  it("differ in shape, not only in colour", async () => {
    const tones = ["success", "warning", "error", "info", "neutral"] as const;
    const view = await openView();
    await view.show({
      ...invalid,
      blocks: [
        {
          kind: "rows",
          title: "Tones",
          rows: tones.map((tone) => ({ label: tone, value: { text: tone, tone } })),
        },
      ],
    });
    const shapes = await view.page
      .locator(".pill > .icon > path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
    assert.equal(shapes.length, tones.length);
    assert.equal(new Set(shapes).size, tones.length);
    // Disabled features are a circle without a mark.
    for (const shape of shapes) assert.ok((shape ?? "").split("M").length > 2, shape ?? "no shape");
  });
});
