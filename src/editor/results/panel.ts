import { isDeepStrictEqual } from "node:util";
import { type Disposable, EventEmitter, type WebviewPanel, l10n, ViewColumn, window } from "vscode";
import * as z from "zod/mini";
import { display } from "../../domain/text/display.ts";
import { covers, type Scope } from "../../storage/scope.ts";
import { setting } from "../kit/settings.ts";
import { whereabouts } from "../kit/questionHost.ts";
import { inform, mayNotify } from "../kit/notify.ts";
import type { Effect, ResultCard } from "./buttonEffect.ts";
import { Page, type PageParts } from "./resultPage.ts";
import type { Result } from "./result.ts";
import type { Results, KeptResult } from "./store.ts";
import type { Strip } from "../../card/card.ts";
import { keptMs } from "../../storage/keptFor.ts";
import { setContext } from "../kit/contextKeys.ts";

const State = z.object({ cardId: z.string() });

/** The panels of results: for each connection one that shows it and one for its history, and one for everything else. */
export class ResultPanel implements Disposable {
  readonly #parts: PageParts;
  readonly #results: Results;
  /** What can be shown again. */
  readonly recent: RecentResults;
  readonly #pages = new Map<string, Page>();
  /** The one that was last brought or asked for something. */
  #last: Page | undefined;
  #disposed = false;
  readonly #seen = new EventEmitter<{ readonly result: Result; readonly keys: readonly string[] }>();
  /** Fires with the strips of a result that the reader sees, by their keys, whenever these change. */
  readonly onDidSee = this.#seen.event;

