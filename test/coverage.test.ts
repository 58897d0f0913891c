// Nothing that the interface document says is left without an answer: code and a test that proves it, or a reason.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { identifiersOf } from "./coverage/document.ts";
import type { Entry } from "./coverage/entry.ts";
import { contributing } from "./host/contributing.ts";
import { counts, entries, withInterfaceTable } from "./coverage/table.ts";
import { names, titlesOf, type Titles } from "./coverage/titles.ts";
import { root } from "./host/paths.ts";

const texts = new Map<string, string>();
const titles = new Map<string, Titles>();

function textOf(file: string): string {
  const known = texts.get(file) ?? readFileSync(join(root, file), "utf8");
  texts.set(file, known);
  return known;
}

function titlesIn(file: string): Titles {
  const known = titles.get(file) ?? titlesOf(file, textOf(file));
  titles.set(file, known);
  return known;
}

const nameOf = ({ of, section, what }: Entry): string => `§${section} ${of}: ${what}`;

/** Whether words have an identifier among them, and not only as a part of another. */
function mentions(words: string, identifier: string): boolean {
  const around = words.replaceAll("`", " ").split(identifier);
  return around.some((before, at) => {
    const after = around[at + 1];
    return after !== undefined && !/\w$/.test(before) && !/^\w/.test(after);
  });
}

/** Every row that does not hold, with what is wrong with it. */
const wrong = (check: (entry: Entry) => string | undefined): readonly string[] =>
  entries.flatMap((entry) => {
    const fault = check(entry);
    return fault === undefined ? [] : [`${nameOf(entry)}: ${fault}`];
  });

describe("every row of the interface table", () => {
  it("has no empty cell", () => {
    const faults = wrong((entry) => {
      const all = [entry.section, entry.of, entry.what].concat("reason" in entry ? entry.reason : []);
      return all.some((text) => text.trim() === "") ? "an empty cell" : undefined;
    });
    assert.deepEqual(faults, []);
  });

  it("is there once", () => {
    const all = entries.map(nameOf);
    assert.deepEqual(
      all.filter((name, at) => all.indexOf(name) !== at),
      [],
    );
  });

  it("names code that exists and shows what it is about", () => {
    const faults = wrong((entry) => {
      if ("reason" in entry) return undefined;
      const { file, needle } = entry.code;
      if (!file.startsWith("src/") || !existsSync(join(root, file))) return `no ${file}`;
      return textOf(file).includes(needle) ? undefined : `${file} does not say "${needle}"`;
    });
    assert.deepEqual(faults, []);
  });

  it("names a test that exists, by its title, in a file that shows what it is about", () => {
    const faults = wrong((entry) => {
      if ("reason" in entry) return undefined;
      const { file, needle, title } = entry.test;
      if (!/^test\/.*\.test\.ts$/.test(file) || !existsSync(join(root, file))) return `no ${file}`;
      if (!names(titlesIn(file), title)) return `${file} has no test "${title}"`;
      return textOf(file).includes(needle) ? undefined : `${file} does not say "${needle}"`;
    });
    assert.deepEqual(faults, []);
  });
});

describe("the interface table", () => {
  it("stands in CONTRIBUTING.md as it is now (npm run coverage writes it)", async () => {
    const text = readFileSync(contributing, "utf8");
    assert.equal(text, await withInterfaceTable(text));
  });

  it("is large, and mostly implemented", () => {
    const { implemented, outOfReach, rows } = counts();
    assert.equal(implemented + outOfReach, rows);
    assert.ok(rows > 300 && outOfReach < rows / 10, JSON.stringify(counts()));
  });

  const document = join(root, "..", "shared", "interface.md");
  it(
    "answers every identifier of the interface document",
    { skip: existsSync(document) ? false : "the document is not beside the repository" },
    () => {
      const identifiers = identifiersOf(readFileSync(document, "utf8"));
      assert.ok(identifiers.length > 200, `${identifiers.length} identifiers`);
      const missing = identifiers.filter(
        ({ owner, section, text }) =>
          !entries.some((entry) => {
            const words = `${entry.of} ${entry.what}`;
            return entry.section === section && words.includes(owner) && mentions(words, text);
          }),
      );
      assert.deepEqual(missing, []);
    },
  );
});

describe("the reader of the document", () => {
  it("takes identifiers in backticks, and what begins a table's rows, by section", () => {
    const text = [
      "# Title with `nothing`",
      "## 2. Resources",
      "### 2.1 Thing (`Thing`)",
      "Plain `word` and `{a: 1}`.",
      "",
      "| Field | Type |",
      "|---|---|",
      "| id | string |",
      "| mode | enum `x`, `y` |",
      "",
      "OtherThing (no other properties): `id`",
      "",
      "| Field | Type |",
      "|---|---|",
      "| a.b, a.c | string |",
      "## 3. States",
      "| State | Next |",
      "|---|---|",
      "| any thing | `END` |",
    ].join("\n");
    assert.deepEqual(
      identifiersOf(text).map(({ owner, section, text: identifier }) => `${section} ${owner} ${identifier}`),
      [
        "2.1  Thing",
        "2.1  word",
        "2.1  {a: 1}",
        "2.1  id",
        "2.1  mode",
        "2.1  x",
        "2.1  y",
        "2.1 OtherThing id",
        "2.1 OtherThing a.b",
        "2.1 OtherThing a.c",
        "3  any thing",
        "3  END",
      ],
    );
  });
});

describe("the reader of titles", () => {
  const read = (code: string): Titles => titlesOf("a.test.ts", code);

  it("knows titles that are written out, filled in and taken from cases", () => {
    const written = read(`describe("a", () => { it("b", () => {}); });`);
    assert.deepEqual([names(written, "a"), names(written, "b"), names(written, "c")], [true, true, false]);
    const filled = read("for (const [x, y] of [[10_000, 'b']]) it(`is ${x} for ${y}`, () => {});");
    assert.deepEqual(
      ["is 10000 for b", "was 10000 for b", "is 10001 for b"].map((title) => names(filled, title)),
      [true, false, false],
    );
    const cases = read(`for (const rule of ["a rule"]) it(rule, () => {});`);
    assert.deepEqual([names(cases, "a rule"), names(cases, "another")], [true, false]);
  });

  it("takes no text for a title, and no template of places alone", () => {
    assert.equal(names(read(`it("b", () => { say("c"); });`), "c"), false);
    assert.equal(names(read("it(`${x} ${y}`, () => {});"), "a b"), false);
  });
});
