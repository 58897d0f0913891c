import { readFile, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import {
  createFileIfAbsent,
  isFileMissing,
  listEntries,
  unlessMissing,
  writeFileAtomically,
} from "./files.ts";

/** A folder of the extension's storage with one JSON file per id. */
export class JsonFolder {
  readonly path: string;

  constructor(storage: string, name: string) {
    this.path = join(storage, name);
  }

  /** Reads and parses the file for an id. Returns undefined if the file doesn't exist or isn't valid JSON. */
  async read(id: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#file(id), "utf8")) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError || isFileMissing(error)) return undefined;
      throw error;
    }
  }

  async write(id: string, value: unknown, options: { readonly durable?: boolean } = {}): Promise<void> {
    await writeFileAtomically(this.#file(id), JSON.stringify(value), options);
  }

  /** Creates the file for an id unless it exists. If processes compete, exactly one call returns true. */
  async createIfAbsent(id: string, value: unknown): Promise<boolean> {
    return createFileIfAbsent(this.#file(id), JSON.stringify(value));
  }

  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true });
  }

  /** Removes the file for an id if it exists. If processes compete, exactly one call returns true. */
  async removeIfPresent(id: string): Promise<boolean> {
    return (await unlessMissing(unlink(this.#file(id)).then(() => true))) ?? false;
  }

  async ids(): Promise<readonly string[]> {
    const names = (await listEntries(this.path)).map(({ name }) => name);
    return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  }

  /**
   * Returns the modification time of an id's file, in milliseconds since 1970. Returns `undefined` if the file
   * doesn't exist, for example because another window removed it.
   */
  async writtenAt(id: string): Promise<number | undefined> {
    return (await unlessMissing(stat(this.#file(id))))?.mtimeMs;
  }

  /** True if the file for an id is older than `maxAgeMs` or doesn't exist. */
  async isExpired(id: string, maxAgeMs: number): Promise<boolean> {
    const writtenAt = await this.writtenAt(id);
    return writtenAt === undefined || Date.now() - writtenAt > maxAgeMs;
  }

  #file(id: string): string {
    return join(this.path, `${id}.json`);
  }
}
