// Chooses, opens and edits the connection file that a command works on.
import { l10n, Position, Range, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import { correctFileName, defaultFileName } from "../../domain/file/fileNames.ts";
import { display } from "../../domain/text/display.ts";
import type { StartCommand } from "../kit/command.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import { inform, warn, type NotifyAction } from "../kit/notify.ts";
import { connectionFiles } from "../words/contributions.ts";
import { isConnectionFile } from "./documents.ts";

/** Returns a file's path relative to the workspace. Also accepts untitled documents. */
export function fileLabel(uri: Uri): string {
  const folder = workspace.workspaceFolders?.find(({ uri: { path } }) => uri.path.startsWith(`${path}/`));
  const isNew = uri.scheme === "untitled" && folder !== undefined;
  return display(workspace.asRelativePath(isNew ? uri.with({ scheme: folder.uri.scheme }) : uri));
}

function writableFolders(): readonly Uri[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return folders.filter(({ scheme }) => workspace.fs.isWritableFileSystem(scheme) === true);
}

/** Returns the URI of the default connection file in each writable workspace folder. The files may not exist. */
export function defaultFiles(): readonly Uri[] {
  return writableFolders().map((uri) => Uri.joinPath(uri, defaultFileName));
}

/**
 * Timeout of a file search in a virtual workspace, in milliseconds. VS Code's search never ends if the file system
 * has no search provider.
 */
const virtualSearchTimeoutMs = 2_000;

/** Returns the connection files of the workspace, ordered by path. */
export async function workspaceFiles(): Promise<readonly Uri[]> {
  const patterns = connectionFiles.map(({ pattern }) => pattern);
  // The search can fail, or can omit files that the user's settings exclude. Files at the top level of a workspace
  // folder are therefore also listed without a search.
  const searched = workspace
    .findFiles(`{${patterns.join(",")}}`, "**/node_modules/**")
    .then(undefined, (): Uri[] => []);
  const searches: PromiseLike<Uri[]>[] = [searched];
  if (workspace.workspaceFolders?.some(({ uri }) => isDefaultFileSystem(uri)) !== true)
    searches.push(new Promise((resolve) => setTimeout(resolve, virtualSearchTimeoutMs, []).unref()));
  const atTop = topLevelFiles((name) => name === defaultFileName || name.endsWith(`.${defaultFileName}`));
  const found = (await Promise.all([Promise.race(searches), atTop])).flat();
  return [...new Map(found.map((uri) => [uri.toString(), uri])).values()].toSorted((a, b) =>
    a.path.localeCompare(b.path),
  );
}

/** Returns the matching files at the top level of workspace folders. Ignores folders that can't be read. */
async function topLevelFiles(isWanted: (name: string) => boolean): Promise<readonly Uri[]> {
  const found = writableFolders().map(async (folder) => {
    const entries = await workspace.fs.readDirectory(folder).then(undefined, () => []);
    return entries.flatMap(([name]) => (isWanted(name) ? [Uri.joinPath(folder, name)] : []));
  });
  return (await Promise.all(found)).flat();
}

/** True if the file is on the computer that hosts the workspace. */
const isDefaultFileSystem = ({ scheme }: Uri): boolean => scheme === "file" || scheme === "vscode-remote";

export async function fileExists(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/**
 * Opens the connection file that a command works on: the file at `address`, otherwise the file in the active editor,
 * otherwise a file in the workspace. Prompts if the workspace has several connection files. Returns undefined if the
 * user cancels. If no file is found, shows a message and returns undefined.
 */
export async function pickDocument(
  start: StartCommand,
  title: string,
  address?: string,
): Promise<TextDocument | undefined> {
  const active = window.activeTextEditor?.document;
  if (address === undefined && active !== undefined && isConnectionFile(active)) return active;
  const uri = address === undefined ? await pickFile(title, start) : Uri.parse(address, true);
  return uri && openDocument(uri);
}

async function pickFile(title: string, start: StartCommand): Promise<Uri | undefined> {
  const [first, ...others] = await workspaceFiles();
  if (first === undefined) {
    const [misnamed] = await topLevelFiles((name) => correctFileName(name) !== name);
    if (misnamed !== undefined) {
      const words = l10n.t(
        "{0} isn't used as a connection file. Rename it to {1}.",
        fileLabel(misnamed),
        correctFileName(misnamed.path.slice(misnamed.path.lastIndexOf("/") + 1)),
      );
      void inform(words, { label: l10n.t("Open File"), run: () => window.showTextDocument(misnamed) });
      return undefined;
    }
    void inform(l10n.t("This workspace has no connection file."), {
      label: l10n.t("Add Connections to File…"),
      run: () => start("managedAuth.addToFile"),
    });
    return undefined;
  }
  if (others.length === 0) return first;
  const answer = await pickOne<Uri>({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a connection file"),
    choices: [first, ...others].map((uri) => ({ label: fileLabel(uri), value: uri })),
  });
  return answer.value;
}

export async function openDocument(uri: Uri): Promise<TextDocument | undefined> {
  // Report every failure in the same way, because VS Code's errors for missing, large and binary files differ.
  return workspace.openTextDocument(uri).then(
    (document) => document,
    () => {
      void inform(l10n.t("The file can't be opened."));
      return undefined;
    },
  );
}

/**
 * Replaces the text of a document, shows the document and leaves it unsaved. If VS Code rejects the edit, shows a
 * message and returns false.
 */
export async function replaceText(document: TextDocument, text: string): Promise<boolean> {
  const currentText = document.getText();
  if (text !== currentText) {
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(new Position(0, 0), document.positionAt(currentText.length)), text);
    if (!(await workspace.applyEdit(edit))) {
      void warn(l10n.t("The file can't be changed."));
      return false;
    }
  }
  await window.showTextDocument(document);
  return true;
}

export function saveAction(document: TextDocument): NotifyAction {
  return {
    label: l10n.t("Save File"),
    run: () => (document.isClosed ? inform(l10n.t("The file is no longer open.")) : document.save()),
  };
}

/** Opens an unsaved document for the file at the given URI. On failure, shows a message and returns undefined. */
export async function unsavedDocument(uri: Uri): Promise<TextDocument | undefined> {
  if (isDefaultFileSystem(uri)) return openDocument(uri.with({ scheme: "untitled" }));
  // VS Code can save untitled documents only in the default file system. In other file systems, create an empty file
  // first.
  const isCreated = await workspace.fs.writeFile(uri, new Uint8Array()).then(
    () => true,
    () => false,
  );
  if (isCreated) return openDocument(uri);
  void warn(l10n.t("The file can't be created."));
  return undefined;
}
