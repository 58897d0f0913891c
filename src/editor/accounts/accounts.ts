import { createHash, randomUUID } from "node:crypto";
import { type Disposable, EventEmitter, type SecretStorage } from "vscode";
import * as z from "zod/mini";
import { accountIdOf, parseScopeId, scopeId } from "../../storage/scope.ts";
import { accountKeyPrefix, projectKeyPrefix } from "./storageKeys.ts";
import { compact } from "../../domain/compact.ts";

export interface AccountProject {
  readonly id: string;
  readonly name: string;
}

interface AccountBase {
  /**
   * ID of the account and its project, as returned by `scopeId`. Stored files, comparisons and actions that use this
   * ID apply only to that account and project.
   */
  readonly id: string;
  /** The project that requests name. If undefined, requests name none, and the service uses its default project. */
  readonly project?: AccountProject | undefined;
}

/** An account of the service. The token is never part of this object. */
export interface ServiceAccount extends AccountBase {
  readonly kind: "service";
  readonly label: string;
  /** Origin and optional path, without a trailing slash. */
  readonly baseUrl: string;
}

/** The sandbox account, which needs no stored token. */
export interface SandboxAccount extends AccountBase {
  readonly kind: "sandbox";
}

export type Account = ServiceAccount | SandboxAccount;

export const sandboxAccount: SandboxAccount = { kind: "sandbox", id: "sandbox" };

/** True if the ID belongs to the sandbox account, in any project. */
export const isSandboxId = (id: string | undefined): boolean =>
  id !== undefined && accountIdOf(id) === sandboxAccount.id;

export function inProject<Any extends Account>(account: Any, project: AccountProject | undefined): Any {
  if (account.project === undefined && project === undefined) return account;
  return { ...account, id: scopeId(accountIdOf(account.id), project?.id), project };
}

const StoredAccount = z.object({
  v: z.literal(1),
  label: z.string(),
  baseUrl: z.string(),
  /** The only origin that may receive the token. Compared with the request's origin before each use of the token. */
  origin: z.string(),
  token: z.string(),
  /** True if the token has replaced an earlier token of the same account. */
  replaced: z.optional(z.boolean()),
});
type StoredAccount = z.infer<typeof StoredAccount>;

const StoredProjects = z.object({
  v: z.literal(1),
  chosen: z.optional(z.string()),
  /** Names of the projects that the user has chosen, latest first. Needed to show project names in older results. */
  names: z.array(z.object({ id: z.string(), name: z.string() })),
});
type StoredProjects = z.infer<typeof StoredProjects>;

const maxStoredProjects = 50;

/**
 * Stores the accounts of the service, and the chosen project of each account and of the sandbox. Each account is an
 * entry of SecretStorage that contains the account's token and the token's origin. Methods that take an account ID
 * also accept an ID that contains a project.
 */
