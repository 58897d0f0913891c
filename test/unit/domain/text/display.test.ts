import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { display, displayFull } from "../../../../src/domain/text/display.ts";

/** The pattern with which VS Code finds links in messages and inputs. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)\3)?\)/i;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const length = (text: string): number => [...graphemes.segment(text)].length;

const hostileStrings = fc.string({
  unit: fc.oneof(
    fc.constantFrom("[", "]", "(", ")", "$", "$(", "](", "command:", "https://a", "trash", "~spin", "\\"),
    fc.constantFrom("[a]", "(command:b)", "[c](https://d", "[e](file:f 'g')", "$(h)"),
    fc.constantFrom("\n", "\r", "\t", "\0", "\u007f", "\u0085", "\u2028", "\u2029"),
    fc.constantFrom("\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"),
    fc.constantFrom("\u200b", "\u200d", "\u0301", "👩‍👩‍👧", "🇫🇷", "é", "\ud83d", "\udc69"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 600,
});

describe("display", () => {
  it("removes links, icons, line breaks, control characters and direction changes", () => {
    fc.assert(
      fc.property(hostileStrings, (text) => {
        const shown = display(text);
        assert.doesNotMatch(shown, link);
        assert.doesNotMatch(shown, /\$\(/);
        assert.doesNotMatch(shown, /\p{Cc}|[\u2028\u2029]/u);
        assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
        assert.ok(shown.isWellFormed());
        assert.ok(length(shown) <= 201, `${length(shown)} characters`);
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves ordinary text unchanged", () => {
    for (const text of [
      "",
      "honeycomb",
      "prod, eu-west (1)",
      "a [b] c",
      "5 $",
      "日本語",
      "👩‍👩‍👧 family",
      "عربي",
    ]) {
      assert.equal(display(text), text);
    }
  });

  for (const [input, text, shown] of [
    ["line breaks", "one\r\ntwo\u2028three", "one��two�three"],
    ["a right-to-left override", "txt.\u202Eexe", "txt.⟨U+202E⟩exe"],
    ["an Arabic letter mark", "a\u061Cb", "a⟨U+061C⟩b"],
    ["an icon", "$(verified) Kernel", "$⟨U+0028⟩verified) Kernel"],
    ["a command link", "[click](command:x?[1])", "[click] (command:x?[1])"],
    ["a lone surrogate", "a\ud83d", "a�"],
    ["an invisible character", "pro\u200Bd", "pro⟨U+200B⟩d"],
    ["an invisible letter", "\u3164", "⟨U+3164⟩"],
  ] as const)
    it(`renders ${input} as harmless text`, () => assert.equal(display(text), shown));

  it("shows different text for names that differ only within icon syntax", () => {
    const names = ["$(verified)", "$\u200B(verified)", "$ (verified)"];
    assert.deepEqual(names.map(display), ["$⟨U+0028⟩verified)", "$⟨U+200B⟩(verified)", "$ (verified)"]);
  });

  it("is idempotent", () => {
    for (const text of ["$(verified) a", "[a](command:b)", "pro\u200Bd", "a\n\u202E"])
      assert.equal(display(display(text)), display(text));
  });

  it("truncates after 200 graphemes", () => {
    assert.equal(display("x".repeat(200)), "x".repeat(200));
    assert.equal(display("x".repeat(201)), `${"x".repeat(200)}…`);
    assert.equal(display("👩‍👩‍👧".repeat(200)), "👩‍👩‍👧".repeat(200));
    assert.equal(display("👩‍👩‍👧".repeat(300)), `${"👩‍👩‍👧".repeat(200)}…`);
  });

  it("processes only the beginning of a text of ten megabytes", () => {
    for (const piece of ["x", "e\u0301", "\u0301", "$(", "\u202e", "👩‍👩‍👧", "\n"]) {
      const text = piece.repeat(10_000_000 / piece.length);
      // CPU time of this process, because a busy machine takes longer. All of the text would take five seconds.
      const begin = process.cpuUsage();
      const shown = display(text);
      assert.ok(process.cpuUsage(begin).user < 1_000_000);
      assert.ok(shown.endsWith("…"));
      assert.ok(shown.length < 10_000);
    }
  });
});

describe("displayFull", () => {
  it("makes leading, trailing, repeated and unusual white space visible", () => {
    assert.equal(displayFull(" a  b c   "), "␣a␣␣b c␣␣␣");
    assert.equal(displayFull("a\u00a0b\u3000"), "a⟨U+00A0⟩b⟨U+3000⟩");
  });

  it("doesn't truncate a long name but neutralizes icons and line breaks", () => {
    const name = "x".repeat(255);
    assert.equal(displayFull(name), name);
    assert.equal(displayFull("$(trash)\nb"), "$⟨U+0028⟩trash)�b");
  });
});
