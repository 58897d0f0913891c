import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  distinctNames,
  hasOuterSpace,
  nameAmong,
  nameFault,
  namesOfLines,
} from "../../../../src/domain/text/names.ts";
import { withInput } from "../../../support/withInput.ts";

describe("nameFault", () => {
  const validNames = [
    ...["work", "a b", " outer ", ".", "..", "a/b", "%2e", 'say "hi"', "$(trash)"],
    ...["é", "e\u0301", "👩‍👩‍👧", "x".repeat(1024)],
  ];
  for (const [input, name] of withInput(validNames.map((name) => [name] as const)))
    it(`accepts the name ${input}`, () => assert.equal(nameFault(name), undefined));

  for (const [input, name, fault] of withInput([
    ["", "empty"],
    ["   ", "empty"],
    ["\u00a0\u3000", "empty"],
    ["a\nb", "control"],
    ["a\r\nb", "control"],
    ["a\u0000b", "control"],
    ["a\u007fb", "control"],
    ["a\u0085b", "control"],
    ["a\u2028b", "control"],
    ["\ud83d", "surrogate"],
    ["a\udc69", "surrogate"],
    ["x".repeat(1025), "tooLong"],
    ["x".repeat(10_000), "tooLong"],
  ] as const))
    it(`returns the fault "${fault}" for the name ${input}`, () => assert.equal(nameFault(name), fault));
});

describe("hasOuterSpace", () => {
  for (const [name, expected] of [
    ["work", false],
    ["my work", false],
    [" work", true],
    ["work ", true],
    ["work\u00a0", true],
  ] as const)
    it(`returns ${expected} for the name "${name}"`, () => assert.equal(hasOuterSpace(name), expected));
});

describe("namesOfLines", () => {
  for (const [lines, text, names] of [
    ["one name per line", "a\nb\nc", ["a", "b", "c"]],
    ["Windows and old Mac line endings", "a\r\nb\rc\r\n", ["a", "b", "c"]],
    ["names between blank lines", "\n\n a\n  \n\t\nb\n", [" a", "b"]],
    ["commas, spaces and quotes as part of names", 'a, b\n"c";d', ["a, b", '"c";d']],
    ["outer spaces as part of names", " a \nb\t", [" a ", "b\t"]],
    ["repeated names once, at the first position", "a\nb\na\r\nA", ["a", "b", "A"]],
    ["an empty text as no names", "", []],
    ["blank lines alone as no names", " \r\n\t\n", []],
  ] as const)
    it(`splits text into names: ${lines}`, () => assert.deepEqual(namesOfLines(text), names));
});

describe("distinctNames and nameAmong", () => {
  const three = [
    { id: "cred_1234567890", name: "work" },
    { id: "cred_9876543210", name: "home" },
    { id: "cred_1111111111", name: "work" },
  ];

  it("append the end of the ID to duplicate names", () =>
    assert.deepEqual(distinctNames(three), ["work …567890", "home", "work …111111"]));

  it("find the distinct name of an item by its ID", () => {
    const credentials = [{ id: "cred_0" }, ...three];
    assert.deepEqual(
      ["cred_0", "cred_9876543210", "cred_1111111111", "cred_2"].map((id) => nameAmong(id, credentials)),
      [undefined, "home", "work …111111", undefined],
    );
  });
});
