import type { Outcome } from "../../api/errors.ts";
import { Limit } from "../limit.ts";
import { type Deletion, deletionOf } from "./deletion.ts";

/** Deletions under way at once. */
const atOnce = 4;
/** The longest wait that is taken on, in seconds; a service that asks for more is tried again by the user. */
const longestWait = 60;
/** Waits in a row that brought nothing; after that the service is left alone. */
const mostWaits = 3;

interface Batch<T> {
  /** Deletes one; what the service asks to wait for ends it. */
  readonly remove: (target: T) => Promise<Outcome<unknown>>;
  /** Told each time that one has its outcome. */
  readonly settled: () => void;
  /** Waits so many seconds; resolves to whether it was not cancelled. */
  readonly wait: (seconds: number) => Promise<boolean>;
}

/**
 * Deletes many, a few at once. Where the service asks one of them to wait (429), all wait, a second at least and longer
 * each time that it brought nothing, and what was refused is sent again. After a longer wait than a minute, three that
 * brought nothing, or an end that the rest would share ({@link BatchEnd}), nothing more is sent. Returns what became of
 * each target, in their order.
 */
export async function deleteEach<T>(targets: readonly T[], batch: Batch<T>): Promise<readonly Deletion[]> {
  const run = new Run(batch);
  const limit = new Limit(atOnce);
  const all = targets.map((target) =>
    limit.do(async () => {
      const deletion = await run.delete(target);
      batch.settled();
      return deletion;
    }),
  );
  return Promise.all(all);
}

class Run<T> {
  readonly #batch: Batch<T>;
  readonly #end = new BatchEnd();
  /** How many are sent and not heard of yet, and who waits until there is none. */
  #underWay = 0;
  #quiet: PromiseWithResolvers<undefined> | undefined;
  /** While the service wants to be left alone: resolves to whether nobody called it off. */
  #pause: Promise<boolean> | undefined;
  #ended = false;
  #inVain = 0;
  /** Whether something had an answer of its own since the last wait began. */
  #helped = false;
  /** The longest time that was asked for since then, in seconds. */
  #asked = 0;

  constructor(batch: Batch<T>) {
    this.#batch = batch;
  }

  async delete(target: T): Promise<Deletion> {
    let refused: Outcome<unknown> | undefined;
    for (;;) {
      if ((await this.#pause) === false) return { kind: "skipped" };
      if (this.#ended) return refused === undefined ? { kind: "notTried" } : deletionOf(refused);
      this.#underWay += 1;
      try {
        const outcome = await this.#batch.remove(target);
        const seconds = waitAskedBy(outcome);
        if (seconds === undefined) {
          this.#helped = true;
          this.#ended ||= this.#end.after(outcome);
          return deletionOf(outcome);
        }
        refused = outcome;
        this.#asked = Math.max(this.#asked, seconds);
        this.#pause ??= this.#rest();
      } finally {
        this.#underWay -= 1;
        if (this.#underWay === 0) this.#quiet?.resolve(undefined);
      }
    }
  }

  /** Waits as long as was asked for, or ends the batch. What is under way is heard first: it may show that waiting helps. */
  async #rest(): Promise<boolean> {
    this.#quiet = Promise.withResolvers();
    await this.#quiet.promise;
    this.#inVain = this.#helped ? 1 : this.#inVain + 1;
    const seconds = Math.max(this.#asked, 2 ** (this.#inVain - 1));
    this.#helped = false;
    this.#asked = 0;
    this.#ended ||= seconds > longestWait || this.#inVain > mostWaits;
    const goesOn = this.#ended || (await this.#batch.wait(seconds));
    if (goesOn) this.#pause = undefined;
    return goesOn;
  }
}

/** The seconds that a refusal asks to wait; `undefined` for every other outcome, and where it may have been done. */
function waitAskedBy(outcome: Outcome<unknown>): number | undefined {
  if (outcome.kind !== "failed") return undefined;
  const { error } = outcome;
  return error.kind === "limited" && error.sent === "refused" ? (error.retryAfterSeconds ?? 0) : undefined;
}

/**
 * Follows the outcomes of many requests of one kind, as they come, and tells when the rest would end the same way: a
 * token that is not accepted, what is forbidden twice with the same code and nothing carried out between, and a service
 * that was not reached twice in a row (§5, §7).
 */
class BatchEnd {
  readonly #forbidden = new Set<string | undefined>();
  #unreached = 0;

  /** Takes in one more outcome; whether the rest is better left unsent. */
  after(outcome: Outcome<unknown>): boolean {
    if (outcome.kind === "cancelled") return false;
    if (outcome.kind === "ok") {
      this.#forbidden.clear();
      this.#unreached = 0;
      return false;
    }
    const { error } = outcome;
    const isUnreached = error.kind === "offline" || error.kind === "timeout";
    this.#unreached = isUnreached ? this.#unreached + 1 : 0;
    const forbiddenAgain = error.kind === "forbidden" && this.#forbidden.has(error.code);
    if (error.kind === "forbidden") this.#forbidden.add(error.code);
    return error.kind === "unauthorized" || forbiddenAgain || this.#unreached >= 2;
  }
}
