import type { Outcome } from "../api/errors.ts";
import { inParallel } from "../domain/deletion.ts";

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
 * Deletes many, a few at once. Where the service asks one of them to wait (429 with `Retry-After`), all wait, and what
 * was refused is sent again. After a longer wait than a minute, or three that brought nothing, whatever is left ends
 * with that answer and is not sent any more. Returns one outcome for each target, in their order.
 */
export async function deleteEach<T>(
  targets: readonly T[],
  { remove, settled, wait }: Batch<T>,
): Promise<readonly Outcome<unknown>[]> {
  let pause: Promise<boolean> | undefined;
  let inVain = 0;
  let end: Outcome<unknown> | undefined;
  const one = async (target: T): Promise<Outcome<unknown>> => {
    for (;;) {
      if ((await pause) === false) return { kind: "cancelled", sent: "no" };
      if (end !== undefined) return end;
      const begun = pause;
      const outcome = await remove(target);
      const seconds = waitAskedBy(outcome);
      if (seconds === undefined) {
        inVain = 0;
        return outcome;
      }
      // Of those that were under way together the first decides: it is one and the same limit.
      if (pause !== begun) continue;
      inVain += 1;
      if (seconds <= longestWait && inVain <= mostWaits) pause = wait(seconds);
      else end = outcome;
    }
  };
  return inParallel(targets, atOnce, async (target) => {
    const outcome = await one(target);
    settled();
    return outcome;
  });
}

/** The seconds that a refusal asks to wait; `undefined` for every other outcome, and where it may have been done. */
function waitAskedBy(outcome: Outcome<unknown>): number | undefined {
  if (outcome.kind !== "failed") return undefined;
  const { error } = outcome;
  return error.kind === "limited" && error.sent === "refused" ? error.retryAfterSeconds : undefined;
}
