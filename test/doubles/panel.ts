// The webview panel of VS Code, with the page at its other end.
import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { hold } from "./held.ts";
import { screen } from "./screen.ts";

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
}

/** An address: inside the extension, or whole. */
export class Uri {
  readonly path: string;
  readonly scheme: string;
  readonly authority: string;
  readonly query: string;
  constructor(path: string, { authority = "", query = "", scheme = "webview" }: Partial<UriParts> = {}) {
    this.path = path;
    [this.scheme, this.authority, this.query] = [scheme, authority, query];
  }
  static from({ path = "", ...parts }: UriParts): Uri {
    return new Uri(path, parts);
  }
  static file(path: string): Uri {
    return new Uri(path);
  }
  static joinPath(base: Uri, ...parts: readonly string[]): Uri {
    return new Uri([base.path, ...parts].join("/"));
  }
  get fsPath(): string {
    return this.path;
  }
  /** Encoded as VS Code does it, which takes separators of a query for text; `true` leaves all as it is. */
  toString(skipEncoding = false): string {
    if (this.scheme === "webview") return `webview:${this.path}`;
    const query = skipEncoding ? this.query : encodeURIComponent(this.query);
    return `${this.scheme}://${this.authority}${this.path}${query === "" ? "" : `?${query}`}`;
  }
}

class Webview {
  readonly received = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.received.event;
  /** What the editor has sent to the page. */
  readonly posted: unknown[] = [];
  options: vscode.WebviewOptions = {};
  html = "";
  postMessage = (message: unknown): Promise<boolean> => {
    this.posted.push(structuredClone(message));
    return Promise.resolve(true);
  };
  asWebviewUri = (uri: Uri): Uri => uri;
}

export interface Place {
  readonly viewColumn: number;
  readonly preserveFocus?: boolean;
}

export class WebviewPanel {
  readonly viewType: string;
  title: string;
  readonly column: number;
  get viewColumn(): number | undefined {
    if (!this.visible) return undefined;
    // The user is in the first one.
    return this.column > 0 ? this.column : -this.column;
  }
  /** Whether it was last brought to the front with the focus. */
  focused: boolean;
  visible = true;
  /** Whether it is the editor that the user is in. */
  get active(): boolean {
    return this.visible && this.focused;
  }
  readonly webview = new Webview();
  readonly #held = hold("a panel");
  readonly #disposed = new EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  iconPath: unknown;
  revealed = 0;
  disposed = false;
  constructor(viewType: string, title: string, place: number | Place) {
    this.viewType = viewType;
    this.title = title;
    this.column = typeof place === "number" ? place : place.viewColumn;
    this.focused = typeof place === "number" || place.preserveFocus !== true;
    screen.put(this);
  }
  reveal(_column?: number, preserveFocus = false): void {
    assert.ok(!this.disposed, "A disposed panel cannot be revealed");
    this.focused = !preserveFocus;
    this.visible = true;
    this.revealed += 1;
  }
  /** The user closes it, or the product does. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.#held.dispose();
    this.#disposed.fire();
    // VS Code sends no more events of a panel that is gone.
    this.#disposed.dispose();
  }
  /** The page says something. */
  say(message: unknown): void {
    this.webview.received.fire(message);
  }
}
