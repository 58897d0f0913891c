// Keeps the comparisons between visible files and the service up to date.
import { EventEmitter, workspace, type Disposable, type TextDocument } from "vscode";
import { planChanges, type ChangePlan } from "../../domain/file/plan.ts";
import { preventsPlan, type FileProblem } from "../../domain/file/problem.ts";
import { needsOf } from "../../domain/file/references.ts";
import { maxReadingAgeMs } from "../catalogue/readModel.ts";
import type { FilesContext } from "./planFile.ts";
import {
  projectOf,
  type MissingPlan,
  type PlanData,
  type PlannedFile,
  type PlanResult,
} from "./filePlans.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import { parseDocument, visibleFiles } from "./documents.ts";

export type FileStatus =
  | MissingPlan
  /** The file has errors that prevent a comparison. `errors` is undefined for syntax errors. */
  | { readonly kind: "invalid"; readonly errors: number | undefined }
  /** The file contains only white space and comments. */
  | { readonly kind: "empty" }
  | { readonly kind: "planning" }
  | (PlanData & { readonly kind: "planned"; readonly access: AccountAccess; readonly errors: number });

interface PlanAttempt {
  readonly at: number;
  readonly stop: AbortController;
  /**
   * The result of planning and the time at which planning finished. Both are missing while the document is being
   * planned.
   */
  readonly result?: PlanResult;
  readonly doneAt?: number;
}

/**
 * Keeps a plan for each visible connection file. While the user types, compares the new text with the data that was
 * fetched for the last plan, so that typing causes no requests.
 */
export class FileStatuses implements Disposable {
  readonly #parts: FilesContext;
  readonly #attempts = new Map<TextDocument, PlanAttempt>();
  readonly #plans = new WeakMap<PlannedFile, { readonly version: number; readonly plan: ChangePlan }>();
  readonly #changed = new EventEmitter<undefined>();
  readonly #subscriptions: readonly Disposable[];
  readonly onDidChange = this.#changed.event;

