// Reads and writes the project of a connection file, even if the rest of the file has errors.
import { applyEdits, modify, parseTree, type ParseError } from "jsonc-parser";
import { generatedFileKind } from "./generatedFiles.ts";
import { catchStackOverflow, isEmptyFile } from "./parseFile.ts";

/**
 * Reads the project of a connection file. Returns undefined if the text has syntax errors or an invalid project, or
 * isn't a connection file.
 */
export function readFileProject(text: string): { readonly project: string | undefined } | undefined {
  const errors: ParseError[] = [];
  const tree = catchStackOverflow(() =>
    parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true }),
  );
  if (errors.length > 0 || tree?.type !== "object" || generatedFileKind(tree)) return undefined;
  const values = (tree.children ?? [])
    .filter(({ children }) => children?.[0]?.value === "project")
    .map(({ children }): unknown => children?.[1]?.value);
  if (values.length === 0) return { project: undefined };
  const [project] = values;
  if (typeof project !== "string" || project.trim() === "" || values.length > 1) return undefined;
  return { project };
}

/**
 * Adds a project to a file that has none. If the text is empty or has only comments, adds a complete file with the
 * project.
 */
export function addFileProject(text: string, project: string): string {
  if (isEmptyFile(text))
    return `${text.replace(/\S$/, "$&\n")}${JSON.stringify({ version: 1, project, connections: [] }, undefined, 2)}\n`;
  const indent = /^[\t ]+(?=")/m.exec(text)?.[0] ?? "  ";
  const edits = modify(text, ["project"], project, {
    formattingOptions: {
      insertSpaces: !indent.includes("\t"),
      tabSize: indent.length,
      eol: /\r?\n/.exec(text)?.[0] ?? "\n",
    },
    getInsertionIndex: (keys) => keys.indexOf("version") + 1,
  });
  return applyEdits(text, edits);
}
