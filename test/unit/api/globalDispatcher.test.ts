// All extensions in a host share one global dispatcher for the global fetch. Our build must never set it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { buildSync } from "esbuild";

const root = join(import.meta.dirname, "../../..");
const built = join(mkdtempSync(join(tmpdir(), "managed-auth-dist-")));

interface LoadResult {
  readonly before: boolean[];
  readonly after: boolean[];
  /** True if the file's own code threw after all its imports had been loaded. */
  readonly threw: boolean;
}

/**
 * Loads one file with a fake `vscode` in a new Node.js process that hasn't called fetch. Returns which global symbols
 * of undici exist before and after.
 */
function loadAlone(file: string, code = ""): LoadResult {
  const script = `
    const Module = require("node:module");
    const anything = new Proxy(class {}, {
      get: (target, key) =>
        key === "prototype" ? target.prototype : key === Symbol.toPrimitive ? () => "" : anything,
    });
    const load = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? anything : load(name, ...rest));
    const seen = () => [1, 2].map((n) => Symbol.for("undici.globalDispatcher." + n) in globalThis);
    const before = seen();
    let loaded;
    try {
      loaded = require(${JSON.stringify(file)});
    } catch (error) {
      if (error.code === "MODULE_NOT_FOUND") throw error;
    }
    Promise.resolve(${code}).then(() => {
      console.log(JSON.stringify({ before, after: seen(), threw: loaded === undefined }));
      process.exit(0);
    });`;
  const run = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout.trim().split("\n").at(-1) ?? "") as LoadResult;
}

describe("The global dispatcher", () => {
  before(() => {
    // Builds the project in a temporary folder, because dist/ may be in use.
    for (const name of ["src", "node_modules", "package.json"])
      symlinkSync(join(root, name), join(built, name));
    const run = spawnSync(process.execPath, [join(root, "esbuild.mjs")], { cwd: built, encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
  });
  after(() => {
    rmSync(built, { recursive: true, force: true });
  });

  it("is unchanged after loading each built file", () => {
    const files = readdirSync(join(built, "dist")).filter((name) => name.endsWith(".cjs"));
    assert.ok(files.includes("extension.cjs") && files.includes("pool.cjs"), files.join());
    for (const file of files) {
      // The sandbox's thread exits if it wasn't started as a worker with data.
      const untouched = { before: [false, false], after: [false, false], threw: file === "sandbox.cjs" };
      assert.deepEqual(loadAlone(join(built, "dist", file)), untouched, file);
    }
  });

  it("is unchanged after a request through the pool", () => {
    const sent = `new Promise((resolve, reject) => {
      const server = require("node:http").createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1", () => {
        const origin = "http://127.0.0.1:" + server.address().port;
        const headers = { "content-type": "application/json" };
        loaded.loopbackPool(origin)
          .request({ origin, path: "/", method: "POST", headers, body: "{}", signal: new AbortController().signal })
          .then(({ statusCode }) => (statusCode === 200 ? resolve() : reject(new Error(String(statusCode)))), reject);
      });
    })`;
    const untouched = { before: [false, false], after: [false, false], threw: false };
    assert.deepEqual(loadAlone(join(built, "dist/pool.cjs"), sent), untouched);
  });

  it("is replaced when undici's main module is loaded", () => {
    const entry = join(built, "whole.cjs");
    writeFileSync(entry, `module.exports = require("undici");`);
    const outfile = join(built, "bundled.cjs");
    buildSync({ entryPoints: [entry], bundle: true, platform: "node", outfile, logLevel: "silent" });
    assert.deepEqual(loadAlone(outfile), { before: [false, false], after: [true, true], threw: false });
  });
});
