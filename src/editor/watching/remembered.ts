import * as z from "zod/mini";
import { fileId } from "../../storage/fileId.ts";
import type { Kept, Store } from "../../storage/store.ts";

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
  readonly #kept: Kept<z.infer<typeof Stored>>;
  /** A file for each fall that is told, until its connection is logged in again. */
  readonly #told: Kept<z.infer<typeof Told>>;

  constructor(store: Store) {
    this.#kept = store.kept("watchedStates", Stored);
    this.#told = store.kept("watchedFalls", Told);
  }

  /** What is known of an account; nothing where that cannot be read as what it is. */
  async of(accountId: string): Promise<Memory> {
    return (await this.#kept.read(accountId)) ?? nothing;
  }

  /** Whether it is kept: not where the account has signed out. */
  async keep(accountId: string, memory: Memory): Promise<boolean> {
    return this.#kept.write(accountId, { v: 1, ...memory, loggedIn: [...memory.loggedIn] });
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
    for (const id of risen) await this.#told.remove(fileId(accountId, id));
    const mine: Row[] = [];
    for (const row of fallen)
      if (await this.#told.claim(fileId(accountId, row.id), { v: 1, accountId })) mine.push(row);
    return mine;
  }
}
