// Documents that are files of connections.
import { languages, workspace } from "vscode";
import type { TextDocument } from "vscode";
import { connectionFiles } from "../words/contributions.ts";

/** Whether a document is a file of connections: not an old version of one, nor a part of a comparison. */
export function isConnectionFile(document: TextDocument): boolean {
  return (
    languages.match([...connectionFiles], document) > 0 &&
    workspace.fs.isWritableFileSystem(document.uri.scheme) === true
  );
}
