// What the documents name is there.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./host/paths.ts";

/** Paths from the root, and as the rooms are called among themselves: from `src`. */
const named = /`((?:src|test|media|\.ci|\.config|\.vscode|api|domain|sandbox|editor|page)\/[\w./-]+)`/g;
const linked = /\]\((?!https:)([^)#]+)\)/g;

/** What is not in the repository before it is written: by `npm run bench`. */
const written = new Set(["test/bench/results.json"]);

const isThere = (path: string): boolean =>
  written.has(path) ||
  ["", ".ts", ".test.ts"].some((ending) =>
    ["", "src"].some((folder) => existsSync(join(root, folder, `${path}${ending}`))),
  );

const pathsIn = (text: string): readonly string[] =>
  [named, linked].flatMap((pattern) => [...text.matchAll(pattern)].map(([, path = ""]) => path));

describe("files that a document names", () => {
  for (const document of ["README.md", "CONTRIBUTING.md", "SECURITY.md"]) {
    it(`are there: ${document}`, () => {
      const paths = pathsIn(readFileSync(join(root, document), "utf8"));
      assert.notDeepEqual(paths, []);
      assert.deepEqual(
        [...new Set(paths)].filter((path) => !isThere(path)),
        [],
      );
    });
  }

  it("would be missed: in a sentence, and behind a link", () => {
    const paths = pathsIn("See `test/unit/nobody` and `editor/nobody.ts`, or [this](NOBODY.md).");
    assert.deepEqual(
      paths.filter((path) => !isThere(path)),
      ["test/unit/nobody", "editor/nobody.ts", "NOBODY.md"],
    );
  });
});
