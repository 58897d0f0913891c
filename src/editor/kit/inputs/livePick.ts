import { compact } from "../../../domain/compact.ts";
import { isDeepStrictEqual } from "node:util";
import { l10n, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from "vscode";
import { withoutIconsAndLinks } from "../../../domain/text/display.ts";
import { LiveListing, type LoadRows } from "./liveListing.ts";
import { type Answer, type Choice, type Frame, rowOf, withDistinguishingIds } from "./ask.ts";
import { Question } from "./question.ts";
import { ShownRows } from "./shownRows.ts";
import type { ApiError } from "../../../api/errors.ts";

export type LiveRow<V> =
  /** `listed` marks a row that the service's search returned. The row may match by a value that isn't visible. */
  (Choice<V> & { readonly listed?: true }) | { readonly separator: string };

/**
 * Returns the rows to offer for a typed text, or the reason why the text is invalid. `isListed` is true if the
 * service's list is fully loaded.
 */
export type Typed<V> = (
  text: string,
  isListed: boolean,
) => { readonly choices: readonly Choice<V>[] } | { readonly fault: string };

export interface LivePickOptions<T, V> {
  readonly frame: Frame;
  readonly placeholder: string;
  readonly prompt?: string | undefined;
  /** The prompt that is shown if the service has no rows. */
  readonly emptyText: string;
  readonly load: LoadRows<T>;
  /** Builds the rows and separators for the items fetched so far. Each row must have a different value. */
  readonly rows: (items: readonly T[]) => readonly LiveRow<V>[];
  /**
   * The last rows of the list, below a separator. Added at the same time as the first row above the separator or, if
   * there are no such rows, when loading ends. If the last rows were shown earlier, VS Code would focus one of them
   * and then move the focus when other rows arrive.
   */
  readonly trailing?: readonly Choice<V>[];
  readonly typed: Typed<V>;
  /** A note for the description of a listed row whose label is exactly the typed text. */
  readonly named?: string;
  /** The initial text of the input. */
  readonly value: string;
  /** The value of the initially focused row. Ignored if `value` isn't empty. */
  readonly active?: V | undefined;
}

/**
 * Returns a function that creates one row per item, for the option `rows`. Skips items for which `row` returns
 * undefined.
 */
export function eachListed<T, V>(
  row: (item: T) => Choice<V> | undefined,
): (items: readonly T[]) => readonly LiveRow<V>[] {
  return (items) =>
    items.map(row).flatMap((choice) => (choice === undefined ? [] : [{ ...choice, listed: true }]));
}

type LivePickItem<V> = QuickPickItem & {
  readonly choice?: Choice<V> & { readonly listed?: true };
  readonly isTyped?: boolean;
};

/**
 * Prompts for a row from the service's list or for typed text. The list loads while it is on screen. If not all rows
 * are loaded, the service searches. If the list can't be fetched, the prompt gives the reason and the user can still
 * type.
 */
export async function pickLive<T, V>(options: LivePickOptions<T, V>): Promise<Answer<V>> {
  const pick = window.createQuickPick<LivePickItem<V>>();
  pick.placeholder = options.placeholder;
  pick.prompt = options.prompt && withoutIconsAndLinks(options.prompt);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.value = options.value;
  const list = new LiveList(pick, options);
  const question = new Question<V>(pick, options.frame);
  question.own(
    list,
    pick.onDidChangeValue((text) => list.search(text)),
    pick.onDidAccept(() => {
      // Don't use `activeItems`. VS Code reports the active item with a delay, during which the user may have typed
      // more.
      const [row] = pick.selectedItems;
      if (row?.choice === undefined) list.complain(pick.value);
      else if (list.isCertain(row)) question.accept(row.choice.value);
    }),
    pick.onDidTriggerItemButton(({ item: { choice } }) => {
      if (choice?.button !== undefined) question.accept(choice.button.value);
    }),
  );
  list.begin();
  if (await question.waitForUser()) {
    question.register();
    pick.show();
  }
  return question.answer();
}

class LiveList<T, V> {
  readonly #pick: QuickPick<LivePickItem<V>>;
  readonly #options: LivePickOptions<T, V>;
  readonly #listing: LiveListing<T>;
  readonly #rows: ShownRows<LivePickItem<V>>;
  /** True once the initial row has the focus, or if the user typed or moved the focus before that row loaded. */
  #isPlaced: boolean;

  constructor(pick: QuickPick<LivePickItem<V>>, options: LivePickOptions<T, V>) {
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

  /** Filters the list locally if all rows are loaded, otherwise through a search on the service. */
  search(text: string): void {
    this.#draw();
    this.#listing.search(text);
  }

  /**
   * True if the user certainly saw the chosen row at its current position. If the row is for typed text, the label that
   * the user saw must be the same, too.
   */
  isCertain(row: LivePickItem<V>): boolean {
    return this.#rows.isCertain(row, (other) =>
      row.isTyped === true && other.isTyped === true
        ? row.label === other.label
        : isDeepStrictEqual(other.choice?.value, row.choice?.value),
    );
  }

  complain(text: string): void {
    if (text === "") return;
    const typed = this.#options.typed(text, false);
    if ("fault" in typed) this.#pick.prompt = withoutIconsAndLinks(typed.fault);
  }

  dispose(): void {
    this.#listing.dispose();
  }

  #draw(): void {
    const text = this.#pick.value;
    const { busy, chosenByService, cut, listing } = this.#listing;
    const isComplete = listing.kind === "complete" && !busy;
    const above = this.#options.rows(listing.rows);
    const { trailing = [] } = this.#options;
    const last = trailing.length > 0 && (above.length > 0 || !busy) ? [{ separator: "" }, ...trailing] : [];
    const allRows: readonly LiveRow<V>[] = [...above, ...last];
    const items = allRows.map((row): LivePickItem<V> =>
      "separator" in row
        ? { label: withoutIconsAndLinks(row.separator), kind: QuickPickItemKind.Separator }
        : { ...rowOf(row), alwaysShow: row.listed === true && chosenByService, choice: row },
    );
    const rows = withDistinguishingIds(items, ({ choice }) => choice?.id).map((row) =>
      this.#marked(row, text),
    );
    const typed = text === "" ? undefined : this.#options.typed(text, isComplete);
    // Omit the row for the typed text if choosing the listed row with the same label is the only possible meaning.
    const isNamed = rows.some(({ choice, label }) => choice?.listed === true && label === text);
    const choices = typed !== undefined && "choices" in typed ? typed.choices : [];
    const typedChoices = isNamed && choices.length === 1 ? [] : choices;
    // Put the row for the typed text last, because a user who types part of a name wants the matching listed row.
    const [at] = this.#pick.activeItems;
    // VS Code focuses the first row by itself but reports the focus only after the items are set.
    const isUntouched = at === undefined || at === this.#pick.items.find(({ choice }) => choice);
    this.#rows.set([
      ...rows,
      ...typedChoices
        .filter(({ value }) => !rows.some(({ choice }) => isDeepStrictEqual(choice?.value, value)))
        .map((choice): LivePickItem<V> => ({ ...rowOf(choice), alwaysShow: true, choice, isTyped: true })),
      ...(cut ? [{ label: l10n.t("More results: type to narrow"), kind: QuickPickItemKind.Separator }] : []),
    ]);
    if (isUntouched && text === "") this.#position();
    else this.#isPlaced = true;
    this.#pick.busy = busy;
    const prompt = typed !== undefined && "fault" in typed ? typed.fault : this.#usualPrompt();
    this.#pick.prompt = prompt && withoutIconsAndLinks(prompt);
  }

  #marked(row: LivePickItem<V>, text: string): LivePickItem<V> {
    const { named } = this.#options;
    if (named === undefined || row.choice?.listed !== true || row.label !== text) return row;
    return { ...row, description: compact(named, row.description).join(" · ") };
  }

  #position(): void {
    if (this.#isPlaced) return;
    const row = this.#pick.items.find(({ choice }) => isDeepStrictEqual(choice?.value, this.#options.active));
    if (row === undefined) return;
    this.#pick.activeItems = [row];
    this.#isPlaced = true;
  }

  #usualPrompt(): string | undefined {
    const { empty, listing } = this.#listing;
    if (listing.kind === "failed") return whyNotListed(listing.error, listing.rows.length > 0);
    return this.#options.prompt ?? (empty ? this.#options.emptyText : undefined);
  }
}

/** Prompts for text without a list from the service. The rows offer the possible meanings of the typed text. */
export async function pickTyped<V>(
  options: Pick<LivePickOptions<never, V>, "frame" | "placeholder" | "typed" | "value"> & {
    readonly prompt: string;
  },
): Promise<Answer<V>> {
  return pickLive<never, V>({
    ...options,
    emptyText: options.prompt,
    load: () => Promise.resolve({ kind: "complete", rows: [], unreadable: 0, more: false }),
    rows: () => [],
  });
}

/** Returns the prompt for a list that failed to load, at least in part. Suggests typing a value. */
export function whyNotListed(error: ApiError, hasRows = false): string {
  if (hasRows) return l10n.t("The list is incomplete ({0}). Type what is missing.", listFailureReason(error));
  return l10n.t("The list can't be shown ({0}). Type a value instead.", listFailureReason(error));
}

function listFailureReason(error: ApiError): string {
  switch (error.kind) {
    case "notFound":
      if (error.missing === "project") return l10n.t("the project doesn't exist or is archived");
      return l10n.t("not offered by the service");
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
