// Models a disk at a power failure. Synced writes survive, and each later write may or may not survive.
import type { Event } from "./trace.ts";

type Change = Exclude<Event, { kind: "sync" | "request" | "answer" }>;

/** The content of a file, with spare capacity. */
class Content {
  #room: Buffer;
  #length: number;

  constructor(bytes: Buffer) {
    this.#room = Buffer.from(bytes);
    this.#length = bytes.length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  change(change: Change): void {
    const end = change.kind === "truncate" ? change.length : change.offset + change.bytes.length;
    if (end > this.#room.length) this.#room = Buffer.concat([this.bytes, Buffer.alloc(end)]);
    if (change.kind === "write") change.bytes.copy(this.#room, change.offset);
    else this.#room.fill(0, end);
    this.#length = change.kind === "truncate" ? end : Math.max(this.#length, end);
  }
}

interface File {
  readonly synced: Content;
  /** Changes since the last sync. */
  changes: Change[];
}

export class Disk {
  readonly #files = new Map<string, File>();

  /** Starts with synced files. */
  constructor(files: Readonly<Record<string, Buffer>>) {
    for (const [name, synced] of Object.entries(files))
      this.#files.set(name, { synced: new Content(synced), changes: [] });
  }

  /** Applies the next event of a process. */
  apply(event: Event): void {
    switch (event.kind) {
      case "write":
      case "truncate":
        this.#file(event.file).changes.push(event);
        return;
      case "sync": {
        const file = this.#file(event.file);
        for (const change of file.changes) file.synced.change(change);
        file.changes = [];
        return;
      }
      case "request":
      case "answer":
        return;
    }
  }

  /** Returns the content of a file after the failure. `survives` decides for each unsynced change. */
  contentAfterFailure(file: string, survives: () => boolean): Buffer {
    const { synced, changes } = this.#file(file);
    const content = new Content(synced.bytes);
    for (const change of changes.filter(survives)) content.change(change);
    return content.bytes;
  }

  #file(name: string): File {
    const file = this.#files.get(name) ?? { synced: new Content(Buffer.alloc(0)), changes: [] };
    this.#files.set(name, file);
    return file;
  }
}
