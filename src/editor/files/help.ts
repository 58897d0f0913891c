// Language features of connection files: diagnostics, code lenses, completions, hovers and quick fixes.
import { EventEmitter, Hover, languages, window, workspace } from "vscode";
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  Disposable,
  Range,
  TextDocument,
} from "vscode";
import { ConnectionIndex } from "../../domain/connections/identity.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Plan } from "../../domain/file/plan.ts";
import { connectionState } from "../../domain/connections/connectionState.ts";
import { connectionTooltip } from "../connections/listed/rows.ts";
import { onDidChangeJsonValidation } from "../kit/settings.ts";
import { escapeMarkdown } from "../kit/escapedText.ts";
import { connectionFiles } from "../words/contributions.ts";
import { isConnectionFile, rangeIn, readDocument, visibleFiles } from "./documents.ts";
import { additionsAt, fixesAt } from "./fixes.ts";
import { Standings, standingAlone } from "./standing.ts";
import type { Standing } from "./standing.ts";
import { lensesOf } from "./lenses.ts";
import type { KnownConnections } from "./lenses.ts";
import { namesAt } from "./names.ts";
import type { FilesContext } from "./planFile.ts";
import { problemsAlone, problemsBeside, problemsIn, refusedIn } from "./problems.ts";

/** The parts that communicate with the service. They are created on first use. */
interface Built {
  readonly parts: FilesContext;
  readonly standings: Standings;
}

const noRows: readonly ManagedAuth[] = [];

/** Delay after the last keystroke before a document is checked, in milliseconds. */
const restMs = 200;
/** Interval at which relative times are refreshed, in milliseconds. */
const minuteMs = 60_000;

/**
 * Registers the language features and reports diagnostics. Contacts the service only while a connection file is
 * visible in a trusted workspace. A file's contents never decide where a request goes.
 */
export class FileHelp implements Disposable {
  readonly #build: () => Promise<FilesContext>;
  readonly #alone = languages.createDiagnosticCollection("managedAuth.file");
  readonly #beside = languages.createDiagnosticCollection("managedAuth.service");
  readonly #lensesChanged = new EventEmitter<undefined>();
  readonly #resting = new Map<TextDocument, NodeJS.Timeout>();
  readonly #following: Pick<Disposable, "dispose">[];
  #minutes: NodeJS.Timeout | undefined;
  #building: Promise<Built> | undefined;
  #built: Built | undefined;
  #isDisposed = false;
  /** The index of the latest rows, cached because indexing many rows is slow. */
  #indexed:
    { readonly rows: readonly ManagedAuth[]; readonly connections: ConnectionIndex<ManagedAuth> } | undefined;

