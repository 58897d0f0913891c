// One whole sandbox: the data, its owner's lock, and the server before it.
//
// This room is a pretend service: the operations of §4 over HTTP on this computer, strict in all that §2 says, and
// beside them the lists of what a connection can refer to.
// It shares neither schemas nor types with the client, so that a misreading cannot agree with itself.
// The extension starts it through launch.ts (a thread), `npm run sandbox` through main.ts (a process).
import { randomUUID } from "node:crypto";
import { inMemory, openDatabase, type OpenedDatabase } from "../db/database.ts";
import { asFailure, SandboxError } from "../sandboxError.ts";
import type { Identity } from "../identity.ts";
import { startServer } from "../http/server.ts";
import { presentTime } from "../resources/clock.ts";
import { movableClock } from "../resources/control.ts";
import { resources } from "../resources/allResources.ts";
import { routesOn } from "../resources/resource.ts";
import { createPrivate, loadSqlite, resultCode, sqliteCode } from "../db/sqlite.ts";
import { type Sample, Store } from "../db/store.ts";
import { chmodSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface SandboxOptions {
  readonly file: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly token: string;
  /** The data of a new file; every case where it is left out. */
  readonly sample?: Sample;
  /** Whether its clock can be moved (`POST /sandbox/advance`). */
  readonly clockMoves?: boolean;
  /** Reports every fault that a client only sees as a 500. */
  readonly onFault: (error: unknown) => void;
}

export interface Sandbox {
  readonly identity: Identity;
  /** Whether its data began with this start. */
  readonly isNew: boolean;
  /** Where the file was moved that was found and could not be used; absent in the usual case. */
  readonly keptAside?: string;
  /** Ends the server, closes the data, gives the lock back. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox, or returns undefined while another process owns the file.
 * @throws {SandboxError} for every reason but `held`, `unreachable` and `crashed`.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox | undefined> {
  const { file, clockMoves = false } = options;
  let release: (() => void) | undefined;
  let opened: OpenedDatabase | undefined;
  try {
    const path = file === inMemory ? file : realFile(file);
    const free = (release = path === inMemory ? () => undefined : takeLock(path));
    if (free === undefined) return undefined;
    const { db, keptAside } = (opened = openDatabase(path, resources, presentTime()));
    const store = new Store(db, resources, presentTime(), options.sample);
    const server = await startServer({
      ...options,
      routes: routesOn(store, clockMoves ? [...resources, movableClock] : resources),
      instanceId: randomUUID(),
    });
    const close = async (): Promise<void> => {
      try {
        await server.close();
        store.close();
      } finally {
        free();
      }
    };
    const { isNew } = store;
    return { identity: server.identity, isNew, ...(keptAside !== undefined && { keptAside }), close };
  } catch (error) {
    opened?.db.close();
    release?.();
    throw asFailure(options.file, error);
  }
}

/**
 * Takes the lock of `file` at once, and returns what gives it back; or undefined while another process or thread holds it.
 * @throws {SandboxError} `foreignFile` where a link stands in its place, or what is no file.
 */
export function takeLock(file: string): (() => void) | undefined {
  const { DatabaseSync } = loadSqlite();
  const path = `${file}.lock`;
  // Looked at, but not opened: closing it would take back the lock that this process may hold on it.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isFile() && found.nlink === 1)) {
    throw new SandboxError("foreignFile", `${path} isn't a lock file, but a link or another kind of file.`);
  }
  createPrivate(path);
  const db = new DatabaseSync(path);
  try {
    // Nothing is ever written to it, so its journal need not touch the disk.
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
 * The one path of a data file, whatever links lead to it; where there is none yet, its path to be.
 * @throws {SandboxError} `foreignFile` for what is no regular file or has several names.
 */
function realFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return pathToBe(file);
  if (!found.isFile()) throw new SandboxError("foreignFile", `${file} isn't a regular file.`);
  if (found.nlink > 1) {
    const message = `${file} has several names (hard links), and another sandbox may use one. Use a copy of the file.`;
    throw new SandboxError("foreignFile", message);
  }
  return realpathSync.native(file);
}

function pathToBe(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
    throw new SandboxError("foreignFile", `${file} is a broken link.`);
  }
  try {
    return join(realpathSync.native(dirname(file)), basename(file));
  } catch {
    // There is no such folder, as whoever opens it says.
    return file;
  }
}
