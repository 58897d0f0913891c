import type { Disposable } from "vscode";
import { ApiClient, type ClientOptions } from "../../api/client.ts";
import { HostDispatchers } from "../../api/hostDispatchers.ts";
import { type DispatcherSource } from "../../api/dispatcher.ts";
import { RetryBudget } from "../../api/retryPolicy.ts";
import type { Account, AccountRegistry } from "./accounts.ts";
import type { Log } from "../kit/log.ts";
import type { SandboxInstance, SandboxRunner } from "./sandboxRunner.ts";
import type { WindowSession } from "./session.ts";
import type { AccountTerminal } from "./accountTerminal.ts";

/** An account and its client. Both stay the same even if the session switches to another account. */
export interface AccountAccess {
  readonly account: Account;
  readonly baseUrl: string;
  readonly client: ApiClient;
}

/** Provides access to the account that a command runs with. */
export interface RequiresAccess {
  /**
   * Returns access to the window's account, after prompting to sign in if necessary. Returns undefined if the user
   * cancels.
   */
  readonly requireAccess: (title: string) => Promise<AccountAccess | undefined>;
}

export class ClientFactory implements Disposable {
  readonly #accounts: AccountRegistry;
  readonly #session: WindowSession;
  readonly #sandbox: SandboxRunner;
  readonly #log: Log;
  readonly #userAgent: string;
  readonly #dispatchers = new HostDispatchers();
  /** Limits the number of retries of all clients of the window together. */
  readonly #budget = new RetryBudget();
  readonly #sandboxDispatchers = new WeakMap<SandboxInstance, DispatcherSource>();
  readonly #shutdown = new AbortController();

  constructor(
    accounts: AccountRegistry,
    session: WindowSession,
    sandbox: SandboxRunner,
    log: Log,
    version: string,
  ) {
    this.#accounts = accounts;
    this.#session = session;
    this.#sandbox = sandbox;
    this.#log = log;
    this.#userAgent = `managed-auth-vscode/${version}`;
  }

  /** Returns access to an account. Starts the sandbox if necessary. Throws if this start fails or is aborted. */
  async access(account: Account, signal: AbortSignal): Promise<AccountAccess> {
    const { id, project } = account;
    // The client adds this project to each request.
    const named = project && { projectId: project.id };
    if (account.kind === "sandbox") {
      const sandbox = await this.#sandbox.ensureRunning(signal).catch((fault: unknown) => {
        if (!signal.aborted) this.#log.fault("sandbox", fault);
        throw fault;
      });
      const { origin, token } = sandbox;
      const tokenFor = (recipient: string): string | undefined => (recipient === origin ? token : undefined);
      const options = { dispatchers: this.#sandboxDispatcher(sandbox), ...named };
      return { account, baseUrl: origin, client: this.#createClient(origin, tokenFor, options) };
    }
    const { baseUrl } = account;
    const client = this.#createClient(baseUrl, (recipient) => this.#accounts.token(id, recipient), {
      // Report the token's state to the session, because any request can reveal that the service refuses the token.
      onTokenRejected: (token) => this.#session.rejectToken(id, token),
      onTokenAccepted: (token) => this.#session.acceptToken(id, token),
      ...named,
    });
    return { account, baseUrl, client };
  }

  /**
   * Returns the environment variables that the official clients read, or undefined if the account's token no longer
   * exists.
   */
  async terminalVariables(access: AccountAccess): Promise<AccountTerminal["variables"] | undefined> {
    const { account, baseUrl } = access;
    if (account.kind === "sandbox") {
      const sandbox = await this.#sandbox.ensureRunning(this.#shutdown.signal).catch(() => undefined);
      return sandbox && { KERNEL_BASE_URL: sandbox.origin, KERNEL_API_KEY: sandbox.token };
    }
    const token = await this.#accounts.token(account.id, new URL(baseUrl).origin);
    if (token === undefined) return undefined;
    return { KERNEL_BASE_URL: baseUrl, KERNEL_API_KEY: token };
  }

  clientForToken(baseUrl: string, token: string): ApiClient {
    const { origin } = new URL(baseUrl);
    return this.#createClient(baseUrl, (recipient) => (recipient === origin ? token : undefined));
  }

  async isTokenRejected(account: Account): Promise<boolean> {
    if (account.kind === "sandbox") return false;
    const token = await this.#accounts.token(account.id, new URL(account.baseUrl).origin);
    return token !== undefined && this.#session.isTokenRejected(account.id, token);
  }

  /** Aborts all pending requests. The outcomes of these requests are stored as unknown. */
  dispose(): void {
    this.#shutdown.abort();
    void this.#dispatchers.dispose();
  }

  /** Returns a dispatcher that sends only to this sandbox, even if another program later listens on its port. */
  #sandboxDispatcher(sandbox: SandboxInstance): DispatcherSource {
    const cached = this.#sandboxDispatchers.get(sandbox);
    const source = cached ?? this.#dispatchers.viaConnection(sandbox.origin, sandbox.connect);
    this.#sandboxDispatchers.set(sandbox, source);
    return source;
  }

  #createClient(
    baseUrl: string,
    token: (origin: string) => Promise<string | undefined> | string | undefined,
    options: Partial<ClientOptions> = {},
  ): ApiClient {
    return new ApiClient({
      baseUrl,
      token: async (origin) => token(origin),
      dispatchers: this.#dispatchers,
      budget: this.#budget,
      userAgent: this.#userAgent,
      closeSignal: this.#shutdown.signal,
      log: (event) => this.#log.request(event),
      ...options,
    });
  }
}
