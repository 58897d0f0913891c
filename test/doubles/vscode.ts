// The only fake of the `vscode` module: the parts that `src/editor` uses, with the behaviour that tests rely on.
// Everything that the extension shows appears on `screen`, where a test takes it and acts as the user.
import assert from "node:assert/strict";
import { join } from "node:path";
import type * as vscode from "vscode";
import { contextKeys, handlers } from "./commands.ts";
import { documentsOfWorkspace, editorsOfWindow, resetDocuments } from "./documents.ts";
import { EventEmitter } from "./events.ts";
import { clearUndisposed, trackDisposable, register } from "./held.ts";
import { resetLanguages } from "./languages.ts";
import { Uri, WebviewPanel, WebviewTab, type Place } from "./panel.ts";
import { InputBox, QuickPick } from "./quickInput.ts";
import { FileDialog, Message, Progress, screen } from "./screen.ts";
import { resetTerminals, terminalsOfWindow } from "./terminals.ts";
import { registerTool, tools } from "./tools.ts";
import { filesOfWorkspace, resetFiles } from "./workspaceFiles.ts";

export { commands, contextKeys } from "./commands.ts";
export { EventEmitter } from "./events.ts";
export { undisposedItems } from "./held.ts";
export { Position, Range } from "./documents.ts";
export {
  CodeAction,
  CodeActionKind,
  CodeLens,
  CompletionItem,
  CompletionItemKind,
  Diagnostic,
  DiagnosticSeverity,
  Hover,
  languages,
  WorkspaceEdit,
} from "./languages.ts";
export { TabInputWebview, Uri, WebviewPanel } from "./panel.ts";
export { FileType } from "./workspaceFiles.ts";
export { InputBox, pressEscape, QuickPick } from "./quickInput.ts";
export { FileDialog, Message, OpenedText, Progress, screen } from "./screen.ts";
export { Memento, SecretStorage } from "./storage.ts";
export { shell, Terminal, terminals } from "./terminals.ts";
export {
  CancellationError,
  CancellationTokenSource,
  LanguageModelDataPart,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  tools,
} from "./tools.ts";

export const version = "1.139.0";
export const ExtensionKind = { UI: 1, Workspace: 2 } as const;
export const UIKind = { Desktop: 1, Web: 2 } as const;
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 } as const;
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 } as const;
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;
export const StatusBarAlignment = { Left: 1, Right: 2 } as const;
export const ViewColumn = { Active: -1, Beside: -2, One: 1 } as const;
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 } as const;
export const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 } as const;
export const QuickInputButtons = { Back: { iconPath: { id: "quick-input-back" }, tooltip: "Back" } };

/** Lines of all log channels. */
export const logged: string[] = [];
/** Texts of transient status bar messages and of alerts. */
export const mentioned: string[] = [];
/** The visible status bar items. */
export const statusItems = new Set<StatusBarItem>();

export class StatusBarItem {
  text = "";
  name: string | undefined;
  tooltip: string | undefined;
  command: string | vscode.Command | undefined;
  backgroundColor: unknown;
  accessibilityInformation: vscode.AccessibilityInformation | undefined;
  isDisposed = false;
  readonly #held = trackDisposable("an item of the status bar");
  show(): void {
    if (this.accessibilityInformation?.role === "alert") mentioned.push(this.text);
    else statusItems.add(this);
  }
  hide(): void {
    statusItems.delete(this);
  }
  dispose(): void {
    this.hide();
    this.isDisposed = true;
    this.#held.dispose();
  }
}

/** The handler of URIs that open the extension, at most one. */
export const uriHandlers = new Map<string, vscode.UriHandler>();
const views = new Map<string, View<unknown>>();
const serializers = new Map<string, object>();

/** Resets the fake to a new VS Code window. Call this before each test. */
export function reset(): void {
  screen.clear();
  resetDocuments();
  resetFiles();
  resetLanguages();
  for (const record of [logged, mentioned]) record.length = 0;
  resetTerminals();
  contextKeys.clear();
  window.activeTextEditor = undefined;
  window.activeNotebookEditor = undefined;
  window.state = { focused: true, active: true };
  window.tabGroups = noTabs();
  configuration.clear();
  statusItems.clear();
  for (const registered of [uriHandlers, views, serializers]) registered.clear();
  mcpProviders.clear();
  rowRenderers.clear();
  tools.clear();
  env.uiKind = UIKind.Desktop;
  env.remoteName = undefined;
  extensions.kind = ExtensionKind.UI;
  handlers.clear();
  clearUndisposed();
  env.clipboard.text = "";
  env.language = "en";
  l10n.bundle = undefined;
}

