// Records the responses to a client in a file that no failure of the sandbox can affect.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { objectOf } from "../unit/sandbox/support.ts";

export type Entry =
  /** `connection` is the body of the 201 response, unchanged. */
  | { readonly kind: "created"; readonly domain: string; readonly connection: unknown }
  | { readonly kind: "deleted"; readonly name: string };

export class Journal {
  readonly #file: string;
  readonly #handle: number;

  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, "a");
  }

  /** Appends an entry and flushes it to disk. */
  add(entry: Entry): void {
    writeSync(this.#handle, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#handle);
  }

  /** Returns all entries of the file. */
  read(): Entry[] {
    return readFileSync(this.#file, "utf8").split("\n").slice(0, -1).map(entryOf);
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
