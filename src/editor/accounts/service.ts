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

/** An account and the client that speaks for it. It keeps meaning the same account, whatever the session does. */
export interface Access {
  readonly account: Account;
  readonly baseUrl: string;
  readonly client: Client;
}

/** What leads to the account that a command works as. */
export interface RequiresAccess {
  /** Access to an account, once one is signed in; `undefined` where the user left. */
  readonly requireAccess: (title: string) => Promise<Access | undefined>;
}

/** Hands out clients: for the active account, or for a token that is only being tried. */
export class Service implements Disposable {
  readonly #accounts: Accounts;
  readonly #session: Session;
  readonly #sandbox: Sandbox;
  readonly #log: Log;
  readonly #userAgent: string;
  readonly #dispatchers = new HostDispatchers();
  /** One for all clients of the window. */
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

  /** Access to an account; the sandbox is started if it is needed, which may throw. */
  async access(account: Account, signal: AbortSignal): Promise<Access> {
    const { id, project } = account;
    // What every request of an account names that has a project.
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
      // A refused token is known as such, whatever it was sent for.
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

  /** Ends every request under way: what it was to do is then unknown to this window, and kept as that. */
  dispose(): void {
    this.#closing.abort();
    void this.#dispatchers.dispose();
  }

  /** What sends to this sandbox and to no other program, whoever listens on its port later. */
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
