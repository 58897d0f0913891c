import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { mapButtons } from "../../card/buttons.ts";
import type { CardModel } from "../../card/card.ts";
import type { AccountScope } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";
import { ButtonAction, type ResultCard } from "./buttons.ts";
import { type CommandResult, ResultTab } from "./result.ts";
import { compact } from "../../domain/compact.ts";

/** A result and its creation time, in milliseconds since 1970. */
export interface DatedResult {
  readonly result: CommandResult;
  readonly at: number;
}

/** The outline of a stored card. Only the outline is validated, because the extension itself wrote the file. */
const CardOutline = z.object({ id: z.string(), blocks: z.array(z.unknown()), actions: z.looseObject({}) });

const StoredResult = z.object({
  v: z.literal(4),
  card: z.custom<CardModel<unknown>>((value) => CardOutline.safeParse(value).success),
  connectionId: z.optional(z.string()),
  resourceId: z.optional(z.string()),
  tab: z.optional(ResultTab),
  accountId: z.optional(z.string()),
  pendingId: z.optional(z.string()),
  about: z.optional(z.string()),
});
const idPattern = /^[0-9a-f-]{36}$/;

/** Stores results, so that a reloaded window can show them. Omits raw responses and URLs that may contain secrets. */
export class ResultStore {
  readonly #files: AccountFiles<z.infer<typeof StoredResult>>;
  /** Pending writes by card ID. Each write starts after the running write of the same card has finished. */
  readonly #pendingWrites = new Map<string, { result: CommandResult; readonly isStored: Promise<boolean> }>();

  constructor(store: AccountStore) {
    this.#files = store.files("results", StoredResult);
  }

  newId(): string {
    return randomUUID();
  }

  /**
   * Stores a result after the running write has finished. If several results of a card are pending, only the newest
   * is written. Resolves to false if the account has signed out in the meantime.
   */
  save(result: CommandResult): Promise<boolean> {
    const { id } = result.card;
    const waiting = this.#pendingWrites.get(id);
    if (waiting !== undefined) {
      waiting.result = result;
      return waiting.isStored;
    }
    const isStored = this.#files.whenSettled(id).then(() => {
      const newest = this.#pendingWrites.get(id)?.result ?? result;
      this.#pendingWrites.delete(id);
      return this.#store(newest);
    });
    this.#pendingWrites.set(id, { result, isStored });
    return isStored;
  }

  async #store({ card, ...result }: CommandResult): Promise<boolean> {
    const { about, accountId, connectionId, pendingId, resourceId, tab } = result;
    const subject = { accountId, pendingId, connectionId, resourceId, tab, about };
    const stored = { v: 4, card: withoutAddresses(withoutVolatile(card)), ...subject } as const;
    const isStored = await this.#files.write(card.id, stored);
    await this.#files.prune();
    return isStored;
  }

  /** Returns a stored result, or undefined if it is missing or older than seven days. */
  async load(id: string): Promise<CommandResult | undefined> {
    const stored = idPattern.test(id) ? await this.#files.read(id) : undefined;
    if (stored === undefined) return undefined;
    const { about, accountId, card, connectionId, pendingId, resourceId, tab } = stored;
    const validated = mapButtons(card, (press) => ButtonAction.safeParse(press).data);
    return { card: validated, accountId, pendingId, connectionId, resourceId, tab, about };
  }

  /** Returns at most `limit` stored results, newest first. */
  async newest(limit: number): Promise<readonly DatedResult[]> {
    const dated = await Promise.all(
      (await this.#files.ids()).map(async (id) => ({ id, at: (await this.#files.writtenAt(id)) ?? 0 })),
    );
    const newest = dated.sort((a, b) => b.at - a.at).slice(0, limit);
    const found = await Promise.all(newest.map(async ({ at, id }) => ({ result: await this.load(id), at })));
    return compact(...found.map(({ at, result }) => result !== undefined && { result, at }));
  }

  /** Deletes an account's results, including the results from other windows. */
  async forget(scope: AccountScope): Promise<void> {
    await this.#files.forget(scope);
  }
}

/**
 * Removes login page URLs, even shortened ones, from the arguments of buttons, because these URLs are never stored.
 * Removes buttons that can't work without such a URL.
 */
function withoutAddresses(card: ResultCard): ResultCard {
  return mapButtons(card, (press) => {
    if (press.does === "open" || sendsAddress(press)) return undefined;
    if (press.does !== "run" || press.command !== "managedAuth.createConnection") return press;
    const { draft, ...args } = press.args;
    if (typeof draft !== "object" || draft === null || !("login_url" in draft)) return press;
    const otherFields = Object.entries(draft).filter(([field]) => field !== "login_url");
    return { ...press, args: { ...args, draft: Object.fromEntries(otherFields), loginPageLeftOut: true } };
  });
}

/** True for a button that checks whether a changed login page URL was saved. Such a check needs the URL. */
function sendsAddress(press: ButtonAction): boolean {
  if (press.does !== "run" || press.command !== "managedAuth.checkEdit") return false;
  const { sent } = press.args;
  return typeof sent === "object" && sent !== null && "login_url" in sent && sent.login_url !== "";
}

function withoutVolatile(card: ResultCard): ResultCard {
  const durable: { -readonly [Part in keyof ResultCard]: ResultCard[Part] } = { ...card };
  delete durable.progress;
  return {
    ...durable,
    blocks: card.blocks
      .filter((block) => !("volatile" in block))
      .map((block) => {
        if (block.kind === "rows")
          return { ...block, rows: block.rows.filter((row) => row.volatile !== true) };
        if (block.kind === "table")
          return { ...block, rows: block.rows.filter((row) => row.volatile !== true) };
        if (block.kind !== "task") return block;
        const { buttons, kind, title } = block;
        return { kind, title, notes: [], buttons };
      })
      .filter((block) => block.kind !== "rows" || block.rows.length > 0),
  };
}
