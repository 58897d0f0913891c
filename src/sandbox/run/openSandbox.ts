// Opens a complete sandbox: the data, the lock on the data, and the HTTP server.
//
// The sandbox implements the operations of interface.md §4 over HTTP on this computer, enforces every rule of §2, and
// adds lists of the resources that connections can refer to. It shares no schemas or types with the client, so that a
// misreading of the interface in either of them is detected. The extension starts the sandbox in a thread (launch.ts),
// and `npm run sandbox` starts it in a process (commandLine.ts).
import { randomUUID } from "node:crypto";
import { inMemory, openDatabase, type OpenedDatabase } from "../db/database.ts";
import { toSandboxError, SandboxError } from "../sandboxError.ts";
import type { SandboxIdentity } from "../identity.ts";
import { startServer } from "../http/server.ts";
import { systemTime } from "../resources/clock.ts";
import { clockResource } from "../resources/control.ts";
import { sandboxResources } from "../resources/allResources.ts";
import { bindRoutes } from "../resources/resource.ts";
import { createPrivateFile, loadSqlite, resultCode, sqliteCode } from "../db/sqlite.ts";
import { type SampleSize, SandboxStore } from "../db/store.ts";
import { chmodSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface SandboxOptions {
  readonly file: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly token: string;
  /** Initial data of a new file. Defaults to every sample. */
  readonly sample?: SampleSize;
  /** True if `POST /sandbox/advance` can move the clock. */
  readonly clockMoves?: boolean;
  /** Called with every error that clients see only as a 500 reply. */
  readonly onFault: (error: unknown) => void;
}

export interface OpenSandbox {
  readonly identity: SandboxIdentity;
  /** True if the data didn't exist before this start. */
  readonly isNew: boolean;
  /** The new path of an unusable data file, which was renamed. Undefined if the file was usable or missing. */
  readonly keptAside?: string;
  /** Closes the server and the data, and releases the lock. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox. Returns undefined if another process owns the file. @throws {SandboxError} of any kind except
 * `held`, `unreachable` and `crashed`.
 */
export async function openSandbox(options: SandboxOptions): Promise<OpenSandbox | undefined> {
  const { file, clockMoves = false } = options;
  let release: (() => void) | undefined;
  let opened: OpenedDatabase | undefined;
  try {
    const path = file === inMemory ? file : canonicalPath(file);
    const releaseLock = (release = path === inMemory ? () => undefined : acquireLock(path));
    if (releaseLock === undefined) return undefined;
    const { db, keptAside } = (opened = openDatabase(path, sandboxResources, systemTime()));
    const store = new SandboxStore(db, sandboxResources, systemTime(), options.sample);
    const server = await startServer({
      ...options,
      routes: bindRoutes(store, clockMoves ? [...sandboxResources, clockResource] : sandboxResources),
      instanceId: randomUUID(),
    });
    const close = async (): Promise<void> => {
      try {
        await server.close();
        store.close();
      } finally {
        releaseLock();
      }
    };
    const { isNew } = store;
    return { identity: server.identity, isNew, ...(keptAside !== undefined && { keptAside }), close };
  } catch (error) {
    opened?.db.close();
    release?.();
    throw toSandboxError(options.file, error);
  }
}

/**
 * Acquires the lock of `file` without waiting. Returns a function that releases the lock, or undefined if another
 * process or thread holds the lock. @throws {SandboxError} `foreignFile` if the lock's path is a link or not a regular
 * file.
 */
export function acquireLock(file: string): (() => void) | undefined {
  const { DatabaseSync } = loadSqlite();
  const path = `${file}.lock`;
  // Check the path without opening the file, because closing the file would release a lock that this process may
  // hold.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isFile() && found.nlink === 1)) {
    throw new SandboxError("foreignFile", `${path} isn't a lock file, but a link or another kind of file.`);
  }
  createPrivateFile(path);
  const db = new DatabaseSync(path);
  try {
    // Nothing is ever written to the lock file, so the journal can stay in memory.
    db.exec(
      "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE",
    );
    chmodSync(path, 0o600);
    return () => db.close();
  } catch (error) {
    db.close();
    const code = sqliteCode(error);
    if (code === resultCode.busy || code === resultCode.locked) return undefined;
    throw error;
  }
}

/**
 * Returns the canonical path of the data file, with all links resolved. For a missing file, returns the path that it
 * will have. @throws {SandboxError} `foreignFile` if the path isn't a regular file or has several hard links.
 */
function canonicalPath(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return futurePath(file);
  if (!found.isFile()) throw new SandboxError("foreignFile", `${file} isn't a regular file.`);
  if (found.nlink > 1) {
    const message = `${file} has several names (hard links), and another sandbox may use one. Use a copy of the file.`;
    throw new SandboxError("foreignFile", message);
  }
  return realpathSync.native(file);
}

function futurePath(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    throw new SandboxError("foreignFile", `${file} is a broken link.`);
  try {
    return join(realpathSync.native(dirname(file)), basename(file));
  } catch {
    // The folder is missing. The error will be reported when the file is opened.
    return file;
  }
}
