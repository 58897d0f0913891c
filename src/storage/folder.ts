import { readFile, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { entriesOf, isMissing, writeNew, writeWhole } from "./files.ts";

/** A folder of the extension's storage: a JSON file for each id. */
export class Folder {
  readonly path: string;

  constructor(storage: string, name: string) {
    this.path = join(storage, name);
  }

  /** The JSON under an id, or `undefined` where there is no such file or it is not JSON. */
  async read(id: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#file(id), "utf8")) as unknown;
    } catch (fault) {
      if (fault instanceof SyntaxError || isMissing(fault)) return undefined;
      throw fault;
    }
  }

  /** Keeps a value under an id, whole or not at all; see {@link writeWhole}. */
  async write(id: string, value: unknown, options: { readonly durable?: boolean } = {}): Promise<void> {
    await writeWhole(this.#file(id), JSON.stringify(value), options);
  }

  /** Keeps a value under an id where there is none, whole or not at all; whether it did: see {@link writeNew}. */
  async claim(id: string, value: unknown): Promise<boolean> {
    return writeNew(this.#file(id), JSON.stringify(value));
  }

  /** Removes what is under an id; where there is nothing, that is fine. */
  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true });
  }

  /** Removes what is under an id; whether there was anything: of all who do so at once, one hears that. */
  async take(id: string): Promise<boolean> {
    try {
      await unlink(this.#file(id));
      return true;
    } catch (fault) {
      if (isMissing(fault)) return false;
      throw fault;
    }
  }

  /** The ids of what is kept; none where there is no such folder. */
  async ids(): Promise<readonly string[]> {
    const names = (await entriesOf(this.path)).map(({ name }) => name);
    return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  }

  /** When a file was written, in milliseconds, or `undefined` where it is gone: other windows remove files too. */
  async writtenAt(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.#file(id))).mtimeMs;
    } catch (fault) {
      if (isMissing(fault)) return undefined;
      throw fault;
    }
  }

  /** Whether a file has been kept for that long, in milliseconds, or is gone. */
  async isOver(id: string, longestMs: number): Promise<boolean> {
    const writtenAt = await this.writtenAt(id);
    return writtenAt === undefined || Date.now() - writtenAt > longestMs;
  }

  #file(id: string): string {
    return join(this.path, `${id}.json`);
  }
}
