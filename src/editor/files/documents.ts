// Finds and parses connection files among the open documents.
import { languages, Range, window, workspace, type TextDocument } from "vscode";
import { parseConnectionFile, type ParsedFile } from "../../domain/file/parseFile.ts";
import type * as place from "../../domain/file/problem.ts";
import { outlineFile, type FileOutline } from "../../domain/file/writing.ts";
import { connectionFiles } from "../words/contributions.ts";

interface ParsedDocument {
  readonly version: number;
  readonly text: string;
  readonly file: ParsedFile;
  readonly outline: FileOutline;
}

const parsedDocuments = new WeakMap<TextDocument, ParsedDocument>();

/**
 * True for a connection file, even if the file is unsaved. False for read-only documents, such as old versions of a
 * file or the sides of a comparison.
 */
export function isConnectionFile(document: TextDocument): boolean {
  return (
    languages.match([...connectionFiles], document) > 0 &&
    (document.isUntitled || workspace.fs.isWritableFileSystem(document.uri.scheme) === true)
  );
}

/** Parses a document. Each version of a document is parsed only once. */
export function parseDocument(document: TextDocument): ParsedDocument {
  const cached = parsedDocuments.get(document);
  if (cached?.version === document.version) return cached;
  const text = document.getText();
  const { version } = document;
  const read = { version, text, file: parseConnectionFile(text), outline: outlineFile(text) };
  parsedDocuments.set(document, read);
  return read;
}

export function visibleFiles(): readonly TextDocument[] {
  const documents = window.visibleTextEditors.map(({ document }) => document);
  return [...new Set(documents)].filter(isConnectionFile);
}

export function toRange(document: TextDocument, { length, offset }: place.TextRange): Range {
  return new Range(document.positionAt(offset), document.positionAt(offset + length));
}