  constructor(parts: Omit<PageParts, "seen">, results: Results) {
    this.#parts = {
      ...parts,
      seen: (result, keys) => this.#seen.fire({ result, keys }),
      press: async (effect, result) => {
        this.#last = this.#pages.get(placeOf(result)) ?? this.#last;
        await parts.press(effect, result);
      },
    };
    this.#results = results;
    this.recent = new RecentResults(results);
  }

  /** The open result of an attempt whose end was not known. */
  ofAttempt(pendingId: string): Result | undefined {
    return [...this.#pages.values()].find(({ result }) => result.pendingId === pendingId)?.result;
  }

  /** The open page of a connection, and whether the user looks at it. */
  ofConnection(accountId: string, connectionId: string): { result: Result; active: boolean } | undefined {
    const page = this.#pages.get(placeOfConnection(accountId, connectionId, false));
    return page && { result: page.result, active: page.active };
  }

  /** The open results of an account whose first button does this. */
  leadingTo(accountId: string, effect: Effect): readonly Result[] {
    return this.ofAccount(accountId).filter((one) => isDeepStrictEqual(one.card.actions.next?.press, effect));
  }

  /** The open results of an account. */
  ofAccount(accountId: string): readonly Result[] {
    return [...this.#pages.values()].map(({ result }) => result).filter((one) => one.accountId === accountId);
  }

  /** Whether a result is in sight. */
  isVisible(cardId: string): boolean {
    return this.#pageOf(cardId)?.visible === true;
  }

  /** Draws strips of an open result anew, each in its place. */
  async updateStrips(cardId: string, strips: readonly Strip<Effect>[]): Promise<void> {
    await this.#pageOf(cardId)?.drawStrips(strips);
  }

  /** The open overview of an account. */
  ofOverview(accountId: string): Result | undefined {
    return this.#pages.get(placeOfOverview(accountId))?.result;
  }

  /** The open history of a connection. */
  ofHistory(accountId: string, connectionId: string): Result | undefined {
    return this.#pages.get(placeOfConnection(accountId, connectionId, true))?.result;
  }

  /**
   * Shows a result, in place of the one before of the same subject, and stores it; in a window that closes it does
   * nothing. It takes the focus only from who still waits for it, and never where it is to be preserved; whoever writes
   * a text is asked before it covers that. `toAway` is said to who has left the window meanwhile, where they may be told.
   */
  async show(
    result: Result,
    { preserveFocus = false, toAway }: { readonly preserveFocus?: boolean; readonly toAway?: string } = {},
  ): Promise<void> {
    if (this.#disposed) return;
    const where = whereabouts();
    if (where === "writing" && this.#pages.get(placeOf(result))?.visible !== true) {
      this.#offer(display(result.card.title), result);
    } else {
      if (toAway !== undefined && !window.state.focused && mayNotify()) this.#offer(toAway, result);
      await this.#bring(result, preserveFocus || where !== "here");
    }
    await this.keep(result);
  }

  /** Keeps a result among those that can be shown again, without showing it. */
  async keep(result: Result): Promise<void> {
    await this.recent.note(result);
    if (!(await this.#results.save(result))) this.recent.leaveOut(result);
  }

  /** Shows a result that is stored already, which makes it no younger. */
  async showAgain(result: Result): Promise<void> {
    if (!this.#disposed) await this.#bring(result, false);
  }

  /** Draws a result anew, in its place and without the focus, where it is still what is shown; and stores it. */
  async update(result: Result): Promise<void> {
    const page = this.#pageOf(result.card.id);
    if (this.#disposed || page === undefined) return;
    await page.draw(result);
    await this.keep(result);
  }

  /** Forgets the results of an account, and says in place of those that are open that they are gone, and why. */
  async retire(scope: Scope, why: string): Promise<void> {
    for (const page of [...this.#pages.values()]) {
      const { accountId, card } = page.result;
      if (accountId !== undefined && covers(scope, accountId))
        await page.draw({ card: goneCard(card.id, why) });
    }
    await this.recent.forget(scope);
    await this.#results.forget(scope);
  }

  /** Has the page say what one of its buttons did, to who cannot see it; nothing is drawn. */
  async say(text: string): Promise<void> {
    await this.#last?.say(text);
  }

  /** Fills a panel that VS Code brought back after a reload; the state is what its page had kept. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const kept = State.safeParse(state);
    const result = kept.success ? await this.#results.load(kept.data.cardId) : undefined;
    if (result !== undefined && this.#pages.has(placeOf(result))) {
      // A newer result has come meanwhile, which the user waited for; this one can be shown again.
      panel.dispose();
      return;
    }
    const gone = goneCard(this.#results.newId());
    if (result === undefined) this.#adopt(gone.id, new Page(this.#parts, { card: gone }, panel));
    else this.#adopt(placeOf(result), new Page(this.#parts, result, panel));
  }

  dispose(): void {
    this.#disposed = true;
    for (const page of [...this.#pages.values()]) page.dispose();
    this.#seen.dispose();
  }

  #pageOf(cardId: string): Page | undefined {
    return [...this.#pages.values()].find(({ result }) => result.card.id === cardId);
  }

  #offer(words: string, result: Result): void {
    void inform(words, { label: l10n.t("Show"), run: () => this.showAgain(result) });
  }

  async #bring(result: Result, preserveFocus: boolean): Promise<void> {
    const place = placeOf(result);
    const page = this.#pages.get(place);
    this.#last =
      page ?? this.#adopt(place, new Page(this.#parts, result, { preserveFocus, column: this.#column() }));
    await page?.show(result, preserveFocus);
  }

  /** Beside is where others are already: each beside the last would divide the window without end. */
  #column(): ViewColumn {
    if (setting("managedAuth.results.column") === "active" || nothingIsOpen()) return ViewColumn.Active;
    const others = [...this.#pages.values()].map(({ column }) => column);
    return others.find((column) => column !== undefined) ?? ViewColumn.Beside;
  }

  #adopt(place: string, page: Page): Page {
    this.#pages.set(place, page);
    page.onClosed(() => {
      if (this.#pages.get(place) === page) this.#pages.delete(place);
      if (this.#last === page) this.#last = undefined;
    });
    return page;
  }
}

/**
 * Whose panel a result is shown in. What a connection is and what became of it are looked at side by side, and so is the
 * overview of all beside what it leads to.
 */
function placeOf({
  accountId,
  connectionId,
  tab,
}: Pick<Result, "accountId" | "connectionId" | "tab">): string {
  if (connectionId !== undefined) return placeOfConnection(accountId, connectionId, tab?.icon === "history");
  return tab?.icon === "pulse" ? placeOfOverview(accountId) : "";
}

function placeOfOverview(accountId: string | undefined): string {
  return JSON.stringify([accountId]);
}

function placeOfConnection(accountId: string | undefined, connectionId: string, isHistory: boolean): string {
  return JSON.stringify([accountId, connectionId, isHistory]);
}

/** Whether the user is in no editor at all, which nothing could be beside. */
function nothingIsOpen(): boolean {
  return window.tabGroups.all.length === 1 && window.tabGroups.activeTabGroup.tabs.length === 0;
}

const mostKept = 20;

/** The results that can be shown again: those of this window with all they hold, others as they are stored. */
class RecentResults {
  readonly #stored: Results;
  #shown: readonly KeptResult[] = [];

  constructor(stored: Results) {
    this.#stored = stored;
  }

  /** The newest first. */
  async all(): Promise<readonly KeptResult[]> {
    const mine = this.#shown.filter(({ at }) => Date.now() - at <= keptMs.results);
    const ids = new Set(mine.map(({ result }) => result.card.id));
    const others = (await this.#stored.all(mostKept)).filter(({ result }) => !ids.has(result.card.id));
    return [...mine, ...others].sort((one, other) => other.at - one.at).slice(0, mostKept);
  }

  /** Notes a new result, or a newer reading of one. */
  async note(result: Result): Promise<void> {
    const others = this.#shown.filter((one) => one.result.card.id !== result.card.id);
    this.#shown = [{ result, at: Date.now() }, ...others].slice(0, mostKept);
    await setContext("managedAuth.hasResults", true);
  }

  /** Takes a result back that is not kept after all. */
  leaveOut(result: Result): void {
    this.#shown = this.#shown.filter((one) => one.result !== result);
  }

  readonly forget = async (scope: Scope): Promise<void> => {
    this.#shown = this.#shown.filter(
      ({ result: { accountId } }) => accountId === undefined || !covers(scope, accountId),
    );
    return Promise.resolve();
  };
}

/** Stands where a result was that is no longer stored, or whose subject is gone. */
export function goneCard(id: string, why?: string): ResultCard {
  return {
    id,
    head: { kind: "header" },
    title: l10n.t("This result is gone"),
    context: [],
    summary: [why ?? l10n.t("Results are kept for seven days. Run the command again to get a new one.")],
    blocks: [],
    actions: {},
  };
}
