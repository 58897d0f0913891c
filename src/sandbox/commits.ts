// Group commit: the requests that one turn of the event loop brings share one transaction, and so one sync of the disk.
//
// The first of them begins it, each works in a savepoint of its own, and once the turn is over it is committed. While
// the disk syncs, the next requests gather before the server, and make the next group. So a lone request waits for
// nobody, and the more there are at once, the more share a sync.
//
// Until the commit, the requests of a group see each other's writes. That is why every answer waits for `settled`,
// those of readings and refusals, too: nothing is told to anybody that could still be undone.
import type { Database, Statement } from "./sqlite.ts";

interface Group {
  readonly done: PromiseWithResolvers<undefined>;
  readonly end: NodeJS.Immediate;
  /** Why nothing of it can be kept. */
  broken?: unknown;
}

export class Commits {
  readonly #db: Database;
  readonly #confirm: () => void;
  readonly #sql: Readonly<Record<"begin" | "commit" | "undoAll" | "save" | "keep" | "undo", Statement>>;
  #group: Group | undefined;

  /** `confirm` is called after each commit, and throws where that must not count as stored. */
  constructor(db: Database, confirm: () => void) {
    this.#db = db;
    this.#confirm = confirm;
    this.#sql = {
      begin: db.prepare("BEGIN IMMEDIATE"),
      commit: db.prepare("COMMIT"),
      undoAll: db.prepare("ROLLBACK"),
      save: db.prepare("SAVEPOINT request"),
      keep: db.prepare("RELEASE request"),
      undo: db.prepare("ROLLBACK TO request"),
    };
  }

  /** Runs `work` within the group: all of its writes are kept, or none if it throws. They are durable when `settled`. */
  join<T>(work: () => T): T {
    const group = (this.#group ??= this.#begin());
    if ("broken" in group) throw group.broken;
    this.#sql.save.run();
    try {
      const result = work();
      this.#sql.keep.run();
      return result;
    } catch (error) {
      this.#undo(group, error);
      throw error;
    }
  }

  /** Resolves once all that was written so far is durable; rejects where that failed, and nothing of the group is kept. */
  settled(): Promise<void> {
    return this.#group?.done.promise ?? Promise.resolve();
  }

  /** Commits what is open, at once; whether it worked is told by `settled`. */
  finish(): void {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    clearImmediate(group.end);
    try {
      if ("broken" in group) throw group.broken;
      this.#sql.commit.run();
      this.#confirm();
      group.done.resolve(undefined);
    } catch (error) {
      if (this.#db.isTransaction) this.#sql.undoAll.run();
      group.done.reject(error);
    }
  }

  #begin(): Group {
    const group: Group = {
      done: Promise.withResolvers<undefined>(),
      end: setImmediate(() => this.finish()),
    };
    // Whoever waits for it is told; nobody has to wait.
    group.done.promise.catch(() => undefined);
    try {
      this.#sql.begin.run();
    } catch (error) {
      // The others of this turn need not wait for a locked file again, one after the other.
      group.broken = error;
    }
    return group;
  }

  /** Where this fails, or SQLite has undone the whole transaction by itself, as on a full disk, nothing is kept. */
  #undo(group: Group, error: unknown): void {
    group.broken = error;
    if (!this.#db.isTransaction) return;
    this.#sql.undo.run();
    this.#sql.keep.run();
    delete group.broken;
  }
}
