import { retentionMs } from "../../storage/retention.ts";
import { scopeCovers, type Scope } from "../../storage/scope.ts";
import { setContext } from "../kit/contextKeys.ts";
import type { Result } from "./result.ts";
import type { KeptResult, Results } from "./store.ts";

const mostKept = 20;

/** The results that can be shown again: complete ones of this window and stored ones of others. */
export class RecentResults {
  readonly #stored: Results;
  #shown: readonly KeptResult[] = [];

  constructor(stored: Results) {
    this.#stored = stored;
  }

  /** Returns the results, newest first. */
  async all(): Promise<readonly KeptResult[]> {
    const mine = this.#shown.filter(({ at }) => Date.now() - at <= retentionMs.results);
    const ids = new Set(mine.map(({ result }) => result.card.id));
    const others = (await this.#stored.all(mostKept)).filter(({ result }) => !ids.has(result.card.id));
    return [...mine, ...others].sort((one, other) => other.at - one.at).slice(0, mostKept);
  }

  /** Adds or updates a result. */
  async note(result: Result): Promise<void> {
    const others = this.#shown.filter((one) => one.result.card.id !== result.card.id);
    this.#shown = [{ result, at: Date.now() }, ...others].slice(0, mostKept);
    await setContext("managedAuth.hasResults", true);
  }

  /** Removes a result that wasn't stored. */
  leaveOut(result: Result): void {
    this.#shown = this.#shown.filter((one) => one.result !== result);
  }

  readonly forget = async (scope: Scope): Promise<void> => {
    this.#shown = this.#shown.filter(
      ({ result: { accountId } }) => accountId === undefined || !scopeCovers(scope, accountId),
    );
    return Promise.resolve();
  };
}
