// Tests the package that users install: it contains exactly the listed files, doesn't depend on the machine that
// builds it, and contains no data of that machine.
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import files from "./package/files.json" with { type: "json" };
import { unzip } from "./package/zip.ts";
import { copyOfRepository } from "./host/copyOfRepository.ts";
import { root } from "./host/paths.ts";
import { run } from "./host/processes.ts";

/** Builds and packages a copy of the repository in a changed environment. */
async function packCopy(
  environment: NodeJS.ProcessEnv,
  umask: string,
): Promise<{ folder: string; vsix: Buffer }> {
  const folder = await copyOfRepository();
  const env = { ...process.env, ...environment };
  for (const script of ["esbuild.mjs", ".config/package.mjs"]) {
    const node = [process.execPath, script];
    // Windows has no file modes.
    const command =
      process.platform === "win32" ? node : ["sh", "-c", `umask ${umask}; exec "$@"`, "sh", ...node];
    const { code, stdout, stderr } = await run(command[0] ?? "", command.slice(1), { cwd: folder, env });
    assert.equal(code, 0, stdout + stderr);
  }
  return { folder, vsix: await readFile(join(folder, "managed-auth.vsix")) };
}

describe("the VSIX package", () => {
  let copies: Awaited<ReturnType<typeof packCopy>>[] = [];
  let contents: ReadonlyMap<string, Buffer> = new Map();

  before(async () => {
    copies = await Promise.all([
      packCopy({ TZ: "Asia/Tokyo", LANG: "C" }, "022"),
      packCopy({ TZ: "America/New_York", LANG: "tr_TR.UTF-8" }, "077"),
    ]);
    contents = unzip(copies[0]?.vsix ?? Buffer.alloc(0));
  });
  after(() => Promise.all(copies.map(({ folder }) => rm(folder, { recursive: true }))));

  it("is reproducible in any folder, time zone and locale", () => {
    const [one, other] = copies;
    assert.ok(one && other);
    assert.notEqual(one.folder, other.folder);
    for (const [name, content] of unzip(other.vsix)) assert.ok(contents.get(name)?.equals(content), name);
    assert.ok(one.vsix.equals(other.vsix), "the files are the same, the archive around them is not");
  });

  it("contains exactly the files in test/package/files.json", () =>
    assert.deepEqual([...contents.keys()].sort(), [...files].sort()));

  it("includes every translation file that is added for the manifest or the code", async () => {
    const [, copy] = copies;
    assert.ok(copy);
    const { folder } = copy;
    const added = ["package.nls.de.json", "package.nls.pt-br.json", "media/l10n/bundle.l10n.de.json"];
    for (const name of added) await writeFile(join(folder, name), "{}");
    const packing = await run(process.execPath, [".config/package.mjs", "translated.vsix"], { cwd: folder });
    assert.equal(packing.code, 0, packing.stderr);
    const names = [...unzip(await readFile(join(folder, "translated.vsix"))).keys()];
    const missing = added.filter((name) => !names.includes(`extension/${name}`));
    assert.deepEqual(missing, []);
  });

  it("is at most 410 KB in size", () => {
    for (const { vsix } of copies) assert.ok(vsix.length <= 410_000, `${vsix.length} bytes`);
  });

  it("has an activation script and a page script of at most 40 KB each", () => {
    for (const name of ["extension.cjs", "page.js"]) {
      const size = contents.get(`extension/dist/${name}`)?.length ?? Infinity;
      assert.ok(size <= 40_000, `${name}: ${size} bytes`);
    }
  });

  it("contains no local path, no source map and no secret", () => {
    // A short path, such as "/app", could occur in code by chance.
    const localPaths = [root, homedir(), tmpdir(), ...copies.map(({ folder }) => folder)].filter(
      (localPath) => /[/\\].+[/\\]/.test(localPath),
    );
    for (const [name, content] of contents) {
      const text = content.toString("latin1");
      for (const localPath of localPaths) assert.ok(!text.includes(localPath), `${name} tells ${localPath}`);
      assert.doesNotMatch(text, /sourceMappingURL|sk_canary|-----BEGIN [A-Z ]*PRIVATE KEY/, name);
      assert.doesNotMatch(text, /["'`](?:\/home\/|\/Users\/|\/root\/|[A-Z]:\\Users)/, name);
    }
  });

  it("contains the MIT licences of the bundled packages", async () => {
    const licenses = contents.get("extension/dist/licenses.txt")?.toString() ?? "";
    const files = { "jsonc-parser": "LICENSE.md", undici: "LICENSE", zod: "LICENSE" };
    const named = [...licenses.matchAll(/^(\S+) (\d+\.\d+\.\d+) \((.+)\)$/gm)];
    assert.deepEqual(
      named.map(([, name, , license]) => [name, license]),
      Object.keys(files).map((name) => [name, "MIT"]),
    );
    for (const [name, file] of Object.entries(files)) {
      const text = await readFile(join(root, "node_modules", name, file), "utf8");
      assert.ok(licenses.includes(text.trim()), name);
      assert.match(text, /Permission is hereby granted, free of charge/);
    }
  });
});

describe("unzip", () => {
  it("throws for data that is not a ZIP archive", () =>
    assert.throws(() => unzip(Buffer.from("no archive")), /no ZIP archive/));
});
