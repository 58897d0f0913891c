import { join } from "node:path";
import { env } from "vscode";
import * as z from "zod/mini";
import { readJson, remove, writeWhole } from "./files.ts";
import { nothingUnknown } from "./keeper.ts";
import type { Keeper, Scope } from "./keeper.ts";

const Stored = z.object({ v: z.literal(1), language: z.string(), values: z.record(z.string(), z.string()) });

/** What each row said, by the row's id. */
export type RowValues = ReadonlyMap<string, string>;

/**
 * What the entitlements said when each account was last looked at. The first reading of a window is compared with
 * the last one of an earlier window; that comparison holds until the window closes.
 */
export class Snapshots implements Keeper {
  readonly #directory: string;
  readonly #failed: (fault: unknown) => void;
  readonly #baselines = new Map<string, Promise<RowValues>>();
  readonly unknown = nothingUnknown;
  #kept = Promise.resolve();

  /** `failed` is told why values could not be read or kept; that is no reason to show none. */
  constructor(storageDirectory: string, failed: (fault: unknown) => void) {
    this.#directory = join(storageDirectory, "entitlements");
    this.#failed = failed;
  }

  /** What rows said when an earlier window looked last; none where that is not known. Never rejects. */
  async before(accountId: string): Promise<RowValues> {
    const known = this.#baselines.get(accountId) ?? this.#load(accountId);
    this.#baselines.set(accountId, known);
    try {
      return await known;
    } catch (fault) {
      this.#baselines.delete(accountId);
      this.#failed(fault);
      return new Map();
    }
  }

  /** Keeps what rows say for the next window; what is kept last stays. Never rejects. */
  async keep(accountId: string, now: RowValues): Promise<void> {
    const stored: z.infer<typeof Stored> = { v: 1, language: env.language, values: Object.fromEntries(now) };
    this.#kept = this.#kept
      .then(() => writeWhole(this.#file(accountId), JSON.stringify(stored)))
      .catch(this.#failed);
    await this.#kept;
  }

  /** Forgets what the account's rows said, also what is being written at the moment. Never rejects. */
  async forget({ accountId }: Scope): Promise<void> {
    this.#baselines.delete(accountId);
    this.#kept = this.#kept.then(() => remove(this.#file(accountId))).catch(this.#failed);
    await this.#kept;
  }

  /** Resolves when what is to be kept has been. */
  async settled(): Promise<void> {
    await this.#kept;
  }

  async #load(accountId: string): Promise<RowValues> {
    const stored = Stored.safeParse(await readJson(this.#file(accountId)));
    // Words of another language differ without a change.
    if (!stored.success || stored.data.language !== env.language) return new Map();
    return new Map(Object.entries(stored.data.values));
  }

  #file(accountId: string): string {
    return join(this.#directory, `${accountId}.json`);
  }
}

/** What rows said before, where they say something else now. */
export function changesSince(before: RowValues, now: RowValues): RowValues {
  return new Map([...before].filter(([id, value]) => now.has(id) && now.get(id) !== value));
}
