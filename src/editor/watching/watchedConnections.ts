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
  /** True if the user chose to watch the connection. False if a login that was started in VS Code is the reason. */
  pinned: z.boolean(),
});
type WatchedConnection = z.infer<typeof WatchedConnection>;

/** The watched connections. Each is stored in its own file, which all windows share. */
export class WatchedConnections implements Disposable {
  readonly #files: AccountFiles<WatchedConnection>;
  readonly #onError: (fault: unknown) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #changed = new EventEmitter<void>();
  #entries: readonly WatchedConnection[] = [];
  #pendingWork: Promise<void> = Promise.resolve();
  /** Fires when any window changes the watched connections. */
  readonly onDidChange = this.#changed.event;

  /** `failed` is called with storage errors. */
  constructor(store: AccountStore, failed: (fault: unknown) => void) {
    this.#files = store.files("watched", WatchedConnection);
    store.onForget(() => this.reload());
    this.#onError = failed;
    this.#watcher = watchFolder(this.#files.path, () => void this.reload());
  }

  /**
   * Returns the IDs of an account's watched connections. The user chose to watch the connections in `pinned`. The
   * connections in `started` are watched because their login was started in VS Code.
   */
  idsOf(accountId: string): { readonly pinned: ReadonlySet<string>; readonly started: ReadonlySet<string> } {
    const ids = (pinned: boolean): ReadonlySet<string> =>
      new Set(
        this.#entries
          .filter((entry) => entry.accountId === accountId && entry.pinned === pinned)
          .map(({ connectionId }) => connectionId),
      );
    return { pinned: ids(true), started: ids(false) };
  }

  /** Watches connections until {@link unwatch} is called. Rejects if the change can't be stored. */
  async pin(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#enqueue(async () => {
      for (const connectionId of connectionIds)
        await this.#write({ v: 1, accountId, connectionId, pinned: true });
    });
  }

  /** Watches a connection for a week after its login was started in VS Code, unless it is pinned. Never rejects. */
  async watchStarted(accountId: string, connectionId: string): Promise<void> {
    await this.#enqueue(async () => {
      const id = connectionFileId(accountId, connectionId);
      // Don't overwrite the file if another window has just pinned the connection. A pin has no time limit.
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

  /** Loads changes that other windows have made. Never rejects. */
  async reload(): Promise<void> {
    await this.#enqueue(() => Promise.resolve()).catch(this.#onError);
  }

  /** Resolves when pending writes are done. */
  async settled(): Promise<void> {
    await this.#pendingWork;
  }

  dispose(): void {
    this.#watcher?.close();
    this.#changed.dispose();
  }

  async #write(entry: WatchedConnection): Promise<void> {
    await this.#files.write(connectionFileId(entry.accountId, entry.connectionId), entry);
  }

  /** Runs `work` after pending changes, then reloads all files and fires an event if anything changed. */
  async #enqueue(work: () => Promise<void>): Promise<void> {
    const finished = this.#pendingWork.then(async () => {
      await work();
      const entries = await this.#files.all();
      const isSame = isDeepStrictEqual(entries, this.#entries);
      this.#entries = entries;
      if (!isSame) this.#changed.fire();
    });
    this.#pendingWork = finished.catch(() => undefined);
    await finished;
  }
}
