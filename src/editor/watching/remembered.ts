import * as z from "zod/mini";
import { Folder } from "../../storage/folder.ts";
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

const nothing: Memory = { failures: 0, offset: 0, loggedIn: [] };

/** What the windows of a user know of the watched connections of each account, beside the lease: who reads writes it. */
export class Remembered {
  readonly #folder: Folder;
  #done: Promise<unknown> = Promise.resolve();

  constructor(storage: string) {
    this.#folder = new Folder(storage, "watchedStates");
  }

  /** What is known of an account; nothing where that cannot be read as what it is. */
  async of(accountId: string): Promise<Memory> {
    return this.#inTurn(async () => Stored.safeParse(await this.#folder.read(accountId)).data ?? nothing);
  }

  async keep(accountId: string, memory: Memory): Promise<void> {
    await this.#inTurn(() => this.#folder.write(accountId, { v: 1, ...memory }));
  }

  async forget(scope: Scope): Promise<void> {
    await this.#inTurn(() => this.#folder.removeAll(scope));
  }

  /** Forgets each account that is not there any more. */
  async prune(isThere: (accountId: string) => Promise<boolean>): Promise<void> {
    for (const id of await this.#folder.ids()) if (!(await isThere(id))) await this.forget({ accountId: id });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#done.then(work);
    this.#done = done.catch(() => undefined);
    return done;
  }
}
