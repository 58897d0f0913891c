import type { FSWatcher } from "node:fs";
import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import { fileId } from "../../storage/fileId.ts";
import { Folder } from "../../storage/folder.ts";
import { nothingUnknown } from "../../storage/keeper.ts";
import type { Keeper } from "../../storage/keeper.ts";
import { covers } from "../../storage/scope.ts";
import type { Scope } from "../../storage/scope.ts";
import { keptMs } from "../../storage/keptFor.ts";
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
export class Watched implements Keeper, Disposable {
  readonly #folder: Folder;
  readonly #failed: (fault: unknown) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #changed = new EventEmitter<void>();
  #all: readonly WatchedOne[] = [];
  #done: Promise<void> = Promise.resolve();
  #disposed = false;
  /** Fires when other connections are watched than before, whichever window did it. */
  readonly onDidChange = this.#changed.event;
  readonly unknown = nothingUnknown;

  /** `failed` is told what could not be read or kept. */
  constructor(storage: string, failed: (fault: unknown) => void) {
    this.#folder = new Folder(storage, "watched");
    this.#failed = failed;
    this.#watcher = watchFolder(this.#folder.path, () => void this.look());
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
      if (Stored.safeParse(await this.#folder.read(id)).data?.pinned !== true)
        await this.#write({ v: 1, accountId, connectionId, pinned: false });
    }).catch(this.#failed);
  }

  /** Watches connections no more. */
  async stop(accountId: string, connectionIds: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const connectionId of connectionIds) await this.#folder.remove(fileId(accountId, connectionId));
    });
  }

  async forget(scope: Scope): Promise<void> {
    await this.look();
    await this.#inTurn(async () => {
      for (const { accountId, connectionId } of this.#all)
        if (covers(scope, accountId)) await this.#folder.remove(fileId(accountId, connectionId));
    });
  }

  /** Looks at what other windows have done. Never rejects. */
  async look(): Promise<void> {
    await this.#inTurn(() => Promise.resolve()).catch(this.#failed);
  }

  /** Forgets whom nobody pinned and whose login was started long ago, and each account that is not there any more. */
  async prune(isThere: (accountId: string) => Promise<boolean>): Promise<void> {
    await this.#inTurn(async () => {
      for (const id of await this.#folder.ids()) {
        const { data } = Stored.safeParse(await this.#folder.read(id));
        const isKept = data?.pinned === true || !(await this.#folder.isOver(id, keptMs.watched));
        if (data === undefined || !isKept || !(await isThere(data.accountId))) await this.#folder.remove(id);
      }
    }).catch(this.#failed);
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
    await this.#folder.write(fileId(one.accountId, one.connectionId), one);
  }

  /** Does something to the files, then looks at what there is. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#done.then(async () => {
      await work();
      const all = await Promise.all((await this.#folder.ids()).map((id) => this.#folder.read(id)));
      const sound = all.flatMap((one) => Stored.safeParse(one).data ?? []);
      const isSame = saying(sound) === saying(this.#all);
      this.#all = sound;
      if (!isSame && !this.#disposed) this.#changed.fire();
    });
    this.#done = done.catch(() => undefined);
    await done;
  }
}

function saying(all: readonly WatchedOne[]): string {
  return all
    .map((one) => JSON.stringify(one))
    .sort()
    .join("\n");
}
