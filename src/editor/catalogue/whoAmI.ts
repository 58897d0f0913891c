import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import type { AuthContext } from "../../api/resourceSchemas.ts";
import type { ApiError } from "../../api/errors.ts";
import { getAuthContext } from "../../api/operations.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";

/** The identity that the service reports. Older services don't report it. */
export type Identity =
  | { readonly kind: "told"; readonly context: AuthContext; readonly raw: unknown }
  | { readonly kind: "notTold" };

/** Fetches the organization, project, and token or user of the window's account. */
export class WhoAmI implements Disposable {
  readonly #session: Session;
  readonly #service: Service;
  readonly #changed = new EventEmitter<undefined>();
  readonly #stop = new AbortController();
  #known: { readonly of: SessionState; readonly identity: Identity } | undefined;
  /** The session of the last background request. It is sent once per session. */
  #asked: SessionState | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, service: Service) {
    this.#session = session;
    this.#service = service;
  }

  /** The identity of the window's account. Undefined before the response and after a switch of accounts. */
  get known(): Identity | undefined {
    return this.#known?.of === this.#session.state ? this.#known.identity : undefined;
  }

  /**
   * Fetches the identity once per session and ignores failures, because nothing depends on it. The sandbox needs no
   * identity.
   */
  async want(): Promise<void> {
    const { state } = this.#session;
    if (state.kind === "signedOut" || state.account.kind === "sandbox" || this.#asked === state) return;
    this.#asked = state;
    await this.read(await this.#service.access(state.account, this.#stop.signal), this.#stop.signal);
  }

  /** Fetches the identity. Returns an error, or undefined if aborted. Never rejects. */
  async read(access: Access, signal: AbortSignal): Promise<Identity | ApiError | undefined> {
    const { state } = this.#session;
    const outcome = await access.client.call(getAuthContext, {}, signal);
    if (outcome.kind === "cancelled") return undefined;
    // Only a JSON 404 proves an older service. An HTML page comes from a proxy or another server.
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