export class AccountRegistry implements Disposable {
  readonly #secrets: SecretStorage;
  readonly #changed = new EventEmitter<string>();
  readonly #projectChosen = new EventEmitter<string>();
  readonly #subscription: Disposable;
  /** Fires with the ID of an account that was added, changed or removed in any window. */
  readonly onDidChange = this.#changed.event;
  /** Fires with the ID of an account whose project was changed or cleared in any window. */
  readonly onDidChooseProject = this.#projectChosen.event;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(accountKeyPrefix)) this.#changed.fire(key.slice(accountKeyPrefix.length));
      else if (key.startsWith(projectKeyPrefix)) this.#projectChosen.fire(key.slice(projectKeyPrefix.length));
    });
  }

  /** Returns all accounts, each with its chosen project, sorted by label. */
  async list(): Promise<readonly ServiceAccount[]> {
    const keys = await this.#secrets.keys();
    const ids = keys
      .filter((key) => key.startsWith(accountKeyPrefix))
      .map((key) => key.slice(accountKeyPrefix.length));
    const accounts = await Promise.all(ids.map((id) => this.findInChosenProject(id)));
    return accounts
      .filter((account) => account?.kind === "service")
      .sort((a, b) => a.label.localeCompare(b.label));
  }

  /** Finds an account, and its project if `id` contains one. Returns undefined if the account isn't stored. */
  async find(id: string): Promise<Account | undefined> {
    const { accountId, projectId } = parseScopeId(id);
    const [account, projects] = await Promise.all([
      this.#findWithoutProject(accountId),
      projectId === undefined ? undefined : this.#readProjects(accountId),
    ]);
    if (account === undefined || projectId === undefined) return account;
    return inProject(account, findStoredProject(projects, projectId));
  }

  /** Returns an account with its currently chosen project, if any. If `id` contains a project, ignores that project. */
  async findInChosenProject(id: string): Promise<Account | undefined> {
    const accountId = accountIdOf(id);
    const [account, projects] = await Promise.all([
      this.#findWithoutProject(accountId),
      this.#readProjects(accountId),
    ]);
    return account && inProject(account, findStoredProject(projects, projects?.chosen));
  }

  async storeChosenProject({ id, project }: Account): Promise<void> {
    const accountId = accountIdOf(id);
    const before = await this.#readProjects(accountId);
    const previous = findStoredProject(before, before?.chosen);
    if (previous?.id === project?.id && previous?.name === project?.name) return;
    const otherNames = (before?.names ?? []).filter((entry) => entry.id !== project?.id);
    const names = compact(project, ...otherNames).slice(0, maxStoredProjects);
    const stored: StoredProjects = { v: 1, names, ...(project !== undefined && { chosen: project.id }) };
    await this.#secrets.store(projectKeyPrefix + accountId, JSON.stringify(stored));
  }

  /**
   * Returns the account's token if the token was stored for `origin`. Reads secret storage on each call, because
   * another window may replace the token.
   */
  async token(id: string, origin: string): Promise<string | undefined> {
    const stored = await this.#read(id);
    return stored?.origin === origin ? stored.token : undefined;
  }

  /** Returns a hash of the account's stored data. The hash changes with the token but doesn't reveal the token. */
  async versionHash(id: string): Promise<string | undefined> {
    const text = await this.#secrets.get(accountKeyPrefix + accountIdOf(id));
    if (text === undefined) return undefined;
    return createHash("sha256").update(text).digest("base64");
  }

  async add(label: string, baseUrl: string, token: string): Promise<ServiceAccount> {
    const id = randomUUID();
    await this.#write(id, { v: 1, label, baseUrl, origin: new URL(baseUrl).origin, token });
    return { kind: "service", id, label, baseUrl };
  }

  /** Replaces the account's token. Returns false if the account no longer exists. */
  async replaceToken(id: string, token: string): Promise<boolean> {
    const stored = await this.#read(id);
    if (stored === undefined) return false;
    await this.#write(id, { ...stored, token, replaced: true });
    return true;
  }

  /** True if the token was ever replaced. If so, a change event doesn't mean that the account is new. */
  async wasTokenReplaced(id: string): Promise<boolean> {
    return (await this.#read(id))?.replaced === true;
  }

  async remove(id: string): Promise<void> {
    await this.#secrets.delete(accountKeyPrefix + accountIdOf(id));
    await this.#secrets.delete(projectKeyPrefix + accountIdOf(id));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#projectChosen.dispose();
  }

  async #findWithoutProject(id: string): Promise<Account | undefined> {
    if (id === sandboxAccount.id) return sandboxAccount;
    const stored = await this.#read(id);
    return stored && { kind: "service", id, label: stored.label, baseUrl: stored.baseUrl };
  }

  async #readProjects(id: string): Promise<StoredProjects | undefined> {
    return StoredProjects.safeParse(parseStoredJson(await this.#secrets.get(projectKeyPrefix + id))).data;
  }

  async #read(id: string): Promise<StoredAccount | undefined> {
    const text = await this.#secrets.get(accountKeyPrefix + accountIdOf(id));
    return StoredAccount.safeParse(parseStoredJson(text)).data;
  }

  async #write(id: string, stored: StoredAccount): Promise<void> {
    await this.#secrets.store(accountKeyPrefix + accountIdOf(id), JSON.stringify(stored));
  }
}

function findStoredProject(
  projects: StoredProjects | undefined,
  id: string | undefined,
): AccountProject | undefined {
  if (id === undefined) return undefined;
  return { id, name: projects?.names.find((entry) => entry.id === id)?.name ?? id };
}

function parseStoredJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}
