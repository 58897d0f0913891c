import { isDeepStrictEqual } from "node:util";
import { l10n, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from "vscode";
import { inert } from "../../../domain/text/display.ts";
import { LiveListing, type LoadRows } from "./liveListing.ts";
import { type Answer, ask, type Choice, type Frame, rowOf, toldApart } from "./ask.ts";
import { ShownRows } from "./shownRows.ts";
import type { ApiError } from "../../../api/errors.ts";

/** A row of a list that fills while it is open. */
export type LiveRow<V> =
  /** `listed`: it stands for something that the service lists, and the service may find it by what is not in it. */
  (Choice<V> & { readonly listed?: true }) | { readonly separator: string };

/**
 * What typed text stands for: rows of its own, or why it stands for nothing; told whether all that the service has of
 * it is listed.
 */
export type Typed<V> = (
  text: string,
  known: boolean,
) => { readonly choices: readonly Choice<V>[] } | { readonly fault: string };

export interface LivePickOptions<T, V> {
  readonly frame: Frame;
  readonly placeholder: string;
  readonly prompt?: string;
  /** What is said instead where the service has none. */
  readonly none: string;
  readonly load: LoadRows<T>;
  /** The rows for what is listed so far, and what stands around them. No two have the same value. */
  readonly rows: (items: readonly T[]) => readonly LiveRow<V>[];
  /** The last rows, below a line. They come with the first of the others: alone they would have the focus, and lose it. */
  readonly below?: readonly Choice<V>[];
  readonly typed: Typed<V>;
  /** What is said of a listed row while exactly its name is typed. */
  readonly named?: string;
  /** The text to begin with. */
  readonly value: string;
  /** What the row stands for that has the focus at first, where no text is begun with. */
  readonly active?: V;
}

/** Rows for what is listed alone; `row` leaves out what it has none for. */
export function eachListed<T, V>(
  row: (item: T) => Choice<V> | undefined,
): (items: readonly T[]) => readonly LiveRow<V>[] {
  return (items) =>
    items.map(row).flatMap((choice) => (choice === undefined ? [] : [{ ...choice, listed: true }]));
}

type Item<V> = QuickPickItem & {
  readonly choice?: Choice<V> & { readonly listed?: true };
  readonly isTyped?: boolean;
};

/**
 * Asks for one of what the service lists, or for typed text. The list fills while it is open; the service searches
 * where it holds more than is shown, and where it cannot list, the prompt says why and typing works all the same.
 */
export async function pickLive<T, V>(options: LivePickOptions<T, V>): Promise<Answer<V>> {
  const pick = window.createQuickPick<Item<V>>();
  pick.placeholder = options.placeholder;
  pick.prompt = options.prompt && inert(options.prompt);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.value = options.value;
  const list = new LiveList(pick, options);
  const answer = ask<V>(
    pick,
    options.frame,
    () => list,
    () => pick.onDidChangeValue((text) => list.search(text)),
    (accept) =>
      pick.onDidAccept(() => {
        // Not the active one: VS Code tells of that later, when more may have been typed.
        const [row] = pick.selectedItems;
        if (row?.choice === undefined) list.complain(pick.value);
        else if (list.isCertain(row)) accept(row.choice.value);
      }),
    (accept) =>
      pick.onDidTriggerItemButton(({ item: { choice } }) => {
        if (choice?.button !== undefined) accept(choice.button.value);
      }),
  );
  list.begin();
  return answer;
}

class LiveList<T, V> {
  readonly #pick: QuickPick<Item<V>>;
  readonly #options: LivePickOptions<T, V>;
  readonly #listing: LiveListing<T>;
  readonly #rows: ShownRows<Item<V>>;
  /** Whether the row that is to have the focus at first has it, or the user has moved before it came. */
  #isPlaced: boolean;

  constructor(pick: QuickPick<Item<V>>, options: LivePickOptions<T, V>) {
    this.#pick = pick;
    this.#options = options;
    this.#isPlaced = options.active === undefined || options.value !== "";
    this.#rows = new ShownRows(pick, (row) =>
      row.isTyped === true ? undefined : JSON.stringify(row.choice?.value),
    );
    this.#listing = new LiveListing(options.load, () => this.#draw());
  }

  begin(): void {
    this.#listing.begin();
  }

  /** Narrows the list: here if all of it is known, by the service otherwise. */
  search(text: string): void {
    this.#draw();
    this.#listing.search(text);
  }

  /** Whether a chosen row is the one that was on screen. Typed text stands for itself, whatever it was before. */
  isCertain(row: Item<V>): boolean {
    return this.#rows.isCertain(row, (other) =>
      row.isTyped === true && other.isTyped === true
        ? row.label === other.label
        : isDeepStrictEqual(other.choice?.value, row.choice?.value),
    );
  }

  /** Says why typed text cannot be accepted. */
  complain(text: string): void {
    if (text === "") return;
    const typed = this.#options.typed(text, false);
    if ("fault" in typed) this.#pick.prompt = inert(typed.fault);
  }

  dispose(): void {
    this.#listing.dispose();
  }

  #draw(): void {
    const text = this.#pick.value;
    const { busy, chosenByService, cut, listing } = this.#listing;
    const isWhole = listing.kind === "complete" && !busy;
    const above = this.#options.rows(listing.rows);
    const { below = [] } = this.#options;
    const last = below.length > 0 && (above.length > 0 || !busy) ? [{ separator: "" }, ...below] : [];
    const all: readonly LiveRow<V>[] = [...above, ...last];
    const items = all.map((row): Item<V> =>
      "separator" in row
        ? { label: inert(row.separator), kind: QuickPickItemKind.Separator }
        : { ...rowOf(row), alwaysShow: row.listed === true && chosenByService, choice: row },
    );
    const rows = toldApart(items, ({ choice }) => choice?.id).map((row) => this.#marked(row, text));
    const typed = text === "" ? undefined : this.#options.typed(text, isWhole);
    // A row that says the text is what is meant, where the text can be one thing only.
    const isNamed = rows.some(({ choice, label }) => choice?.listed === true && label === text);
    const choices = typed !== undefined && "choices" in typed ? typed.choices : [];
    const own = isNamed && choices.length === 1 ? [] : choices;
    // Typed text comes last: somebody who types a part of a name means the row that is found.
    const [at] = this.#pick.activeItems;
    // VS Code tells of the row it goes to by itself later than that rows are set.
    const isUntouched = at === undefined || at === this.#pick.items.find(({ choice }) => choice);
    this.#rows.set([
      ...rows,
      ...own
        .filter(({ value }) => !rows.some(({ choice }) => isDeepStrictEqual(choice?.value, value)))
        .map((choice): Item<V> => ({ ...rowOf(choice), alwaysShow: true, choice, isTyped: true })),
      ...(cut ? [{ label: l10n.t("More results: type to narrow"), kind: QuickPickItemKind.Separator }] : []),
    ]);
    if (isUntouched && text === "") this.#place();
    else this.#isPlaced = true;
    this.#pick.busy = busy;
    const prompt = typed !== undefined && "fault" in typed ? typed.fault : this.#usualPrompt();
    this.#pick.prompt = prompt && inert(prompt);
  }

  #marked(row: Item<V>, text: string): Item<V> {
    const { named } = this.#options;
    if (named === undefined || row.choice?.listed !== true || row.label !== text) return row;
    return { ...row, description: [named, row.description].filter((part) => part !== undefined).join(" · ") };
  }

  #place(): void {
    if (this.#isPlaced) return;
    const row = this.#pick.items.find(({ choice }) => isDeepStrictEqual(choice?.value, this.#options.active));
    if (row === undefined) return;
    this.#pick.activeItems = [row];
    this.#isPlaced = true;
  }

  #usualPrompt(): string | undefined {
    const { empty, listing } = this.#listing;
    if (listing.kind === "failed") return whyNotListed(listing.error, listing.rows.length > 0);
    return this.#options.prompt ?? (empty ? this.#options.none : undefined);
  }
}

