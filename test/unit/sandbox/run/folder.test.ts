import assert from "node:assert/strict";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { prepareFolder } from "../../../../src/sandbox/run/folder.ts";
import { temporaryDirectory } from "../support.ts";

describe("the sandbox's folder", { skip: process.platform === "win32" }, () => {
  it("is made private even if others had access to it before", (t) => {
    const directory = join(temporaryDirectory(t), "sandbox");
    mkdirSync(directory);
    chmodSync(directory, 0o777);
    prepareFolder(directory);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
  });
});
