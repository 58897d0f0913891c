import { EventEmitter, lm, McpHttpServerDefinition, Uri } from "vscode";
import type { Disposable, McpServerDefinitionProvider } from "vscode";
import * as z from "zod/mini";
import { publicBaseUrl } from "../../domain/requestCode/codePlace.ts";
import { display } from "../../domain/text/display.ts";
import { accountIdOf } from "../../storage/scope.ts";
import type { Kept, Store } from "../../storage/store.ts";
import { inProject } from "../accounts/accounts.ts";
import type { Account, Accounts, ServiceAccount } from "../accounts/accounts.ts";
import type { Session } from "../accounts/session.ts";
import { setContext } from "../kit/contextKeys.ts";
import { mcpProviderId } from "../words/contributions.ts";

/** Where the service's own MCP server is. No other address is ever added. */
export const mcpHost = "mcp.onkernel.com";
/** Characters of an account's mark that tell its tokens apart; a whole mark is more than VS Code needs to know. */
const versionLength = 12;
const address = { scheme: "https", authority: mcpHost, path: "/mcp" };

/** What the server of this window works with. */
interface McpServerParts {
  readonly accounts: Pick<Accounts, "mark" | "onDidChange" | "token">;
  readonly session: Pick<Session, "state" | "onDidChange">;
  readonly store: Store;
  /** The version of VS Code that this runs in. */
  readonly vsCodeVersion: string;
  /** Told whether any account has the server, so that a window that begins knows whether to look. */
  readonly remember: (isAdded: boolean) => PromiseLike<void>;
  /** Told what went wrong behind the user's back. */
  readonly failed: (fault: unknown) => void;
}

/** The first VS Code that leaves the token out of a request that is redirected to another host (microsoft/vscode#320347). */
const firstSafeVersion = "1.125";

/** Why this VS Code cannot have the server: it takes none from extensions, or it would send the token to any host. */
type Hindrance = "takesNone" | "tooOld";

function takesMcpServers(): boolean {
  const offered: Partial<typeof lm> = lm;
  return offered.registerMcpServerDefinitionProvider !== undefined;
}

/** Whether a version such as "1.139.0-insider" is that of the first safe one, or of a later one. */
function isSafe(version: string): boolean {
  return version.localeCompare(firstSafeVersion, "en", { numeric: true }) >= 0;
}

/** Whether the account is one of the public service, whose MCP server it is. */
export function isOfPublicService(account: Account): account is ServiceAccount {
  return account.kind === "service" && account.baseUrl === publicBaseUrl;
}

/**
 * The service's MCP server, for the accounts that somebody added it for: until they take it back or sign out. VS Code is
 * told of it where the window's account has it, and gets the token when it starts the server, not before.
 */
export class McpServer implements Disposable {
  readonly #parts: McpServerParts;
  readonly #kept: Kept<unknown>;
  readonly #changed = new EventEmitter<void>();
  readonly #following: readonly Disposable[];
  readonly #accountOf = new WeakMap<McpHttpServerDefinition, ServiceAccount>();
  #registered: Disposable | undefined;
  #definition: McpHttpServerDefinition | undefined;
  #looked = Promise.resolve();
  #isOver = false;

  constructor(parts: McpServerParts) {
    this.#parts = parts;
    this.#kept = parts.store.kept("mcp", z.unknown());
    parts.store.alsoForgets(() => this.#changedOnDisk());
    this.#following = [
      parts.session.onDidChange(() => this.look()),
      parts.accounts.onDidChange(() => this.look()),
    ];
  }

  /** Why this VS Code is offered no server, if it is not. */
  get hindrance(): Hindrance | undefined {
    if (!takesMcpServers()) return "takesNone";
    return isSafe(this.#parts.vsCodeVersion) ? undefined : "tooOld";
  }

  /** Whether the account has it, whichever window added it. */
  async has(accountId: string): Promise<boolean> {
    return (await this.#kept.read(accountIdOf(accountId))) !== undefined;
  }

  /** Adds it for an account; `false` where that was signed out meanwhile. */
  async add({ id }: ServiceAccount): Promise<boolean> {
    const isAdded = await this.#kept.write(accountIdOf(id), { v: 1 });
    await this.#changedOnDisk();
    return isAdded;
  }

  /** Takes it back. */
  async remove(accountId: string): Promise<void> {
    await this.#kept.remove(accountIdOf(accountId));
    await this.#changedOnDisk();
  }

  /** Looks again whether the window's account has it: another window may have added it, or taken it back. Never rejects. */
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
    // It is the token's that counts there: no project of ours goes with it.
    return this.hindrance === undefined && state.kind === "signedIn" && isOfPublicService(state.account)
      ? inProject(state.account, undefined)
      : undefined;
  }

  #accountIdOf(definition: McpHttpServerDefinition | undefined): string | undefined {
    return definition && this.#accountOf.get(definition)?.id;
  }

  async #define(account: ServiceAccount): Promise<McpHttpServerDefinition> {
    const mark = await this.#parts.accounts.mark(account.id);
    // A server that runs has the token that it was started with: by another version, VS Code knows that there is another.
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

  /** What VS Code starts: with the token, where the account is still the window's and still has the server. */
  async #resolve(definition: McpHttpServerDefinition): Promise<McpHttpServerDefinition | undefined> {
    const account = this.#accountOf.get(definition);
    if (account === undefined || !(await this.has(account.id))) return undefined;
    const token = await this.#parts.accounts.token(account.id, publicBaseUrl);
    if (token === undefined || this.#activeAccount()?.id !== account.id) return undefined;
    // Another object: what VS Code is told of beforehand never holds the token.
    const headers = { Authorization: `Bearer ${token}` };
    return new McpHttpServerDefinition(definition.label, definition.uri, headers, definition.version);
  }
}
