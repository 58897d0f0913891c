import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as z from "zod/mini";
import { Draft, withDefault } from "../../domain/draft.ts";
import type { Card } from "../../card/protocol.ts";
import { modifiedAt, namesIn, readJson, remove, writeWhole } from "../../storage/files.ts";
import { isOver, keptMs, pruned } from "../../storage/keptFor.ts";
import { nothingUnknown } from "../../storage/keeper.ts";
import type { Keeper, Scope } from "../../storage/keeper.ts";

/** What the buttons of a result work on. It stays with the editor: the page can only name the button. */
export const ResultContext = z.strictObject({
  copyId: z.optional(z.string()),
  /** The account that the result belongs to. */
  accountId: z.optional(z.string()),
  draft: z.optional(Draft),
  /** The draft's login page was not stored with it, for its address may hold secrets: it has to be given again. */
  loginPageLeftOut: z.optional(z.literal(true)),
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
  /** What it is about, in a few words, such as a profile and its domain: tells results of one title apart. */
  readonly about?: string;
  /** Addresses that open a logged-in browser. They are never stored and never sent to the page. */
  readonly secrets?: { readonly hosted_url?: string; readonly live_view_url?: string };
}

/** A result and when it was made, in milliseconds since 1970. */
export interface KeptResult {
  readonly result: Result;
  readonly at: number;
}

const Stored = z.object({
  v: z.literal(1),
  card: z.unknown(),
  context: ResultContext,
  about: z.optional(z.string()),
});
const idPattern = /^[0-9a-f-]{36}$/;

/** Results on disk, so that a reloaded window can show them again; without addresses and raw replies. */
export class Results implements Keeper {
  readonly #storage: string;
  readonly #directory: string;
  readonly #isThere: (context: ResultContext) => Promise<boolean>;
  readonly unknown = nothingUnknown;

  /** `isThere` tells whether an account has not signed out. */
  constructor(storageDirectory: string, isThere?: (accountId: string) => Promise<boolean>) {
    this.#isThere = async ({ accountId }) =>
      accountId === undefined || isThere === undefined || (await isThere(accountId));
    this.#storage = storageDirectory;
    this.#directory = join(storageDirectory, "results");
  }

  /** An id for a new result. */
  newId(): string {
    return randomUUID();
  }

  /** Stores a result; resolves to whether it is kept: not where its account signed out before it came. */
  async save({ about, card, context }: Result): Promise<boolean> {
    if (!(await this.#isThere(context))) return false;
    const stored = { v: 1, card: withoutVolatile(card), context: withoutLoginPage(context), about };
    await writeWhole(this.#file(card.id), JSON.stringify(stored));
    await pruned(this.#storage, "results");
    // Sign-out may have removed what there was just before this was written.
    if (await this.#isThere(context)) return true;
    await remove(this.#file(card.id));
    return false;
  }

  /** A stored result, or `undefined` where it is gone or has been kept for its seven days. */
  async load(id: string): Promise<Result | undefined> {
    if (!idPattern.test(id) || (await isOver(this.#file(id), keptMs.results))) return undefined;
    const stored = Stored.safeParse(await readJson(this.#file(id)));
    if (!stored.success || !isCard(stored.data.card)) return undefined;
    const { about, card, context } = stored.data;
    return { card, context, ...(about !== undefined && { about }) };
  }

  /** The newest stored results, the newest first. */
  async all(most: number): Promise<readonly KeptResult[]> {
    const dated = await Promise.all(
      (await this.#ids()).map(async (id) => ({ id, at: (await modifiedAt(this.#file(id))) ?? 0 })),
    );
    const newest = dated.sort((one, other) => other.at - one.at).slice(0, most);
    const found = await Promise.all(newest.map(async ({ at, id }) => ({ result: await this.load(id), at })));
    return found.flatMap(({ at, result }) => (result === undefined ? [] : [{ result, at }]));
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

/** Without the address of the login page: neither whole nor shortened is it of use to anybody who reads the file. */
function withoutLoginPage({ draft, ...context }: ResultContext): ResultContext {
  if (draft?.login_url === undefined) return { ...context, ...(draft !== undefined && { draft }) };
  return { ...context, draft: withDefault(draft, "login_url"), loginPageLeftOut: true };
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
