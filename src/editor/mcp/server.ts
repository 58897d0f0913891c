import { EventEmitter, lm, McpHttpServerDefinition, Uri } from "vscode";
import type { Disposable, McpServerDefinitionProvider } from "vscode";
import * as z from "zod/mini";
import { publicBaseUrl } from "../../domain/code/codeTarget.ts";
import { display } from "../../domain/text/display.ts";
import { accountIdOf } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";
import { inProject, type Account, type AccountRegistry, type ServiceAccount } from "../accounts/accounts.ts";
import type { WindowSession } from "../accounts/session.ts";
import { setContext } from "../kit/contextKeys.ts";
import { mcpProviderId } from "../words/contributions.ts";

/** Host of the service's own MCP server. The extension never offers any other host to VS Code. */
export const mcpHost = "mcp.onkernel.com";
/**
 * Length of the MCP server's version, in characters. The version is the start of the account's version hash. This
 * length is enough to distinguish tokens.
 */
const markPrefixLength = 12;
const mcpAddress = { scheme: "https", authority: mcpHost, path: "/mcp" };

interface McpServerParts {
  readonly accounts: AccountRegistry;
  readonly session: WindowSession;
  readonly store: AccountStore;
  readonly vsCodeVersion: string;
  /** Stores whether any account has the server, so that a new window can read one value instead of all files. */
  readonly remember: (isAdded: boolean) => PromiseLike<void>;
  /** Called with errors of background work. */
  readonly failed: (fault: unknown) => void;
}

/** First minor version of VS Code 1.x that drops the token on redirects to other hosts (microsoft/vscode#320347). */
const firstSafeMinor = 125;

/** True if the account belongs to the public service, which runs the MCP server. */
export function isOfPublicService(account: Account): account is ServiceAccount {
  return account.kind === "service" && account.baseUrl === publicBaseUrl;
}

/**
 * Offers the service's MCP server to VS Code while the window's account has the server. An account has the server after
 * the user has added it, until the user removes it or signs out. VS Code gets the token only when it starts the server.
 */
export class McpServer implements Disposable {
  readonly #parts: McpServerParts;
  readonly #files: AccountFiles<unknown>;
  readonly #changed = new EventEmitter<void>();
  readonly #following: readonly Disposable[];
  readonly #accountOf = new WeakMap<McpHttpServerDefinition, ServiceAccount>();
  #registered: Disposable | undefined;
  #definition: McpHttpServerDefinition | undefined;
  #pendingUpdate = Promise.resolve();
  #isOver = false;

  constructor(parts: McpServerParts) {
    this.#parts = parts;
    this.#files = parts.store.files("mcp", z.unknown());
    parts.store.onForget(() => this.#changedOnDisk());
    this.#following = [
      parts.session.onDidChange(() => this.refresh()),
      parts.accounts.onDidChange(() => this.refresh()),
    ];
  }

  /**
   * The reason why the server can't be offered, if any. `unsupported`: VS Code has no API for MCP servers from
   * extensions. `tooOld`: this version of VS Code also sends the token when it follows a redirect to another host.
   */
  get hindrance(): "unsupported" | "tooOld" | undefined {
    const offered: Partial<typeof lm> = lm;
    if (offered.registerMcpServerDefinitionProvider === undefined) return "unsupported";
    // Don't compare with `localeCompare`, because its first call takes 6 ms and delays the first rows of the views.
    const [major = 0, minor = 0] = this.#parts.vsCodeVersion.split(".").map(Number);
    return major > 1 || minor >= firstSafeMinor ? undefined : "tooOld";
  }

  /** True if the account has the server, even if another window added it. */
  async has(accountId: string): Promise<boolean> {
    return (await this.#files.read(accountIdOf(accountId))) !== undefined;
  }

  /** Adds the server to an account. Returns false if the account has been signed out. */
  async add({ id }: ServiceAccount): Promise<boolean> {
    const isAdded = await this.#files.write(accountIdOf(id), { v: 1 });
    await this.#changedOnDisk();
    return isAdded;
  }

  async remove(accountId: string): Promise<void> {
    await this.#files.remove(accountIdOf(accountId));
    await this.#changedOnDisk();
  }

  /**
   * Checks again whether the window's account has the MCP server, because another window may have added or removed the
   * server. Never rejects.
   */
  refresh(): Promise<void> {
    this.#pendingUpdate = this.#pendingUpdate.then(() => this.#update()).catch(this.#parts.failed);
    return this.#pendingUpdate;
  }

  dispose(): void {
    this.#isOver = true;
    for (const disposable of this.#following) disposable.dispose();
    this.#registered?.dispose();
    this.#changed.dispose();
  }

  async #changedOnDisk(): Promise<void> {
    await this.#parts.remember((await this.#files.ids()).length > 0);
    await this.refresh();
  }

  async #update(): Promise<void> {
    const account = this.#activeAccount();
    const isAdded = account !== undefined && (await this.has(account.id));
    const definition = isAdded ? await this.#define(account) : undefined;
    if (this.#isOver || account?.id !== this.#activeAccount()?.id) return;
    const previous = this.#definition;
    const isSameAccount = this.#accountIdOf(previous) === this.#accountIdOf(definition);
    if (isSameAccount && previous?.version === definition?.version) return;
    this.#definition = definition;
    void setContext("managedAuth.mcpServer", isAdded);
    if (isAdded) this.#registered ??= this.#register();
    this.#changed.fire();
  }

  #activeAccount(): ServiceAccount | undefined {
    const { state } = this.#parts.session;
    // Ignore the account's project, because the MCP server always works in the token's project.
    if (this.hindrance === undefined && state.kind === "signedIn" && isOfPublicService(state.account))
      return inProject(state.account, undefined);
    return undefined;
  }

  #accountIdOf(definition: McpHttpServerDefinition | undefined): string | undefined {
    return definition && this.#accountOf.get(definition)?.id;
  }

  async #define(account: ServiceAccount): Promise<McpHttpServerDefinition> {
    const mark = await this.#parts.accounts.versionHash(account.id);
    // A running server keeps the token that it was started with. A new version makes VS Code request the current
    // token.
    const version = mark?.slice(0, markPrefixLength);
    const definition = new McpHttpServerDefinition(
      `Kernel (${display(account.label)})`,
      Uri.from(mcpAddress),
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

  /** Returns the definition with the token if the window uses the account and the account has the server. */
  async #resolve(definition: McpHttpServerDefinition): Promise<McpHttpServerDefinition | undefined> {
    const account = this.#accountOf.get(definition);
    if (account === undefined || !(await this.has(account.id))) return undefined;
    const token = await this.#parts.accounts.token(account.id, publicBaseUrl);
    if (token === undefined || this.#activeAccount()?.id !== account.id) return undefined;
    // Create a new object, so that the definition that was offered to VS Code never contains the token.
    const headers = { Authorization: `Bearer ${token}` };
    return new McpHttpServerDefinition(definition.label, definition.uri, headers, definition.version);
  }
}
