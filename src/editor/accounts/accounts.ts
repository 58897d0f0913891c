import { createHash, randomUUID } from "node:crypto";
import { EventEmitter } from "vscode";
import type { Disposable, SecretStorage } from "vscode";
import * as z from "zod/mini";
import { keyPrefix } from "./keys.ts";

/** An account of the service. Its token is never part of it. */
export interface ServiceAccount {
  readonly kind: "service";
  readonly id: string;
  readonly label: string;
  /** Origin and optional path, without a slash at the end. */
  readonly baseUrl: string;
}

/** The local sandbox, which needs no stored token. */
export interface SandboxAccount {
  readonly kind: "sandbox";
  readonly id: "sandbox";
}

export type Account = ServiceAccount | SandboxAccount;

export const sandboxAccount: SandboxAccount = { kind: "sandbox", id: "sandbox" };

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

/** The accounts of the service, each one entry of SecretStorage that holds its token and where that belongs. */
export class Accounts implements Disposable {
  readonly #secrets: SecretStorage;
  readonly #changed = new EventEmitter<string>();
  readonly #following: Disposable;
  /** Fires with an account's id when it was added, replaced or removed, in this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
    this.#following = secrets.onDidChange(({ key }) => {
      if (key.startsWith(keyPrefix)) this.#changed.fire(key.slice(keyPrefix.length));
    });
  }

  /** All accounts, by label. */
  async list(): Promise<readonly ServiceAccount[]> {
    const keys = await this.#secrets.keys();
    const ids = keys.filter((key) => key.startsWith(keyPrefix)).map((key) => key.slice(keyPrefix.length));
    const accounts = await Promise.all(ids.map((id) => this.find(id)));
    return accounts
      .filter((account) => account !== undefined)
      .sort((one, other) => one.label.localeCompare(other.label));
  }

  /** The account with this id, or `undefined` where secret storage does not hold it (any more). */
  async find(id: string): Promise<ServiceAccount | undefined> {
    const stored = await this.#read(id);
    return stored && { kind: "service", id, label: stored.label, baseUrl: stored.baseUrl };
  }

  /** The account's token, only if it belongs to `origin`. Read anew each time: another window may replace it. */
  async token(id: string, origin: string): Promise<string | undefined> {
    const stored = await this.#read(id);
    return stored?.origin === origin ? stored.token : undefined;
  }

  /** Tells one stored form of an account from another, its token included, without telling the token. */
  async mark(id: string): Promise<string | undefined> {
    const text = await this.#secrets.get(keyPrefix + id);
    return text === undefined ? undefined : createHash("sha256").update(text).digest("base64");
  }

  /** Stores a new account and returns it. */
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
    await this.#secrets.delete(keyPrefix + id);
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }

  async #read(id: string): Promise<Stored | undefined> {
    const text = await this.#secrets.get(keyPrefix + id);
    if (text === undefined) return undefined;
    try {
      return Stored.safeParse(JSON.parse(text)).data;
    } catch (fault) {
      if (fault instanceof SyntaxError) return undefined;
      throw fault;
    }
  }

  async #write(id: string, stored: Stored): Promise<void> {
    await this.#secrets.store(keyPrefix + id, JSON.stringify(stored));
  }
}
