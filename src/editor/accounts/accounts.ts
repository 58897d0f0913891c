import { createHash, randomUUID } from "node:crypto";
import { type Disposable, EventEmitter, type SecretStorage } from "vscode";
import * as z from "zod/mini";
import { accountIdOf, parseScopeId, scopeId } from "../../storage/scope.ts";
import { keyPrefix, projectKeyPrefix } from "./keys.ts";

/** A project of the service that was chosen for an account. */
export interface Project {
  readonly id: string;
  readonly name: string;
}

interface AnyAccount {
  /**
   * Of the account in its project, or in none (`scopeId`): whatever is kept, compared and acted on by it belongs to both.
   */
  readonly id: string;
  /** What its requests work in; where none was chosen, the service uses the default one. */
  readonly project?: Project | undefined;
}

/** An account of the service. Its token is never part of it. */
export interface ServiceAccount extends AnyAccount {
  readonly kind: "service";
  readonly label: string;
  /** Origin and optional path, without a slash at the end. */
  readonly baseUrl: string;
}

/** The sandbox, which needs no stored token. */
export interface SandboxAccount extends AnyAccount {
  readonly kind: "sandbox";
}

export type Account = ServiceAccount | SandboxAccount;

export const sandboxAccount: SandboxAccount = { kind: "sandbox", id: "sandbox" };

/** Whether an id is one of the sandbox, whatever its project. */
export const isOfSandbox = (id: string | undefined): boolean =>
  id !== undefined && accountIdOf(id) === sandboxAccount.id;

/** The account in a project, or in none. */
export function inProject<Any extends Account>(account: Any, project: Project | undefined): Any {
  if (account.project === undefined && project === undefined) return account;
  return { ...account, id: scopeId(accountIdOf(account.id), project?.id), project };
}

const Stored = z.object({
  v: z.literal(1),
  label: z.string(),
  baseUrl: z.string(),
  /** The only origin the token may be sent to; compared again whenever it is. */
  origin: z.string(),
  token: z.string(),
  /** The token took the place of another one. */
  replaced: z.optional(z.boolean()),
});
type Stored = z.infer<typeof Stored>;

const StoredProjects = z.object({
  v: z.literal(1),
  chosen: z.optional(z.string()),
  /** What projects are called that were chosen, the last one first: results of before name them. */
  names: z.array(z.object({ id: z.string(), name: z.string() })),
});
type StoredProjects = z.infer<typeof StoredProjects>;

const mostNames = 50;

/**
 * The accounts of the service, each one entry of SecretStorage that holds its token and where that belongs; and which project
 * was chosen for each, and for the sandbox. Ids may be those of accounts in a project.
 */