/** Asks for text that stands for one of several things; the rows say which. Nothing is listed. */
export async function pickTyped<V>(
  options: Pick<LivePickOptions<never, V>, "frame" | "placeholder" | "typed" | "value"> & {
    readonly prompt: string;
  },
): Promise<Answer<V>> {
  return pickLive<never, V>({
    ...options,
    none: options.prompt,
    load: () => Promise.resolve({ kind: "complete", rows: [], unreadable: 0, more: false }),
    rows: () => [],
  });
}

/** Why the service's list cannot be shown, or not all of it, and that typing works. */
export function whyNotListed(error: ApiError, hasRows = false): string {
  if (hasRows) return l10n.t("The list is incomplete ({0}). Type what is missing.", reason(error));
  return l10n.t("The list can't be shown ({0}). Type a value instead.", reason(error));
}

function reason(error: ApiError): string {
  switch (error.kind) {
    case "notFound":
      return error.missing === "project"
        ? l10n.t("the project doesn't exist or is archived")
        : l10n.t("not offered by the service");
    case "forbidden":
      return l10n.t("not allowed for this token or plan");
    case "unauthorized":
      return l10n.t("the token was refused");
    case "offline":
    case "timeout":
    case "certificate":
    case "proxyLogin":
    case "proxyRefused":
      return l10n.t("the service can't be reached");
    case "limited":
      return l10n.t("too many requests");
    case "unreadable":
    case "tooLarge":
    case "redirected":
      return l10n.t("the response can't be read");
    case "conflict":
    case "invalid":
    case "refused":
    case "server":
      return l10n.t("the service failed");
  }
}
