// Documents that are files of connections, as far as they can be read.
import { languages, Range, window, workspace } from "vscode";
import type { TextDocument } from "vscode";
import { parseConnectionFile } from "../../domain/file/parse.ts";
import type { ParsedFile } from "../../domain/file/parse.ts";
import type * as place from "../../domain/file/problem.ts";
import { outlineOf } from "../../domain/file/writing.ts";
import type { Outline } from "../../domain/file/writing.ts";
import { connectionFiles } from "../words/contributions.ts";

interface Read {
  readonly version: number;
  readonly text: string;
  readonly file: ParsedFile;
  readonly outline: Outline;
}

const lastRead = new WeakMap<TextDocument, Read>();

/** Whether a document is a file of connections, or will be: not an old version of one, nor a part of a comparison. */
export function isConnectionFile(document: TextDocument): boolean {
  return (
    languages.match([...connectionFiles], document) > 0 &&
    (document.isUntitled || workspace.fs.isWritableFileSystem(document.uri.scheme) === true)
  );
}

/** What a document says; read once for each of its versions. */
export function readDocument(document: TextDocument): Read {
  const known = lastRead.get(document);
  if (known?.version === document.version) return known;
  const text = document.getText();
  const { version } = document;
  const read = { version, text, file: parseConnectionFile(text), outline: outlineOf(text) };
  lastRead.set(document, read);
  return read;
}

/** The files of connections that someone sees. */
export function visibleFiles(): readonly TextDocument[] {
  const documents = window.visibleTextEditors.map(({ document }) => document);
  return [...new Set(documents)].filter(isConnectionFile);
}

/** A place of a document's text as VS Code counts. */
export function rangeIn(document: TextDocument, { length, offset }: place.Range): Range {
  return new Range(document.positionAt(offset), document.positionAt(offset + length));
}
