// Files of a workspace, virtual documents, and edits.
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { TextDocument } from "./documents.ts";
import type { WorkspaceEdit } from "./languages.ts";
import { trackDisposable } from "./held.ts";
import { Uri } from "./panel.ts";
import { OpenedText } from "./screen.ts";

/** The workspace folder. Its files on disk exist in every test. */
const folder = join(import.meta.dirname, "workspace");
const ownGit = join(import.meta.dirname, "..", "..", ".git");
const documents = new Map<string, TextDocument>();
const providers = new Map<string, Provider>();
interface Provider {
  readonly onDidChange: unknown;
  provideTextDocumentContent(uri: Uri): string | undefined;
}

/** Adds a file to the workspace folder and returns the document that opening the file yields. */
export function putFile(name: string, text: string): TextDocument {
  const document = new TextDocument(`${folder}/${name}`, text);
  documents.set(document.uri.toString(), document);
  return document;
}

/** Returns the text of a virtual document from its content provider. */
export function virtualText(uri: Uri): string | undefined {
  return providers.get(uri.scheme)?.provideTextDocumentContent(uri);
}

export const FileType = { File: 1, SymbolicLink: 64 } as const;

/** Types of the files and folders of a virtual file system, by URI. */
const virtualTypes = new Map<string, number>();

/** Opens a folder of a virtual file system that contains these files and folders. */
export function openVirtualFolder(
  folderUri: string,
  types: Readonly<Record<string, number>>,
  text = "",
): void {
  filesOfWorkspace.workspaceFolders.splice(0, Infinity, { uri: Uri.parse(folderUri) });
  for (const [name, type] of Object.entries(types)) {
    const uri = Uri.parse(`${folderUri}/${name}`);
    virtualTypes.set(uri.toString(), type);
    documents.set(uri.toString(), new TextDocument(uri.path, text, uri.scheme));
  }
}

/** Replaces the workspace folders. */
export function openFolder(...paths: readonly string[]): void {
  const folders = paths.map((path) => ({ uri: new Uri(path, { scheme: "file" }), name: basename(path) }));
  filesOfWorkspace.workspaceFolders.splice(0, Infinity, ...folders);
}

/** Removes all files and opens the default folder. */
export function resetFiles(): void {
  documents.clear();
  virtualTypes.clear();
  providers.clear();
  openFolder(folder);
}

/** The members of `workspace` for files. */
export const filesOfWorkspace = {
  workspaceFolders: [] as { readonly uri: Uri; readonly name?: string }[],
  getWorkspaceFolder: ({ path }: Uri) =>
    filesOfWorkspace.workspaceFolders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
  asRelativePath: ({ path }: Uri) => path.replace(`${folder}/`, ""),
  findFiles: (): Promise<readonly unknown[]> =>
    Promise.resolve(
      [...documents.values()]
        .map(({ uri }) => uri)
        .filter(({ path, scheme }) => scheme === "file" && path.endsWith("managed-auth.jsonc")),
    ),
  openTextDocument: (source: Uri | { readonly content: string; readonly language: string }) => {
    if (!(source instanceof Uri)) return Promise.resolve(new OpenedText(source.content, source.language));
    const document = documents.get(source.toString());
    if (document !== undefined) return Promise.resolve(document);
    if (source.scheme === "webview" || source.scheme === "file")
      return readFile(source.path, "utf8").then((text) => new TextDocument(source.path, text));
    const fresh = new TextDocument(source.path, "", "untitled");
    documents.set(source.toString(), fresh);
    return Promise.resolve(fresh);
  },
  applyEdit: ({ replaced }: WorkspaceEdit): Promise<boolean> => {
    for (const { range, text, uri } of replaced) {
      const document = documents.get(uri.toString());
      if (document === undefined) return Promise.resolve(false);
      const before = document.getText();
      const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      document.type(before.slice(0, start) + text + before.slice(end));
    }
    return Promise.resolve(true);
  },
  // VS Code accepts several providers for a scheme.
  registerTextDocumentContentProvider: (scheme: string, provider: Provider) => {
    providers.set(scheme, provider);
    const held = trackDisposable("a provider of texts");
    return {
      dispose: () => {
        if (providers.get(scheme) === provider) providers.delete(scheme);
        held.dispose();
      },
    };
  },
  fs: {
    stat: (uri: Uri): Promise<unknown> => {
      const type = virtualTypes.get(uri.toString());
      if (type !== undefined) return Promise.resolve({ type });
      if (uri.scheme === "memfs") return Promise.reject(new Error("FileNotFound"));
      return documents.has(uri.toString()) ? Promise.resolve({}) : stat(uri.path);
    },
    readDirectory: async ({ path }: Uri): Promise<readonly (readonly [name: string, type: number])[]> =>
      (await readdir(path)).map((name) => [name, FileType.File]),
    writeFile: (uri: Uri, bytes: Uint8Array): Promise<void> => {
      if (uri.path.startsWith("/locked/")) return Promise.reject(new Error("NoPermissions"));
      virtualTypes.set(uri.toString(), FileType.File);
      const text = Buffer.from(bytes).toString("utf8");
      documents.set(uri.toString(), new TextDocument(uri.path, text, uri.scheme));
      return Promise.resolve();
    },
    // Tests must not find the repository that contains this folder.
    readFile: (uri: Uri): Promise<Uint8Array> => {
      const document = documents.get(uri.toString());
      if (document !== undefined) return Promise.resolve(Buffer.from(document.getText()));
      return readFile(uri.path.startsWith(ownGit) ? join(folder, "no such file") : uri.path);
    },
    isWritableFileSystem: (scheme: string) => scheme === "file" || scheme === "memfs",
  },
};
