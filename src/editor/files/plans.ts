import { EventEmitter, workspace } from "vscode";
import type { Disposable, Event, TextDocument, Uri } from "vscode";
import { readProject } from "../../api/project.ts";
import type { NotRead, ServiceState } from "../../api/project.ts";
import { parseConnectionFile } from "../../domain/file/parse.ts";
import type { ParsedFile } from "../../domain/file/parse.ts";
import { planOf } from "../../domain/file/plan.ts";
import type { Plan } from "../../domain/file/plan.ts";
import { preventsPlan } from "../../domain/file/problem.ts";
import { needsOf } from "../../domain/file/references.ts";
import { inProject, type Account } from "../accounts/accounts.ts";
import type { Access } from "../accounts/service.ts";
import { matchProject, type OtherProject, type ProjectMatch } from "./projectMatch.ts";
import type { ConnectionsContext } from "../connections/context/context.ts";

/** A file's text beside what an account had in its project. */
export interface Planned extends FileRead {
  readonly kind: "planned";
  /** Whose service it was held against; later requests for this plan go there, whatever the window works as by then. */
  readonly access: Access;
  readonly state: ServiceState;
  /** Its problems are those of the file and those that the service adds. */
  readonly plan: Plan;
}

interface FileRead {
  readonly uri: Uri;
  /** The editor's text that was read, which may not be saved. */
  readonly text: string;
  readonly file: ParsedFile;
}

/** Why nothing was asked of the service. */
export type NotPlanned =
  /** The workspace isn't trusted, so that no file of it may cause a request. */
  | { readonly kind: "untrusted" }
  | { readonly kind: "signedOut" }
  /** The file has errors of its own. */
  | (FileRead & { readonly kind: "invalid" })
  /** The file is for another project than the account works in. */
  | (FileRead & OtherProject);

/** A file beside the service, or what stands in the way. */
export type PlanResult =
  | Planned
  | NotPlanned
  | NotRead
  | Extract<ProjectMatch, { readonly kind: "failed" }>
  /** The sandbox, which the window works in, didn't start; `fault` says why. */
  | { readonly kind: "notStarted"; readonly fault: unknown }
  | { readonly kind: "cancelled" };

/** Plans files of connections for the account of the window, and remembers each document's last plan. */
export class FilePlans implements Disposable {
  readonly #parts: Pick<ConnectionsContext, "service" | "session">;
  readonly #last = new Map<string, Planned>();
  /** Projects that files name, and whether the window's account worked in each when it was last looked up. */
  readonly #projectMatches = new Map<string, boolean>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #following: readonly Disposable[];
  /** Fires with a document's address when its last plan is another one, or gone. */
  readonly onDidChange: Event<Uri> = this.#changed.event;

  constructor(parts: Pick<ConnectionsContext, "service" | "session">) {
    this.#parts = parts;
    this.#following = [
      parts.session.onDidChange(() => {
        this.#projectMatches.clear();
        for (const { uri } of [...this.#last.values()]) this.forget(uri);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
    ];
  }

  /** The last plan of a document for the account and project of now; its text may have changed since. */
  last(uri: Uri): Planned | undefined {
    return this.#last.get(uri.toString());
  }

  /** True if the window's account is known to work in the project that a file names; a file may name none. */
  isWindowProject(project: string | undefined): boolean {
    return project === undefined || this.#projectMatches.get(project) === true;
  }

  /** Drops the last plan of a document: what it says of the service holds no longer. */
  forget(uri: Uri): void {
    if (this.#last.delete(uri.toString())) this.#changed.fire(uri);
  }

  /**
   * Holds a document's text against what the window's account has now. Nobody is asked to sign in, and nothing is read for a
   * file that can't be applied. Never rejects.
   */
  async plan(
    document: Pick<TextDocument, "getText" | "isClosed" | "uri">,
    signal: AbortSignal,
  ): Promise<PlanResult> {
    if (!workspace.isTrusted) return { kind: "untrusted" };
    const before = this.#parts.session.state;
    if (before.kind === "signedOut") return { kind: "signedOut" };
    const { uri } = document;
    const text = document.getText();
    const file = parseConnectionFile(text);
    const read = { uri, text, file };
    if (preventsPlan(file.problems)) return { kind: "invalid", ...read };
    let access;
    try {
      const match = await this.matchProject(before.account, file.project, signal);
      if (this.#parts.session.state === before && file.project !== undefined && "account" in match)
        this.#projectMatches.set(file.project, match.kind === "sameProject");
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
    const planned: Planned = { kind: "planned", ...read, access, state, plan: planOf(file, state) };
    if (this.#parts.session.state === before && !document.isClosed) {
      this.#last.set(uri.toString(), planned);
      this.#changed.fire(uri);
    }
    return planned;
  }

  /** Compares the project that a file names, if any, with the account's. May throw if the sandbox can't be started. */
  async matchProject(
    account: Account,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<ProjectMatch> {
    if (wanted === undefined) return { kind: "sameProject", account };
    const { client } = await this.#parts.service.access(inProject(account, undefined), signal);
    return matchProject(client, account, wanted, signal);
  }

  dispose(): void {
    for (const one of this.#following) one.dispose();
    this.#changed.dispose();
  }
}
