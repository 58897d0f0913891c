import { EventEmitter, workspace, type Disposable, type Event, type TextDocument, type Uri } from "vscode";
import { readProject, type UnreadList, type ServiceState } from "../../api/projectReading.ts";
import { parseConnectionFile, type ParsedFile } from "../../domain/file/parseFile.ts";
import { planChanges, type ChangePlan } from "../../domain/file/plan.ts";
import { preventsPlan } from "../../domain/file/problem.ts";
import { needsOf } from "../../domain/file/references.ts";
import { inProject, type Account } from "../accounts/accounts.ts";
import type { AccountAccess, ClientFactory } from "../accounts/clientFactory.ts";
import { matchProject, type OtherProject, type ProjectMatch } from "./projectMatch.ts";
import type { WindowSession } from "../accounts/session.ts";

export interface PlannedFile extends FileText, PlanData {
  readonly kind: "planned";
  /**
   * The account and service that the file was compared with. Applying the plan uses the same account and service,
   * even if the window has switched to another account.
   */
  readonly access: AccountAccess;
}

/** A plan, and the service's data that the plan is based on. */
export interface PlanData {
  readonly state: ServiceState;
  /** The plan, including the problems of the file itself. */
  readonly plan: ChangePlan;
}

export interface FileText {
  readonly uri: Uri;
  /** The document's text at the time of planning, which may be unsaved. */
  readonly text: string;
  readonly file: ParsedFile;
}

export interface InvalidFile extends FileText {
  readonly kind: "invalid";
}

export type NotPlanned =
  /** The workspace isn't trusted, so its files must not cause requests. */
  | { readonly kind: "untrusted" }
  | { readonly kind: "signedOut" }
  | InvalidFile
  /** The file names a different project than the one that the account uses. */
  | (FileText & OtherProject);

export type PlanResult =
  | PlannedFile
  | NotPlanned
  | UnreadList
  | Extract<ProjectMatch, { readonly kind: "failed" }>
  /** The window's account is the sandbox, which failed to start. */
  | { readonly kind: "notStarted"; readonly fault: unknown }
  | { readonly kind: "cancelled" };

/** The reasons why there is no plan, except for a cancelled request and a file with errors. */
export type MissingPlan = Exclude<PlanResult, PlannedFile | InvalidFile | { readonly kind: "cancelled" }>;

interface FilePlanParts {
  readonly service: ClientFactory;
  readonly session: WindowSession;
}

/**
 * Returns the project that a file names, or "" for the default project. Returns undefined for a file without content,
 * because such a file fits every project.
 */
export function projectOf({ connections, owns = [], project }: ProjectFile): string | undefined {
  return project ?? (connections.length + owns.length === 0 ? undefined : "");
}

interface ProjectFile extends Pick<ParsedFile, "project"> {
  readonly connections: readonly unknown[];
  readonly owns?: readonly unknown[];
}

/**
 * Computes plans. A plan contains the changes that applying a connection file would make in the window's account.
 * Caches the last plan of each document.
 */
export class FilePlans implements Disposable {
  readonly #parts: FilePlanParts;
  readonly #lastPlans = new Map<string, PlannedFile>();
  /** For each result of {@link projectOf}, whether that project is the window's project. */
  readonly #projectMatches = new Map<string, boolean>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: readonly Disposable[];
  /** Fires with a document's URI when the document's cached plan is replaced or dropped. */
  readonly onDidChange: Event<Uri> = this.#changed.event;

  constructor(parts: FilePlanParts) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.session.onDidChange(() => {
        this.#projectMatches.clear();
        for (const { uri } of [...this.#lastPlans.values()]) this.forget(uri);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
    ];
  }

  /** Returns a document's last plan for the current account and project. The text may have changed since then. */
  lastPlan(uri: Uri): PlannedFile | undefined {
    return this.#lastPlans.get(uri.toString());
  }

  /** True if a file's project, given by {@link projectOf}, is known to be the window's project. */
  isWindowProject(project: string | undefined): boolean {
    const { state } = this.#parts.session;
    const usesDefault = state.kind === "signedOut" || state.account.project === undefined;
    return (
      project === undefined || (project === "" && usesDefault) || this.#projectMatches.get(project) === true
    );
  }

  /** Drops the last plan of a document. Called when the service's data has changed. */
  forget(uri: Uri): void {
    if (this.#lastPlans.delete(uri.toString())) this.#changed.fire(uri);
  }

  /**
   * Compares a document's text with the service, using the window's account. Never prompts for sign-in. Sends no
   * request for a file with errors. Never rejects.
   */
  async plan(
    document: Pick<TextDocument, "getText" | "isClosed" | "uri">,
    signal: AbortSignal,
  ): Promise<PlanResult> {
    if (!workspace.isTrusted) return { kind: "untrusted" };
    const sessionState = this.#parts.session.state;
    if (sessionState.kind === "signedOut") return { kind: "signedOut" };
    const { uri } = document;
    const text = document.getText();
    const file = parseConnectionFile(text);
    const read = { uri, text, file };
    if (preventsPlan(file.problems)) return { kind: "invalid", ...read };
    let access;
    try {
      const match = await this.matchProject(sessionState.account, file, signal);
      const project = projectOf(file);
      if (this.#parts.session.state === sessionState && project !== undefined && "account" in match)
        this.#projectMatches.set(project, match.kind === "sameProject");
      if (match.kind === "otherProject") this.forget(uri);
      if (match.kind !== "sameProject") return { ...read, ...match };
      access = await this.#parts.service.access(match.account, signal);
    } catch (fault) {
      return signal.aborted ? { kind: "cancelled" } : { kind: "notStarted", fault };
    }
    const reading = await readProject(access.client, needsOf(file), signal);
    if (reading.kind !== "ok") {
      const isMissing =
        reading.kind === "failed" &&
        reading.error?.kind === "notFound" &&
        reading.error.missing === "project";
      if (isMissing) this.forget(uri);
      return reading;
    }
    const { state } = reading;
    const planned: PlannedFile = { kind: "planned", ...read, access, state, plan: planChanges(file, state) };
    if (this.#parts.session.state === sessionState && !document.isClosed) {
      this.#lastPlans.set(uri.toString(), planned);
      this.#changed.fire(uri);
    }
    return planned;
  }

  /** Compares the file's project with the account's project. Throws if the sandbox fails to start. */
  async matchProject(account: Account, file: ProjectFile, signal: AbortSignal): Promise<ProjectMatch> {
    const project = projectOf(file);
    if (project === undefined || (project === "" && account.project === undefined))
      return { kind: "sameProject", account };
    const { client } = await this.#parts.service.access(inProject(account, undefined), signal);
    return matchProject(client, account, file.project, signal);
  }

  dispose(): void {
    for (const disposable of this.#subscriptions) disposable.dispose();
    this.#changed.dispose();
  }
}
