// Records the responses to a client in a file that no failure of the sandbox can affect.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { objectOf } from "../unit/sandbox/support.ts";

export type Entry =
  /** The body of the 201, as it came. */
  | { readonly kind: "created"; readonly domain: string; readonly connection: unknown }
  | { readonly kind: "deleted"; readonly name: string };

export class Journal {
  readonly #file: string;
  readonly #handle: number;

  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, "a");
  }

  /** The entry is on the disk when this returns. */
  add(entry: Entry): void {
    writeSync(this.#handle, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#handle);
  }

  /** All entries, as the file has them. */
  read(): Entry[] {
    const lines = readFileSync(this.#file, "utf8").split("\n").slice(0, -1);
    return lines.map(entryOf);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

function entryOf(line: string): Entry {
  const { kind, domain, connection, name } = objectOf(JSON.parse(line));
  if (kind === "created" && typeof domain === "string") return { kind, domain, connection };
  if (kind === "deleted" && typeof name === "string") return { kind, name };
  throw new TypeError(`no entry: ${line}`);
}
