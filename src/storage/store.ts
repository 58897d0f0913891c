import type { ZodMiniType } from "zod/mini";
import * as z from "zod/mini";
import { Folder } from "./folder.ts";
import { keptMs } from "./keptFor.ts";
import { covers } from "./scope.ts";
import type { Scope } from "./scope.ts";

/** What can be read again, and is of no use once its account is gone, even where nobody signed it out. */
const endsWithAccount: readonly string[] = [
  "connections",
  "entitlements",
  "watched",
  "watchedStates",
  "watchedFalls",
];

/** Tells whether an account, by the id of its scope, has not signed out. */
type IsThere = (accountId: string) => Promise<boolean>;

/**
 * All that is kept for accounts. A file belongs to one account in one of its projects, or in none: its `accountId` says
 * which, or else its name does. So whatever an account has is found and forgotten in one way.
 */
export class Store {
  /** The folder of the extension's own files. */
  readonly path: string;
  readonly #isThere: IsThere;
  readonly #kept = new Map<string, Pick<Kept<unknown>, "forget" | "prune" | "settled">>();
  readonly #forgetting: ((scope: Scope) => Promise<void>)[] = [];

  constructor(storage: string, isThere: IsThere = () => Promise.resolve(true)) {
    this.path = storage;
    this.#isThere = isThere;
  }

  /** What is kept in a folder, each file of it as the schema says. */
  kept<Stored>(name: keyof typeof keptMs, schema: ZodMiniType<Stored>): Kept<Stored> {
    // What the user has answered or sent stays: a token that was lost can be entered again.
    const stays = name === "drafts" || name === "pending";
    const isThere: IsThere = stays ? () => Promise.resolve(true) : this.#isThere;
    const kept = new Kept(new Folder(this.path, name), schema, keptMs[name], isThere);
    this.#kept.set(name, kept);
    return kept;
  }

  /** The ids of what lies in a folder. */
  async ids(name: keyof typeof keptMs): Promise<readonly string[]> {
    return new Folder(this.path, name).ids();
  }

  /** Has something that this window knows without its file forgotten, too, after the files. */
  alsoForgets(forget: (scope: Scope) => Promise<void>): void {
    this.#forgetting.push(forget);
  }

  /** Removes everything that is kept for what the scope covers, and nothing else. Rejects where some of it stays. */
  async forget(scope: Scope): Promise<void> {
    const files = this.#each((kept) => kept.forget(scope));
    await Promise.allSettled([files]);
    await allOf([files, ...this.#forgetting.map((forget) => forget(scope))]);
  }

  /** Removes what is older than is promised, and what ends with accounts that are gone. */
  async prune(): Promise<void> {
    await this.#each((kept, name) => kept.prune(endsWithAccount.includes(name)));
  }

  /** Resolves when what is to be kept has been. */
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

/** Where one of them fails, the others come to their end all the same. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** What is kept in one folder: files that only the user may read, each written whole. */
export class Kept<Stored> {
  readonly #folder: Folder;
  readonly #schema: ZodMiniType<Stored>;
  readonly #longestMs: number;
  readonly #isThere: IsThere;
  /** What is done under each id: none waits for another. */
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

  /** What is under an id; `undefined` where there is nothing, it is not as the schema says, or it is too old. */
  async read(id: string): Promise<Stored | undefined> {
    await this.settled(id);
    return this.#stored(id);
  }

  /** All that is there, as {@link read} has it. */
  async all(): Promise<readonly Stored[]> {
    const all = await Promise.all((await this.ids()).map((id) => this.read(id)));
    return all.filter((stored) => stored !== undefined);
  }

  /** The ids of what is there, whatever it is. */
  async ids(): Promise<readonly string[]> {
    await this.settled();
    return this.#folder.ids();
  }

  /** When something was written, in milliseconds. */
  async writtenAt(id: string): Promise<number | undefined> {
    return this.#folder.writtenAt(id);
  }

  /** Keeps something; whether it did: not where its account has signed out. A durable one has reached the disk then. */
  async write(id: string, stored: Stored, options: { readonly durable?: boolean } = {}): Promise<boolean> {
    return this.#inTurn(id, async () => {
      await this.#folder.write(id, stored, options);
      return this.#isStillWanted(id, stored);
    });
  }

  /** The same where there is nothing under the id. Of all windows that do so at once, one does. */
  async claim(id: string, stored: Stored): Promise<boolean> {
    return this.#inTurn(
      id,
      async () => (await this.#folder.claim(id, stored)) && this.#isStillWanted(id, stored),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#inTurn(id, () => this.#folder.remove(id));
  }

  /** Removes what is under an id if it is that; whether it was there: of all windows that do so at once, one hears that. */
  async take(id: string, isThat: (stored: Stored) => boolean): Promise<boolean> {
    return this.#inTurn(id, async () => {
      const stored = await this.#stored(id);
      return stored !== undefined && isThat(stored) && this.#folder.take(id);
    });
  }

  /** Forgets what the scope covers, also what is being written at the moment. */
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

  /** Removes what is older than is promised, and, where that is wanted, what belongs to nobody who is there. */
  async prune(endsWithAccount = false): Promise<void> {
    await this.#removeWhere(async (id) => {
      const stored = await this.#folder.read(id);
      if (await this.#isOver(id, stored)) return true;
      const owner = endsWithAccount ? ownerOf(id, stored) : undefined;
      return owner !== undefined && !(await this.#isThere(owner));
    });
  }

  /** Resolves when what is to be kept has been, or forgotten: of one id, or of all. */
  async settled(id?: string): Promise<void> {
    const underWay = id === undefined ? [...this.#underWay.values()] : [this.#underWay.get(id)];
    await Promise.all([...underWay, this.#forgotten]);
  }

  async #stored(id: string): Promise<Stored | undefined> {
    const stored = await this.#folder.read(id);
    return (await this.#isOver(id, stored)) ? undefined : this.#schema.safeParse(stored).data;
  }

  async #removeWhere(isGone: (id: string) => Promise<boolean>): Promise<void> {
    const ids = await this.#folder.ids();
    await allOf(ids.map(async (id) => (await isGone(id)) && this.#folder.remove(id)));
  }

  /**
   * A sign-out, in whatever window, may have removed what there was just before this was written; where secret storage
   * fails, nobody can say so.
   */
  async #isStillWanted(id: string, stored: Stored): Promise<boolean> {
    const owner = ownerOf(id, stored);
    if (owner === undefined || (await this.#isThere(owner).catch(() => true))) return true;
    await this.#folder.remove(id);
    return false;
  }

  /** What somebody pinned has no age. */
  async #isOver(id: string, stored: unknown): Promise<boolean> {
    return Pinned.safeParse(stored).data?.pinned !== true && this.#folder.isOver(id, this.#longestMs);
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

/** Whose something is: its own words count before its name; of nobody where it says so. */
function ownerOf(id: string, stored: unknown): string | undefined {
  if (typeof stored !== "object" || stored === null || !("accountId" in stored)) return id;
  return typeof stored.accountId === "string" ? stored.accountId : undefined;
}
