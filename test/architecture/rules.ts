// The folders of src and the imports allowed between them, checked on the syntax of each file.
import { posix } from "node:path";
import { parse, type Import, type Parsed, type Problem } from "./syntax.ts";

/** Source texts by path from the repository's root. */
export type Sources = ReadonlyMap<string, string>;

export interface Violation {
  readonly rule:
    | Problem["rule"]
    | "direction"
    | "layer"
    | "package"
    | "restricted API"
    | "missing file"
    | "cycle"
    | "unused export"
    | "unused file"
    | "length";
  readonly file: string;
  readonly detail: string;
}

/** The folders that each folder of `src` may import. `types` marks imports that don't exist at run time. */
const allowedImports = {
  net: {},
  api: { net: "values" },
  domain: { api: "types" },
  card: { domain: "values" },
  storage: { domain: "values" },
  editor: { api: "values", domain: "values", card: "values", storage: "values" },
  page: { domain: "values", card: "values" },
  sandbox: { net: "values" },
  cli: { api: "values", domain: "values" },
  extension: { editor: "values", sandbox: "values" },
} as const satisfies Readonly<Record<string, Partial<Record<string, "values" | "types">>>>;
type TopFolder = keyof typeof allowedImports;

/** The layers of src/editor, lowest first. Folders of the same layer must not import each other, not even types. */
const layers: readonly (readonly string[])[] = [
  ["words"],
  ["kit"],
  ["accounts"],
  ["results", "catalogue", "watching", "mcp"],
  ["resourceEngine", "logins"],
  ["connections/settings", "connections/week"],
  ["connections/context"],
  [
    "entitlements",
    "identity",
    "connections/shown",
    "sandbox",
    "projects",
    // Resource kinds must not import each other.
    "resources/credentials",
    "resources/destinations",
    "resources/providers",
    "resources/proxies",
  ],
  [
    "connections/creation",
    "connections/history",
    "connections/listed",
    "connections/login",
    "connections/use",
  ],
  // Profiles show the state of logins with the texts of connection rows.
  ["connections/editing", "connections/overview", "files", "resources/browsers", "resources/profiles"],
  ["sidebar", "tools"],
  ["app"],
];

/** The modules that `src/editor/app/first`, which is loaded at activation, may import besides types. */
const atActivation = /^src\/editor\/(app\/first\/|words\/contributions\.ts$|accounts\/keys\.ts$)/;

/**
 * The Node.js modules and packages that each folder may use. All other `node:` modules are allowed outside the
 * page.
 */
