// The documents of a workspace, and whether it is trusted.
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { Uri } from "./panel.ts";

/** A text that an editor of VS Code holds. */
export class TextDocument {
  readonly uri: vscode.Uri;
  isDirty = false;
  #text: string;
  constructor(path: string, text: string) {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- VS Code's class is not here
    this.uri = new Uri(path, { scheme: "file" });
    this.#text = text;
  }
  getText(): string {
    return this.#text;
  }
  /** Somebody types another text, which is not saved. */
  type(text: string): void {
    this.#text = text;
    this.isDirty = true;
  }
}

const closed = new EventEmitter<TextDocument>();
const trusted = { is: true };

/** What `workspace` has of documents and trust. */
export const documentsOfWorkspace = {
  onDidCloseTextDocument: closed.event,
  get isTrusted(): boolean {
    return trusted.is;
  },
};

/** Somebody closes a document. */
export const closeDocument = (document: TextDocument): void => closed.fire(document);

/** Whether the workspace is trusted; it is, unless a test says otherwise. */
export function trust(is: boolean): void {
  trusted.is = is;
}
