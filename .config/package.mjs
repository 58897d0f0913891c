// Packages the built extension (node .config/package.mjs [FILE]). The package is reproducible: it doesn't depend on the
// time, the time zone or the modes of files.
import { createVSIX } from "@vscode/vsce";
import { chmod, copyFile, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

process.env.SOURCE_DATE_EPOCH ??= String(Date.UTC(2000, 0, 1) / 1000);
process.env.TZ = "UTC";

const [file = "managed-auth.vsix"] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
// Only listed files are copied, because vsce would match every file of the repository and of .vscode-test.
const rules = (await readFile(join(root, ".vscodeignore"), "utf8")).split(/\r?\n/);
const allowed = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
const copies = await mkdtemp(join(tmpdir(), "managed-auth-"));
try {
  for await (const name of glob([...allowed, ".vscodeignore"], { cwd: root })) {
    const copy = join(copies, name);
    await mkdir(dirname(copy), { recursive: true });
    // Indentation and build-only fields of the manifest would add 2 KB to the package.
    if (/^package(\.nls.*)?\.json$/.test(name)) {
      const building = new Set(["scripts", "devDependencies"]);
      const kept = Object.entries(JSON.parse(await readFile(join(root, name), "utf8")));
      await writeFile(copy, JSON.stringify(Object.fromEntries(kept.filter(([key]) => !building.has(key)))));
    } else await copyFile(join(root, name), copy);
    await chmod(copy, 0o644);
  }
  await createVSIX({ cwd: copies, dependencies: false, packagePath: resolve(file) });
} finally {
  await rm(copies, { recursive: true });
}
