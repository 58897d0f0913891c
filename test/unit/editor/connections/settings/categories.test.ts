import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TelemetryCategory } from "../../../../../src/api/telemetry.ts";
import {
  categoryLabel,
  categoryMeaning,
} from "../../../../../src/editor/connections/settings/settingWords.ts";

/** The categories of interface.md §2.6, each with a phrase from its description. */
const categories: readonly (readonly [TelemetryCategory, label: string, word: RegExp])[] = [
  ["control", "Control", /[Aa]gents/],
  ["connection", "Connection", /attach to or detach from CDP or the live view/],
  ["system", "System", /out of memory, crashes/],
  ["captcha", "CAPTCHA", /CAPTCHA solving/],
  ["console", "Console", /Console output and uncaught exceptions/],
  ["network", "Network", /POST data is recorded as sent/],
  ["page", "Page", /Navigation/],
  ["interaction", "Interaction", /Clicks, key presses, scrolling/],
  ["screenshot", "Screenshots", /High volume/],
];

describe("the telemetry categories", () => {
  it("have distinct names and descriptions", () => {
    for (const [category, label, word] of categories) {
      assert.equal(categoryLabel(category), label);
      assert.match(categoryMeaning(category), word);
    }
    assert.equal(new Set(categories.map(([category]) => categoryMeaning(category))).size, 9);
  });

  it("mention the size limits of recorded request and response bodies (interface.md §8)", () => {
    assert.match(categoryMeaning("network"), /8 KB \(JSON, XML, forms\) or 4 KB/);
  });

  it("are labelled with their escaped key if unknown", () => {
    assert.equal(categoryLabel("web_$(x)"), "Web $⟨U+0028⟩x)");
  });
});