const allowedModules: readonly { readonly name: RegExp; readonly may: RegExp; readonly typesOnly?: true }[] =
  [
    { name: /^vscode$/, may: /^src\/(editor\/|extension\.ts$)/ },
    { name: /^node:(sqlite|https?|http2|tls|dgram)$/, may: /^src\/sandbox\// },
    { name: /^node:net$/, may: /^src\/(sandbox|net)\/|^src\/cli\/network\.ts$/ },
    // The main module replaces the dispatcher that the whole process shares.
    { name: /^undici$/, may: /^src\/api\/(dispatcher|pool|undici\.d)\.ts$/, typesOnly: true },
    { name: /^undici\//, may: /^src\/(api\/pool|cli\/network)\.ts$/ },
    { name: /^jsonc-parser$/, may: /^src\/domain\/file\// },
    // The other entries of zod are four and twenty times its size.
    { name: /^zod\/mini$/, may: /^src\// },
    { name: /^node:/, may: /^src\/(?!page\/)/ },
  ];

const compositionFiles = "src/extension.ts|src/editor/app/app.ts";

/** VS Code APIs that only one file may use, and the files that pass them on. */
const restrictedApis: readonly { readonly use: RegExp; readonly in: string }[] = [
  { use: /\bregister(Command|Tool)\b/, in: "src/extension.ts" },
  { use: /["'`]setContext["'`]/, in: "src/editor/kit/contextKeys.ts" },
  { use: /\bgetConfiguration\b/, in: "src/editor/kit/settings.ts" },
  { use: /\b(ExtensionContext|SecretStorage)\b/, in: `src/editor/accounts/accounts.ts|${compositionFiles}` },
  // Windows share a state, and the last writer overwrites the whole state. The state may contain the initial
  // account of a window and the grouping of rows, but no counts and no lists of running or completed work. Those
  // are stored as one file each.
  {
    use: /\b(Memento|globalState|workspaceState)\b/,
    in: `src/editor/accounts/storageKeys.ts|src/editor/accounts/session.ts|${compositionFiles}`,
  },
];

/** Entry points that are started from outside src. */
const entryPoints = new Set([
  "src/cli/main.ts",
  "src/extension.ts",
  "src/page/main.ts",
  "src/sandbox/run/commandLine.ts",
  "src/sandbox/run/worker.ts",
]);

/** Request schemas, from which connection files are built. They contain no HTTP code. */
const requestSchemas = /^src\/api\/(schemas|updateRequest)\.ts$/;

const maxLines = 300;

/**
 * Returns every violation of the rules in `sources`, in no particular order. Only the imports of `tests` are used:
 * a function may be exported only for its test if its own file uses it, too.
 */
export function checkArchitecture(sources: Sources, tests: Sources = new Map()): Violation[] {
  const parsed = new Map([...sources].map(([file, text]) => [file, parse(file, text)]));
  const tested = namesUsed(new Map([...tests].map(([file, text]) => [file, parse(file, text)])));
  return [
    ...[...parsed].flatMap(([file, { problems }]) => problems.map((problem) => ({ ...problem, file }))),
    ...[...sources].flatMap(([file, text]) => [
      ...checkLength(file, text),
      ...checkRestrictedApis(file, text),
    ]),
    ...[...parsed].flatMap(([file, { imports }]) =>
      imports.flatMap((imported) => checkImport(sources, file, imported)),
    ),
    ...checkCycles(parsed),
    ...checkUse(parsed, tested),
  ];
}

function checkLength(file: string, text: string): Violation[] {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return lines > maxLines ? [{ rule: "length", file, detail: `${lines} lines` }] : [];
}

function checkRestrictedApis(file: string, text: string): Violation[] {
  const misuses = restrictedApis.filter((api) => api.use.test(text) && !api.in.split("|").includes(file));
  return misuses.map(({ use }) => ({ rule: "restricted API", file, detail: use.source }));
}

function checkImport(sources: Sources, file: string, { specifier, types }: Import): Violation[] {
  const detail = `${types ? "types of " : ""}${specifier}`;
  if (!specifier.startsWith(".")) {
    const rule = allowedModules.find(({ name }) => name.test(specifier));
    // A declaration file leaves nothing behind at run time.
    const values = !types && !file.endsWith(".d.ts");
    const allowed = rule?.may.test(file) === true && !(values && rule.typesOnly === true);
    return allowed ? [] : [{ rule: "package", file, detail }];
  }
  const target = resolve(file, specifier);
  if (!sources.has(target)) return [{ rule: "missing file", file, detail }];
  const [from, to] = [topFolderOf(file), topFolderOf(target)];
  if (from === "editor" && to === "editor")
    return isLowerImport(file, target, types) ? [] : [{ rule: "layer", file, detail }];
  if (from === to && from !== "extension") return [];
  if (from === "domain" && requestSchemas.test(target)) return [];
  const reach = Object.entries(allowedImports[from]).find(([folder]) => folder === to)?.[1];
  return reach === "values" || (reach === "types" && types) ? [] : [{ rule: "direction", file, detail }];
}

/** True if an import within `src/editor` leads to a lower layer or stays in its folder. */
function isLowerImport(file: string, target: string, types: boolean): boolean {
  if (file.startsWith("src/editor/app/first/") && !types) return atActivation.test(target);
  return editorFolder(file) === editorFolder(target) || layerOf(file) > layerOf(target);
}

function editorFolder(file: string): string | undefined {
  return layers.flat().find((folder) => file.startsWith(`src/editor/${folder}/`));
}

function layerOf(file: string): number {
  const folder = editorFolder(file);
  if (folder === undefined) throw new Error(`${file} is in no folder of src/editor`);
  return layers.findIndex((folders) => folders.includes(folder));
}

function topFolderOf(file: string): TopFolder {
  if (file === "src/extension.ts") return "extension";
  const folder = file.split("/")[1];
  const folders = Object.keys(allowedImports).filter((one): one is TopFolder => one === folder);
  if (folders[0] === undefined) throw new Error(`${file} is in no folder of src`);
  return folders[0];
}

const resolve = (file: string, specifier: string) => posix.join(posix.dirname(file), specifier);

/** Returns import cycles among files, including imports of types. */
function checkCycles(parsed: ReadonlyMap<string, Parsed>): Violation[] {
  const visited = new Set<string>();
  const violations: Violation[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      violations.push({ rule: "cycle", file, detail: [...path.slice(start), file].join(" → ") });
      return;
    }
    if (visited.has(file)) return;
    for (const { specifier } of parsed.get(file)?.imports ?? []) {
      if (specifier.startsWith(".")) visit(resolve(file, specifier), [...path, file]);
    }
    visited.add(file);
  };
  for (const file of parsed.keys()) visit(file, []);
  return violations;
}

/** The names that files import, by the file they import them from. */
function namesUsed(parsed: ReadonlyMap<string, Parsed>): Map<string, ReadonlySet<string> | "all"> {
  const used = new Map<string, ReadonlySet<string> | "all">();
  for (const [file, { imports }] of parsed)
    for (const { specifier, names } of imports.filter((imported) => imported.specifier.startsWith("."))) {
      const target = resolve(file, specifier);
      const before = used.get(target) ?? new Set();
      used.set(target, before === "all" || names === undefined ? "all" : new Set([...before, ...names]));
    }
  return used;
}

function checkUse(parsed: ReadonlyMap<string, Parsed>, tested: ReturnType<typeof namesUsed>): Violation[] {
  const used = namesUsed(parsed);
  return [...parsed].flatMap(([file, { exports, types, words }]): Violation[] => {
    if (entryPoints.has(file) || file.endsWith(".d.ts")) return [];
    const names = used.get(file);
    if (names === undefined) return [{ rule: "unused file", file, detail: "nothing imports it" }];
    if (names === "all") return [];
    const inTests = tested.get(file) ?? new Set();
    const forTest = (name: string) => (inTests === "all" || inTests.has(name)) && (words.get(name) ?? 0) > 1;
    // A type that its own file uses belongs to the signatures of the file's functions. A schema and its inferred
    // type have the same name and refer to each other.
    const ownUses = (name: string) =>
      (words.get(name) ?? 0) - (exports.filter((one) => one === name).length > 1 ? 3 : 1);
    const partOfSignature = (name: string) => types.has(name) && ownUses(name) > 0;
    const unused = [...new Set(exports)].filter(
      (name) => !names.has(name) && !forTest(name) && !partOfSignature(name),
    );
    return unused.map((detail) => ({ rule: "unused export", file, detail }));
  });
}
