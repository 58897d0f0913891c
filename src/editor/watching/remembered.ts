import * as z from "zod/mini";
import { fileId } from "../../storage/fileId.ts";
import { Folder } from "../../storage/folder.ts";
import { covers } from "../../storage/scope.ts";
import type { Scope } from "../../storage/scope.ts";

const Stored = z.object({
  v: z.literal(1),
  /** When it was read last, and before when the service does not want to be asked again, in milliseconds. */
  readAt: z.optional(z.number()),
  notBefore: z.optional(z.number()),
  /** How many readings in a row brought nothing. */
  failures: z.int().check(z.minimum(0)),
  /** Where the next reading of the list begins. */
  offset: z.int().check(z.minimum(0)),
  /** The connections that were logged in when they were seen last: of no other is a fall to be told. */
  loggedIn: z.array(z.string()),
});
export type Memory = Readonly<Omit<z.infer<typeof Stored>, "v" | "loggedIn">> & {
  readonly loggedIn: readonly string[];
};

/** That a fall of a connection is told. */
const Told = z.object({ v: z.literal(1), accountId: z.string() });

const nothing: Memory = { failures: 0, offset: 0, loggedIn: [] };

/** What the windows of a user know of the watched connections of each account, beside the lease: who reads writes it. */
export class Remembered {
  readonly #folder: Folder;
  /** A file for each fall that is told, until its connection is logged in again. */
  readonly #told: Folder;
  #done: Promise<unknown> = Promise.resolve();

  constructor(storage: string) {
    this.#folder = new Folder(storage, "watchedStates");
    this.#told = new Folder(storage, "watchedFalls");
  }

  /** What is known of an account; nothing where that cannot be read as what it is. */
  async of(accountId: string): Promise<Memory> {
    return this.#inTurn(async () => Stored.safeParse(await this.#folder.read(accountId)).data ?? nothing);
  }

  async keep(accountId: string, memory: Memory): Promise<void> {
    await this.#inTurn(() => this.#folder.write(accountId, { v: 1, ...memory }));
  }

  /**
   * Takes on falls to tell: those that no other window tells. Of two that begin to read at the same moment, neither knows
   * of the other yet. What is logged in again may fall once more.
   */
  async toTell<Row extends { readonly id: string }>(
    accountId: string,
    before: Pick<Memory, "loggedIn">,
    { fallen, loggedIn }: { readonly fallen: readonly Row[]; readonly loggedIn: readonly string[] },
  ): Promise<readonly Row[]> {
    const risen = loggedIn.filter((id) => !before.loggedIn.includes(id));
    if (risen.length === 0 && fallen.length === 0) return [];
    return this.#inTurn(async () => {
      for (const id of risen) await this.#told.remove(fileId(accountId, id));
      const mine: Row[] = [];
      for (const row of fallen)
        if (await this.#told.claim(fileId(accountId, row.id), { v: 1, accountId })) mine.push(row);
      return mine;
    });
  }

  async forget(scope: Scope): Promise<void> {
    await this.#inTurn(async () => {
      await this.#folder.removeAll(scope);
      await this.#forgetTold((accountId) => Promise.resolve(!covers(scope, accountId)));
    });
  }

  /** Forgets each account that is not there any more. */
  async prune(isThere: (accountId: string) => Promise<boolean>): Promise<void> {
    for (const id of await this.#folder.ids()) if (!(await isThere(id))) await this.forget({ accountId: id });
    await this.#inTurn(() => this.#forgetTold(isThere));
  }

  /** Forgets which falls of accounts were told that are not to be kept. */
  async #forgetTold(isKept: (accountId: string) => Promise<boolean>): Promise<void> {
    for (const id of await this.#told.ids()) {
      const { data } = Told.safeParse(await this.#told.read(id));
      if (data === undefined || !(await isKept(data.accountId))) await this.#told.remove(id);
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#done.then(work);
    this.#done = done.catch(() => undefined);
    return done;
  }
}