/** A tree view whose visibility the test controls. */
export class View<T> {
  title = "";
  description = "";
  message = "";
  badge: vscode.ViewBadge | undefined;
  visible = false;
  selection: readonly T[] = [];
  /** Revealed rows with the options of each call. */
  readonly revealed: [row: T, options: object | undefined][] = [];
  readonly #shown = new EventEmitter<{ visible: boolean }>();
  readonly #held = trackDisposable("a view");
  readonly onDidChangeVisibility = this.#shown.event;
  async reveal(row: T, options?: object): Promise<void> {
    this.revealed.push([row, options]);
    await Promise.resolve();
  }
  show(visible: boolean): void {
    this.visible = visible;
    this.#shown.fire({ visible });
  }
  dispose(): void {
    this.#held.dispose();
    this.#shown.dispose();
  }
}

/** Functions that render the top-level rows of each view: the element that a click passes to commands, and its tree item. */
export const rowRenderers = new Map<
  string,
  () => Promise<readonly { readonly row: unknown; readonly item: vscode.TreeItem }[]>
>();

/** Focuses or blurs the window. */
export function focusWindow(focused: boolean): void {
  window.state = { focused, active: focused };
  windowState.fire(window.state);
}

const windowState = new EventEmitter<vscode.WindowState>();
const selection = new EventEmitter<{ readonly kind: number | undefined }>();

/** Changes the selection of a text editor by typing, by a click, or by an extension, depending on the kind. */
export function changeSelection(kind: number | undefined): void {
  window.activeTextEditor = {};
  selection.fire({ kind });
}

type MessageRest = readonly (string | vscode.MessageOptions)[];

/** Returns one empty editor group. */
function noTabs(): { all: { tabs: object[] }[]; activeTabGroup: { tabs: object[] } } {
  const group = { tabs: [] };
  return { all: [group], activeTabGroup: group };
}

export const window = Object.assign(editorsOfWindow, terminalsOfWindow, {
  createInputBox: () => new InputBox(),
  createQuickPick: () => new QuickPick(),
  createWebviewPanel: (type: string, title: string, column: number | Place) => {
    const panel = new WebviewPanel(type, title, column);
    const { tabs } = window.tabGroups.activeTabGroup;
    const tab = new WebviewTab(panel);
    tabs.push(tab);
    panel.onDidDispose(() => tabs.splice(tabs.indexOf(tab), 1));
    return panel;
  },
  showInformationMessage: (text: string, ...rest: MessageRest) => new Message("info", text, rest).answer,
  showWarningMessage: (text: string, ...rest: MessageRest) => new Message("warning", text, rest).answer,
  showErrorMessage: (text: string, ...rest: MessageRest) => new Message("error", text, rest).answer,
  showTextDocument: (document: object): Promise<void> => {
    screen.put(document);
    return Promise.resolve();
  },
  setStatusBarMessage: (text: string) => mentioned.push(text),
  showOpenDialog: (options: vscode.OpenDialogOptions) => new FileDialog(options).answer,
  withProgress: async <T>(
    options: vscode.ProgressOptions,
    task: (...args: unknown[]) => PromiseLike<T>,
  ): Promise<T> => {
    const shown = new Progress(options);
    try {
      return await task(
        { report: (report: Progress["reports"][number]) => shown.reports.push(report) },
        { isCancellationRequested: false, onCancellationRequested: shown.cancelled.event },
      );
    } finally {
      shown.ended = true;
      // VS Code disposes the token when the task settles.
      shown.cancelled.dispose();
    }
  },
  createOutputChannel: () => {
    const line = (...parts: unknown[]): number => logged.push(parts.map(String).join(" "));
    return { info: line, warn: line, error: line, show: () => undefined, ...trackDisposable("a channel") };
  },
  createTreeView: <T>(id: string, { treeDataProvider: tree }: vscode.TreeViewOptions<T>) => {
    rowRenderers.set(id, async () => {
      const rows = (await tree.getChildren()) ?? [];
      return Promise.all(rows.map(async (row) => ({ row, item: await tree.getTreeItem(row) })));
    });
    const view = new View<T>();
    const registered = register(views, id, view, "view");
    const dispose = view.dispose.bind(view);
    view.dispose = () => {
      registered.dispose();
      dispose();
    };
    return view;
  },
  registerWebviewPanelSerializer: (type: string, serializer: object) =>
    register(serializers, type, serializer, "serializer"),
  registerUriHandler: (handler: vscode.UriHandler) =>
    register(uriHandlers, "managedAuth", handler, "handler of addresses"),
  createStatusBarItem: () => new StatusBarItem(),
  state: { focused: true, active: true },
  onDidChangeWindowState: windowState.event,
  activeTextEditor: undefined as object | undefined,
  activeNotebookEditor: undefined as object | undefined,
  onDidChangeTextEditorSelection: selection.event,
  tabGroups: noTabs(),
}) satisfies Partial<Record<keyof typeof vscode.window, unknown>>;

