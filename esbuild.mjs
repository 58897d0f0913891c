// Builds dist/. One rule decides what loads when: a static import belongs to the file that imports it;
// a dynamic import() in src/ is a file of its own, read from disk on first use. These two lists name those files.
import { analyzeMetafile, build, context, transform } from "esbuild";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";

/** What several of these need is in files of its own, each loaded once, so that state in it exists once. */
const sharingParts = ["src/editor/app/app.ts", "src/editor/app/work.ts", "src/editor/tools/tools.ts"];
/** Runs in a thread of its own, and shares only code with the others. A copy of zod would be 9 KB of the package. */
const sandbox = { in: "src/sandbox/run/worker.ts", out: "sandbox" };
/** This one needs all that work.ts does. Were that less, what each two of the three need would be a file of its own. */
const afterWork = sharingParts[2];
/** Names a shared file by its users: all with the sandbox, those with the first rows, or the rest. */
const sharedFile = (users) =>
  users.includes("sandbox") ? "core" : users.includes("app") ? "shared" : "rest";
/** These share no code with any other file. */
const lazyParts = ["src/api/pool.ts", "src/sandbox/run/launch.ts"];
const { version } = JSON.parse(await readFile("package.json", "utf8"));
const production = !process.argv.includes("--watch") && !process.argv.includes("--dev");
const inline = production ? false : "inline";
const named = (entry) => ({ in: entry, out: basename(entry, ".ts") });

/** Turns `import("./x/name.ts")` into `require("./name.cjs")` of the output beside it. */
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
 * Leaves out what of undici speaks HTTP/2, which src/api/pool.ts turns off, and of its constants all but the two that its
 * parser is used with; and packs that parser: the text that it is written as would stay larger in the package.
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

/** One function of zod's reaches for another through a namespace, which would bring along all that is in that. */
const smallZod = {
  name: "smallZod",
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replaceAll("core.util.constantCatch", "util.constantCatch") };
    });
  },
};

/** Has that entry import work.ts before what it holds. */
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

/** Writes ES modules, the only ones that esbuild shares code between, as CommonJS. */
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

/** What each shared file is called, by the name that esbuild gave it. */
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

/** What VS Code's host runs. There, a real import() takes a detour over another thread; require() does not. */
const host = { platform: "node", format: "cjs", target: "node22", supported: { "dynamic-import": false } };

const files = {
  ...common,
  ...host,
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  // Where this is defined, undici leaves out its second HTTP parser, which src/api/pool.ts turns off.
  define: { esbuildDetection: "true" },
  // Of the first one's two forms the plainer runs everywhere, and is what undici takes where the other is missing: half of
  // what the file weighs. What reads a form is asked for where a body is one; ours are text.
  external: ["vscode", "../llhttp/llhttp_simd*", "../web/*"],
};

/** jsonc-parser's other entry hides what it loads. */
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

/** The command line: one file for a shell, which is no part of the extension's package. */
const cli = {
  ...common,
  ...host,
  entryPoints: [{ in: "src/cli/main.ts", out: "managed-auth" }],
  // Old versions of Node.js have to parse the file, so that it can name the version that it needs.
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
  // The extension writes workflows that fetch this file of the release that it belongs to.
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

/** The package that a registry would take; `npm publish dist/cli` is for whoever holds the name. */
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

/** The licences of the packages that files of theirs were built in from: they ask to go along. */
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
