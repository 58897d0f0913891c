import type { ApiError, Outcome } from "../../api/errors.ts";

/**
 * Follows the outcomes of many requests of one kind, as they come, and tells when the rest would end the same way: a
 * token that is not accepted, what is forbidden twice with the same code and nothing carried out between, and a service
 * that was not reached twice in a row (§5, §7).
 */
export class BatchEnd {
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
    this.#unreached = isUnreached(error) ? this.#unreached + 1 : 0;
    const forbiddenAgain = error.kind === "forbidden" && this.#forbidden.has(error.code);
    if (error.kind === "forbidden") this.#forbidden.add(error.code);
    return error.kind === "unauthorized" || forbiddenAgain || this.#unreached >= 2;
  }
}

function isUnreached({ kind }: ApiError): boolean {
  return kind === "offline" || kind === "timeout";
}
