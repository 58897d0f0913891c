// Tests that everything that the documents mention exists.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { publicBaseUrl } from "../src/domain/code/codeTarget.ts";
import { generateUseCode } from "../src/domain/code/useCode.ts";
import { root } from "./host/paths.ts";

/** Paths from the root, and paths of folders from `src`. */
const pathPattern =
  /`((?:src|test|media|\.ci|\.config|\.vscode|api|card|domain|sandbox|editor|page|storage)\/[\w./-]+)`/g;
const linked = /\]\((?!https:)([^)#]+)\)/g;

const isThere = (path: string): boolean =>
  ["", ".ts", ".test.ts"].some((ending) =>
    ["", "src"].some((folder) => existsSync(join(root, folder, `${path}${ending}`))),
  );

const pathsIn = (text: string): readonly string[] =>
  [pathPattern, linked].flatMap((pattern) => [...text.matchAll(pattern)].map(([, path = ""]) => path));

/** The pages for users: the README and the pages that it links to. */
const pages = ["README.md", ...globSync(".github/docs/*.md", { cwd: root })].map((file) =>
  readFileSync(join(root, file), "utf8"),
);

describe("the animated picture of the README", () => {
  it("has at least three frames and is at most 1.5 MB", () => {
    const [path = ""] = /media\/readme\/login-\w+\.png/.exec(pages[0] ?? "") ?? [];
    const picture = readFileSync(join(root, path));
    const control = picture.indexOf("acTL");
    assert.ok(control > 0 && picture.readUInt32BE(control + 4) > 2);
    assert.ok(picture.length < 1_500_000, String(picture.length));
  });
});

describe("file references in documents", () => {
  for (const document of ["README.md", "CONTRIBUTING.md", "SECURITY.md", "test/bench/where-time-goes.md"])
    it(`point to existing files: ${document}`, () => {
      const paths = pathsIn(readFileSync(join(root, document), "utf8"));
      assert.notDeepEqual(paths, []);
      const missing = [...new Set(paths)].filter((path) => !isThere(path));
      assert.deepEqual(missing, []);
    });

  it("include a README link to each page in .github/docs", () => {
    assert.ok(pages.length > 4);
    const [readme = ""] = pages;
    const linkedTo = pathsIn(readme).filter((path) => path.startsWith(".github/docs/"));
    assert.deepEqual(linkedTo.toSorted(), globSync(".github/docs/*.md", { cwd: root }).toSorted());
  });

  it("are found in code spans and in links", () => {
    const paths = pathsIn("See `test/unit/nobody` and `editor/nobody.ts`, or [this](NOBODY.md).");
    const missing = paths.filter((path) => !isThere(path));
    assert.deepEqual(missing, ["test/unit/nobody", "editor/nobody.ts", "NOBODY.md"]);
  });
});

/** Returns the commands and rows in bold, such as `**Sign Out**`, without the prefix "Managed Auth: ". */
const boldIn = (text: string): readonly string[] =>
  [...text.matchAll(/\*\*(?:Managed Auth: )?([A-Z][\w ]+…?)\*\*/g)].map(([, name = ""]) => name);

/** Returns the messages that the troubleshooting table quotes. `…` replaces variable parts. */
const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\| _(.+)_ +\|/gm)].map(([, words = ""]) => words);

/** Counts the words of a page, without code, alternative texts and link targets. */
const wordsIn = (page: string): number =>
  page
    .replaceAll(/```[^]*?```|!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|`[^`]*`|<[^>]*>/g, " ")
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;

describe("the README", () => {
  it("has at most 700 words", () =>
    assert.ok(wordsIn(pages[0] ?? "") <= 700, String(wordsIn(pages[0] ?? ""))));

  it("has a Python example that calls only methods used in generated code", () => {
    const calls = (code: string): readonly string[] =>
      [...code.matchAll(/[\w.]+(?=\()/g)].map(([name]) => name.split(".").at(-1) ?? name);
    const [, readmeCode = ""] = /```python\n([^]*?)```/.exec(pages[0] ?? "") ?? [];
    const copied = generateUseCode(
      {
        profile: { name: "support" },
        connection: { id: "ma_1", domain: "helpdesk.example" },
        stealth: true,
        proxy: { kind: "default" },
      },
      "python",
      { baseUrl: publicBaseUrl },
    );
    assert.ok(calls(readmeCode).length > 5);
    assert.deepEqual(
      calls(readmeCode).filter((name) => !calls(copied).includes(name)),
      [],
    );
  });

  it("lists the first steps that npm start prints", () => {
    const terminal = readFileSync(join(root, "test/host/open.ts"), "utf8");
    for (const step of [
      "**Managed Auth** icon in the activity bar",
      "**Enter Code…** on the page and enter `123456`",
    ]) {
      assert.ok(pages[0]?.includes(step), step);
      assert.ok(terminal.includes(step.replaceAll(/[*`]/g, "")), step);
    }
  });

  it("excludes code, images, link targets and HTML tags from the word count", () =>
    assert.equal(
      wordsIn("Two words\n```sh\nnpm ci\n```\n![a picture](media/a.png) `code` [and](b.md) <kbd>F1</kbd>"),
      4,
    ));
});

describe("interface texts quoted in documents", () => {
  const lines = globSync("src/**/*.ts", { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), "utf8").split("\n"),
  );
  const isSaid = (words: string): boolean =>
    lines.some((line) => words.split("…").every((part) => line.includes(part)));

  it("refer only to existing commands and rows", () => {
    const manifest = readFileSync(join(root, "package.nls.json"), "utf8");
    const names = pages.flatMap(boldIn);
    assert.ok(names.length > 10);
    const unknown = names.filter((name) => !manifest.includes(JSON.stringify(name)) && !isSaid(`"${name}"`));
    assert.deepEqual(unknown, []);
  });

  it("match messages in the source code", () => {
    const quotes = pages.flatMap(quotedIn);
    assert.ok(quotes.length > 5);
    const unsaid = quotes.filter((words) => !isSaid(words));
    assert.deepEqual(unsaid, []);
  });

  it("are reported if the source code doesn't contain them", () => {
    const row = "| _Nobody says … this_ | Use **Managed Auth: Do Nothing…** |";
    assert.deepEqual(boldIn(row), ["Do Nothing…"]);
    assert.deepEqual(quotedIn(row).filter(isSaid), []);
  });
});
