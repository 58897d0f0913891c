import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Clock } from "../../api/clock.ts";
import type { LoginSelector } from "../../domain/login/loginState.ts";
import { connectionFileId } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";
import type { ConnectionRef } from "../../domain/login/loginSnapshot.ts";

/** A stored login that one of the user's windows has started. Contains no address, message or secret. */
const StoredLogin = z.object({
  v: z.literal(1),
  accountId: z.string(),
  connectionId: z.string(),
  /** Distinguishes the login from earlier and later logins of the same connection. */
  key: z.string(),
  /** ID of the window where the user started or last continued the login. While open, this window reports the end. */
  owner: z.string(),
  target: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("after"), id: z.optional(z.string()) }),
    z.object({ kind: z.literal("is"), id: z.string() }),
    z.object({ kind: z.literal("since"), at: z.optional(z.number()) }),
  ]),
});
export type StoredLogin = z.infer<typeof StoredLogin>;

interface LoginRef extends ConnectionRef {
  readonly key: string;
}

/** Time after a login's end during which only the owner window may report the end, in milliseconds. */
const ownerPriorityMs = 5000;

/**
 * Stores the last started login of each connection until one window has reported the end of that login. A storage
 * failure is reported, but never prevents a login.
 */
export class StoredLogins {
  readonly #files: AccountFiles<StoredLogin>;
  readonly #window = randomUUID();
  readonly #clock: Clock;
  readonly #onError: (fault: unknown) => void;
  /** Keys of logins that couldn't be written to a file. Other windows don't know about these logins. */
  readonly #unwritten = new Set<string>();

  constructor(store: AccountStore, clock: Clock, failed: (fault: unknown) => void) {
    this.#files = store.files("logins", StoredLogin);
    this.#clock = clock;
    this.#onError = failed;
  }

  /** Stores a login just before its request is sent. Returns a function that undoes the change. Never rejects. */
  async add(login: LoginRef, target: LoginSelector): Promise<() => Promise<void>> {
    const { accountId, connectionId, key } = login;
    const previous = await this.#read(login);
    this.#unwritten.add(key);
    await this.#write({ v: 1, accountId, connectionId, key, owner: this.#window, target });
    return async () => {
      this.#unwritten.delete(key);
      if (previous === undefined) await this.#reportFailure(this.#files.remove(fileIdOf(login)), undefined);
      else await this.#write(previous);
    };
  }

  /** Returns all stored logins of an account. A login stays stored until its end is reported. Never rejects. */
  async all(accountId: string): Promise<readonly StoredLogin[]> {
    const stored = await this.#reportFailure(this.#files.all(), []);
    return stored.filter((started) => started.accountId === accountId);
  }

  /**
   * Stores the target of a tracked login. Returns the key of the connection's stored login, unless the tracked login is
   * older. If the tracked login is newer, its end is reported in place of the stored login's end. Never rejects.
   */
  async identify(login: LoginRef, target: LoginSelector): Promise<string | undefined> {
    if (this.#unwritten.has(login.key)) return login.key;
    const started = await this.#read(login);
    if (started === undefined) return undefined;
    // Return no key if the tracked login is older than the stored login.
    const { target: previousTarget } = started;
    if (target.kind === "is" && previousTarget.kind === "after" && previousTarget.id === target.id)
      return undefined;
    const isNews = target.kind === "is" || (target.kind === "since" && target.at !== undefined);
    // Don't write a login that another window owns, because that window may be deleting the file.
    const isOwn = started.owner === this.#window;
    if (isOwn && isNews && !isDeepStrictEqual(started.target, target))
      await this.#write({ ...started, target });
    return started.key;
  }

  /** Makes this window responsible for reporting the end of a login that the user continues here. Never rejects. */
  async takeOwnership(login: ConnectionRef, key: string): Promise<void> {
    const started = await this.#read(login);
    if (started?.key === key && started.owner !== this.#window)
      await this.#write({ ...started, owner: this.#window });
  }

  /** Returns true in exactly one of the user's windows. That window must report the login's end. Never rejects. */
  async claimReport(login: ConnectionRef, key: string, signal: AbortSignal): Promise<boolean> {
    if (this.#unwritten.has(key)) return this.#unwritten.delete(key);
    const started = await this.#read(login);
    if (started?.key !== key) return false;
    if (started.owner !== this.#window && !(await this.#clock.sleep(ownerPriorityMs, signal))) return false;
    const removed = this.#files.removeIf(fileIdOf(login), (stored) => stored.key === key);
    return this.#reportFailure(removed, true);
  }

  /** Resolves when all writes are done. */
  async settled(): Promise<void> {
    await this.#files.whenSettled();
  }

  /** Returns the connection's last stored login if its end hasn't been reported yet. Never rejects. */
  async #read(login: ConnectionRef): Promise<StoredLogin | undefined> {
    return this.#reportFailure(this.#files.read(fileIdOf(login)), undefined);
  }

  async #write(started: StoredLogin): Promise<void> {
    const isWritten = await this.#reportFailure(this.#files.write(fileIdOf(started), started), false);
    if (isWritten) this.#unwritten.delete(started.key);
  }

  /** Returns the result of a storage operation. On failure, reports the error and returns `otherwise`. */
  async #reportFailure<T>(doing: Promise<T>, otherwise: T): Promise<T> {
    return doing.catch((fault: unknown) => {
      this.#onError(fault);
      return otherwise;
    });
  }
}

function fileIdOf({ accountId, connectionId }: ConnectionRef): string {
  return connectionFileId(accountId, connectionId);
}
