// The webview panel of VS Code, with the page at its other end.
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
  /** Encoded as VS Code does it, which takes separators of a query for text; `true` leaves all as it is. */
  toString(skipEncoding = false): string {
    if (this.scheme === "webview") return `webview:${this.path}`;
    const query = skipEncoding ? this.query : encodeURIComponent(this.query);
    return `${this.scheme}://${this.authority}${this.path}${query === "" ? "" : `?${query}`}`;
  }
}

/** What VS Code answers to whoever works with a panel that is gone. */
const gone = new Error("Webview is disposed");

class Webview {
  #isDisposed = false;
  readonly received = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.received.event;
  /** What the editor has sent to the page. */
  readonly posted: unknown[] = [];
  #options: vscode.WebviewOptions = {};
  #html = "";
  get options(): vscode.WebviewOptions {
    return this.#options;
  }
  set options(options: vscode.WebviewOptions) {
    if (this.#isDisposed) throw gone;
    this.#options = options;
  }
  get html(): string {
    return this.#html;
  }
  set html(html: string) {
    if (this.#isDisposed) throw gone;
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

/** What VS Code tells of a tab with a webview. */
export class TabInputWebview {
  readonly viewType: string;
  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

/** The tab of a panel; VS Code tells nobody which panel it is of. */
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
    this.#assertThere();
    this.#title = title;
  }
  get iconPath(): unknown {
    return this.#icon;
  }
  set iconPath(icon: unknown) {
    this.#assertThere();
    this.#icon = icon;
  }
  get visible(): boolean {
    this.#assertThere();
    return this.#visible;
  }
  set visible(visible: boolean) {
    this.#visible = visible;
  }
  get webview(): Webview {
    this.#assertThere();
    return this.page;
  }
  get viewColumn(): number | undefined {
    if (!this.visible) return undefined;
    // The user is in the first one.
    return this.column > 0 ? this.column : -this.column;
  }
  /** Whether it was last brought to the front with the focus. */
  focused: boolean;
  /** Whether it is the editor that the user is in. */
  get active(): boolean {
    return this.visible && this.focused;
  }
  /** Its page, also once it is gone. */
  readonly page = new Webview();
  #title: string;
  #icon: unknown;
  #visible = true;
  readonly #held = hold("a panel");
  readonly #disposed = new EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  revealed = 0;
  disposed = false;
  /** Whether the user has pinned its tab. */
  pinned = false;
  constructor(viewType: string, title: string, place: number | Place) {
    this.viewType = viewType;
    this.#title = title;
    this.column = typeof place === "number" ? place : place.viewColumn;
    this.focused = typeof place === "number" || place.preserveFocus !== true;
    screen.put(this);
  }
  reveal(_column?: number, preserveFocus = false): void {
    this.#assertThere();
    this.focused = !preserveFocus;
    this.visible = true;
    this.revealed += 1;
  }
  /** The user closes it, or the product does. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.page.dispose();
    this.#held.dispose();
    this.#disposed.fire();
    // VS Code sends no more events of a panel that is gone.
    this.#disposed.dispose();
  }
  #assertThere(): void {
    if (this.disposed) throw gone;
  }
  /** The page says something. */
  say(message: unknown): void {
    this.page.received.fire(message);
  }
}