/** MCP server providers by the ID of their registration. */
export const mcpProviders = new Map<string, vscode.McpServerDefinitionProvider>();

export class McpHttpServerDefinition {
  readonly label: string;
  uri: Uri;
  headers: Record<string, string>;
  version: string | undefined;
  constructor(label: string, uri: Uri, headers: Record<string, string> = {}, version?: string) {
    this.label = label;
    this.uri = uri;
    this.headers = headers;
    this.version = version;
  }
}

export const lm = {
  registerTool,
  registerMcpServerDefinitionProvider: (id: string, provider: vscode.McpServerDefinitionProvider) => {
    return register(mcpProviders, id, provider, "MCP provider");
  },
};

/** The user's and the workspace's value of a setting. */
interface SettingValues {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
}
const configuration = new Map<string, SettingValues>();
const configured = new EventEmitter<{ affectsConfiguration: (name: string) => boolean }>();

/** Changes a setting. */
export function configure(name: string, value: SettingValues): void {
  configuration.set(name, value);
  configured.fire({ affectsConfiguration: (one) => one === name });
}

export const workspace = Object.assign(documentsOfWorkspace, filesOfWorkspace, {
  getConfiguration: () => ({
    get: (key: string): unknown => configuration.get(key)?.globalValue,
    inspect: (key: string) => ({ key, ...configuration.get(key) }),
    update: (name: string, value: unknown, target: number): Promise<void> => {
      assert.equal(target, ConfigurationTarget.Global);
      configure(name, { globalValue: value });
      return Promise.resolve();
    },
  }),
  onDidChangeConfiguration: configured.event,
}) satisfies Partial<Record<keyof typeof vscode.workspace, unknown>>;

export const env = {
  language: "en",
  uiKind: UIKind.Desktop as number,
  remoteName: undefined as string | undefined,
  uriScheme: "vscode",
  /** Adds the window's ID to the query, as desktop VS Code does. */
  asExternalUri: ({ authority, path, query, scheme }: Uri): Promise<Uri> =>
    Promise.resolve(Uri.from({ scheme, authority, path, query: `${query}&windowId=7` })),
  clipboard: {
    text: "",
    readText: () => Promise.resolve(env.clipboard.text),
    writeText: (text: string): Promise<void> => {
      env.clipboard.text = text;
      return Promise.resolve();
    },
  },
};

export const extensions = {
  kind: ExtensionKind.UI as number,
  getExtension: () => ({
    extensionKind: extensions.kind,
    extensionUri: new Uri(join(import.meta.dirname, "../.."), { scheme: "file" }),
  }),
};

type MessageArgument = string | number | boolean;

/** The second form of `l10n.t`, with a comment for translators. */
interface MessageWithComment {
  message: string;
  args?: MessageArgument[];
  comment: string | string[];
}

export const l10n = {
  /** The loaded translations, undefined for English. */
  bundle: undefined as Record<string, string> | undefined,
  t: (message: string | MessageWithComment, ...more: MessageArgument[]): string => {
    const { args: values = [], message: words } =
      typeof message === "string" ? { message, args: more } : message;
    return (l10n.bundle?.[words] ?? words).replace(/\{(\d+)\}/g, (placeholder, index: string) =>
      String(values[Number(index)] ?? placeholder),
    );
  },
};

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
