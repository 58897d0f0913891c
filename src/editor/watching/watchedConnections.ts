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
  readonly #files: AccountFiles<WatchedConnection>;
  readonly #onError: (fault: unknown) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #changed = new EventEmitter<void>();
  #entries: readonly WatchedConnection[] = [];
  #pendingWork: Promise<void> = Promise.resolve();
  #disposed = false;
  /** Fires when the watched connections change, in any window. */
  readonly onDidChange = this.#changed.event;

  /** `failed` gets what could not be read or written. */
  constructor(store: AccountStore, failed: (fault: unknown) => void) {
    this.#files = store.files("watched", WatchedConnection);
    store.onForget(() => this.reload());
    this.#onError = failed;
    this.#watcher = watchFolder(this.#files.path, () => void this.reload());
  }

  /** Returns the watched connections of an account: those pinned by the user and those with a login started here. */
  idsOf(accountId: string): { readonly pinned: ReadonlySet<string>; readonly started: ReadonlySet<string> } {
    const ids = (pinned: boolean): ReadonlySet<string> =>
      new Set(
        this.#entries
          .filter((one) => one.accountId === accountId && one.pinned === pinned)
          .map(({ connectionId }) => connectionId),
      );
    return { pinned: ids(true), started: ids(false) };
  }

  /** Watches connections until {@link stop}. Rejects if they can't be stored. */
  async pin(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#enqueue(async () => {
      for (const connectionId of connectionIds)
        await this.#write({ v: 1, accountId, connectionId, pinned: true });
    });
  }

  /** Watches a connection whose login was started here: for a week, unless it is pinned. Never rejects. */
  async watchStarted(accountId: string, connectionId: string): Promise<void> {
    await this.#enqueue(async () => {
      const id = connectionFileId(accountId, connectionId);
      // Another window may just have pinned it.
      if ((await this.#files.read(id))?.pinned !== true)
        await this.#write({ v: 1, accountId, connectionId, pinned: false });
    }).catch(this.#onError);
  }

  /** Stops watching connections. */
  async unwatch(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#enqueue(async () => {
      for (const connectionId of connectionIds)
        await this.#files.remove(connectionFileId(accountId, connectionId));
    });
  }

  /** Loads changes by other windows. Never rejects. */
  async reload(): Promise<void> {
    await this.#enqueue(() => Promise.resolve()).catch(this.#onError);
  }

  /** Resolves when pending writes are done. */
  async settled(): Promise<void> {
    await this.#pendingWork;
  }

  dispose(): void {
    this.#disposed = true;
    this.#watcher?.close();
    this.#changed.dispose();
  }

  async #write(one: WatchedConnection): Promise<void> {
    await this.#files.write(connectionFileId(one.accountId, one.connectionId), one);
  }

  /** Changes files, then reads all of them. */
  async #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#pendingWork.then(async () => {
      await work();
      const all = await this.#files.all();
      const isSame = isDeepStrictEqual(all, this.#entries);
      this.#entries = all;
      if (!isSame && !this.#disposed) this.#changed.fire();
    });
    this.#pendingWork = done.catch(() => undefined);
    await done;
  }
}
