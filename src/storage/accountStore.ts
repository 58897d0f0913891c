import type { ZodMiniType } from "zod/mini";
import * as z from "zod/mini";
import { JsonFolder } from "./jsonFolder.ts";
import { retentionMs } from "./retention.ts";
import { scopeCovers, type AccountScope } from "./scope.ts";
import { type FSWatcher, mkdirSync, watch } from "node:fs";

/**
 * Folders with data that can be fetched again. Files of an account that isn't signed in are pruned from these folders,
 * even if the account disappeared without a sign-out.
 */
const accountBoundFolders: readonly string[] = [
  "connections",
  "entitlements",
  "watched",
  "watchedStates",
  "watchedFalls",
];

/** Resolves to true if the account to which a scope id belongs is signed in. */
type IsSignedIn = (accountId: string) => Promise<boolean>;

/**
 * Stores all data of accounts. Each file belongs to one account or project, identified by the `accountId` in the file
 * or, if there is none, by the file name. A sign-out therefore finds all files in the same way.
 */
export class AccountStore {
  /** The extension's storage folder. */
  readonly path: string;
  readonly #isSignedIn: IsSignedIn;
  readonly #openFolders = new Map<string, AccountFiles<unknown>>();
  readonly #forgetHandlers: ((scope: AccountScope) => Promise<void>)[] = [];

  constructor(storage: string, isSignedIn: IsSignedIn = () => Promise.resolve(true)) {
    this.path = storage;
    this.#isSignedIn = isSignedIn;
  }

  files<Stored>(name: keyof typeof retentionMs, schema: ZodMiniType<Stored>): AccountFiles<Stored> {
    // Keep drafts and unresolved creations if the account's token is lost, because the user can enter the token
    // again.
    const outlivesAccount = name === "drafts" || name === "pending";
    const isSignedIn: IsSignedIn = outlivesAccount ? () => Promise.resolve(true) : this.#isSignedIn;
    const files = new AccountFiles(new JsonFolder(this.path, name), schema, retentionMs[name], isSignedIn);
    this.#openFolders.set(name, files);
    return files;
  }

  async ids(name: keyof typeof retentionMs): Promise<readonly string[]> {
    return new JsonFolder(this.path, name).ids();
  }

  /** Registers a handler that drops in-memory data. {@link forget} calls the handler after removing the files. */
  onForget(forget: (scope: AccountScope) => Promise<void>): void {
    this.#forgetHandlers.push(forget);
  }

  /** Removes all data in a scope, and nothing outside the scope. Rejects if any data couldn't be removed. */
  async forget(scope: AccountScope): Promise<void> {
    const removal = this.#each((files) => files.forget(scope));
    await Promise.allSettled([removal]);
    await settleAll([removal, ...this.#forgetHandlers.map((forget) => forget(scope))]);
  }

  /** Drops an account's in-memory data if another window has signed the account out. */
  async forgetSignedOut(accountId: string): Promise<void> {
    if (await this.#isSignedIn(accountId)) return;
    await settleAll(this.#forgetHandlers.map((forget) => forget({ accountId })));
  }

  /** Removes expired data. For accounts that are no longer signed in, also removes data that can be fetched again. */
  async prune(): Promise<void> {
    await this.#each((files, name) => files.prune(accountBoundFolders.includes(name)));
  }

  async whenSettled(): Promise<void> {
    await this.#each((files) => files.whenSettled());
  }

  async #each(task: (files: AccountFiles<unknown>, name: string) => Promise<void>): Promise<void> {
    await settleAll(
      Object.entries(retentionMs).map(([name, maxAgeMs]) => {
        const unused = new AccountFiles(
          new JsonFolder(this.path, name),
          z.unknown(),
          maxAgeMs,
          this.#isSignedIn,
        );
        return task(this.#openFolders.get(name) ?? unused, name);
      }),
    );
  }
}

/** Waits until all tasks have settled, then rejects if any of them failed. */
async function settleAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

/** The files in one folder of the store. Files are written atomically and are readable only by the user. */
export class AccountFiles<Stored> {
  readonly #folder: JsonFolder;
  readonly #schema: ZodMiniType<Stored>;
  readonly #maxAgeMs: number;
  readonly #isSignedIn: IsSignedIn;
  /**
   * The last operation on each id. Operations on the same id run one after the other. Operations on different ids
   * don't wait for each other.
   */
  readonly #pendingById = new Map<string, Promise<unknown>>();
  #pendingForget: Promise<unknown> = Promise.resolve();

  constructor(folder: JsonFolder, schema: ZodMiniType<Stored>, maxAgeMs: number, isSignedIn: IsSignedIn) {
    this.#folder = folder;
    this.#schema = schema;
    this.#maxAgeMs = maxAgeMs;
    this.#isSignedIn = isSignedIn;
  }

  get path(): string {
    return this.#folder.path;
  }

  /** Returns the data for an id, or `undefined` if it is missing, doesn't match the schema or has expired. */
  async read(id: string): Promise<Stored | undefined> {
    await this.whenSettled(id);
    return this.#readStored(id);
  }

  /** Returns the data of all ids. Skips ids for which {@link read} returns `undefined`. */
  async all(): Promise<readonly Stored[]> {
    const entries = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return entries.filter((stored) => stored !== undefined);
  }

  /** Returns all ids, including those with invalid or expired data. */
  async ids(): Promise<readonly string[]> {
    await this.whenSettled();
    return this.#folder.ids();
  }

  /** Returns the modification time of an id's file, in milliseconds since 1970. */
  async writtenAt(id: string): Promise<number | undefined> {
    return this.#folder.writtenAt(id);
  }

  /**
   * Writes the data for an id. Returns `false` if the account is no longer signed in. If `durable` is true, the data
   * has been flushed to disk when the promise resolves.
   */
  async write(id: string, stored: Stored, options: { readonly durable?: boolean } = {}): Promise<boolean> {
    return this.#enqueue(id, async () => {
      await this.#folder.write(id, stored, options);
      return this.#keepIfSignedIn(id, stored);
    });
  }

  /** Writes data if the id has no file. If several windows try at the same time, exactly one of them gets `true`. */
  async createIfAbsent(id: string, stored: Stored): Promise<boolean> {
    return this.#enqueue(
      id,
      async () => (await this.#folder.createIfAbsent(id, stored)) && this.#keepIfSignedIn(id, stored),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#enqueue(id, () => this.#folder.remove(id));
  }

  /**
   * Removes the data for an id if `matches` returns true. If several windows try at the same time, exactly one of
   * them gets `true`.
   */
  async removeIf(id: string, matches: (stored: Stored) => boolean): Promise<boolean> {
    return this.#enqueue(id, async () => {
      const stored = await this.#readStored(id);
      return stored !== undefined && matches(stored) && this.#folder.removeIfPresent(id);
    });
  }

  /** Removes the data in a scope, including data that is still being written. */
  async forget(scope: AccountScope): Promise<void> {
    const removal = this.whenSettled().then(() =>
      this.#removeWhere(async (id) => {
        const owner = scopeCovers(scope, id) ? id : ownerOf(id, await this.#folder.read(id));
        return owner !== undefined && scopeCovers(scope, owner);
      }),
    );
    this.#pendingForget = removal.catch(() => undefined);
    await removal;
  }

