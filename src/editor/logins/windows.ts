import { randomUUID } from "node:crypto";
import type { FSWatcher } from "node:fs";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import type { Clock } from "../../api/clock.ts";
import { Folder } from "../../storage/folder.ts";
import { watchFolder } from "../../storage/watchFolder.ts";

/** What a window tells of a login that it follows: nothing of it is an address, a message or a secret. */
const ToldLogin = z.object({
  accountId: z.string(),
  connectionId: z.string(),
  key: z.string(),
  /** When the window took it up, in milliseconds; the last one to do so follows it. */
  takenAt: z.number(),
  target: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("after"), id: z.optional(z.string()) }),
    z.object({ kind: z.literal("is"), id: z.string() }),
    z.object({ kind: z.literal("since"), at: z.optional(z.number()) }),
  ]),
  phase: z.enum(["starting", "running", "confirming", "ended"]),
  /** Whether it may have been sent, and its answer has not come. */
  unanswered: z.boolean(),
  flow_status: z.optional(z.string()),
  flow_step: z.optional(z.string()),
  flow_type: z.optional(z.string()),
  flow_expires_at: z.optional(z.string()),
});
export type ToldLogin = z.infer<typeof ToldLogin>;

const Stored = z.object({
  v: z.literal(1),
  /** Another each time; a window that lives writes it every few seconds. */
  beat: z.int(),
  /** The window is closed and follows nothing any more. */
  left: z.boolean(),
  logins: z.array(ToldLogin),
});

const beatMs = 3000;
const lookMs = 5000;
/** How often a window is looked at without a beat of it: ten seconds pass, and no clock that jumps makes them fewer. */
const deadAfter = 3;
/** What is older than any login takes is of no use, in milliseconds. */
const longestMs = 60 * 60 * 1000;

interface Window {
  readonly beat: number;
  /** How often it was looked at since that beat. */
  readonly looks: number;
  readonly left: boolean;
  readonly logins: readonly ToldLogin[];
}

/** What the windows of a user tell each other of the logins that they follow: a file each, with a beat. */
export class Windows implements Disposable {
  readonly #id: string = randomUUID();
  readonly #folder: Folder;
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #failed: (fault: unknown) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #closing = new AbortController();
  #others: ReadonlyMap<string, Window> = new Map();
  #own: readonly ToldLogin[] = [];
  #beat = 0;
  #beating = false;
  #looking = false;
  #written = Promise.resolve();
  #queued: Promise<void> | undefined;
  #looked: Promise<void> = Promise.resolve();

  /** `changed` is told when another window tells something else, or is gone. */
  constructor(storage: string, clock: Clock, changed: () => void, failed: (fault: unknown) => void) {
    this.#folder = new Folder(storage, "logins");
    this.#clock = clock;
    this.#changed = changed;
    this.#failed = failed;
    this.#watcher = watchFolder(this.#folder.path, () => void this.look());
    void this.look();
  }

  /** What other windows follow. */
  get followed(): readonly ToldLogin[] {
    return [...this.#others.values()].filter((one) => !isDead(one)).flatMap(({ logins }) => logins);
  }

  /** What windows followed that are gone. */
  get orphaned(): readonly ToldLogin[] {
    return [...this.#others.values()].filter(isDead).flatMap(({ logins }) => logins);
  }

  /** Tells the others what this window follows; resolves when it is written. */
  async tell(logins: readonly ToldLogin[]): Promise<void> {
    const told = logins.length > 0 || this.#own.length > 0;
    if (!told || this.#closing.signal.aborted) return;
    this.#own = logins;
    await this.#write();
    if (!this.#beating && logins.length > 0) void this.#goOnBeating();
  }

  /** Forgets what windows that are gone have told of these connections: they are taken over, or of no use. */
  async adopt(adopted: (login: ToldLogin) => boolean): Promise<void> {
    const dead = [...this.#others].filter(([, one]) => isDead(one));
    this.#looked = this.#looked
      .then(async () => {
        for (const [id, one] of dead) {
          const logins = one.logins.filter((login) => !adopted(login));
          if (logins.length > 0) await this.#folder.write(id, { v: 1, beat: one.beat, left: true, logins });
          else await this.#folder.remove(id);
        }
        await this.#look();
      })
      .catch(this.#failed);
    await this.#looked;
  }

  /** Looks at what the others tell. */
  async look(): Promise<void> {
    this.#looked = this.#looked.then(() => this.#look()).catch(this.#failed);
    await this.#looked;
  }

  /** Lets the others take over; resolves when they are told. */
  async leave(): Promise<void> {
    this.dispose();
    if (this.#own.length > 0) await this.#write();
    await this.settled();
  }

  /** Resolves when what is to be told is written, and what is being looked at is read. */
  async settled(): Promise<void> {
    await Promise.all([this.#written, this.#looked]);
  }

  dispose(): void {
    this.#closing.abort();
    this.#watcher?.close();
  }

  async #goOnBeating(): Promise<void> {
    this.#beating = true;
    while (await this.#clock.sleep(beatMs, this.#closing.signal)) {
      if (this.#own.length === 0) break;
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
        if (this.#own.length === 0) await this.#folder.remove(this.#id);
        else await this.#folder.write(this.#id, { v: 1, beat: ++this.#beat, left, logins: this.#own });
      })
      .catch(this.#failed);
    this.#written = this.#queued;
    await this.#written;
  }

  async #look(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const others = new Map<string, Window>();
    for (const id of await this.#folder.ids()) {
      if (id === this.#id) continue;
      if (await this.#folder.isOver(id, longestMs)) {
        await this.#folder.remove(id);
        continue;
      }
      const { data } = Stored.safeParse(await this.#folder.read(id));
      const before = this.#others.get(id);
      if (data !== undefined)
        others.set(id, { ...data, looks: before?.beat === data.beat ? before.looks : 0 });
    }
    this.#become(others);
    if (!this.#looking && others.size > 0) void this.#goOnLooking();
  }

  /** Looks on for as long as there are others, which may end without a word. */
  async #goOnLooking(): Promise<void> {
    this.#looking = true;
    while (await this.#clock.sleep(lookMs, this.#closing.signal)) {
      await this.look();
      const counted = [...this.#others].map(([id, one]) => [id, { ...one, looks: one.looks + 1 }] as const);
      this.#become(new Map(counted));
      if (this.#others.size === 0) break;
    }
    this.#looking = false;
  }

  #become(others: ReadonlyMap<string, Window>): void {
    const said = JSON.stringify([this.followed, this.orphaned]);
    this.#others = others;
    if (said !== JSON.stringify([this.followed, this.orphaned])) this.#changed();
  }
}

function isDead({ left, looks }: Window): boolean {
  return left || looks >= deadAfter;
}
