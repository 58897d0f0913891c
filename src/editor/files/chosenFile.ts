// The file of connections that a command is about: chosen, opened, written into.
import { l10n, Position, Range, Uri, window, workspace, WorkspaceEdit } from "vscode";
import type { TextDocument } from "vscode";
import { misnamedFile, usualFile } from "../../domain/file/fileNames.ts";
import { display } from "../../domain/text/display.ts";
import type { StartCommand } from "../kit/command.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import { inform, warn } from "../kit/notify.ts";
import type { NotifyAction } from "../kit/notify.ts";
import { connectionFiles } from "../words/contributions.ts";
import { isConnectionFile } from "./documents.ts";

/** What a file is called: its path in the workspace, also before it is saved there. */
export function fileLabel(uri: Uri): string {
  const folder = workspace.workspaceFolders?.find(({ uri: { path } }) => uri.path.startsWith(`${path}/`));
  const isNew = uri.scheme === "untitled" && folder !== undefined;
  return display(workspace.asRelativePath(isNew ? uri.with({ scheme: folder.uri.scheme }) : uri));
}

function writableFolders(): readonly Uri[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return folders.filter(({ scheme }) => workspace.fs.isWritableFileSystem(scheme) === true);
}

/** The file that each folder of the workspace may have at its top. Folders that can't be written to are left out. */
export function usualFiles(): readonly Uri[] {
  return writableFolders().map((uri) => Uri.joinPath(uri, usualFile));
}

/** Bound of a search if no folder is on a disk, in milliseconds. VS Code's search never ends without a search provider. */
const virtualSearchMs = 2_000;

/** Returns the connection files of the workspace, ordered by path. */
export async function filesOfWorkspace(): Promise<readonly Uri[]> {
  const patterns = connectionFiles.map(({ pattern }) => pattern);
  // A search can fail, or leave out files that the settings exclude. Files at the top of a folder are found without one.
  const searched = workspace
    .findFiles(`{${patterns.join(",")}}`, "**/node_modules/**")
    .then(undefined, (): Uri[] => []);
  const isOnDisk = workspace.workspaceFolders?.some(({ uri }) => isDefaultFileSystem(uri));
  const bound = new Promise<Uri[]>((resolve) => setTimeout(resolve, virtualSearchMs, []).unref());
  const found = isOnDisk === true ? searched : Promise.race([searched, bound]);
  const atTop = filesAtTop((name) => name === usualFile || name.endsWith(`.${usualFile}`));
  const all = (await Promise.all([found, atTop])).flat();
  return [...new Map(all.map((uri) => [uri.toString(), uri])).values()].toSorted((one, other) =>
    one.path.localeCompare(other.path),
  );
}

/** Returns the wanted files directly below the folders of the workspace. A folder that can't be read has none. */
async function filesAtTop(isWanted: (name: string) => boolean): Promise<readonly Uri[]> {
  const found = writableFolders().map(async (folder) => {
    const entries = await workspace.fs.readDirectory(folder).then(undefined, () => []);
    return entries.flatMap(([name]) => (isWanted(name) ? [Uri.joinPath(folder, name)] : []));
  });
  return (await Promise.all(found)).flat();
}

/** True for folders of the computer that the workspace is on. */
function isDefaultFileSystem({ scheme }: Uri): boolean {
  return scheme === "file" || scheme === "vscode-remote";
}

/** Whether a file is there. */
export async function isThere(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/**
 * The document that a command is about: that of the address, of the active editor, or of the workspace, where the user is
 * asked which of several; `undefined` where they left, or none is there, which is said.
 */
export async function chosenDocument(
  start: StartCommand,
  title: string,
  address?: string,
): Promise<TextDocument | undefined> {
  const active = window.activeTextEditor?.document;
  if (address === undefined && active !== undefined && isConnectionFile(active)) return active;
  const uri = address === undefined ? await chosenFile(title, start) : Uri.parse(address, true);
  return uri && openDocument(uri);
}

async function chosenFile(title: string, start: StartCommand): Promise<Uri | undefined> {
  const [first, ...others] = await filesOfWorkspace();
  if (first === undefined) {
    const [misnamed] = await filesAtTop((name) => misnamedFile([name]) !== undefined);
    if (misnamed !== undefined) {
      const words = l10n.t(
        "{0} isn't used as a connection file. Rename it to {1}.",
        fileLabel(misnamed),
        usualFile,
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
  return answer.kind === "accepted" ? answer.value : undefined;
}

/** Opens a file without showing it; `undefined` where it can't be, which is said. */
export async function openDocument(uri: Uri): Promise<TextDocument | undefined> {
  // VS Code rejects with errors of many kinds: the file is gone, too large, or no text.
  return workspace.openTextDocument(uri).then(
    (document) => document,
    () => {
      void inform(l10n.t("The file can't be opened."));
      return undefined;
    },
  );
}

/**
 * Replaces the whole text of a document, new or not, and shows it, unsaved; `false` where it can't be changed, which is said.
 */
export async function replaceText(document: TextDocument, text: string): Promise<boolean> {
  const before = document.getText();
  if (text !== before) {
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(new Position(0, 0), document.positionAt(before.length)), text);
    if (!(await workspace.applyEdit(edit))) {
      void warn(l10n.t("The file can't be changed."));
      return false;
    }
  }
  await window.showTextDocument(document);
  return true;
}

/** Saves a document, unless it was closed by then. */
export function saveAction(document: TextDocument): NotifyAction {
  return {
    label: l10n.t("Save File"),
    run: () => (document.isClosed ? inform(l10n.t("The file is no longer open.")) : document.save()),
  };
}

/** Opens a document that is saved at this address later. Returns undefined, after a message, if that isn't possible. */
export async function unsavedDocument(uri: Uri): Promise<TextDocument | undefined> {
  if (isDefaultFileSystem(uri)) return openDocument(uri.with({ scheme: "untitled" }));
  // VS Code saves untitled documents to the default file system only. In others an empty file comes first.
  const isCreated = await workspace.fs.writeFile(uri, new Uint8Array()).then(
    () => true,
    () => false,
  );
  if (isCreated) return openDocument(uri);
  void warn(l10n.t("The file can't be created."));
  return undefined;
}
