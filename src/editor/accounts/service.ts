import type { Disposable } from "vscode";
import { Client, type ClientOptions } from "../../api/client.ts";
import { HostDispatchers } from "../../api/hostDispatchers.ts";
import { type DispatcherSource } from "../../api/dispatcher.ts";
import { RetryBudget } from "../../api/policy.ts";
import type { Account, Accounts } from "./accounts.ts";
import type { Log } from "../kit/log.ts";
import type { RunningSandbox, Sandbox } from "./sandboxRunner.ts";
import type { Session } from "./session.ts";
import type { AccountTerminal } from "./terminal.ts";

/** An account and its client. Stays bound to this account if the session switches to another one. */
export interface Access {
  readonly account: Account;
  readonly baseUrl: string;
  readonly client: Client;
}

/** Provides access to the account that a command uses. */
export interface RequiresAccess {
  /**
   * Returns access to the window's account and prompts to sign in if necessary. Returns undefined if the user
   * cancels.
   */
  readonly requireAccess: (title: string) => Promise<Access | undefined>;
}

/** Creates clients for accounts, and for tokens that are being checked. */
export class Service implements Disposable {
  readonly #accounts: Accounts;
  readonly #session: Session;
  readonly #sandbox: Sandbox;
  readonly #log: Log;
  readonly #userAgent: string;
  readonly #dispatchers = new HostDispatchers();
  /** Shared by all clients of the window. */
  readonly #budget = new RetryBudget();
  readonly #toSandbox = new WeakMap<RunningSandbox, DispatcherSource>();
  readonly #closing = new AbortController();

  constructor(accounts: Accounts, session: Session, sandbox: Sandbox, log: Log, version: string) {
    this.#accounts = accounts;
    this.#session = session;
    this.#sandbox = sandbox;
    this.#log = log;
    this.#userAgent = `managed-auth-vscode/${version}`;
  }

  /** Returns access to an account. Starts the sandbox if necessary, which may throw. */
  async access(account: Account, signal: AbortSignal): Promise<Access> {
    const { id, project } = account;
    // The client adds the project to each of its requests.
    const named = project && { projectId: project.id };
    if (account.kind === "sandbox") {
      const sandbox = await this.#sandbox.running(signal).catch((fault: unknown) => {
        if (!signal.aborted) this.#log.fault("sandbox", fault);
        throw fault;
      });
      const { origin, token } = sandbox;
      const tokenFor = (to: string): string | undefined => (to === origin ? token : undefined);
      const more = { dispatchers: this.#leadingTo(sandbox), ...named };
      return { account, baseUrl: origin, client: this.#client(origin, tokenFor, more) };
    }
    const { baseUrl } = account;
    const client = this.#client(baseUrl, (to) => this.#accounts.token(id, to), {
      // Any request can reveal that a token is refused.
      onTokenRejected: (token) => this.#session.reject(id, token),
      onTokenAccepted: (token) => this.#session.accept(id, token),
      ...named,
    });
    return { account, baseUrl, client };
  }

  /** The environment variables with which the official clients use an account, or undefined if its token is gone. */
  async variables({ account, baseUrl }: Access): Promise<AccountTerminal["variables"] | undefined> {
    if (account.kind === "sandbox") {
      const sandbox = await this.#sandbox.running(this.#closing.signal).catch(() => undefined);
      return sandbox && { KERNEL_BASE_URL: sandbox.origin, KERNEL_API_KEY: sandbox.token };
    }
    const token = await this.#accounts.token(account.id, new URL(baseUrl).origin);
    return token === undefined ? undefined : { KERNEL_BASE_URL: baseUrl, KERNEL_API_KEY: token };
  }

  trial(baseUrl: string, token: string): Client {
    const { origin } = new URL(baseUrl);
    return this.#client(baseUrl, (to) => (to === origin ? token : undefined));
  }

  async isRejected(account: Account): Promise<boolean> {
    if (account.kind === "sandbox") return false;
    const token = await this.#accounts.token(account.id, new URL(account.baseUrl).origin);
    return token !== undefined && this.#session.isRejected(account.id, token);
  }

  /** Aborts all pending requests. Their outcomes stay unknown and are stored as such. */
  dispose(): void {
    this.#closing.abort();
    void this.#dispatchers.dispose();
  }

  /** Returns a dispatcher that sends only to this sandbox, even if another program later listens on its port. */
  #leadingTo(sandbox: RunningSandbox): DispatcherSource {
    const known = this.#toSandbox.get(sandbox);
    const source = known ?? this.#dispatchers.viaConnection(sandbox.origin, sandbox.connect);
    this.#toSandbox.set(sandbox, source);
    return source;
  }

  #client(
    baseUrl: string,
    token: (origin: string) => Promise<string | undefined> | string | undefined,
    more: Partial<ClientOptions> = {},
  ): Client {
    return new Client({
      baseUrl,
      token: async (origin) => token(origin),
      dispatchers: this.#dispatchers,
      budget: this.#budget,
      userAgent: this.#userAgent,
      closeSignal: this.#closing.signal,
      log: (event) => this.#log.request(event),
      ...more,
    });
  }
}
