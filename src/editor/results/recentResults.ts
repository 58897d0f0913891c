import { retentionMs } from "../../storage/retention.ts";
import { scopeCovers, type AccountScope } from "../../storage/scope.ts";
import { setContext } from "../kit/contextKeys.ts";
import type { CommandResult } from "./result.ts";
import type { DatedResult, ResultStore } from "./resultStore.ts";

const maxRecentResults = 20;

/**
 * The results that can be shown again. Results from this window are complete. Results from other windows are read
 * from storage, which contains no raw responses and no URLs that may contain secrets.
 */
export class RecentResults {
  readonly #stored: ResultStore;
  #shown: readonly DatedResult[] = [];

  constructor(stored: ResultStore) {
    this.#stored = stored;
  }

  /** Returns the results, newest first. */
  async all(): Promise<readonly DatedResult[]> {
    const shown = this.#shown.filter(({ at }) => Date.now() - at <= retentionMs.results);
    const ids = new Set(shown.map(({ result }) => result.card.id));
    const stored = await this.#stored.newest(maxRecentResults);
    const otherResults = stored.filter(({ result }) => !ids.has(result.card.id));
    return [...shown, ...otherResults].sort((a, b) => b.at - a.at).slice(0, maxRecentResults);
  }

  /** Adds a result, or updates the entry with the same card ID. */
  async add(result: CommandResult): Promise<void> {
    const otherResults = this.#shown.filter((entry) => entry.result.card.id !== result.card.id);
    this.#shown = [{ result, at: Date.now() }, ...otherResults].slice(0, maxRecentResults);
    await setContext("managedAuth.hasResults", true);
  }

  /** Removes a result that couldn't be stored. */
  remove(result: CommandResult): void {
    this.#shown = this.#shown.filter((entry) => entry.result !== result);
  }

  readonly forget = async (scope: AccountScope): Promise<void> => {
    this.#shown = this.#shown.filter(
      ({ result: { accountId } }) => accountId === undefined || !scopeCovers(scope, accountId),
    );
    return Promise.resolve();
  };
}
