import type { FSWatcher } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type Disposable, EventEmitter } from "vscode";
import * as z from "zod/mini";
import { connectionFileId } from "../../storage/scope.ts";
import { type AccountFiles, type AccountStore, watchFolder } from "../../storage/accountStore.ts";

const WatchedConnection = z.object({
  v: z.literal(1),
  accountId: z.string(),
  connectionId: z.string(),
  /** True if the user pinned the connection. Otherwise a login was started here. */
  pinned: z.boolean(),
});
type WatchedConnection = z.infer<typeof WatchedConnection>;

/** The watched connections, stored as one file each and shared by all windows. */
export class WatchedConnections implements Disposable {
  readonly #kept: AccountFiles<WatchedConnection>;
  readonly #failed: (fault: unknown) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #changed = new EventEmitter<void>();
  #all: readonly WatchedConnection[] = [];
  #done: Promise<void> = Promise.resolve();
  #disposed = false;
  /** Fires when the watched connections change, in any window. */
  readonly onDidChange = this.#changed.event;

  /** `failed` gets what could not be read or written. */
  constructor(store: AccountStore, failed: (fault: unknown) => void) {
    this.#kept = store.files("watched", WatchedConnection);
    store.onForget(() => this.look());
    this.#failed = failed;
    this.#watcher = watchFolder(this.#kept.path, () => void this.look());
  }

  /** Returns the watched connections of an account: those pinned by the user and those with a login started here. */
  of(accountId: string): { readonly pinned: ReadonlySet<string>; readonly started: ReadonlySet<string> } {
    const ids = (pinned: boolean): ReadonlySet<string> =>
      new Set(
        this.#all
          .filter((one) => one.accountId === accountId && one.pinned === pinned)
          .map(({ connectionId }) => connectionId),
      );
    return { pinned: ids(true), started: ids(false) };
  }

  /** Watches connections until {@link stop}. Rejects if they can't be stored. */
  async pin(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const connectionId of connectionIds)
        await this.#write({ v: 1, accountId, connectionId, pinned: true });
    });
  }

  /** Watches a connection whose login was started here: for a week, unless it is pinned. Never rejects. */
  async started(accountId: string, connectionId: string): Promise<void> {
    await this.#inTurn(async () => {
      const id = connectionFileId(accountId, connectionId);
      // Another window may just have pinned it.
      if ((await this.#kept.read(id))?.pinned !== true)
        await this.#write({ v: 1, accountId, connectionId, pinned: false });
    }).catch(this.#failed);
  }

  /** Stops watching connections. */
  async stop(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const connectionId of connectionIds)
        await this.#kept.remove(connectionFileId(accountId, connectionId));
    });
  }

  /** Loads changes by other windows. Never rejects. */
  async look(): Promise<void> {
    await this.#inTurn(() => Promise.resolve()).catch(this.#failed);
  }

  /** Resolves when pending writes are done. */
  async settled(): Promise<void> {
    await this.#done;
  }

  dispose(): void {
    this.#disposed = true;
    this.#watcher?.close();
    this.#changed.dispose();
  }

  async #write(one: WatchedConnection): Promise<void> {
    await this.#kept.write(connectionFileId(one.accountId, one.connectionId), one);
  }

  /** Changes files, then reads all of them. */
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
