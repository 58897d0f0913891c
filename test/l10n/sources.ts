import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../host/paths.ts";

/**
 * Parses the sources that VS Code runs, sorted by path. The page is excluded, because it only renders finished
 * words.
 */
export function editorSources(): readonly ts.SourceFile[] {
  return globSync(["src/extension.ts", "src/editor/**/*.ts"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((file) => source(file, readFileSync(join(root, file), "utf8")));
}

/** Parses one file. */
export function source(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** Yields every node of a file, parents before their children. */
export function* nodes(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodes(child);
}

/** True for a call of `l10n.t`. */
export function isTranslation(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.getText() === "l10n.t";
}

/** Returns the location of a node for a message. */
export function locationOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