  constructor(parts: FilesContext) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.filePlans.onDidChange((uri) => {
        this.#changed.fire(undefined);
        // If another command has changed the connections and dropped the plan, compute a new plan.
        if (parts.filePlans.lastPlan(uri) !== undefined) return;
        for (const document of visibleFiles())
          if (document.uri.toString() === uri.toString()) void this.#plan(document);
      }),
      parts.connections.onDidChange(({ reading }) => {
        const readAt = reading === undefined || reading.isPartial ? 0 : reading.readAt.getTime();
        for (const document of visibleFiles()) {
          const { doneAt = Infinity } = this.#attempts.get(document) ?? {};
          if (readAt > doneAt) void this.#plan(document);
        }
      }),
    ];
  }

  /**
   * Computes new plans for documents whose plan was dropped or is more than a minute old. Aborts planning for documents
   * that are no longer visible.
   */
  async refreshVisible(documents: readonly TextDocument[]): Promise<void> {
    for (const [document, { result, stop }] of this.#attempts)
      if (result === undefined && !documents.includes(document)) stop.abort();
    const due = documents.filter((document) => {
      const { at = -Infinity, result, stop } = this.#attempts.get(document) ?? {};
      // Another command may have changed the connections and dropped the plan while the file wasn't visible.
      const isForgotten =
        result?.kind === "planned" && this.#parts.filePlans.lastPlan(document.uri) === undefined;
      return isForgotten || stop?.signal.aborted === true || Date.now() - at >= maxReadingAgeMs;
    });
    await Promise.all(due.map((document) => this.#plan(document)));
  }

  /** Computes a new plan for a document if the edited text needs data that wasn't fetched for the last plan. */
  async refreshAfterEdit(document: TextDocument): Promise<void> {
    if (!visibleFiles().includes(document)) return;
    if (this.#needsNewPlan(document)) await this.#plan(document);
  }

  #needsNewPlan(document: TextDocument): boolean {
    const { file } = parseDocument(document);
    const planned = this.#parts.filePlans.lastPlan(document.uri);
    if (planned === undefined) {
      const kind = this.#attempts.get(document)?.result?.kind;
      return kind === "cancelled" || kind === "invalid" || kind === "otherProject";
    }
    if (projectOf(planned.file) !== projectOf(file)) return true;
    return [...needsOf(file).lists].some((list) => planned.state[list] === undefined);
  }

  forget(document: TextDocument): void {
    this.#attempts.get(document)?.stop.abort();
    this.#attempts.delete(document);
  }

  /** Drops the state of all documents. Called when the window has switched to another account or project. */
  reset(): void {
    for (const document of [...this.#attempts.keys()]) this.forget(document);
  }

  /** Returns the comparison state for a document's text. Requires a trusted workspace and a text without errors. */
  statusOf(document: TextDocument): FileStatus {
    if (this.#parts.session.state.kind === "signedOut") return { kind: "signedOut" };
    const { file } = parseDocument(document);
    const planned = this.#parts.filePlans.lastPlan(document.uri);
    if (planned !== undefined && projectOf(planned.file) === projectOf(file)) {
      const plan = this.#planOf(document, planned);
      const { access, kind, state } = planned;
      return { kind, access, state, plan, errors: countErrors(plan) };
    }
    const { result } = this.#attempts.get(document) ?? {};
    switch (result?.kind) {
      case "failed":
      case "notStarted":
      case "otherProject":
      case "signedOut":
      case "untrusted":
        return result;
      // After each of these results, the current text is planned again.
      case "cancelled":
      case "invalid":
      case "planned":
      case undefined:
        return { kind: "planning" };
    }
  }

  /** Returns the plan for the current text, based on the data that was fetched for the last plan. */
  #planOf(document: TextDocument, planned: PlannedFile): ChangePlan {
    const cached = this.#plans.get(planned);
    if (cached?.version === document.version) return cached.plan;
    const { file, text, version } = parseDocument(document);
    const plan = text === planned.text ? planned.plan : planChanges(file, planned.state);
    this.#plans.set(planned, { version, plan });
    return plan;
  }

  dispose(): void {
    this.reset();
    for (const disposable of this.#subscriptions) disposable.dispose();
    this.#changed.dispose();
  }

  async #plan(document: TextDocument): Promise<void> {
    this.#attempts.get(document)?.stop.abort();
    const begun: PlanAttempt = { at: Date.now(), stop: new AbortController() };
    this.#attempts.set(document, begun);
    this.#changed.fire(undefined);
    const { version } = document;
    const result = await this.#parts.filePlans.plan(document, begun.stop.signal);
    if (this.#attempts.get(document) !== begun) return;
    this.#attempts.set(document, { ...begun, result, doneAt: Date.now() });
    this.#changed.fire(undefined);
    // If the text changed during planning, check whether the new text needs data that wasn't fetched. The timer that
    // does this after an edit may have fired too early, while the plan was still being computed.
    if (version !== document.version) await this.refreshAfterEdit(document);
  }
}

/** Returns the state of a document if it doesn't depend on the service, otherwise undefined. */
export function localStatus(document: TextDocument): FileStatus | undefined {
  if (!workspace.isTrusted) return { kind: "untrusted" };
  const { file } = parseDocument(document);
  if (file.problems.some(({ code }) => code === "emptyFile")) return { kind: "empty" };
  if (!preventsPlan(file.problems)) return undefined;
  // Don't count syntax errors, because VS Code's JSON support reports them and may find a different number.
  const hasSyntaxErrors = file.problems.some(({ code }) => code === "syntax");
  return { kind: "invalid", errors: hasSyntaxErrors ? undefined : countErrors(file) };
}

const countErrors = ({ problems }: { readonly problems: readonly FileProblem[] }): number =>
  problems.filter(({ severity }) => severity === "error").length;