  /** `build` creates the parts that communicate with the service. It is called again only after a failure. */
  constructor(build: () => Promise<FilesContext>) {
    this.#build = build;
    const selector = [...connectionFiles];
    const look = (): void => void this.#look();
    this.#following = [
      workspace.onDidOpenTextDocument((document) => this.#check(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#checkAtRest(document)),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      onDidChangeJsonValidation(() => {
        for (const document of workspace.textDocuments) this.#check(document);
      }),
      workspace.onDidGrantWorkspaceTrust(look),
      window.onDidChangeVisibleTextEditors(look),
      window.onDidChangeWindowState(look),
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.#lensesChanged.event,
        provideCodeLenses: (document) => (isConnectionFile(document) ? this.#lenses(document) : []),
      }),
      languages.registerCompletionItemProvider(
        selector,
        {
          provideCompletionItems: async (document, position) =>
            isConnectionFile(document) ? this.#names(document, document.offsetAt(position)) : [],
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
          isConnectionFile(document) ? this.#fixes(document, range, diagnostics) : [],
      }),
    ];
    for (const document of workspace.textDocuments) this.#check(document);
    look();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#minutes);
    for (const timer of this.#resting.values()) clearTimeout(timer);
    for (const one of [...this.#following, this.#alone, this.#beside, this.#lensesChanged]) one.dispose();
  }

  /** Refreshes the visible files if the window is focused and the workspace is trusted. */
  async #look(): Promise<void> {
    const isSeen = visibleFiles().length > 0;
    clearInterval(this.#minutes);
    this.#minutes = isSeen ? setInterval(() => this.#lensesChanged.fire(undefined), minuteMs) : undefined;
    if (!isSeen || !window.state.focused || !workspace.isTrusted) return;
    const { standings, parts } = await this.#take();
    await parts.connections.shown();
    await parts.connections.renew();
    await standings.look(visibleFiles());
  }

  /** Creates the parts that communicate with the service on first use and subscribes to their changes. */
  async #take(): Promise<Built> {
    this.#building ??= this.#build().then((parts) => {
      const standings = new Standings(parts);
      this.#following.push(
        standings,
        standings.onDidChange(() => this.#changed()),
        parts.connections.onDidChange(() => this.#changed()),
        parts.session.onDidChange(() => {
          standings.reset();
          void this.#look();
        }),
      );
      // Dispose the new subscriptions if this object was disposed while they were created.
      if (this.#isDisposed) this.dispose();
      return (this.#built = { parts, standings });
    });
    try {
      return await this.#building;
    } catch (fault) {
      // Let the next call retry.
      this.#building = undefined;
      throw fault;
    }
  }

  /** Refreshes code lenses and diagnostics after the service's data has changed. */
  #changed(): void {
    this.#lensesChanged.fire(undefined);
    for (const document of visibleFiles()) this.#checkBeside(document);
  }

  #check(document: TextDocument): void {
    if (!isConnectionFile(document)) return;
    this.#alone.set(document.uri, problemsAlone(document));
    this.#checkBeside(document);
  }

  #checkBeside(document: TextDocument): void {
    const refused = refusedIn(document, this.#knownOf(document).connections);
    this.#beside.set(document.uri, problemsBeside(document, this.#planOf(document), refused));
  }

  #planOf(document: TextDocument): Plan | undefined {
    const standing = this.#standing(document);
    return standing.kind === "planned" ? standing.plan : undefined;
  }

  #standing(document: TextDocument): Standing {
    return standingAlone(document) ?? this.#built?.standings.of(document) ?? { kind: "planning" };
  }

  #checkAtRest(document: TextDocument): void {
    if (!isConnectionFile(document)) return;
    clearTimeout(this.#resting.get(document));
    const check = (): void => {
      this.#resting.delete(document);
      this.#check(document);
      void this.#built?.standings.typed(document);
    };
    this.#resting.set(document, setTimeout(check, restMs));
  }

  #forget(document: TextDocument): void {
    clearTimeout(this.#resting.get(document));
    this.#resting.delete(document);
    this.#built?.standings.forget(document);
    for (const collection of [this.#alone, this.#beside]) collection.delete(document.uri);
  }

  /** Returns the cached connections, or none if the file may be for another project. */
  #knownOf(document: TextDocument): KnownConnections {
    const reading = this.#isOfWindow(document) ? this.#built?.parts.connections.state.reading : undefined;
    const rows = reading?.rows ?? noRows;
    if (this.#indexed?.rows !== rows) this.#indexed = { rows, connections: new ConnectionIndex(rows) };
    return {
      connections: this.#indexed.connections,
      rows,
      isWhole: reading !== undefined && !reading.more && !reading.begun && reading.unreadable === 0,
    };
  }

  #isOfWindow(document: TextDocument): boolean {
    const { project } = readDocument(document).outline;
    return this.#built?.parts.filePlans.isWindowProject(project) === true;
  }

  #lenses(document: TextDocument): CodeLens[] {
    return [...lensesOf(document, this.#knownOf(document), this.#standing(document), new Date())];
  }

  async #names(document: TextDocument, offset: number): Promise<CompletionItem[]> {
    if (this.#built === undefined || !workspace.isTrusted || !this.#isOfWindow(document)) return [];
    const { parts } = this.#built;
    return [...(await namesAt(document, offset, parts, this.#knownOf(document).rows))];
  }

  #hover(document: TextDocument, offset: number): Hover | undefined {
    const named = readDocument(document)
      .outline.entries.flatMap((entry) =>
        [entry.domainRange, entry.profileRange].map((range) => ({ entry, range })),
      )
      .find(({ range }) => range.offset <= offset && offset < range.offset + range.length);
    const match = named && this.#knownOf(document).connections.find(named.entry);
    if (named === undefined || match?.kind !== "found") return undefined;
    const { connection } = match;
    const now = new Date();
    const words = connectionTooltip(connection, connectionState(connection, now), now);
    return new Hover(escapeMarkdown(words), rangeIn(document, named.range));
  }

  #fixes(document: TextDocument, range: Range, shown: readonly Diagnostic[]): CodeAction[] {
    const problems = problemsIn(document, this.#planOf(document));
    const refused = refusedIn(document, this.#knownOf(document).connections);
    return [
      ...fixesAt(document, range, { problems, refused }, shown),
      ...additionsAt(document, range, this.#knownOf(document).rows),
    ];
  }
}
