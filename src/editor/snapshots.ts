import { join } from "node:path";
import { env } from "vscode";
import * as z from "zod/mini";
import { readJson, writeWhole } from "./files.ts";

const Stored = z.object({ v: z.literal(1), language: z.string(), values: z.record(z.string(), z.string()) });

/** What each row said, by the row's id. */
export type RowValues = ReadonlyMap<string, string>;

/**
 * What the entitlements said when each account was last looked at. The first reading of a window is compared with
 * the last one of an earlier window; that comparison holds until the window closes.
 */
export class Snapshots {
  readonly #directory: string;
  readonly #failed: (fault: unknown) => void;
  readonly #baselines = new Map<string, RowValues | undefined>();

  /** `failed` is told why values could not be read or kept; that is no reason to show none. */
  constructor(storageDirectory: string, failed: (fault: unknown) => void) {
    this.#directory = join(storageDirectory, "entitlements");
    this.#failed = failed;
  }

  /** What rows said before where they say something else now; keeps the new values for the next window. */
  async changes(accountId: string, now: RowValues): Promise<RowValues> {
    try {
      if (!this.#baselines.has(accountId)) this.#baselines.set(accountId, await this.#load(accountId));
      const stored: z.infer<typeof Stored> = {
        v: 1,
        language: env.language,
        values: Object.fromEntries(now),
      };
      await writeWhole(this.#file(accountId), JSON.stringify(stored));
    } catch (fault) {
      this.#failed(fault);
    }
    const before = this.#baselines.get(accountId);
    if (before === undefined) return new Map();
    return new Map([...before].filter(([id, value]) => now.has(id) && now.get(id) !== value));
  }

  async #load(accountId: string): Promise<RowValues | undefined> {
    const stored = Stored.safeParse(await readJson(this.#file(accountId)));
    // Words of another language differ without a change.
    if (!stored.success || stored.data.language !== env.language) return undefined;
    return new Map(Object.entries(stored.data.values));
  }

  #file(accountId: string): string {
    return join(this.#directory, `${accountId}.json`);
  }
}
