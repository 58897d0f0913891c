import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import type { AuthContext } from "../../api/resourceSchemas.ts";
import type { ApiError } from "../../api/errors.ts";
import { getAuthContext } from "../../api/operations.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";

/** Who the service says an account is; an older service does not tell. */
export type Identity =
  | { readonly kind: "told"; readonly context: AuthContext; readonly raw: unknown }
  | { readonly kind: "notTold" };

/** Who the window's account is at the service: its organization, project, and token or user. */
export class WhoAmI implements Disposable {
  readonly #session: Session;
  readonly #service: Service;
  readonly #changed = new EventEmitter<undefined>();
  readonly #stop = new AbortController();
  #known: { readonly of: SessionState; readonly identity: Identity } | undefined;
  /** Whom it was asked of behind the user's back: that is done once for each. */
  #asked: SessionState | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, service: Service) {
    this.#session = session;
    this.#service = service;
  }

  /** What was told of the window's account; `undefined` before that, and where another one has taken its place. */
  get known(): Identity | undefined {
    return this.#known?.of === this.#session.state ? this.#known.identity : undefined;
  }

  /**
   * Asks once for the account that the window works as, without a word of what fails: nothing depends on it. Of the
   * sandbox nobody needs to be told whose it is.
   */
  async want(): Promise<void> {
    const { state } = this.#session;
    if (state.kind === "signedOut" || state.account.kind === "sandbox" || this.#asked === state) return;
    this.#asked = state;
    await this.read(await this.#service.access(state.account, this.#stop.signal), this.#stop.signal);
  }

  /** Asks the service; a failure is answered, and `undefined` where that was called off. Never rejects. */
  async read(access: Access, signal: AbortSignal): Promise<Identity | ApiError | undefined> {
    const { state } = this.#session;
    const outcome = await access.client.call(getAuthContext, {}, signal);
    if (outcome.kind === "cancelled") return undefined;
    // An answer of the service itself that there is no such thing; a page of HTML comes from somewhere else.
    const isOlder = outcome.kind === "failed" && outcome.error.kind === "notFound";
    if (outcome.kind === "failed" && !(isOlder && outcome.error.missing !== "project")) return outcome.error;
    const identity: Identity =
      outcome.kind === "ok"
        ? { kind: "told", context: outcome.value, raw: outcome.raw }
        : { kind: "notTold" };
    if (state.kind === "signedIn" && state.account.id === access.account.id && !this.#stop.signal.aborted) {
      this.#known = { of: state, identity };
      this.#changed.fire(undefined);
    }
    return identity;
  }

  dispose(): void {
    this.#stop.abort();
    this.#changed.dispose();
  }
}
