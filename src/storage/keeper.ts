import type { Scope } from "./scope.ts";

/** Something that keeps values for accounts. Sign-out asks each what would be lost, then has each forget. */
export interface Keeper {
  /** What nobody could find out any more without the account, as words to show; mostly nothing. */
  unknown(scope: Scope): Promise<readonly string[]>;
  /** Removes everything that is kept for what the scope covers, and nothing else. */
  forget(scope: Scope): Promise<void>;
}

/** {@link Keeper.unknown} of what can be read from the service again. */
export async function nothingUnknown(): Promise<readonly string[]> {
  return Promise.resolve([]);
}
