import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { Draft } from "../domain/draft.ts";
import type { Card } from "../page/protocol.ts";
import { modifiedAt, namesIn, readJson, remove, writeWhole } from "./files.ts";
import { nothingUnknown } from "./keeper.ts";
import type { Keeper, Scope } from "./keeper.ts";

/** What the buttons of a result work on. It stays with the editor: the page can only name the button. */
export const ResultContext = z.strictObject({
  copyId: z.optional(z.string()),
  /** The account that the result belongs to. */
  accountId: z.optional(z.string()),
  draft: z.optional(Draft),
  /** The connection that the result is about. */
  connectionId: z.optional(z.string()),
  /** The destinations of a deletion that are still there. */
  destinations: z.optional(z.array(z.strictObject({ idOrName: z.string(), name: z.optional(z.string()) }))),
  /** The connections whose rows have a button, in the order of those rows. */
  connections: z.optional(z.array(z.string())),
  /** The attempt whose end is not known. */
  pendingId: z.optional(z.string()),
  /** The feature that a refusal is about. */
  feature: z.optional(z.string()),
});
export type ResultContext = z.infer<typeof ResultContext>;

/** A result as it is shown, and what its buttons need. */
export interface Result {
  readonly card: Card;
  readonly context: ResultContext;
  /** Addresses that open a logged-in browser. They are never stored and never sent to the page. */
  readonly secrets?: { readonly hosted_url?: string; readonly live_view_url?: string };
}

const Stored = z.object({ v: z.literal(1), card: z.unknown(), context: ResultContext });
const keptMs = 7 * 24 * 60 * 60 * 1000;
const idPattern = /^[0-9a-f-]{36}$/;

/** Results on disk, so that a reloaded window can show them again; without addresses and raw replies. */
export class Results implements Keeper {
  readonly #directory: string;
  readonly unknown = nothingUnknown;

  constructor(storageDirectory: string) {
    this.#directory = join(storageDirectory, "results");
  }

  /** An id for a new result. */
  newId(): string {
    return randomUUID();
  }

  async save({ card, context }: Result): Promise<void> {
    await writeWhole(this.#file(card.id), JSON.stringify({ v: 1, card: withoutVolatile(card), context }));
    await this.#prune();
  }

  /** A stored result, or `undefined` where it is gone. */
  async load(id: string): Promise<Result | undefined> {
    if (!idPattern.test(id)) return undefined;
    const stored = Stored.safeParse(await readJson(this.#file(id)));
    if (!stored.success || !isCard(stored.data.card)) return undefined;
    return { card: stored.data.card, context: stored.data.context };
  }

  /** Removes the account's results, whichever window made them. */
  async forget({ accountId }: Scope): Promise<void> {
    for (const id of await this.#ids()) {
      if ((await this.load(id))?.context.accountId === accountId) await remove(this.#file(id));
    }
  }

  async #ids(): Promise<readonly string[]> {
    return (await namesIn(this.#directory)).map((name) => name.replace(/\.json$/, ""));
  }

  async #prune(): Promise<void> {
    for (const name of await readdir(this.#directory)) {
      const file = join(this.#directory, name);
      const writtenAt = await modifiedAt(file);
      if (writtenAt !== undefined && Date.now() - writtenAt > keptMs) await remove(file);
    }
  }

  #file(id: string): string {
    return join(this.#directory, `${id}.json`);
  }
}

/** A card as this version writes it; the file is the extension's own, so its outline is enough. */
function isCard(value: unknown): value is Card {
  return (
    typeof value === "object" &&
    value !== null &&
    "blocks" in value &&
    Array.isArray(value.blocks) &&
    "actions" in value &&
    Array.isArray(value.actions) &&
    "id" in value &&
    typeof value.id === "string"
  );
}

function withoutVolatile(card: Card): Card {
  return {
    ...card,
    blocks: card.blocks
      .filter((block) => block.kind !== "flow" && !("volatile" in block))
      .map((block) =>
        block.kind === "rows" ? { ...block, rows: block.rows.filter((row) => row.volatile !== true) } : block,
      )
      .filter((block) => block.kind !== "rows" || block.rows.length > 0),
  };
}
