// Language features of connection files: diagnostics, code lenses, completions, hovers and quick fixes.
import {
  EventEmitter,
  Hover,
  languages,
  window,
  workspace,
  type CodeAction,
  type CodeLens,
  type CompletionItem,
  type Diagnostic,
  type Disposable,
  type Range,
  type TextDocument,
} from "vscode";
import { timeAtService } from "../catalogue/connectionsModel.ts";
import { ConnectionIndex } from "../../domain/connections/identity.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ChangePlan } from "../../domain/file/plan.ts";
import { connectionView } from "../../domain/connections/connectionView.ts";
import { connectionTooltip } from "../connections/listed/listedRows.ts";
import { onDidChangeSetting } from "../kit/settings.ts";
import { escapeMarkdown } from "../kit/escapedText.ts";
import { connectionFiles } from "../words/contributions.ts";
import { isConnectionFile, toRange, parseDocument, visibleFiles } from "./documents.ts";
import { additionsAt, quickFixesAt } from "./quickFixes.ts";
import { FileStatuses, localStatus, type FileStatus } from "./fileStatus.ts";
import { codeLenses, type KnownConnections } from "./lenses.ts";
import { completeNames } from "./nameCompletions.ts";
import { projectOf } from "./filePlans.ts";
import type { FilesContext } from "./planFile.ts";
import {
  fileDiagnostics,
  serviceDiagnostics,
  documentProblems,
  findBlockedLogins,
} from "./fileDiagnostics.ts";

/** The objects that communicate with the service. They are created on first use. */
interface ServiceFeatures {
  readonly parts: FilesContext;
  readonly standings: FileStatuses;
}

const noConnections: readonly ManagedAuth[] = [];

/** Delay after the last keystroke before a document is checked, in milliseconds. */
const typingDelayMs = 200;
/** Interval at which relative times in code lenses are refreshed, in milliseconds. */
const lensRefreshMs = 60_000;

/**
 * Registers the language features and reports diagnostics. Contacts the service only while a connection file is
 * visible in a trusted workspace. The contents of a file never determine which server receives a request.
 */
export class FileLanguageFeatures implements Disposable {
  readonly #build: () => Promise<FilesContext>;
  readonly #fileDiagnostics = languages.createDiagnosticCollection("managedAuth.file");
  readonly #serviceDiagnostics = languages.createDiagnosticCollection("managedAuth.service");
  readonly #lensesChanged = new EventEmitter<undefined>();
  readonly #typingTimers = new Map<TextDocument, NodeJS.Timeout>();
  readonly #subscriptions: { dispose(): unknown }[];
  #refreshTimer: NodeJS.Timeout | undefined;
  #building: Promise<ServiceFeatures> | undefined;
  #built: ServiceFeatures | undefined;
  #isDisposed = false;
  /** The index of the most recently fetched connections. Cached because indexing many connections is slow. */
  #indexed:
    { readonly rows: readonly ManagedAuth[]; readonly connections: ConnectionIndex<ManagedAuth> } | undefined;

