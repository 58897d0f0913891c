import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Clock } from "../../api/clock.ts";
import type { Target } from "../../domain/login/login.ts";
import { connectionFileId } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";

/** A login that a window of the user has started: nothing of it is an address, a message or a secret. */
const Stored = z.object({
  v: z.literal(1),
  accountId: z.string(),
  connectionId: z.string(),
  /** Tells it from an earlier or later one of its connection. */
  key: z.string(),
  /** The window in which somebody started it, or went on with it last: it tells the end, if it can. */
  owner: z.string(),
  target: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("after"), id: z.optional(z.string()) }),
    z.object({ kind: z.literal("is"), id: z.string() }),
    z.object({ kind: z.literal("since"), at: z.optional(z.number()) }),
  ]),
});
export type StartedLogin = z.infer<typeof Stored>;

/** How long its owner is left to tell an end, in milliseconds. */
const ownersMs = 5000;

/**
 * The logins that windows of the user have started, a file for the last one of each connection, until its end was told:
 * by one window, whichever is still there. What cannot be kept is told, and is no reason not to log in.
 */
export class StartedLogins {
  readonly #kept: AccountFiles<StartedLogin>;
  readonly #window = randomUUID();
  readonly #clock: Clock;
  readonly #failed: (fault: unknown) => void;
  /** Those of which no file could be written: no other window knows of them. */
  readonly #unwritten = new Set<string>();

  constructor(store: AccountStore, clock: Clock, failed: (fault: unknown) => void) {
    this.#kept = store.files("logins", Stored);
    this.#clock = clock;
    this.#failed = failed;
  }

  /** Keeps a login that is about to be sent; the answer takes it back for what was there before. Never rejects. */
  async add(
    accountId: string,
    connectionId: string,
    key: string,
    target: Target,
  ): Promise<() => Promise<void>> {
    const before = await this.of(accountId, connectionId);
    this.#unwritten.add(key);
    await this.#write({ v: 1, accountId, connectionId, key, owner: this.#window, target });
    return async () => {
      this.#unwritten.delete(key);
      if (before !== undefined) await this.#write(before);
      else await this.#tried(this.#kept.remove(connectionFileId(accountId, connectionId)), undefined);
    };
  }

  /** The last one of a connection whose end was not told. Never rejects. */
  async of(accountId: string, connectionId: string): Promise<StartedLogin | undefined> {
    return this.#tried(this.#kept.read(connectionFileId(accountId, connectionId)), undefined);
  }

  /** Those of an account whose ends were not told. Never rejects. */
  async all(accountId: string): Promise<readonly StartedLogin[]> {
    const all = await this.#tried(this.#kept.all(), []);
    return all.filter((started) => started.accountId === accountId);
  }

  /**
   * The key of the one that a login is which is followed as `followed`, if it is one; what is known of its target is kept.
   * Where another login takes over, it is that one whose end is to be told. Never rejects.
   */
  async keyOf(
    accountId: string,
    connectionId: string,
    target: Target,
    followed: string,
  ): Promise<string | undefined> {
    if (this.#unwritten.has(followed)) return followed;
    const started = await this.of(accountId, connectionId);
    if (started === undefined) return undefined;
    // It is the last one before what was started.
    const { target: before } = started;
    if (target.kind === "is" && before.kind === "after" && before.id === target.id) return undefined;
    const isNews = target.kind === "is" || (target.kind === "since" && target.at !== undefined);
    // Another window's would write anew what its owner takes away.
    const isOwn = started.owner === this.#window;
    if (isOwn && isNews && !isDeepStrictEqual(started.target, target))
      await this.#write({ ...started, target });
    return started.key;
  }

  /** Somebody goes on with a login in this window, which tells its end from now on. Never rejects. */
  async own(accountId: string, connectionId: string, key: string): Promise<void> {
    const started = await this.of(accountId, connectionId);
    if (started?.key === key && started.owner !== this.#window)
      await this.#write({ ...started, owner: this.#window });
  }

  /** Whether this window is the one to tell the end of a login: of all that ask, one is. Never rejects. */
  async claim(accountId: string, connectionId: string, key: string, signal: AbortSignal): Promise<boolean> {
    if (this.#unwritten.has(key)) return this.#unwritten.delete(key);
    const started = await this.of(accountId, connectionId);
    if (started?.key !== key) return false;
    if (started.owner !== this.#window && !(await this.#clock.sleep(ownersMs, signal))) return false;
    const taking = this.#kept.removeIf(connectionFileId(accountId, connectionId), (kept) => kept.key === key);
    return this.#tried(taking, true);
  }

  /** Resolves when what is to be kept has been. */
  async settled(): Promise<void> {
    await this.#kept.whenSettled();
  }

  async #write(started: StartedLogin): Promise<void> {
    if (
      await this.#tried(
        this.#kept.write(connectionFileId(started.accountId, started.connectionId), started),
        false,
      )
    )
      this.#unwritten.delete(started.key);
  }

  /** What came of something that was done to the files; `otherwise` where it failed, which is told. */
  async #tried<T>(doing: Promise<T>, otherwise: T): Promise<T> {
    return doing.catch((fault: unknown) => {
      this.#failed(fault);
      return otherwise;
    });
  }
}
