import type { FSWatcher } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import { fileId } from "../../storage/fileId.ts";
import type { Kept, Store } from "../../storage/store.ts";
import { watchFolder } from "../../storage/watchFolder.ts";

const Stored = z.object({
  v: z.literal(1),
  accountId: z.string(),
  connectionId: z.string(),
  /** Whether somebody asked for it; else a login of it was started here. */
  pinned: z.boolean(),
});
type WatchedOne = z.infer<typeof Stored>;

/** Which connections somebody wants to hear of: a file each, for all windows of the user. */
export class Watched implements Disposable {
  readonly #kept: Kept<WatchedOne>;
  readonly #failed: (fault: unknown) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #changed = new EventEmitter<void>();
  #all: readonly WatchedOne[] = [];
  #done: Promise<void> = Promise.resolve();
  #disposed = false;
  /** Fires when other connections are watched than before, whichever window did it. */
  readonly onDidChange = this.#changed.event;

  /** `failed` is told what could not be read or kept. */
  constructor(store: Store, failed: (fault: unknown) => void) {
    this.#kept = store.kept("watched", Stored);
    store.alsoForgets(() => this.look());
    this.#failed = failed;
    this.#watcher = watchFolder(this.#kept.path, () => void this.look());
  }

  /** The connections of an account that are watched: those that were pinned, and those for their login alone. */
  of(accountId: string): { readonly pinned: ReadonlySet<string>; readonly started: ReadonlySet<string> } {
    const ids = (pinned: boolean): ReadonlySet<string> =>
      new Set(
        this.#all
          .filter((one) => one.accountId === accountId && one.pinned === pinned)
          .map(({ connectionId }) => connectionId),
      );
    return { pinned: ids(true), started: ids(false) };
  }

  /** Watches connections until somebody wants no more of it. Rejects where that cannot be kept. */
  async pin(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const connectionId of connectionIds)
        await this.#write({ v: 1, accountId, connectionId, pinned: true });
    });
  }

  /** Watches a connection as a login of it was started here: for a week, unless it is pinned. Never rejects. */
  async started(accountId: string, connectionId: string): Promise<void> {
    await this.#inTurn(async () => {
      const id = fileId(accountId, connectionId);
      // Another window may have pinned it just now.
      if ((await this.#kept.read(id))?.pinned !== true)
        await this.#write({ v: 1, accountId, connectionId, pinned: false });
    }).catch(this.#failed);
  }

  /** Watches connections no more. */
  async stop(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const connectionId of connectionIds) await this.#kept.remove(fileId(accountId, connectionId));
    });
  }

  /** Looks at what other windows have done. Never rejects. */
  async look(): Promise<void> {
    await this.#inTurn(() => Promise.resolve()).catch(this.#failed);
  }

  /** Resolves when what is to be kept has been. */
  async settled(): Promise<void> {
    await this.#done;
  }

  dispose(): void {
    this.#disposed = true;
    this.#watcher?.close();
    this.#changed.dispose();
  }

  async #write(one: WatchedOne): Promise<void> {
    await this.#kept.write(fileId(one.accountId, one.connectionId), one);
  }

  /** Does something to the files, then looks at what there is. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#done.then(async () => {
      await work();
      const all = await this.#kept.all();
      const isSame = isDeepStrictEqual(all, this.#all);
      this.#all = all;
      if (!isSame && !this.#disposed) this.#changed.fire();
    });
    this.#done = done.catch(() => undefined);
    await done;
  }
}
