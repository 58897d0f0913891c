import type { Outcome } from "../../api/errors.ts";
import { ConcurrencyLimit } from "../limit.ts";
import { type DeletionOutcome, toDeletionOutcome } from "./deletionOutcome.ts";

const maxConcurrentDeletions = 4;
/**
 * Longest delay that the batch accepts, in seconds. If the service requests a longer delay, the batch ends and the
 * user has to retry.
 */
const maxWaitSeconds = 60;
/** Maximum number of consecutive pauses without progress. */
const maxFruitlessWaits = 3;

interface DeletionBatch<T> {
  /**
   * Deletes one target. If the service limits the rate, resolves to the rate limit error without waiting or retrying.
   */
  readonly remove: (target: T) => Promise<Outcome<unknown>>;
  readonly onSettled: () => void;
  /** Waits for a number of seconds. Resolves to false if canceled. */
  readonly wait: (seconds: number) => Promise<boolean>;
}

/**
 * Deletes several targets, a few at once. After a 429, all requests pause for at least a second, and the refused
 * requests are then retried. Each pause without progress makes the next pause longer. The batch ends if the service
 * requests a delay of more than a minute, after three pauses without progress, or after an error that the remaining
 * requests would also receive ({@link BatchEnd}). Returns the outcomes in the order of the targets.
 */
export async function deleteEach<T>(
  targets: readonly T[],
  batch: DeletionBatch<T>,
): Promise<readonly DeletionOutcome[]> {
  const run = new BatchRun(batch);
  const limit = new ConcurrencyLimit(maxConcurrentDeletions);
  const deletions = targets.map((target) =>
    limit.do(async () => {
      const deletion = await run.delete(target);
      batch.onSettled();
      return deletion;
    }),
  );
  return Promise.all(deletions);
}

class BatchRun<T> {
  readonly #batch: DeletionBatch<T>;
  readonly #end = new BatchEnd();
  /** Number of requests in flight. `#allSettled` resolves when this number drops to zero. */
  #inFlight = 0;
  #allSettled: PromiseWithResolvers<undefined> | undefined;
  /** Set while the batch pauses. Resolves to false if the user cancels. */
  #pause: Promise<boolean> | undefined;
  #ended = false;
  #fruitlessPauses = 0;
  /** True if, since the last pause began, any request succeeded or failed for a reason other than the rate limit. */
  #hasProgress = false;
  /** Longest delay that the service has requested since the last pause began, in seconds. */
  #requestedSeconds = 0;

  constructor(batch: DeletionBatch<T>) {
    this.#batch = batch;
  }

  async delete(target: T): Promise<DeletionOutcome> {
    let refused: Outcome<unknown> | undefined;
    for (;;) {
      if ((await this.#pause) === false) return { kind: "cancelled" };
      if (this.#ended) return refused === undefined ? { kind: "notTried" } : toDeletionOutcome(refused);
      this.#inFlight += 1;
      try {
        const outcome = await this.#batch.remove(target);
        const seconds = requestedWaitSeconds(outcome);
        if (seconds === undefined) {
          this.#hasProgress = true;
          this.#ended ||= this.#end.record(outcome);
          return toDeletionOutcome(outcome);
        }
        refused = outcome;
        this.#requestedSeconds = Math.max(this.#requestedSeconds, seconds);
        this.#pause ??= this.#pauseAll();
      } finally {
        this.#inFlight -= 1;
        if (this.#inFlight === 0) this.#allSettled?.resolve(undefined);
      }
    }
  }

  /**
   * Waits for the requests in flight, because they may show progress. Afterwards, pauses for the requested time or
   * ends the batch.
   */
  async #pauseAll(): Promise<boolean> {
    this.#allSettled = Promise.withResolvers();
    await this.#allSettled.promise;
    this.#fruitlessPauses = this.#hasProgress ? 1 : this.#fruitlessPauses + 1;
    const seconds = Math.max(this.#requestedSeconds, 2 ** (this.#fruitlessPauses - 1));
    this.#hasProgress = false;
    this.#requestedSeconds = 0;
    this.#ended ||= seconds > maxWaitSeconds || this.#fruitlessPauses > maxFruitlessWaits;
    const continues = this.#ended || (await this.#batch.wait(seconds));
    if (continues) this.#pause = undefined;
    return continues;
  }
}

/**
 * Returns the delay that the service requests in a rate limit error, in seconds. Returns `undefined` if the request
 * may have been carried out or if it failed for another reason.
 */
function requestedWaitSeconds(outcome: Outcome<unknown>): number | undefined {
  if (outcome.kind !== "failed") return undefined;
  const { error } = outcome;
  if (error.kind === "limited" && error.sent === "refused") return error.retryAfterSeconds ?? 0;
  return undefined;
}

/**
 * Detects that the remaining requests of a batch would fail in the same way. This is assumed after a rejected token,
 * after two 403 responses with the same code and no success in between, or after two consecutive connection failures
 * (interface.md §5, §7).
 */
class BatchEnd {
  readonly #forbidden = new Set<string | undefined>();
  #unreached = 0;

  /** Records an outcome. Returns true if the remaining requests shouldn't be sent. */
  record(outcome: Outcome<unknown>): boolean {
    if (outcome.kind === "cancelled") return false;
    if (outcome.kind === "ok") {
      this.#forbidden.clear();
      this.#unreached = 0;
      return false;
    }
    const { error } = outcome;
    const isUnreached = error.kind === "offline" || error.kind === "timeout";
    this.#unreached = isUnreached ? this.#unreached + 1 : 0;
    const isForbiddenAgain = error.kind === "forbidden" && this.#forbidden.has(error.code);
    if (error.kind === "forbidden") this.#forbidden.add(error.code);
    return error.kind === "unauthorized" || isForbiddenAgain || this.#unreached >= 2;
  }
}
