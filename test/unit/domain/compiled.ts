import ts from "typescript";
import { root } from "../../host/paths.ts";

/** Compiles modules, given by path, with strict options and the types of this project's packages. */
export function compiled(files: ReadonlyMap<string, string>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  const exists = host.fileExists.bind(host);
  const source = host.getSourceFile.bind(host);
  host.readFile = (file) => files.get(file) ?? read(file);
  host.fileExists = (file) => files.has(file) || exists(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? source(file, version, ...rest)
      : ts.createSourceFile(file, text, version, true);
  };
  host.getCurrentDirectory = () => root;
  return ts.createProgram([...files.keys()], options, host);
}

/** Returns the compiler's diagnostics, one line each. */
export function diagnosticLines(program: ts.Program): readonly string[] {
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}