export class Accounts implements Disposable {
  readonly #secrets: SecretStorage;
  readonly #changed = new EventEmitter<string>();
  readonly #projectChosen = new EventEmitter<string>();
  readonly #following: Disposable;
  /** Fires with an account's id when it was added, replaced or removed, in this window or another. */
  readonly onDidChange = this.#changed.event;
  /** Fires with an account's id when another project was chosen for it, or none, in this window or another. */
  readonly onDidChooseProject = this.#projectChosen.event;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
    this.#following = secrets.onDidChange(({ key }) => {
      if (key.startsWith(keyPrefix)) this.#changed.fire(key.slice(keyPrefix.length));
      else if (key.startsWith(projectKeyPrefix)) this.#projectChosen.fire(key.slice(projectKeyPrefix.length));
    });
  }

  /** All accounts, by label, each in the project that was chosen for it. */
  async list(): Promise<readonly ServiceAccount[]> {
    const keys = await this.#secrets.keys();
    const ids = keys.filter((key) => key.startsWith(keyPrefix)).map((key) => key.slice(keyPrefix.length));
    const accounts = await Promise.all(ids.map((id) => this.present(id)));
    return accounts
      .flatMap((account) => (account?.kind === "service" ? [account] : []))
      .sort((one, other) => one.label.localeCompare(other.label));
  }

  /** The account with this id, in the project of that; `undefined` where secret storage does not hold it (any more). */
  async find(id: string): Promise<Account | undefined> {
    const { accountId, projectId } = parseScopeId(id);
    const [account, projects] = await Promise.all([
      this.#withoutProject(accountId),
      projectId === undefined ? undefined : this.#projects(accountId),
    ]);
    if (account === undefined || projectId === undefined) return account;
    return inProject(account, named(projects, projectId));
  }

  /** The account with this id, in the project that is chosen for it, if one is. */
  async present(id: string): Promise<Account | undefined> {
    const accountId = accountIdOf(id);
    const [account, projects] = await Promise.all([
      this.#withoutProject(accountId),
      this.#projects(accountId),
    ]);
    return account && inProject(account, named(projects, projects?.chosen));
  }

  async choose({ id, project }: Account): Promise<void> {
    const accountId = accountIdOf(id);
    const before = await this.#projects(accountId);
    const known = named(before, before?.chosen);
    if (known?.id === project?.id && known?.name === project?.name) return;
    const others = (before?.names ?? []).filter((one) => one.id !== project?.id);
    const names = [...(project === undefined ? [] : [project]), ...others].slice(0, mostNames);
    const stored: StoredProjects = { v: 1, names, ...(project !== undefined && { chosen: project.id }) };
    await this.#secrets.store(projectKeyPrefix + accountId, JSON.stringify(stored));
  }

  /** The account's token, only if it belongs to `origin`. Read anew each time: another window may replace it. */
  async token(id: string, origin: string): Promise<string | undefined> {
    const stored = await this.#read(id);
    return stored?.origin === origin ? stored.token : undefined;
  }

  /** Tells one stored form of an account from another, its token included, without telling the token. */
  async mark(id: string): Promise<string | undefined> {
    const text = await this.#secrets.get(keyPrefix + accountIdOf(id));
    return text === undefined ? undefined : createHash("sha256").update(text).digest("base64");
  }

  async add(label: string, baseUrl: string, token: string): Promise<ServiceAccount> {
    const id = randomUUID();
    await this.#write(id, { v: 1, label, baseUrl, origin: new URL(baseUrl).origin, token });
    return { kind: "service", id, label, baseUrl };
  }

  /** Whether the account was still there to take the token. */
  async replaceToken(id: string, token: string): Promise<boolean> {
    const stored = await this.#read(id);
    if (stored === undefined) return false;
    await this.#write(id, { ...stored, token, replaced: true });
    return true;
  }

  /** Whether the account has had another token before: then what is heard of it is no new account. */
  async isReplaced(id: string): Promise<boolean> {
    return (await this.#read(id))?.replaced === true;
  }

  async remove(id: string): Promise<void> {
    await this.#secrets.delete(keyPrefix + accountIdOf(id));
    await this.#secrets.delete(projectKeyPrefix + accountIdOf(id));
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
    this.#projectChosen.dispose();
  }

  async #withoutProject(id: string): Promise<Account | undefined> {
    if (id === sandboxAccount.id) return sandboxAccount;
    const stored = await this.#read(id);
    return stored && { kind: "service", id, label: stored.label, baseUrl: stored.baseUrl };
  }

  async #projects(id: string): Promise<StoredProjects | undefined> {
    return StoredProjects.safeParse(parsed(await this.#secrets.get(projectKeyPrefix + id))).data;
  }

  async #read(id: string): Promise<Stored | undefined> {
    return Stored.safeParse(parsed(await this.#secrets.get(keyPrefix + accountIdOf(id)))).data;
  }

  async #write(id: string, stored: Stored): Promise<void> {
    await this.#secrets.store(keyPrefix + accountIdOf(id), JSON.stringify(stored));
  }
}

function named(projects: StoredProjects | undefined, id: string | undefined): Project | undefined {
  if (id === undefined) return undefined;
  return { id, name: projects?.names.find((one) => one.id === id)?.name ?? id };
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}
