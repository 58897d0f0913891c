import { randomUUID } from "node:crypto";
import type { FSWatcher } from "node:fs";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import type { ZodMiniType } from "zod/mini";
import type { Clock } from "../../api/clock.ts";
import { Folder } from "../../storage/folder.ts";
import { watchFolder } from "../../storage/watchFolder.ts";

const Beaten = z.object({
  v: z.literal(1),
  /** Another each time; a window that lives writes it every few seconds. */
  beat: z.int(),
  /** The window is closed and does nothing any more. */
  left: z.boolean(),
  told: z.unknown(),
});

/** How often a window is looked at without a beat of it, so that no clock that jumps makes it dead. */
const deadAfter = 3;

interface Window<T> {
  readonly beat: number;
  /** How often it was looked at since that beat. */
  readonly looks: number;
  readonly left: boolean;
  readonly told: T;
}

/** What windows tell each other, where and how often. */
export interface WindowsParts<T> {
  /** The folder of the extension's own files, and the one in it that these have. */
  readonly storage: string;
  readonly folder: string;
  readonly told: ZodMiniType<T>;
  /** How often a window writes, and looks at the others, in milliseconds; after three looks without a beat one is gone. */
  readonly beatMs: number;
  readonly lookMs: number;
  /** For how long what a window that is gone has told is of use, in milliseconds. */
  readonly longestMs: number;
  readonly clock: Clock;
  /** Told when another window tells something else, or is gone. */
  readonly changed: () => void;
  /** Told what could not be read or written. */
  readonly failed: (fault: unknown) => void;
}

/** What the windows of a user tell each other of what they do: a file each, with a beat. */
export class Windows<T> implements Disposable {
  /** Tells this window from the others. */
  readonly id: string = randomUUID();
  readonly #parts: WindowsParts<T>;
  readonly #folder: Folder;
  readonly #watcher: FSWatcher | undefined;
  readonly #closing = new AbortController();
  #others: ReadonlyMap<string, Window<T>> = new Map();
  #own: T | undefined;
  #beat = 0;
  #beating = false;
  #looking = false;
  #written = Promise.resolve();
  #queued: Promise<void> | undefined;
  #looked: Promise<void> = Promise.resolve();

  constructor(parts: WindowsParts<T>) {
    this.#parts = parts;
    this.#folder = new Folder(parts.storage, parts.folder);
    this.#watcher = watchFolder(this.#folder.path, () => void this.look());
    void this.look();
  }

  /** What the other windows tell that live, by the id of each. */
  get living(): ReadonlyMap<string, T> {
    return new Map([...this.#others].flatMap(([id, one]) => (isDead(one) ? [] : [[id, one.told]])));
  }

  /** Tells the others something, or nothing any more; resolves when it is written. */
  async tell(told: T | undefined): Promise<void> {
    if ((told === undefined && this.#own === undefined) || this.#closing.signal.aborted) return;
    this.#own = told;
    await this.#write();
    if (!this.#beating && told !== undefined) void this.#goOnBeating();
  }

  /** Looks at what the others tell. */
  async look(): Promise<void> {
    this.#looked = this.#looked.then(() => this.#look()).catch(this.#parts.failed);
    await this.#looked;
  }

  /** Tells the others that it is gone; resolves when they are told. */
  async leave(): Promise<void> {
    this.dispose();
    if (this.#own !== undefined) await this.#write();
    await Promise.all([this.#written, this.#looked]);
  }

  dispose(): void {
    this.#closing.abort();
    this.#watcher?.close();
  }

  async #goOnBeating(): Promise<void> {
    this.#beating = true;
    while (await this.#parts.clock.sleep(this.#parts.beatMs, this.#closing.signal)) {
      if (this.#own === undefined) break;
      await this.#write();
    }
    this.#beating = false;
  }

  /** What is told while another writing is under way is written once, after it. */
  async #write(): Promise<void> {
    this.#queued ??= this.#written
      .then(async () => {
        this.#queued = undefined;
        const left = this.#closing.signal.aborted;
        if (this.#own === undefined) await this.#folder.remove(this.id);
        else await this.#folder.write(this.id, { v: 1, beat: ++this.#beat, left, told: this.#own });
      })
      .catch(this.#parts.failed);
    this.#written = this.#queued;
    await this.#written;
  }

  async #look(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const others = new Map<string, Window<T>>();
    for (const id of await this.#folder.ids()) {
      if (id === this.id) continue;
      if (await this.#folder.isOver(id, this.#parts.longestMs)) {
        await this.#folder.remove(id);
        continue;
      }
      const { data } = Beaten.safeParse(await this.#folder.read(id));
      const told = this.#parts.told.safeParse(data?.told);
      if (data === undefined || !told.success) continue;
      const before = this.#others.get(id);
      const looks = before?.beat === data.beat ? before.looks : 0;
      others.set(id, { beat: data.beat, left: data.left, told: told.data, looks });
    }
    this.#become(others);
    if (!this.#looking && others.size > 0) void this.#goOnLooking();
  }

  /** Looks on for as long as there are others, which may end without a word. */
  async #goOnLooking(): Promise<void> {
    this.#looking = true;
    while (await this.#parts.clock.sleep(this.#parts.lookMs, this.#closing.signal)) {
      await this.look();
      const counted = [...this.#others].map(([id, one]) => [id, { ...one, looks: one.looks + 1 }] as const);
      this.#become(new Map(counted));
      if (this.#others.size === 0) break;
    }
    this.#looking = false;
  }

  #become(others: ReadonlyMap<string, Window<T>>): void {
    const said = JSON.stringify([...this.living]);
    this.#others = others;
    if (said !== JSON.stringify([...this.living])) this.#parts.changed();
  }
}

function isDead({ left, looks }: Window<unknown>): boolean {
  return left || looks >= deadAfter;
}
