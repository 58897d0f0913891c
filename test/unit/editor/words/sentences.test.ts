import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  joinWithAnd,
  labelWithValue,
  joinSentences,
  withFullStop,
  joinWithCommas,
  withParentheses,
} from "../../../../src/editor/words/sentences.ts";
import { env, l10n, reset } from "../../../doubles/vscode.ts";

afterEach(reset);

const put = (): readonly string[] => [
  withFullStop("It ended"),
  labelWithValue("Limit", "3"),
  withParentheses("It ended", "timeout"),
  joinSentences(["It ended.", "Try again.", "Or wait."]),
  joinSentences([]),
  joinWithAnd(["a", "b", "c"]),
  joinWithAnd(["a"]),
  joinWithCommas(["a", "b", "c"]),
];

describe("punctuation between sentences", () => {
  it("is English if the sentences are English", () => {
    env.language = "ja";
    assert.deepEqual(put(), [
      "It ended.",
      "Limit: 3",
      "It ended (timeout)",
      "It ended. Try again. Or wait.",
      "",
      "a, b, and c",
      "a",
      "a, b, c",
    ]);
  });

  it("follows the language of a translation", () => {
    env.language = "ja";
    l10n.bundle = { "{0}.": "{0}。", "{0}: {1}": "{0}：{1}", "{0} ({1})": "{0}（{1}）", "{0} {1}": "{0}{1}" };
    assert.deepEqual(put(), [
      "It ended。",
      "Limit：3",
      "It ended（timeout）",
      "It ended.Try again.Or wait.",
      "",
      "a、b、c",
      "a",
      "a、b、c",
    ]);
  });
});
