import { EventEmitter, lm, McpHttpServerDefinition, Uri } from "vscode";
import type { Disposable, McpServerDefinitionProvider } from "vscode";
import * as z from "zod/mini";
import { publicBaseUrl } from "../../domain/requestCode/codePlace.ts";
import { display } from "../../domain/text/display.ts";
import { accountIdOf } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";
import { inProject } from "../accounts/accounts.ts";
import type { Account, Accounts, ServiceAccount } from "../accounts/accounts.ts";
import type { Session } from "../accounts/session.ts";
import { setContext } from "../kit/contextKeys.ts";
import { mcpProviderId } from "../words/contributions.ts";

/** The host of the service's own MCP server. No other address is ever added. */
export const mcpHost = "mcp.onkernel.com";
/** Characters of an account's mark that tell its tokens apart; VS Code needs no more of the mark. */
const versionLength = 12;
const address = { scheme: "https", authority: mcpHost, path: "/mcp" };

interface McpServerParts {
  readonly accounts: Pick<Accounts, "mark" | "onDidChange" | "token">;
  readonly session: Pick<Session, "state" | "onDidChange">;
  readonly store: AccountStore;
  /** The version of this VS Code. */
  readonly vsCodeVersion: string;
  /** Stores whether any account has the server, so that a new window knows without reading files. */
  readonly remember: (isAdded: boolean) => PromiseLike<void>;
  /** Reports what failed in the background. */
  readonly failed: (fault: unknown) => void;
}

/** The first VS Code that leaves the token out of a request that is redirected to another host (microsoft/vscode#320347). */
const firstSafeVersion = "1.125";

/** Whether the account belongs to the public service, which runs the MCP server. */
export function isOfPublicService(account: Account): account is ServiceAccount {
  return account.kind === "service" && account.baseUrl === publicBaseUrl;
}

/**
 * The service's MCP server, for the accounts that the user added it to, until the user removes it or signs out. VS Code
 * is offered the server while the window's account has it, and gets the token when it starts the server, not before.
 */
export class McpServer implements Disposable {
  readonly #parts: McpServerParts;
  readonly #kept: AccountFiles<unknown>;
  readonly #changed = new EventEmitter<void>();
  readonly #following: readonly Disposable[];
  readonly #accountOf = new WeakMap<McpHttpServerDefinition, ServiceAccount>();
  #registered: Disposable | undefined;
  #definition: McpHttpServerDefinition | undefined;
  #looked = Promise.resolve();
  #isOver = false;

  constructor(parts: McpServerParts) {
    this.#parts = parts;
    this.#kept = parts.store.files("mcp", z.unknown());
    parts.store.onForget(() => this.#changedOnDisk());
    this.#following = [
      parts.session.onDidChange(() => this.look()),
      parts.accounts.onDidChange(() => this.look()),
    ];
  }

  /**
   * Why this VS Code is offered no server: no support for servers of extensions, or the token would follow redirects;
   * `undefined` where it is offered one.
   */
  get hindrance(): "unsupported" | "tooOld" | undefined {
    const offered: Partial<typeof lm> = lm;
    if (offered.registerMcpServerDefinitionProvider === undefined) return "unsupported";
    // A version may be "1.139.0-insider".
    const order = this.#parts.vsCodeVersion.localeCompare(firstSafeVersion, "en", { numeric: true });
    return order >= 0 ? undefined : "tooOld";
  }

  /** Whether the account has the server, whichever window added it. */
  async has(accountId: string): Promise<boolean> {
    return (await this.#kept.read(accountIdOf(accountId))) !== undefined;
  }

  /** Adds the server to an account; `false` where that was signed out meanwhile. */
  async add({ id }: ServiceAccount): Promise<boolean> {
    const isAdded = await this.#kept.write(accountIdOf(id), { v: 1 });
    await this.#changedOnDisk();
    return isAdded;
  }

  /** Removes the server from an account. */
  async remove(accountId: string): Promise<void> {
    await this.#kept.remove(accountIdOf(accountId));
    await this.#changedOnDisk();
  }

  /** Reads again whether the window's account has the server: another window may have added or removed it. Never rejects. */
  look(): Promise<void> {
    this.#looked = this.#looked.then(() => this.#look()).catch(this.#parts.failed);
    return this.#looked;
  }

  dispose(): void {
    this.#isOver = true;
    for (const one of this.#following) one.dispose();
    this.#registered?.dispose();
    this.#changed.dispose();
  }

  async #changedOnDisk(): Promise<void> {
    await this.#parts.remember((await this.#kept.ids()).length > 0);
    await this.look();
  }

  async #look(): Promise<void> {
    const account = this.#activeAccount();
    const isAdded = account !== undefined && (await this.has(account.id));
    const definition = isAdded ? await this.#define(account) : undefined;
    if (this.#isOver || account?.id !== this.#activeAccount()?.id) return;
    const before = this.#definition;
    const isOfSame = this.#accountIdOf(before) === this.#accountIdOf(definition);
    if (isOfSame && before?.version === definition?.version) return;
    this.#definition = definition;
    void setContext("managedAuth.mcpServer", isAdded);
    if (isAdded) this.#registered ??= this.#register();
    this.#changed.fire();
  }

  #activeAccount(): ServiceAccount | undefined {
    const { state } = this.#parts.session;
    // The server works in the token's project, so the account's own choice must make no difference.
    return this.hindrance === undefined && state.kind === "signedIn" && isOfPublicService(state.account)
      ? inProject(state.account, undefined)
      : undefined;
  }

  #accountIdOf(definition: McpHttpServerDefinition | undefined): string | undefined {
    return definition && this.#accountOf.get(definition)?.id;
  }

  async #define(account: ServiceAccount): Promise<McpHttpServerDefinition> {
    const mark = await this.#parts.accounts.mark(account.id);
    // A running server keeps the token that it was started with: a new version makes VS Code ask for the new token.
    const version = mark?.slice(0, versionLength);
    const definition = new McpHttpServerDefinition(
      `Kernel (${display(account.label)})`,
      Uri.from(address),
      {},
      version,
    );
    this.#accountOf.set(definition, account);
    return definition;
  }

  #register(): Disposable {
    const provider: McpServerDefinitionProvider<McpHttpServerDefinition> = {
      onDidChangeMcpServerDefinitions: this.#changed.event,
      provideMcpServerDefinitions: () => (this.#definition === undefined ? [] : [this.#definition]),
      resolveMcpServerDefinition: (definition) => this.#resolve(definition),
    };
    return lm.registerMcpServerDefinitionProvider(mcpProviderId, provider);
  }

  /** The server with its token, if the account is still the window's and still has the server. */
  async #resolve(definition: McpHttpServerDefinition): Promise<McpHttpServerDefinition | undefined> {
    const account = this.#accountOf.get(definition);
    if (account === undefined || !(await this.has(account.id))) return undefined;
    const token = await this.#parts.accounts.token(account.id, publicBaseUrl);
    if (token === undefined || this.#activeAccount()?.id !== account.id) return undefined;
    // Another object, so that the definition that VS Code was offered never holds the token.
    const headers = { Authorization: `Bearer ${token}` };
    return new McpHttpServerDefinition(definition.label, definition.uri, headers, definition.version);
  }
}
