import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { firstInvisible, replaceInvisible } from "../../../../src/domain/text/invisible.ts";

const spelled = (text: string): string =>
  replaceInvisible(text, (character) => `<${character.codePointAt(0)?.toString(16)}>`);

/** Every default-ignorable code point of this Node.js version's Unicode. */
const ignorable = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character));

describe("invisible characters", () => {
  it("are replaced with their code points if they are between Latin letters", () => {
    assert.ok(ignorable.length > 4_000);
    for (const character of [...ignorable, "\ufff9", "\ufffb", "\u2800"]) {
      assert.equal(spelled(`pro${character}d`), `pro<${character.codePointAt(0)?.toString(16)}>d`);
      assert.equal(firstInvisible(`pro${character}d`), character);
    }
  });

  for (const [description, text, shown] of [
    ["a joiner between emoji that don't join", "🔑\u200d🔑", "🔑<200d>🔑"],
    ["a joiner after an emoji", "👩\u200d", "👩<200d>"],
    ["two joiners", "👩\u200d\u200d👧", "👩<200d><200d>👧"],
    ["a redundant variation selector", "🔑\ufe0f", "🔑<fe0f>"],
    ["a variation selector after a digit", "prod1\ufe0f", "prod1<fe0f>"],
    ["a second variation selector", "❤\ufe0f\ufe0f", "❤\ufe0f<fe0f>"],
    ["tags of an unknown flag", "🏴\u{e0067}x", "🏴<e0067>x"],
    ["a joiner after an Arabic letter that never joins the next", "دا\u200cب", "دا<200c>ب"],
    ["a joiner between Arabic letters that join anyway", "ب\u200dب", "ب<200d>ب"],
    ["a joiner after an Indic letter", "क\u200dष", "क<200d>ष"],
    ["a joiner after a Latin letter with a mark", "e\u0301\u200cx", "e\u0301<200c>x"],
    ["an ideographic variation selector after a Latin letter", "a\u{e0100}", "a<e0100>"],
    ["a soft hyphen in Persian", "می\u00adخواهم", "می<ad>خواهم"],
  ] as const)
    it(`are replaced with their code points: ${description}`, () => assert.equal(spelled(text), shown));

  for (const [description, text] of [
    ["a family emoji", "👩\u200d👩\u200d👧"],
    ["a heart as emoji and as text", "❤\ufe0f ❤\ufe0e ❤"],
    ["a couple emoji with skin tones", "🧑🏻\u200d❤\ufe0f\u200d🧑🏿"],
    ["a flag of two emoji, with or without a selector", "🏳\ufe0f\u200d🌈 🏳\u200d🌈"],
    ["a flag of tags", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["a key cap", "1\ufe0f⃣ #\ufe0f⃣"],
    ["a Persian word", "می\u200cخواهم"],
    ["an Arabic letter in its joined form, alone", "ه\u200d"],
    ["Devanagari", "क्\u200dष क्\u200cष"],
    ["Bengali", "র\u200d্যাব"],
    ["Sinhala", "ශ්\u200dරී"],
    ["Malayalam", "ന്\u200d"],
    ["Mongolian", "ᠠ\u180b ᠨ\u180eᠠ"],
    ["a variant of an ideograph", "葛\u{e0100}"],
    ["ordinary text", "prod, eu-west (1) é 日本語 עברית 👍🏽 🇫🇷"],
  ] as const)
    it(`are kept if a script needs them: ${description}`, () => {
      assert.equal(spelled(text), text);
      assert.equal(firstInvisible(text), undefined);
    });

  it("are found in linear time", () => {
    // CPU time, because other processes share the machine.
    const timed = (count: number): number => {
      const begin = process.threadCpuUsage();
      for (const piece of ["\u200b", "a\u200c", "ب\u200c", "👩\u200d", "🏴\u{e0067}", "\u0301\u200d"])
        spelled(piece.repeat(count));
      return process.threadCpuUsage(begin).user;
    };
    timed(1_000);
    const short = timed(5_000);
    assert.ok(timed(50_000) < 60 * short);
  });
});
