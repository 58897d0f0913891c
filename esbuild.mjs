// Builds dist/. A static import is bundled into the file that imports it. A dynamic import() in src/ becomes a
// separate file that is loaded on first use. `sharingParts` and `lazyParts` list these files.
import { analyzeMetafile, build, context, transform } from "esbuild";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";

/** Entry points that share code. Shared code is in separate files that are loaded once, so that its state exists once. */
const sharingParts = ["src/editor/app/app.ts", "src/editor/app/work.ts", "src/editor/tools/tools.ts"];
/** Runs in a worker thread and shares only code with the others. Its own copy of zod would add 9 KB to the package. */
const sandbox = { in: "src/sandbox/run/worker.ts", out: "sandbox" };
/** Imports everything that work.ts imports. Otherwise, esbuild would create a shared file for each pair of entry points. */
const afterWork = sharingParts[2];
/** Returns the name of a shared file from the entry points that import it. */
const sharedFile = (users) =>
  users.includes("sandbox") ? "core" : users.includes("app") ? "shared" : "rest";
/** Entry points that share no code with other files. */
const lazyParts = ["src/api/pool.ts", "src/sandbox/run/launch.ts"];
const { version } = JSON.parse(await readFile("package.json", "utf8"));
const production = !process.argv.includes("--watch") && !process.argv.includes("--dev");
const inline = production ? false : "inline";
const named = (entry) => ({ in: entry, out: basename(entry, ".ts") });

/** Replaces `import("./x/name.ts")` with `require("./name.cjs")`, a file in the same folder of the output. */
const lazy = {
  name: "lazy",
  setup(plugin) {
    plugin.onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      if (kind !== "dynamic-import") return undefined;
      const name = basename(path, ".ts");
      if (![...sharingParts, ...lazyParts].some((part) => basename(part, ".ts") === name)) {
        return { errors: [{ text: `${path} is imported lazily but is not listed in esbuild.mjs` }] };
      }
      return { path: `./${name}.cjs`, external: true };
    });
  },
};

/**
 * Removes HTTP/2 from undici, because src/api/pool.ts turns it off, and all parser constants except the two that are
 * used. Compresses the parser with Brotli, because its base64 text would take more space in the package.
 */
const smallUndici = {
  name: "smallUndici",
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: "module.exports = undefined;",
    }));
    plugin.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]constants\.js$/ }, ({ path }) => {
      const { ERROR, TYPE } = createRequire(import.meta.url)(path);
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })};` };
    });
    plugin.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, ({ path }) => {
      const packed = brotliCompressSync(createRequire(import.meta.url)(path)).toString("base64");
      const unpacked = `require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64"))`;
      return { contents: `module.exports = ${unpacked};` };
    });
  },
};

/** One function of zod calls another through a namespace object, which would prevent tree shaking of the namespace. */
const smallZod = {
  name: "smallZod",
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replaceAll("core.util.constantCatch", "util.constantCatch") };
    });
  },
};

/** Makes the entry point `afterWork` import work.ts first. */
const needsWork = {
  name: "needsWork",
  setup(plugin) {
    plugin.onResolve({ filter: /^after-work$/ }, () => ({ path: afterWork, namespace: "after-work" }));
    plugin.onLoad({ filter: /./, namespace: "after-work" }, ({ path }) => ({
      contents: `import "./src/editor/app/work.ts"; export * from "./${path}";`,
      resolveDir: process.cwd(),
    }));
  },
};

/** Writes ES modules as CommonJS, because esbuild splits shared code only for ES modules. */
const commonJs = {
  name: "commonJs",
  setup(plugin) {
    plugin.onEnd(async ({ metafile, outputFiles = [] }) => {
      await mkdir("dist", { recursive: true });
      const names = sharedNames(metafile);
      for (const { path, text } of outputFiles) {
        const options = { ...host, banner: `"use strict";`, minify: production, sourcemap: inline };
        const named = (text) => text.replace(/\bshared-[A-Z0-9]{8}\b/g, (name) => names.get(name));
        await writeFile(named(path), named((await transform(text, options)).code));
      }
    });
  },
};

/** Maps esbuild's name of each shared file to its final name. */
function sharedNames({ outputs }) {
  const usersOf = new Map();
  const visit = (path, user) => {
    const users = usersOf.get(path) ?? new Set();
    if (users.has(user)) return;
    usersOf.set(path, users.add(user));
    for (const { external, path: needed } of outputs[path].imports) if (!external) visit(needed, user);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (entryPoint !== undefined) visit(path, basename(path, ".cjs"));
  const shared = [...usersOf].filter(([path]) => outputs[path].entryPoint === undefined);
  const names = new Map(shared.map(([path, users]) => [basename(path, ".cjs"), sharedFile([...users])]));
  if (new Set(names.values()).size < names.size)
    throw new Error(
      "Two shared files have one name: work.ts must need what app.ts and tools.ts do, and app.ts what the sandbox shares.",
    );
  return names;
}

const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  legalComments: "none",
  logLevel: "info",
  metafile: true,
};

