// How files that someone sees stand beside the service: planned once they are in sight, and then as they are written.
import { EventEmitter, workspace } from "vscode";
import type { Disposable, TextDocument } from "vscode";
import { planOf } from "../../domain/file/plan.ts";
import type { Plan } from "../../domain/file/plan.ts";
import { preventsPlan } from "../../domain/file/problem.ts";
import { needsOf } from "../../domain/file/references.ts";
import { freshMs } from "../catalogue/readModel.ts";
import type { FilesContext } from "./planFile.ts";
import type { Planned, PlanResult } from "./plans.ts";
import { readDocument, visibleFiles } from "./documents.ts";

/** How a file stands beside the service. */
export type Standing =
  | Exclude<PlanResult, Planned | { readonly kind: "cancelled" | "invalid" }>
  /** Its own errors, or those that the service adds, keep all of it from being sent. */
  | { readonly kind: "invalid"; readonly errors: number }
  /** The file has no connections yet, and nothing but white space and comments. */
  | { readonly kind: "empty" }
  | { readonly kind: "planning" }
  | (Pick<Planned, "kind" | "access" | "plan" | "state"> & { readonly errors: number });

interface Begun {
  readonly at: number;
  readonly stop: AbortController;
  /** Both missing while it is under way. */
  readonly result?: PlanResult;
  readonly doneAt?: number;
}

/** Plans the files in sight, and holds what is typed against what was read then: no key causes a request. */
export class Standings implements Disposable {
  readonly #parts: FilesContext;
  readonly #begun = new Map<TextDocument, Begun>();
  readonly #plans = new WeakMap<Planned, { readonly version: number; readonly plan: Plan }>();
  readonly #changed = new EventEmitter<undefined>();
  readonly #following: readonly Disposable[];
  readonly onDidChange = this.#changed.event;

  constructor(parts: FilesContext) {
    this.#parts = parts;
    this.#following = [
      parts.filePlans.onDidChange((uri) => {
        this.#changed.fire(undefined);
        // Another command has changed what the plan was made of.
        if (parts.filePlans.last(uri) !== undefined) return;
        for (const document of visibleFiles())
          if (document.uri.toString() === uri.toString()) void this.#plan(document);
      }),
      parts.connections.onDidChange(({ reading }) => {
        const readAt = reading === undefined || reading.begun ? 0 : reading.readAt.getTime();
        for (const document of visibleFiles()) {
          const { doneAt = Infinity } = this.#begun.get(document) ?? {};
          if (readAt > doneAt) void this.#plan(document);
        }
      }),
    ];
  }

  /** Plans those of the documents that were not for a minute, or whose plan is gone; of others, what is under way ends. */
  async look(documents: readonly TextDocument[]): Promise<void> {
    for (const [document, { result, stop }] of this.#begun)
      if (result === undefined && !documents.includes(document)) stop.abort();
    const due = documents.filter((document) => {
      const { at = -Infinity, result, stop } = this.#begun.get(document) ?? {};
      // Another command may have changed what the plan was made of while the file was out of sight.
      const isForgotten =
        result?.kind === "planned" && this.#parts.filePlans.last(document.uri) === undefined;
      return isForgotten || stop?.signal.aborted === true || Date.now() - at >= freshMs;
    });
    await Promise.all(due.map((document) => this.#plan(document)));
  }

  /** Plans a document again whose text has become another matter than was planned. */
  async typed(document: TextDocument): Promise<void> {
    if (!visibleFiles().includes(document)) return;
    const { file } = readDocument(document);
    const planned = this.#parts.filePlans.last(document.uri);
    const { result } = this.#begun.get(document) ?? {};
    const isOther =
      planned === undefined
        ? result !== undefined && ["cancelled", "invalid", "otherProject"].includes(result.kind)
        : planned.file.project !== file.project ||
          [...needsOf(file).lists].some((list) => planned.state[list] === undefined);
    if (isOther) await this.#plan(document);
  }

  forget(document: TextDocument): void {
    this.#begun.get(document)?.stop.abort();
    this.#begun.delete(document);
  }

  /** Knows nothing of any document: the window works as another account, or in another project. */
  reset(): void {
    for (const document of [...this.#begun.keys()]) this.forget(document);
  }

  /** How a document without errors stands, as it is written now, in a workspace that is trusted. */
  of(document: TextDocument): Standing {
    if (this.#parts.session.state.kind === "signedOut") return { kind: "signedOut" };
    const { file } = readDocument(document);
    const planned = this.#parts.filePlans.last(document.uri);
    if (planned !== undefined && planned.file.project === file.project) {
      const plan = this.#planOf(document, planned);
      const { access, kind, state } = planned;
      return { kind, access, state, plan, errors: errorsIn(plan) };
    }
    const { result } = this.#begun.get(document) ?? {};
    switch (result?.kind) {
      case "failed":
      case "notStarted":
      case "otherProject":
      case "signedOut":
      case "untrusted":
        return result;
      // What was typed since is planned in a moment.
      case "cancelled":
      case "invalid":
      case "planned":
      case undefined:
        return { kind: "planning" };
    }
  }

  /** The plan of a document as it is written now, with what was read for the last one. */
  #planOf(document: TextDocument, planned: Planned): Plan {
    const known = this.#plans.get(planned);
    if (known?.version === document.version) return known.plan;
    const { file, text, version } = readDocument(document);
    const plan = text === planned.text ? planned.plan : planOf(file, planned.state);
    this.#plans.set(planned, { version, plan });
    return plan;
  }

  dispose(): void {
    this.reset();
    for (const one of this.#following) one.dispose();
    this.#changed.dispose();
  }

  async #plan(document: TextDocument): Promise<void> {
    this.#begun.get(document)?.stop.abort();
    const begun: Begun = { at: Date.now(), stop: new AbortController() };
    this.#begun.set(document, begun);
    this.#changed.fire(undefined);
    const { version } = document;
    const result = await this.#parts.filePlans.plan(document, begun.stop.signal);
    if (this.#begun.get(document) !== begun) return;
    this.#begun.set(document, { ...begun, result, doneAt: Date.now() });
    this.#changed.fire(undefined);
    // What was typed meanwhile may be another matter, and the keys may have come to rest before.
    if (version !== document.version) await this.typed(document);
  }
}

/** How a document stands whatever the service has; `undefined` where that decides. */
export function standingAlone(document: TextDocument): Standing | undefined {
  if (!workspace.isTrusted) return { kind: "untrusted" };
  const { file } = readDocument(document);
  if (file.problems.some(({ code }) => code === "emptyFile")) return { kind: "empty" };
  const errors = errorsIn(file);
  return preventsPlan(file.problems) ? { kind: "invalid", errors } : undefined;
}

const errorsIn = ({ problems }: Pick<Plan, "problems">): number =>
  problems.filter(({ severity }) => severity === "error").length;
