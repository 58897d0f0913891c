import { access, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileId } from "./fileId.ts";
import { codeOf, isMissing } from "./files.ts";
import { isAlive } from "./processes.ts";

/** Longer than what is marked takes, in milliseconds: an older mark was left by a window that is gone. */
const longestMs = 120_000;

/** Marks of what is being done about a connection, or for an account, so that of all windows one alone does it. */
export class Marks {
  readonly #folder: string;

  constructor(storage: string, name: "startingLogins" | "watching") {
    this.#folder = join(storage, name);
  }

  /** Sets a mark; the answer takes it away. `undefined` where another window has set it. */
  async set(accountId: string, connectionId = ""): Promise<(() => Promise<void>) | undefined> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file(accountId, connectionId);
    if (!(await made(file)) && !(await takenOver(file))) return undefined;
    return () => rm(file, { force: true });
  }

  /** Whether a window does it at the moment. */
  async isSet(accountId: string, connectionId: string): Promise<boolean> {
    const file = this.#file(accountId, connectionId);
    return (
      (await access(file).then(
        () => true,
        () => false,
      )) && !(await isAbandoned(file))
    );
  }

  #file(accountId: string, connectionId: string): string {
    return join(this.#folder, `${fileId(accountId, connectionId)}.json`);
  }
}

/** Sets a mark in place of one that is abandoned, if it is. Of several windows that find it so, one does: it is claimed first. */
async function takenOver(file: string): Promise<boolean> {
  if (!(await isAbandoned(file))) return made(file);
  const claim = `${file}.claim`;
  if (!(await made(claim))) {
    // Of a window that is gone: whoever asks next may claim it.
    if (await isAbandoned(claim)) await rm(claim, { force: true });
    return false;
  }
  try {
    // Another window may have set its own since this one saw the abandoned one.
    if (await isAbandoned(file)) await rm(file, { force: true });
    return await made(file);
  } finally {
    await rm(claim, { force: true });
  }
}

/** Makes a file that says whose it is; `false` where there is one. */
async function made(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (fault) {
    if (codeOf(fault) === "EEXIST") return false;
    throw fault;
  }
}

/** Whether whoever made it is gone, or has had time enough. One that is not there is not: what is removed then is another's. */
async function isAbandoned(file: string): Promise<boolean> {
  try {
    const [pid, { mtimeMs }] = [await readFile(file, "utf8"), await stat(file)];
    return Date.now() - mtimeMs > longestMs || (/^\d+$/.test(pid) && !isAlive(Number(pid)));
  } catch (fault) {
    if (isMissing(fault)) return false;
    throw fault;
  }
}
