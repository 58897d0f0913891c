import { readFile, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { entriesOf, isMissing, writeNew, writeWhole } from "./files.ts";

/** A folder of the extension's storage: a JSON file for each id. */
export class Folder {
  readonly path: string;

  constructor(storage: string, name: string) {
    this.path = join(storage, name);
  }

  /** The JSON under an id; `undefined` where the file does not exist or is not JSON. */
  async read(id: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#file(id), "utf8")) as unknown;
    } catch (fault) {
      if (fault instanceof SyntaxError || isMissing(fault)) return undefined;
      throw fault;
    }
  }

  /** Writes a value under an id; see {@link writeWhole}. */
  async write(id: string, value: unknown, options: { readonly durable?: boolean } = {}): Promise<void> {
    await writeWhole(this.#file(id), JSON.stringify(value), options);
  }

  /** Writes a value under an id that has none; whether this wrote it: see {@link writeNew}. */
  async claim(id: string, value: unknown): Promise<boolean> {
    return writeNew(this.#file(id), JSON.stringify(value));
  }

  /** Removes the file of an id, if there is one. */
  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true });
  }

  /** Removes the file of an id; whether this removed it: of several processes at once, exactly one gets `true`. */
  async take(id: string): Promise<boolean> {
    try {
      await unlink(this.#file(id));
      return true;
    } catch (fault) {
      if (isMissing(fault)) return false;
      throw fault;
    }
  }

  /** The ids that have a file; none where the folder does not exist. */
  async ids(): Promise<readonly string[]> {
    const names = (await entriesOf(this.path)).map(({ name }) => name);
    return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  }

  /** When a file was written, in milliseconds; `undefined` where another window removed it. */
  async writtenAt(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.#file(id))).mtimeMs;
    } catch (fault) {
      if (isMissing(fault)) return undefined;
      throw fault;
    }
  }

  /** Whether a file is older than so many milliseconds, or gone. */
  async isExpired(id: string, longestMs: number): Promise<boolean> {
    const writtenAt = await this.writtenAt(id);
    return writtenAt === undefined || Date.now() - writtenAt > longestMs;
  }

  #file(id: string): string {
    return join(this.path, `${id}.json`);
  }
}
