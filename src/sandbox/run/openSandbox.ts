// One whole sandbox: the data, its owner's lock, and the server before it.
//
// This room is a pretend service: the operations of §4 over HTTP on this computer, strict in all that §2 says, and
// beside them the lists of what a connection can refer to.
// It shares neither schemas nor types with the client, so that a misreading cannot agree with itself.
// The extension starts it through launch.ts (a thread), `npm run sandbox` through main.ts (a process).
import { randomUUID } from "node:crypto";
import { inMemory, openDatabase } from "../db/database.ts";
import { asFailure } from "../sandboxError.ts";
import type { Lock } from "./dataFile.ts";
import { realFile, takeLock } from "./dataFile.ts";
import type { Identity } from "../identity.ts";
import { startServer } from "../http/server.ts";
import { presentTime } from "../resources/clock.ts";
import { movableClock } from "../resources/control.ts";
import { resources } from "../resources/allResources.ts";
import { routesOn } from "../resources/resource.ts";
import type { Database } from "../db/sqlite.ts";
import { type Sample, Store } from "../db/store.ts";

export interface SandboxOptions {
  readonly file: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly token: string;
  /** The data of a new file; every case where it is left out. */
  readonly sample?: Sample;
  /** Whether its clock can be moved (`POST /sandbox/advance`). */
  readonly clockMoves?: boolean;
  /** Told of every fault that a client only sees as a 500. */
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
  let lock: Lock | undefined;
  let store: Store | undefined;
  try {
    const path = file === inMemory ? file : realFile(file);
    lock = path === inMemory ? unneeded : takeLock(path);
    if (lock === undefined) return undefined;
    const held = lock;
    const { db, keptAside } = openDatabase(path, resources, presentTime());
    const opened = (store = storeOn(db, options.sample));
    const server = await startServer({
      ...options,
      routes: routesOn(opened, clockMoves ? [...resources, movableClock] : resources),
      instanceId: randomUUID(),
    });
    const close = async (): Promise<void> => {
      try {
        await server.close();
        opened.close();
      } finally {
        held.release();
      }
    };
    const { isNew } = opened;
    return { identity: server.identity, isNew, ...(keptAside !== undefined && { keptAside }), close };
  } catch (error) {
    store?.close();
    lock?.release();
    throw asFailure(options.file, error);
  }
}

function storeOn(db: Database, sample?: Sample): Store {
  try {
    return new Store(db, resources, presentTime(), sample);
  } catch (error) {
    db.close();
    throw error;
  }
}

const unneeded: Lock = { release: () => undefined };
