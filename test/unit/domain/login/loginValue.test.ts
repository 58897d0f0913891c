import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loginValueKind, prepareLoginValue } from "../../../../src/domain/login/loginValue.ts";
import { withInput } from "../../../support/withInput.ts";

const codeOf = (text: string): string => prepareLoginValue("code", text).value;

describe("prepareLoginValue", () => {
  for (const [input, typed, sent] of withInput([
    ["123456", "123456"],
    [" 123 456\u00a0", "123456"],
    ["123-456", "123456"],
    ["123\u2013456", "123456"],
    ["G-123456", "123456"],
    ["g - 123 456", "123456"],
    ["Ｇ－１２３４５６", "123456"],
    ["１２３４５６", "123456"],
    ["１２３－４５６", "123456"],
    ["٤٥٦٧٨٩", "456789"],
    ["۴۵۶\u200c۷۸۹", "456789"],
    ["𝟚𝟛𝟜𝟝𝟞𝟟", "234567"],
    ["12\u200b34\u206056\ufeff", "123456"],
    ["\u202a123456\u202c", "123456"],
    ["abcd-1234", "abcd-1234"],
    ["\u200babcd-1234 ", "abcd-1234"],
    ["correct horse  battery", "correct horse  battery"],
    ["G 123456", "G 123456"],
    ["AB-123456", "AB-123456"],
    ["G-12ab", "G-12ab"],
    ["１２ab", "１２ab"],
    ["G-", "G-"],
    [" \u200b ", ""],
  ] as const))
    it(`converts the code ${input} to "${sent}"`, () => assert.equal(codeOf(typed), sent));

  it("converts decimal digits of every script to ASCII", () => {
    for (const numberingSystem of Intl.supportedValuesOf("numberingSystem")) {
      const format = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false });
      const digits = format.format(1_234_567_890);
      if (/^\p{Nd}+$/u.test(digits)) assert.equal(codeOf(digits), "1234567890", numberingSystem);
    }
  });

  it("trims a user name and suggests removing an invisible character", () => {
    assert.deepEqual(prepareLoginValue("userName", " ana@corp.example "), {
      value: "ana@corp.example",
      tidy: "ana@corp.example",
    });
    assert.deepEqual(prepareLoginValue("userName", "ana\u200b "), { value: "ana\u200b", tidy: "ana" });
  });

  for (const [input, typed, tidy] of withInput([
    ["pass word", "pass word"],
    ["secret-pw ", "secret-pw"],
    ["\u00a0secret", "secret"],
    ["sec\u200bret", "secret"],
    ["sec\u0007ret", "secret"],
    ["👩\u200d💻 ok", "👩\u200d💻 ok"],
    ["  ", ""],
  ] as const))
    it(`returns the text ${input} unchanged, with the suggestion "${tidy}"`, () =>
      assert.deepEqual(prepareLoginValue("other", typed), { value: typed, tidy }));
});

describe("loginValueKind", () => {
  it("recognizes codes and user names by the type of their field", () => {
    assert.deepEqual(["code", "totp", "totp_code"].map(loginValueKind), ["code", "code", "code"]);
    assert.deepEqual(["identifier", "email", "tel"].map(loginValueKind), Array(3).fill("userName"));
    for (const type of ["password", "text", "totp_secret", "url", "number", "new", undefined])
      assert.equal(loginValueKind(type), "other");
  });
});
