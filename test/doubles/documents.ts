// Documents, visible editors and trust of a workspace.
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { Uri } from "./panel.ts";

/** A line and a character, both zero-based. */
export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
  /** Returns the intersection of two ranges. As in VS Code, adjacent ranges have an empty intersection. */
  intersection(other: Range): Range | undefined {
    const start = isBefore(this.start, other.start) ? other.start : this.start;
    const end = isBefore(this.end, other.end) ? this.end : other.end;
    return isBefore(end, start) ? undefined : new Range(start, end);
  }
  get isEmpty(): boolean {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
}

/** A text document as VS Code keeps it in memory. */
export class TextDocument {
  readonly uri: vscode.Uri;
  version = 1;
  isDirty = false;
  isClosed = false;
  languageId = "jsonc";
  #text: string;
  constructor(path: string, text: string, scheme = "file") {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- VS Code's class doesn't exist in tests
    this.uri = new Uri(path, { scheme });
    this.#text = text;
  }
  get fileName(): string {
    return this.uri.path;
  }
  get isUntitled(): boolean {
    return this.uri.scheme === "untitled";
  }
  getText(): string {
    return this.#text;
  }
  positionAt(offset: number): Position {
    const lines = this.#text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  }
  offsetAt({ character, line }: Position): number {
    const before = this.#text.split("\n").slice(0, line);
    return before.reduce((sum, { length }) => sum + length + 1, 0) + character;
  }
  /** Returns the text of a range. */
  at({ end, start }: Range): string {
    return this.#text.slice(this.offsetAt(start), this.offsetAt(end));
  }
  /** Replaces the text as a user would, without saving. */
  type(text: string): void {
    this.#text = text;
    this.version += 1;
    this.isDirty = true;
    changed.fire({ document: this });
  }
  save(): void {
    this.isDirty = false;
    saved.fire(this);
  }
}

type Editors = readonly { readonly document: TextDocument }[];

const opened = new EventEmitter<TextDocument>();
const closed = new EventEmitter<TextDocument>();
const changed = new EventEmitter<{ readonly document: TextDocument }>();
const saved = new EventEmitter<TextDocument>();
const editorsShown = new EventEmitter<Editors>();
const trustGranted = new EventEmitter<undefined>();
const workspaceState = { isTrusted: true, documents: [] as readonly TextDocument[] };

/** The members of `workspace` for documents and trust. */
export const documentsOfWorkspace = {
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: closed.event,
  onDidChangeTextDocument: changed.event,
  onDidSaveTextDocument: saved.event,
  onDidGrantWorkspaceTrust: trustGranted.event,
  get isTrusted(): boolean {
    return workspaceState.isTrusted;
  },
  get textDocuments(): readonly TextDocument[] {
    return workspaceState.documents;
  },
};

/** The members of `window` for visible editors. */
export const editorsOfWindow = {
  visibleTextEditors: [] as Editors,
  onDidChangeVisibleTextEditors: editorsShown.event,
};

/** Opens a document in a visible editor, or in a tab behind another one. */
export function openDocument(document: TextDocument, { inSight = true } = {}): TextDocument {
  document.isClosed = false;
  workspaceState.documents = [...workspaceState.documents, document];
  opened.fire(document);
  if (inSight) showDocuments(...visibleDocuments(), document);
  return document;
}

/** Makes these documents the only visible ones. */
export function showDocuments(...documents: readonly TextDocument[]): void {
  editorsOfWindow.visibleTextEditors = documents.map((document) => ({ document }));
  editorsShown.fire(editorsOfWindow.visibleTextEditors);
}

const visibleDocuments = (): readonly TextDocument[] =>
  editorsOfWindow.visibleTextEditors.map(({ document }) => document);

/** Closes a document. */
export function closeDocument(document: TextDocument): void {
  document.isClosed = true;
  workspaceState.documents = workspaceState.documents.filter((one) => one !== document);
  showDocuments(...visibleDocuments().filter((one) => one !== document));
  closed.fire(document);
}

/** Trusts the workspace or revokes its trust. A reset workspace is trusted. */
export function setTrust(isTrusted: boolean): void {
  const isGranted = isTrusted && !workspaceState.isTrusted;
  workspaceState.isTrusted = isTrusted;
  if (isGranted) trustGranted.fire(undefined);
}

/** Closes all documents and trusts the workspace. */
export function resetDocuments(): void {
  workspaceState.isTrusted = true;
  workspaceState.documents = [];
  editorsOfWindow.visibleTextEditors = [];
}