/** Options for VS Code's extension host, where import() is slower than require() because it uses another thread. */
const host = { platform: "node", format: "cjs", target: "node22", supported: { "dynamic-import": false } };

const files = {
  ...common,
  ...host,
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  // With this constant, undici omits its second HTTP parser, which src/api/pool.ts turns off.
  define: { esbuildDetection: "true" },
  // Excludes the SIMD build of undici's parser, which is half of the file. Undici falls back to the plain build. Also
  // excludes the parser of multipart bodies, because the client only receives text.
  external: ["vscode", "../llhttp/llhttp_simd*", "../web/*"],
};

/** The default entry point of jsonc-parser loads its modules in a way that esbuild can't follow. */
const alias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

const builds = [
  {
    ...files,
    entryPoints: ["src/extension.ts", ...lazyParts].map(named),
    plugins: [lazy, smallUndici],
  },
  {
    ...files,
    entryPoints: [
      ...sharingParts.map((entry) => ({
        ...named(entry),
        ...(entry === afterWork && { in: "after-work" }),
      })),
      sandbox,
    ],
    format: "esm",
    splitting: true,
    chunkNames: "shared-[hash]",
    supported: {},
    sourcemap: inline,
    write: false,
    alias,
    plugins: [lazy, smallZod, needsWork, commonJs],
  },
  {
    ...common,
    entryPoints: [
      { in: "src/page/main.ts", out: "page" },
      { in: "src/page/page.css", out: "page" },
    ],
    outdir: "dist",
    platform: "browser",
    format: "iife",
    target: "chrome138",
  },
];

/** The command line as one file. The extension's package doesn't contain it. */
const cli = {
  ...common,
  ...host,
  entryPoints: [{ in: "src/cli/main.ts", out: "managed-auth" }],
  // Old versions of Node.js must be able to parse the file, because it prints the required version.
  target: "node12",
  outdir: "dist/cli",
  outExtension: { ".js": ".cjs" },
  define: { ...files.define, cliVersion: JSON.stringify(version) },
  external: files.external,
  alias,
  plugins: [smallUndici, smallZod],
  banner: { js: "#!/usr/bin/env node" },
};

await rm("dist", { recursive: true, force: true });
if (process.argv.includes("--watch")) {
  for (const options of [...builds, cli]) await (await context(options)).watch();
} else {
  const cliBuilt = await build(cli);
  // CI workflows that the extension generates download this file of the same release and verify the checksum.
  const sha256 = createHash("sha256")
    .update(await readFile("dist/cli/managed-auth.cjs"))
    .digest("hex");
  const define = { ...files.define, cliChecksum: JSON.stringify(sha256) };
  const extensionBuilt = await Promise.all(builds.map((options) => build({ ...options, define })));
  const built = [...extensionBuilt, cliBuilt];
  if (process.argv.includes("--analyze"))
    for (const { metafile } of built) console.log(await analyzeMetafile(metafile));
  const inputsOf = (some) => some.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  await writeFile("dist/licenses.txt", await licenses(inputsOf(extensionBuilt), "extension"));
  await writeFile("dist/cli/licenses.txt", await licenses(inputsOf([cliBuilt]), "file"));
  await writeFile("dist/cli/package.json", `${JSON.stringify(await cliPackage(), undefined, 2)}\n`);
}

/** Returns the manifest of an npm package, which the owner of the name can publish with `npm publish dist/cli`. */
async function cliPackage() {
  const { license, publisher } = JSON.parse(await readFile("package.json", "utf8"));
  const { engines } = JSON.parse(await readFile("node_modules/undici/package.json", "utf8"));
  return {
    name: `@${publisher}/managed-auth`,
    version,
    description: "Keeps auth connections as a file says.",
    license,
    bin: { "managed-auth": "managed-auth.cjs" },
    files: ["managed-auth.cjs", "licenses.txt"],
    engines: { node: engines.node },
  };
}

/** Returns the licences of all bundled packages. The licences require that a copy is included. */
async function licenses(inputs, what) {
  const names = inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  const texts = [...new Set(names)].sort().map(async (name) => {
    const { license, version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
    const [file] = (await readdir(`node_modules/${name}`)).filter((entry) => /^LICEN[CS]E/.test(entry));
    const text = await readFile(`node_modules/${name}/${file}`, "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return `Parts of these packages are built into this ${what}.\n\n${(await Promise.all(texts)).join("\n\n")}`;
}