  /** Removes expired data. If `isAccountBound` is true, also removes the data of accounts that aren't signed in. */
  async prune(isAccountBound = false): Promise<void> {
    await this.#removeWhere(async (id) => {
      // Files can be large, so read only the files that may need to be removed.
      const isExpired = await this.#folder.isExpired(id, this.#maxAgeMs);
      if (!isExpired && !isAccountBound) return false;
      const stored = await this.#folder.read(id);
      if (isExpired && !isPinnedEntry(stored)) return true;
      const owner = isAccountBound ? ownerOf(id, stored) : undefined;
      return owner !== undefined && !(await this.#isSignedIn(owner));
    });
  }

  /** Resolves when all pending writes and removals for one id, or for all ids, are done. */
  async whenSettled(id?: string): Promise<void> {
    const pending = id === undefined ? [...this.#pendingById.values()] : [this.#pendingById.get(id)];
    await Promise.all([...pending, this.#pendingForget]);
  }

  async #readStored(id: string): Promise<Stored | undefined> {
    const stored = await this.#folder.read(id);
    const isExpired = await this.#folder.isExpired(id, this.#maxAgeMs);
    if (isExpired && !isPinnedEntry(stored)) return undefined;
    return this.#schema.safeParse(stored).data;
  }

  async #removeWhere(shouldRemove: (id: string) => Promise<boolean>): Promise<void> {
    const ids = await this.#folder.ids();
    await settleAll(ids.map(async (id) => (await shouldRemove(id)) && this.#folder.remove(id)));
  }

  /**
   * Returns true if the account is signed in. Otherwise, for example because another window signed out, removes the
   * file that was just written. If secret storage fails, the account counts as signed in, so that no data is lost.
   */
  async #keepIfSignedIn(id: string, stored: Stored): Promise<boolean> {
    const owner = ownerOf(id, stored);
    if (owner === undefined || (await this.#isSignedIn(owner).catch(() => true))) return true;
    await this.#folder.remove(id);
    return false;
  }

  async #enqueue<T>(id: string, task: () => Promise<T>): Promise<T> {
    const completion = this.whenSettled(id).then(task);
    this.#pendingById.set(
      id,
      completion.catch(() => undefined),
    );
    return completion;
  }
}

const PinnedEntry = z.object({ pinned: z.boolean() });

/** True if stored data is pinned. Pinned data never expires. */
function isPinnedEntry(stored: unknown): boolean {
  return PinnedEntry.safeParse(stored).data?.pinned === true;
}

/** Returns the scope id of stored data: the `accountId` in the data or, if there is none, the file name. */
function ownerOf(id: string, stored: unknown): string | undefined {
  if (typeof stored !== "object" || stored === null || !("accountId" in stored)) return id;
  if (typeof stored.accountId !== "string") return undefined;
  return stored.accountId;
}

/**
 * Calls `onChange` when any window adds, changes or removes a JSON file in a folder. Creates the folder if necessary.
 * Returns `undefined` if the file system doesn't support watching. In that case, callers only read the folder on
 * demand.
 */
export function watchFolder(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name?.endsWith(".json") !== false) onChange();
    });
    return watcher.on("error", () => watcher.close());
  } catch {
    return undefined;
  }
}
