// Builds dist/. One rule decides what loads when: a static import belongs to the file that imports it;
// a dynamic import() in src/ is a file of its own, read from disk on first use. `lazyParts` lists those files.
import { analyzeMetafile, build, context } from "esbuild";
import { basename } from "node:path";
import { readFile, rm, writeFile } from "node:fs/promises";

const lazyParts = ["src/editor/app.ts", "src/api/pool.ts", "src/sandbox/launch.ts"];
const production = !process.argv.includes("--watch") && !process.argv.includes("--dev");

/** Turns `import("./x/name.ts")` into `require("./name.cjs")` of the output beside it. */
const lazy = {
  name: "lazy",
  setup(plugin) {
    plugin.onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      if (kind !== "dynamic-import") return undefined;
      const name = basename(path, ".ts");
      if (!lazyParts.some((part) => basename(part, ".ts") === name)) {
        return { errors: [{ text: `${path} is imported lazily but is not listed in lazyParts` }] };
      }
      return { path: `./${name}.cjs`, external: true };
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

const builds = [
  {
    ...common,
    entryPoints: ["src/extension.ts", ...lazyParts, { in: "src/sandbox/worker.ts", out: "sandbox" }].map(
      (entry) => (typeof entry === "string" ? { in: entry, out: basename(entry, ".ts") } : entry),
    ),
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    platform: "node",
    format: "cjs",
    target: "node22",
    // undici's second HTTP parser is never asked for: src/api/pool.ts turns it off.
    external: ["vscode", "../milo/*"],
    plugins: [lazy],
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
