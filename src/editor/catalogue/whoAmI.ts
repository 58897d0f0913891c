import { EventEmitter, type Disposable } from "vscode";
import type { AuthContext } from "../../api/resourceSchemas.ts";
import type { ApiError } from "../../api/errors.ts";
import { getAuthContext } from "../../api/operations.ts";
import type { AccountAccess, ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession, SessionState } from "../accounts/session.ts";

/** The organization, project and principal that the service reports for the token. Older services report none. */
export type AccountIdentity =
  | { readonly kind: "reported"; readonly context: AuthContext; readonly raw: unknown }
  | { readonly kind: "notReported"; readonly context?: undefined };

export class WhoAmI implements Disposable {
  readonly #session: WindowSession;
  readonly #service: ClientFactory;
  readonly #changed = new EventEmitter<undefined>();
  readonly #stop = new AbortController();
  #fetched: { readonly session: SessionState; readonly identity: AccountIdentity } | undefined;
  /** The session for which the last background request was sent. Each session sends only one background request. */
  #fetchedFor: SessionState | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: WindowSession, service: ClientFactory) {
    this.#session = session;
    this.#service = service;
  }

  /** The identity of the window's account, or undefined until the service responds. */
  get identity(): AccountIdentity | undefined {
    if (this.#fetched?.session !== this.#session.state) return undefined;
    return this.#fetched.identity;
  }

  /**
   * Fetches the identity once per session. Failures are ignored, because nothing depends on the identity. The sandbox
   * has no identity.
   */
  async fetchOnce(): Promise<void> {
    const { state } = this.#session;
    if (state.kind === "signedOut" || state.account.kind === "sandbox" || this.#fetchedFor === state) return;
    this.#fetchedFor = state;
    await this.fetch(await this.#service.access(state.account, this.#stop.signal), this.#stop.signal);
  }

  /** Fetches the identity. Returns an error if the request fails, or undefined if aborted. Never rejects. */
  async fetch(access: AccountAccess, signal: AbortSignal): Promise<AccountIdentity | ApiError | undefined> {
    const { state } = this.#session;
    const outcome = await access.client.call(getAuthContext, {}, signal);
    if (outcome.kind === "cancelled") return undefined;
    // Only a 404 response with a JSON body shows that the service is an older version. An HTML page comes from a proxy
    // or another server.
    const isOlder = outcome.kind === "failed" && outcome.error.kind === "notFound";
    if (outcome.kind === "failed" && !(isOlder && outcome.error.missing !== "project")) return outcome.error;
    const identity: AccountIdentity =
      outcome.kind === "ok"
        ? { kind: "reported", context: outcome.value, raw: outcome.raw }
        : { kind: "notReported" };
    if (state.kind === "signedIn" && state.account.id === access.account.id && !this.#stop.signal.aborted) {
      this.#fetched = { session: state, identity };
      this.#changed.fire(undefined);
    }
    return identity;
  }

  dispose(): void {
    this.#stop.abort();
    this.#changed.dispose();
  }
}
