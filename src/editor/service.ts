import type { Disposable } from "vscode";
import { Client } from "../api/client.ts";
import { HostDispatchers } from "../api/dispatchers.ts";
import type { Outcome } from "../api/errors.ts";
import type { Account, Accounts, ServiceAccount } from "./accounts.ts";
import type { Log } from "./log.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Session } from "./session.ts";

/** An account and the client that speaks for it. It keeps meaning the same account, whatever the session does. */
export interface Connection {
  readonly account: Account;
  /** Where its requests go. */
  readonly baseUrl: string;
  readonly client: Client;
}

/** Hands out clients: for the active account, or for a token that is only being tried. */
export class Service implements Disposable {
  readonly #accounts: Accounts;
  readonly #session: Session;
  readonly #sandbox: Sandbox;
  readonly #log: Log;
  readonly #userAgent: string;
  readonly #dispatchers = new HostDispatchers();
  readonly #closing = new AbortController();

  constructor(accounts: Accounts, session: Session, sandbox: Sandbox, log: Log, version: string) {
    this.#accounts = accounts;
    this.#session = session;
    this.#sandbox = sandbox;
    this.#log = log;
    this.#userAgent = `managed-auth-vscode/${version}`;
  }

  /** A connection for an account; the sandbox is started if it is needed, which may throw. */
  async connect(account: Account, signal: AbortSignal): Promise<Connection> {
    if (account.kind === "sandbox") {
      const { origin, token } = await this.#sandbox.running(signal);
      return {
        account,
        baseUrl: origin,
        client: this.#client(origin, (to) => (to === origin ? token : undefined)),
      };
    }
    const { id, baseUrl } = account;
    return { account, baseUrl, client: this.#client(baseUrl, (to) => this.#accounts.token(id, to)) };
  }

  /** A client for a token that is not stored yet. */
  trial(baseUrl: string, token: string): Client {
    const { origin } = new URL(baseUrl);
    return this.#client(baseUrl, (to) => (to === origin ? token : undefined));
  }

  /** Marks the account's token as rejected where an outcome says that the service refused it (401), or as good. */
  async note(connection: Connection, outcome: Outcome<unknown>): Promise<void> {
    if (outcome.kind === "ok") this.#session.accept(connection.account.id);
    if (outcome.kind !== "failed" || outcome.error.kind !== "unauthorized") return;
    const { account } = connection;
    if (account.kind === "sandbox" || outcome.error.sent === "no") return;
    await this.#log.tidied("secrets", this.#reject(account));
  }

  /** Whether the account's present token is one that the service has refused. */
  async isRejected(account: Account): Promise<boolean> {
    if (account.kind === "sandbox") return false;
    const token = await this.#tokenOf(account);
    return token !== undefined && this.#session.isRejected(account.id, token);
  }

  /** Ends every request under way: what it was to do is then unknown to this window, and kept as that. */
  dispose(): void {
    this.#closing.abort();
    void this.#dispatchers.dispose();
  }

  async #reject(account: ServiceAccount): Promise<void> {
    const token = await this.#tokenOf(account);
    if (token !== undefined) this.#session.reject(account.id, token);
  }

  #tokenOf({ baseUrl, id }: ServiceAccount): Promise<string | undefined> {
    return this.#accounts.token(id, new URL(baseUrl).origin);
  }

  #client(
    baseUrl: string,
    token: (origin: string) => Promise<string | undefined> | string | undefined,
  ): Client {
    return new Client({
      baseUrl,
      token: async (origin) => token(origin),
      dispatchers: this.#dispatchers,
      userAgent: this.#userAgent,
      closing: this.#closing.signal,
      log: (event) => this.#log.request(event),
    });
  }
}
