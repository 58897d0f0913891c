// VS Code's webview panels, and the messages of the page in each.
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { trackDisposable } from "./held.ts";
import { screen } from "./screen.ts";

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
}

/** A URI. The scheme `webview` stands for a path inside the extension. */
export class Uri {
  readonly path: string;
  readonly scheme: string;
  readonly authority: string;
  readonly query: string;
  readonly fragment = "";
  constructor(path: string, { authority = "", query = "", scheme = "webview" }: Partial<UriParts> = {}) {
    this.path = path;
    [this.scheme, this.authority, this.query] = [scheme, authority, query];
  }
  static from({ path = "", ...parts }: UriParts): Uri {
    const begins = parts.authority ? path === "" || path.startsWith("/") : !path.startsWith("//");
    if (!/^\w[\w+.-]*$/.test(parts.scheme) || !begins)
      throw new Error(`[UriError]: ${JSON.stringify({ path, ...parts })}`);
    return new Uri(path, parts);
  }
  static parse(text: string): Uri {
    const { host, pathname, protocol } = new URL(text);
    return new Uri(decodeURIComponent(pathname), { scheme: protocol.slice(0, -1), authority: host });
  }
  static file(path: string): Uri {
    return new Uri(path);
  }
  static joinPath(base: Uri, ...parts: readonly string[]): Uri {
    return new Uri([base.path, ...parts].join("/"), base);
  }
  with(change: Partial<UriParts>): Uri {
    const { authority, path, query, scheme } = this;
    return Uri.from({ authority, path, query, scheme, ...change });
  }
  toJSON(): string {
    return this.toString();
  }
  get fsPath(): string {
    return this.path;
  }
  /** Encodes the query as VS Code does, including `&` and `=`, unless `skipEncoding` is true. */
  toString(skipEncoding = false): string {
    if (this.scheme === "webview") return `webview:${this.path}`;
    const query = skipEncoding ? this.query : encodeURIComponent(this.query);
    return `${this.scheme}://${this.authority}${this.path}${query === "" ? "" : `?${query}`}`;
  }
}

/** Thrown by VS Code when a disposed panel is used. */
const disposedError = new Error("Webview is disposed");

class Webview {
  #isDisposed = false;
  readonly received = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.received.event;
  /** Messages from the extension to the page. */
  readonly posted: unknown[] = [];
  #options: vscode.WebviewOptions = {};
  #html = "";
  get options(): vscode.WebviewOptions {
    return this.#options;
  }
  set options(options: vscode.WebviewOptions) {
    if (this.#isDisposed) throw disposedError;
    this.#options = options;
  }
  get html(): string {
    return this.#html;
  }
  set html(html: string) {
    if (this.#isDisposed) throw disposedError;
    this.#html = html;
  }
  postMessage = (message: unknown): Promise<boolean> => {
    if (this.#isDisposed) return Promise.resolve(false);
    this.posted.push(typeof message === "string" ? JSON.parse(message) : message);
    return Promise.resolve(true);
  };
  asWebviewUri = (uri: Uri): Uri => uri;
  dispose(): void {
    this.#isDisposed = true;
  }
}

export interface Place {
  readonly viewColumn: number;
  readonly preserveFocus?: boolean;
}

/** VS Code's description of a webview tab. */
export class TabInputWebview {
  readonly viewType: string;
  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

/** The tab of a panel. As in VS Code, a tab doesn't reveal its panel. */
export class WebviewTab {
  readonly input: TabInputWebview;
  readonly #panel: WebviewPanel;
  constructor(panel: WebviewPanel) {
    this.#panel = panel;
    this.input = new TabInputWebview(`mainThreadWebview-${panel.viewType}`);
  }
  get label(): string {
    return this.#panel.disposed ? "" : this.#panel.title;
  }
  get isPinned(): boolean {
    return this.#panel.pinned;
  }
}

export class WebviewPanel {
  readonly viewType: string;
  readonly column: number;
  get title(): string {
    return this.#title;
  }
  set title(title: string) {
    this.#assertNotDisposed();
    this.#title = title;
  }
  get iconPath(): unknown {
    return this.#icon;
  }
  set iconPath(icon: unknown) {
    this.#assertNotDisposed();
    this.#icon = icon;
  }
  get visible(): boolean {
    this.#assertNotDisposed();
    return this.#visible;
  }
  set visible(visible: boolean) {
    this.#visible = visible;
  }
  get webview(): Webview {
    this.#assertNotDisposed();
    return this.page;
  }
  get viewColumn(): number | undefined {
    if (!this.visible) return undefined;
    // Negative columns are relative to the active one, which is the first.
    return this.column > 0 ? this.column : -this.column;
  }
  /** True if the panel was last revealed with focus. */
  focused: boolean;
  /** True if the panel is the active editor. */
  get active(): boolean {
    return this.visible && this.focused;
  }
  /** The webview, which stays accessible to tests after the panel is disposed. */
  readonly page = new Webview();
  #title: string;
  #icon: unknown;
  #visible = true;
  readonly #held = trackDisposable("a panel");
  readonly #disposed = new EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  revealed = 0;
  disposed = false;
  /** True if the user has pinned the tab. */
  pinned = false;
  constructor(viewType: string, title: string, column: number | Place) {
    this.viewType = viewType;
    this.#title = title;
    this.column = typeof column === "number" ? column : column.viewColumn;
    this.focused = typeof column === "number" || column.preserveFocus !== true;
    screen.put(this);
  }
  reveal(_column?: number, preserveFocus = false): void {
    this.#assertNotDisposed();
    this.focused = !preserveFocus;
    this.visible = true;
    this.revealed += 1;
  }
  /** Closes the panel, as the user or the extension does. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.page.dispose();
    this.#held.dispose();
    this.#disposed.fire();
    // VS Code emits no events for a disposed panel.
    this.#disposed.dispose();
  }
  #assertNotDisposed(): void {
    if (this.disposed) throw disposedError;
  }
  /** Sends a message from the page to the extension. */
  say(message: unknown): void {
    this.page.received.fire(message);
  }
}
