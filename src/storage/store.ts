import type { ZodMiniType } from "zod/mini";
import * as z from "zod/mini";
import { Folder } from "./folder.ts";
import { keptMs } from "./keptFor.ts";
import { covers, type Scope } from "./scope.ts";
import { type FSWatcher, mkdirSync, watch } from "node:fs";

/** Data that can be read again, and is useless once its account is gone, even without a sign-out. */
const endsWithAccount: readonly string[] = [
  "connections",
  "entitlements",
  "watched",
  "watchedStates",
  "watchedFalls",
];

/** Whether an account, by its scope id, is signed in. */
type IsThere = (accountId: string) => Promise<boolean>;

/**
 * Everything stored for accounts. Each file belongs to one account, in one of its projects or in none, by its `accountId`
 * or else its name, so that signing out finds all files in one way.
 */
export class Store {
  /** The extension's storage folder. */
  readonly path: string;
  readonly #isThere: IsThere;
  readonly #kept = new Map<string, Pick<Kept<unknown>, "forget" | "prune" | "settled">>();
  readonly #forgetting: ((scope: Scope) => Promise<void>)[] = [];

  constructor(storage: string, isThere: IsThere = () => Promise.resolve(true)) {
    this.path = storage;
    this.#isThere = isThere;
  }

  /** A folder whose files follow a schema. */
  kept<Stored>(name: keyof typeof keptMs, schema: ZodMiniType<Stored>): Kept<Stored> {
    // The user's answers and unsettled creations outlive a lost token, which can be entered again.
    const stays = name === "drafts" || name === "pending";
    const isThere: IsThere = stays ? () => Promise.resolve(true) : this.#isThere;
    const kept = new Kept(new Folder(this.path, name), schema, keptMs[name], isThere);
    this.#kept.set(name, kept);
    return kept;
  }

  /** The ids in a folder. */
  async ids(name: keyof typeof keptMs): Promise<readonly string[]> {
    return new Folder(this.path, name).ids();
  }

  /** Adds work for {@link forget}, after the files: what this window has in memory. */
  alsoForgets(forget: (scope: Scope) => Promise<void>): void {
    this.#forgetting.push(forget);
  }

  /** Removes everything that a scope covers, and nothing else. Rejects if some of it could not be removed. */
  async forget(scope: Scope): Promise<void> {
    const files = this.#each((kept) => kept.forget(scope));
    await Promise.allSettled([files]);
    await allOf([files, ...this.#forgetting.map((forget) => forget(scope))]);
  }

  /** Removes what has expired, and what is useless without its account. */
  async prune(): Promise<void> {
    await this.#each((kept, name) => kept.prune(endsWithAccount.includes(name)));
  }

  /** Resolves when pending writes are done. */
  async settled(): Promise<void> {
    await this.#each((kept) => kept.settled());
  }

  async #each(
    work: (kept: Pick<Kept<unknown>, "forget" | "prune" | "settled">, name: string) => Promise<void>,
  ): Promise<void> {
    await allOf(
      Object.entries(keptMs).map(([name, longestMs]) => {
        const unused = new Kept(new Folder(this.path, name), z.unknown(), longestMs, this.#isThere);
        return work(this.#kept.get(name) ?? unused, name);
      }),
    );
  }
}

/** Rejects if one fails, but only after all have ended. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** One folder of the store: files that only the user may read, each written whole. */
export class Kept<Stored> {
  readonly #folder: Folder;
  readonly #schema: ZodMiniType<Stored>;
  readonly #longestMs: number;
  readonly #isThere: IsThere;
  /** The pending work of each id; different ids do not wait for each other. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  #forgotten: Promise<unknown> = Promise.resolve();

  constructor(folder: Folder, schema: ZodMiniType<Stored>, longestMs: number, isThere: IsThere) {
    this.#folder = folder;
    this.#schema = schema;
    this.#longestMs = longestMs;
    this.#isThere = isThere;
  }

  get path(): string {
    return this.#folder.path;
  }

  /** The data of an id; `undefined` where there is none, it does not fit the schema, or it has expired. */
  async read(id: string): Promise<Stored | undefined> {
    await this.settled(id);
    return this.#stored(id);
  }

  /** The data of all ids; see {@link read}. */
  async all(): Promise<readonly Stored[]> {
    const all = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return all.filter((stored) => stored !== undefined);
  }

  /** All ids, whatever their files contain. */
  async ids(): Promise<readonly string[]> {
    await this.settled();
    return this.#folder.ids();
  }

  /** When an id was written, in milliseconds. */
  async writtenAt(id: string): Promise<number | undefined> {
    return this.#folder.writtenAt(id);
  }

  /** Writes data; `false` if its account has signed out. If durable, the data has reached the disk when this resolves. */
  async write(id: string, stored: Stored, options: { readonly durable?: boolean } = {}): Promise<boolean> {
    return this.#inTurn(id, async () => {
      await this.#folder.write(id, stored, options);
      return this.#isStillWanted(id, stored);
    });
  }

  /** As {@link write}, if the id has no file. Of several windows at once, exactly one gets `true`. */
  async claim(id: string, stored: Stored): Promise<boolean> {
    return this.#inTurn(
      id,
      async () => (await this.#folder.claim(id, stored)) && this.#isStillWanted(id, stored),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#inTurn(id, () => this.#folder.remove(id));
  }

  /** Removes the data of an id if `isThat`. Of several windows at once, exactly one gets `true`. */
  async take(id: string, isThat: (stored: Stored) => boolean): Promise<boolean> {
    return this.#inTurn(id, async () => {
      const stored = await this.#stored(id);
      return stored !== undefined && isThat(stored) && this.#folder.take(id);
    });
  }

