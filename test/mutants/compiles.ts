// Checks that code without a guard still compiles. An undeclared name would fail every test, even without a guard.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../host/paths.ts";
import { mutated, type Mutant } from "./mutant.ts";

/** Error codes of missing names, modules, members and properties, which throw at run time. */
const missingNameCodes = new Set([2304, 2305, 2307, 2339, 2551, 2552, 2724]);

/**
 * Returns the names that the compiler can't find in mutants of `src`, with their guard. Type errors don't count,
 * because they don't throw.
 */
export function brokenMutants(mutants: readonly Mutant[]): readonly string[] {
  const inPage = ({ file }: Mutant): boolean => file.startsWith("src/page/");
  const sources = mutants.filter(({ file }) => /^src\/.*\.ts$/.test(file));
  return [
    ...brokenIn(
      "tsconfig.json",
      sources.filter((mutant) => !inPage(mutant)),
    ),
    ...brokenIn("src/page/tsconfig.json", sources.filter(inPage)),
  ];
}

function brokenIn(config: string, mutants: readonly Mutant[]): readonly string[] {
  const changed = new Map<string, { version: number; text: string }>();
  const { fileNames, options } = projectOf(config);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => String(changed.get(file)?.version ?? 0),
    getScriptSnapshot: (file) => {
      const text = changed.get(file)?.text ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (all) => ts.getDefaultLibFilePath(all),
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
  });
  let version = 0;
  return mutants.flatMap((mutant) => {
    const file = join(root, mutant.file);
    const text = readFileSync(file, "utf8");
    changed.set(file, { version: ++version, text: mutated(text, mutant) });
    const diagnostics = [
      ...service.getSyntacticDiagnostics(file),
      ...service.getSemanticDiagnostics(file).filter(({ code }) => missingNameCodes.has(code)),
    ];
    changed.set(file, { version: ++version, text });
    return diagnostics.map(
      ({ messageText }) =>
        `${mutant.file}, ${mutant.guard}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
}

function projectOf(config: string): ts.ParsedCommandLine {
  const path = join(root, config);
  const { config: json } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: unknown };
  return ts.parseJsonConfigFileContent(json, ts.sys, join(path, ".."));
}
