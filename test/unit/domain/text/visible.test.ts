import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { firstInvisible } from "../../../../src/domain/text/invisible.ts";
import { visibleText, visibleJson, visibleLine } from "../../../../src/domain/text/visible.ts";

/** Hidden characters except joiners, selectors and tags, which stay where they are needed. */
const hidden =
  // eslint-disable-next-line no-misleading-character-class -- each character is matched individually
  /(?![\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}|[\u2028\u2029]|(?![\n\t])\p{Cc}/u;
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom("\n", "\r", "\t", "\0", "\u001b", "\u007f", "\u0085", "\u2028", "\ud83d", "\\", '"'),
    fc.constantFrom(
      "\u061c",
      "\u200e",
      "\u200f",
      "\u202a",
      "\u202e",
      "\u2066",
      "\u2069",
      "👩‍👩‍👧",
      "\u200b",
      "\u00ad",
      "\u3164",
      "\ufeff",
      "\u{e0001}",
      "é",
      "\u0301",
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
});

describe("visibleText", () => {
  it("makes hidden characters visible and leaves other text unchanged", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = visibleText(text);
        assert.doesNotMatch(shown, hidden);
        assert.ok(shown.isWellFormed());
        if (!hidden.test(text) && firstInvisible(text) === undefined && text.isWellFormed())
          assert.equal(shown, text);
        assert.doesNotMatch(visibleLine(text), /[\n\t]/);
      }),
      { numRuns: 2_000 },
    );
  });

  for (const [input, text, multiline, line] of [
    ["a line feed", "a\nb", "a\nb", "a�b"],
    ["a tab", "a\tb", "a\tb", "a�b"],
    ["a carriage return", "a\r\nb", "a�\nb", "a��b"],
    ["a right-to-left override", "txt.\u202eexe", "txt.⟨U+202E⟩exe", "txt.⟨U+202E⟩exe"],
    ["an Arabic letter mark", "a\u061cb", "a⟨U+061C⟩b", "a⟨U+061C⟩b"],
    ["a terminal's escape", "\u001b[31m", "�[31m", "�[31m"],
    ["a lone surrogate", "a\ud83d", "a�", "a�"],
    ["a zero-width space", "pro\u200bd", "pro⟨U+200B⟩d", "pro⟨U+200B⟩d"],
    ["a tag", "a\u{e0041}", "a⟨U+E0041⟩", "a⟨U+E0041⟩"],
    ["a joiner that joins nothing", "a\u200db", "a⟨U+200D⟩b", "a⟨U+200D⟩b"],
    ["a family emoji", "👩‍👩‍👧", "👩‍👩‍👧", "👩‍👩‍👧"],
    ["a zero-width space in an icon", "$\u200B(x)", "$⟨U+200B⟩(x)", "$⟨U+200B⟩(x)"],
    ["Hebrew", "שלום עולם", "שלום עולם", "שלום עולם"],
    ["markup", "<b>$(x) [y](z)", "<b>$(x) [y](z)", "<b>$(x) [y](z)"],
  ] as const)
    it(`renders ${input} with only hidden characters escaped`, () =>
      assert.deepEqual([visibleText(text), visibleLine(text)], [multiline, line]));
});

describe("visibleJson", () => {
  it("keeps the JSON's value and makes hidden characters visible", () => {
    fc.assert(
      fc.property(texts, texts, (key, value) => {
        const json = JSON.stringify({ [key]: [value] }, undefined, 2);
        const shown = visibleJson(json);
        assert.doesNotMatch(shown, hidden);
        assert.equal(JSON.stringify(JSON.parse(shown), undefined, 2), json);
      }),
      { numRuns: 2_000 },
    );
  });
});