  /** Removes what a scope covers, including what is being written. */
  async forget(scope: Scope): Promise<void> {
    const done = this.settled().then(() =>
      this.#removeWhere(async (id) => {
        const owner = covers(scope, id) ? id : ownerOf(id, await this.#folder.read(id));
        return owner !== undefined && covers(scope, owner);
      }),
    );
    this.#forgotten = done.catch(() => undefined);
    await done;
  }

  /** Removes what has expired and, with `endsWithAccount`, what belongs to accounts that are gone. */
  async prune(endsWithAccount = false): Promise<void> {
    await this.#removeWhere(async (id) => {
      // Files may be large: only those that may go are read.
      const isOld = await this.#folder.isExpired(id, this.#longestMs);
      if (!isOld && !endsWithAccount) return false;
      const stored = await this.#folder.read(id);
      if (isOld && !isPinned(stored)) return true;
      const owner = endsWithAccount ? ownerOf(id, stored) : undefined;
      return owner !== undefined && !(await this.#isThere(owner));
    });
  }

  /** Resolves when pending writes and removals are done, of one id or of all. */
  async settled(id?: string): Promise<void> {
    const underWay = id === undefined ? [...this.#underWay.values()] : [this.#underWay.get(id)];
    await Promise.all([...underWay, this.#forgotten]);
  }

  async #stored(id: string): Promise<Stored | undefined> {
    const stored = await this.#folder.read(id);
    const isOld = await this.#folder.isExpired(id, this.#longestMs);
    return isOld && !isPinned(stored) ? undefined : this.#schema.safeParse(stored).data;
  }

  async #removeWhere(isGone: (id: string) => Promise<boolean>): Promise<void> {
    const ids = await this.#folder.ids();
    await allOf(ids.map(async (id) => (await isGone(id)) && this.#folder.remove(id)));
  }

  /**
   * A sign-out in any window may have removed the account's files just before this write. A failing secret storage counts
   * as signed in: data must not be lost to it.
   */
  async #isStillWanted(id: string, stored: Stored): Promise<boolean> {
    const owner = ownerOf(id, stored);
    if (owner === undefined || (await this.#isThere(owner).catch(() => true))) return true;
    await this.#folder.remove(id);
    return false;
  }

  async #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const done = this.settled(id).then(work);
    this.#underWay.set(
      id,
      done.catch(() => undefined),
    );
    return done;
  }
}

const Pinned = z.object({ pinned: z.boolean() });

/** Whether data never expires. */
function isPinned(stored: unknown): boolean {
  return Pinned.safeParse(stored).data?.pinned === true;
}

/** The scope id that data belongs to: its `accountId` if it has one, else its file name. */
function ownerOf(id: string, stored: unknown): string | undefined {
  if (typeof stored !== "object" || stored === null || !("accountId" in stored)) return id;
  return typeof stored.accountId === "string" ? stored.accountId : undefined;
}

/**
 * Calls `changed` when a JSON file in a folder is added, changed or removed, in any window; creates the folder first.
 * `undefined` where the file system does not support this: callers still read the folder on demand.
 */
export function watchFolder(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name?.endsWith(".json") !== false) changed();
    });
    return watcher.on("error", () => watcher.close());
  } catch {
    return undefined;
  }
}
