import type { ZodMiniType } from "zod/mini";
import { Folder } from "./folder.ts";
import { keptMs } from "./keptFor.ts";
import type { Scope } from "./scope.ts";

/** What each account's last reading said, for as long as is promised. Nothing here rejects: `failed` is told why. */
export class LastRead<Stored extends { readonly readAt: number }> {
  readonly #folder: Folder;
  readonly #schema: ZodMiniType<Stored>;
  readonly #longestMs: number;
  readonly #failed: (fault: unknown) => void;
  #written = Promise.resolve();

  constructor(
    storage: string,
    name: keyof typeof keptMs,
    schema: ZodMiniType<Stored>,
    failed: (fault: unknown) => void,
  ) {
    this.#folder = new Folder(storage, name);
    this.#schema = schema;
    this.#longestMs = keptMs[name];
    this.#failed = failed;
  }

  /** What was read last, if that is known; what a clock says that is ahead of ours is no use. */
  async read(accountId: string): Promise<Stored | undefined> {
    // What is to be forgotten has to be, first.
    await this.#written;
    try {
      const { data } = this.#schema.safeParse(await this.#folder.read(accountId));
      return data !== undefined && this.#isRecent(data.readAt) ? data : undefined;
    } catch (fault) {
      this.#failed(fault);
      return undefined;
    }
  }

  async write(accountId: string, stored: Stored): Promise<void> {
    await this.#inTurn(() => this.#folder.write(accountId, stored));
  }

  /** Forgets what was read of whatever a scope covers, also what is being written at the moment. */
  async forget(scope: Scope): Promise<void> {
    await this.#remove(scope);
  }

  /** Removes what is older than is promised, and of each account that is not there any more; what a window has read stays. */
  async prune(isThere: (accountId: string) => Promise<boolean>): Promise<void> {
    try {
      for (const id of await this.#folder.ids()) {
        const keptAt = await this.#folder.writtenAt(id);
        if (keptAt === undefined) continue;
        if (!this.#isRecent(keptAt) || !(await isThere(id))) await this.#remove({ accountId: id });
      }
    } catch (fault) {
      this.#failed(fault);
    }
  }

  /** Resolves when what is to be kept has been. */
  async settled(): Promise<void> {
    await this.#written;
  }

  async #remove(scope: Scope): Promise<void> {
    await this.#inTurn(() => this.#folder.removeAll(scope));
  }

  #isRecent(at: number): boolean {
    const age = Date.now() - at;
    return age >= 0 && age <= this.#longestMs;
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(work).catch(this.#failed);
    await this.#written;
  }
}