  /** `build` creates the objects that communicate with the service. If a call fails, `build` is called again later. */
  constructor(build: () => Promise<FilesContext>) {
    this.#build = build;
    const selector = [...connectionFiles];
    const refresh = (): void => void this.#refreshVisible();
    this.#subscriptions = [
      workspace.onDidOpenTextDocument((document) => this.#check(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#checkAfterTyping(document)),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      onDidChangeSetting("json.validate.enable", () => {
        for (const document of workspace.textDocuments) this.#check(document);
      }),
      workspace.onDidGrantWorkspaceTrust(refresh),
      window.onDidChangeVisibleTextEditors(refresh),
      window.onDidChangeWindowState(refresh),
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.#lensesChanged.event,
        provideCodeLenses: (document) => (isConnectionFile(document) ? this.#lenses(document) : []),
      }),
      languages.registerCompletionItemProvider(
        selector,
        {
          provideCompletionItems: async (document, position) =>
            isConnectionFile(document) ? this.#completions(document, document.offsetAt(position)) : [],
        },
        '"',
        ":",
      ),
      languages.registerHoverProvider(selector, {
        provideHover: (document, position) =>
          isConnectionFile(document) ? this.#hover(document, document.offsetAt(position)) : undefined,
      }),
      languages.registerCodeActionsProvider(selector, {
        provideCodeActions: (document, range, { diagnostics }) =>
          isConnectionFile(document) ? this.#quickFixes(document, range, diagnostics) : [],
      }),
    ];
    for (const document of workspace.textDocuments) this.#check(document);
    refresh();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#refreshTimer);
    for (const timer of this.#typingTimers.values()) clearTimeout(timer);
    for (const disposable of [
      ...this.#subscriptions,
      this.#fileDiagnostics,
      this.#serviceDiagnostics,
      this.#lensesChanged,
    ])
      disposable.dispose();
  }

  /** Refreshes the states of visible files if the window is focused and the workspace is trusted. */
  async #refreshVisible(): Promise<void> {
    clearInterval(this.#refreshTimer);
    if (visibleFiles().length === 0) return;
    this.#refreshTimer = setInterval(() => this.#lensesChanged.fire(undefined), lensRefreshMs);
    if (!window.state.focused || !workspace.isTrusted) return;
    const { standings, parts } = await this.#ensureBuilt();
    await parts.connections.displayState();
    await parts.connections.refreshIfStale();
    await standings.refreshVisible(visibleFiles());
  }

  /** On first use, creates the objects that communicate with the service, and subscribes to their changes. */
  async #ensureBuilt(): Promise<ServiceFeatures> {
    this.#building ??= this.#build().then((parts) => {
      const standings = new FileStatuses(parts);
      this.#subscriptions.push(
        standings,
        standings.onDidChange(() => this.#showServiceData()),
        parts.connections.onDidChange(() => this.#showServiceData()),
        parts.session.onDidChange(() => {
          standings.reset();
          void this.#refreshVisible();
        }),
      );
      // If this object was disposed while the subscriptions were created, dispose of them now.
      if (this.#isDisposed) this.dispose();
      return (this.#built = { parts, standings });
    });
    try {
      return await this.#building;
    } catch (fault) {
      // Clear the failed attempt, so that the next call retries.
      this.#building = undefined;
      throw fault;
    }
  }

  #showServiceData(): void {
    this.#lensesChanged.fire(undefined);
    for (const document of visibleFiles()) this.#checkAgainstService(document);
  }

  #check(document: TextDocument): void {
    if (!isConnectionFile(document)) return;
    this.#fileDiagnostics.set(document.uri, fileDiagnostics(document));
    this.#checkAgainstService(document);
  }

  #checkAgainstService(document: TextDocument): void {
    const refused = findBlockedLogins(document, this.#knownConnections(document).connections);
    this.#serviceDiagnostics.set(document.uri, serviceDiagnostics(document, this.#planOf(document), refused));
  }

  #planOf(document: TextDocument): ChangePlan | undefined {
    const standing = this.#status(document);
    return standing.kind === "planned" ? standing.plan : undefined;
  }

  #status(document: TextDocument): FileStatus {
    return localStatus(document) ?? this.#built?.standings.statusOf(document) ?? { kind: "planning" };
  }

  #checkAfterTyping(document: TextDocument): void {
    if (!isConnectionFile(document)) return;
    clearTimeout(this.#typingTimers.get(document));
    const check = (): void => {
      this.#typingTimers.delete(document);
      this.#check(document);
      void this.#built?.standings.refreshAfterEdit(document);
    };
    this.#typingTimers.set(document, setTimeout(check, typingDelayMs));
  }

  #forget(document: TextDocument): void {
    clearTimeout(this.#typingTimers.get(document));
    this.#typingTimers.delete(document);
    this.#built?.standings.forget(document);
    for (const collection of [this.#fileDiagnostics, this.#serviceDiagnostics])
      collection.delete(document.uri);
  }

  /** Returns the cached connections of the window's account, or none if the file may be for another project. */
  #knownConnections(document: TextDocument): KnownConnections {
    const reading = this.#isWindowProject(document)
      ? this.#built?.parts.connections.state.reading
      : undefined;
    const rows = reading?.rows ?? noConnections;
    if (this.#indexed?.rows !== rows) this.#indexed = { rows, connections: new ConnectionIndex(rows) };
    return {
      connections: this.#indexed.connections,
      rows,
      isComplete: reading !== undefined && !reading.more && !reading.isPartial && reading.unreadable === 0,
    };
  }

  #isWindowProject(document: TextDocument): boolean {
    const { entries: connections, project } = parseDocument(document).outline;
    return this.#built?.parts.filePlans.isWindowProject(projectOf({ connections, project })) === true;
  }

  /** Returns the current time by the service's clock, like the rows of the side bar. */
  #now(): Date {
    return timeAtService(this.#built?.parts.connections.state ?? {});
  }

  #lenses(document: TextDocument): CodeLens[] {
    return [...codeLenses(document, this.#knownConnections(document), this.#status(document), this.#now())];
  }

  async #completions(document: TextDocument, offset: number): Promise<CompletionItem[]> {
    if (this.#built === undefined || !workspace.isTrusted || !this.#isWindowProject(document)) return [];
    const { parts } = this.#built;
    return [...(await completeNames(document, offset, parts, this.#knownConnections(document).rows))];
  }

  #hover(document: TextDocument, offset: number): Hover | undefined {
    const named = parseDocument(document)
      .outline.entries.flatMap((entry) =>
        [entry.domainRange, entry.profileRange].map((range) => ({ entry, range })),
      )
      .find(({ range }) => range.offset <= offset && offset < range.offset + range.length);
    const match = named && this.#knownConnections(document).connections.find(named.entry);
    if (named === undefined || match?.kind !== "found") return undefined;
    const { connection } = match;
    const words = connectionTooltip(connectionView(connection, this.#now()));
    return new Hover(escapeMarkdown(words), toRange(document, named.range));
  }

  #quickFixes(document: TextDocument, range: Range, shown: readonly Diagnostic[]): CodeAction[] {
    const problems = documentProblems(document, this.#planOf(document));
    const refused = findBlockedLogins(document, this.#knownConnections(document).connections);
    return [
      ...quickFixesAt(document, range, { problems, refused }, shown),
      ...additionsAt(document, range, this.#knownConnections(document).rows),
    ];
  }
}
