// The documents of a workspace, which of them are in sight, and whether it is trusted.
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { Uri } from "./panel.ts";

/** A place in a text, counted from 0. */
export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
  /** What is in both; a place beside the other's end is in it. */
  intersection(other: Range): Range | undefined {
    const start = isBefore(this.start, other.start) ? other.start : this.start;
    const end = isBefore(this.end, other.end) ? this.end : other.end;
    return isBefore(end, start) ? undefined : new Range(start, end);
  }
  get isEmpty(): boolean {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
}

/** A text that an editor of VS Code holds. */
export class TextDocument {
  readonly uri: vscode.Uri;
  version = 1;
  isDirty = false;
  isClosed = false;
  languageId = "jsonc";
  #text: string;
  constructor(path: string, text: string, scheme = "file") {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- VS Code's class is not here
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
  /** The part of the text in a range. */
  at({ end, start }: Range): string {
    return this.#text.slice(this.offsetAt(start), this.offsetAt(end));
  }
  /** Somebody types another text, which is not saved. */
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
const shown = new EventEmitter<Editors>();
const granted = new EventEmitter<undefined>();
const now = { isTrusted: true, documents: [] as readonly TextDocument[] };

/** What `workspace` has of documents and trust. */
export const documentsOfWorkspace = {
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: closed.event,
  onDidChangeTextDocument: changed.event,
  onDidSaveTextDocument: saved.event,
  onDidGrantWorkspaceTrust: granted.event,
  get isTrusted(): boolean {
    return now.isTrusted;
  },
  get textDocuments(): readonly TextDocument[] {
    return now.documents;
  },
};

/** What `window` has of them. */
export const editorsOfWindow = {
  visibleTextEditors: [] as Editors,
  onDidChangeVisibleTextEditors: shown.event,
};

/** Somebody opens a document, in sight or in a tab behind another one. */
export function openDocument(document: TextDocument, { inSight = true } = {}): TextDocument {
  document.isClosed = false;
  now.documents = [...now.documents, document];
  opened.fire(document);
  if (inSight) showDocuments(...inEditors(), document);
  return document;
}

/** Has exactly these documents in sight. */
export function showDocuments(...documents: readonly TextDocument[]): void {
  editorsOfWindow.visibleTextEditors = documents.map((document) => ({ document }));
  shown.fire(editorsOfWindow.visibleTextEditors);
}

const inEditors = (): readonly TextDocument[] =>
  editorsOfWindow.visibleTextEditors.map(({ document }) => document);

/** Somebody closes a document. */
export function closeDocument(document: TextDocument): void {
  document.isClosed = true;
  now.documents = now.documents.filter((one) => one !== document);
  showDocuments(...inEditors().filter((one) => one !== document));
  closed.fire(document);
}

/** Whether the workspace is trusted; it is, unless a test says otherwise. */
export function trust(is: boolean): void {
  const isGranted = is && !now.isTrusted;
  now.isTrusted = is;
  if (isGranted) granted.fire(undefined);
}

/** Nothing is open. */
export function resetDocuments(): void {
  now.isTrusted = true;
  now.documents = [];
  editorsOfWindow.visibleTextEditors = [];
}
