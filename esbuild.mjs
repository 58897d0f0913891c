// Builds dist/. One rule decides what loads when: a static import belongs to the file that imports it;
// a dynamic import() in src/ is a file of its own, read from disk on first use. These two lists name those files.
import { analyzeMetafile, build, context, transform } from "esbuild";
import { basename } from "node:path";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";

/** What both of them need is a third file, shared.cjs: it is loaded once, so state in it exists once. */
const sharingParts = ["src/editor/app/app.ts", "src/editor/app/work.ts"];
/** These share no code with any other file. */
const lazyParts = ["src/api/pool.ts", "src/sandbox/run/launch.ts"];
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

/** Writes ES modules, the only ones that esbuild shares code between, as CommonJS. */
const commonJs = {
  name: "commonJs",
  setup(plugin) {
    plugin.onEnd(async ({ outputFiles = [] }) => {
      await mkdir("dist", { recursive: true });
      for (const { path, text } of outputFiles) {
        const options = { ...host, banner: `"use strict";`, minify: production, sourcemap: inline };
        const { code } = await transform(text, options);
        await writeFile(path, code);
      }
    });
  },
};

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
  // undici's second HTTP parser is never asked for: src/api/pool.ts turns it off. Of the first one's two forms the plainer
  // runs everywhere, and is what undici takes where the other is missing: half of what the file weighs.
  external: ["vscode", "../milo/*", "../llhttp/llhttp_simd*"],
};

const builds = [
  {
    ...files,
    entryPoints: [
      ...["src/extension.ts", ...lazyParts].map(named),
      { in: "src/sandbox/run/worker.ts", out: "sandbox" },
    ],
    plugins: [lazy],
  },
  {
    ...files,
    entryPoints: sharingParts.map(named),
    format: "esm",
    splitting: true,
    // The code of two files has one part in common; esbuild refuses to write a second one by this name.
    chunkNames: "shared",
    supported: {},
    sourcemap: inline,
    write: false,
    plugins: [lazy, commonJs],
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

await rm("dist", { recursive: true, force: true });
if (process.argv.includes("--watch")) {
  for (const options of builds) await (await context(options)).watch();
} else {
  const built = await Promise.all(builds.map((options) => build(options)));
  if (process.argv.includes("--analyze"))
    for (const { metafile } of built) console.log(await analyzeMetafile(metafile));
  await writeFile(
    "dist/licenses.txt",
    await licenses(built.flatMap(({ metafile }) => Object.keys(metafile.inputs))),
  );
}

/** The licences of the packages that files of theirs were built in from: they ask to go along. */
async function licenses(inputs) {
  const names = inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  const texts = [...new Set(names)].sort().map(async (name) => {
    const { license, version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
    const text = await readFile(`node_modules/${name}/LICENSE`, "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return `Parts of these packages are built into this extension.\n\n${(await Promise.all(texts)).join("\n\n")}`;
}
