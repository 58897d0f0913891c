import { EventEmitter, l10n, TabInputWebview, ViewColumn, window } from "vscode";
import type { Disposable, WebviewPanel } from "vscode";
import * as z from "zod/mini";
import { display } from "../../domain/text/display.ts";
import { scopeCovers, type Scope } from "../../storage/scope.ts";
import { readSetting } from "../kit/settings.ts";
import { whereUserIs } from "../kit/questionHost.ts";
import { inform, mayNotify } from "../kit/notify.ts";
import { withButtons } from "../../card/buttons.ts";
import { resultPanelType } from "../words/contributions.ts";
import { needsAccount, type Effect, type ResultCard } from "./buttons.ts";
import { RecentResults } from "./recent.ts";
import { Page, type PageParts } from "./resultPage.ts";
import type { Result } from "./result.ts";
import type { Results } from "./store.ts";
import type { Strip } from "../../card/card.ts";

const State = z.object({ cardId: z.string() });

/**
 * The panels of results. Pages of one kind share a panel: those of connections, those of histories, and all others. One
 * that the user has pinned, or whose login runs, is left as it is.
 */
export class ResultPanel implements Disposable {
  readonly #parts: PageParts;
  readonly #results: Results;
  /** What can be shown again. */
  readonly recent: RecentResults;
  readonly #pages = new Set<Page>();
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
        this.#last = this.#pageOf(result.card.id) ?? this.#last;
        await parts.press(effect, result);
      },
    };
    this.#results = results;
    this.recent = new RecentResults(results);
  }

  /** The open result of an attempt whose end was not known. */
  ofAttempt(pendingId: string): Result | undefined {
    return [...this.#pages].find(({ result }) => result.pendingId === pendingId)?.result;
  }

  /** The open page of a connection, and whether the user looks at it. */
  ofConnection(accountId: string, connectionId: string): { result: Result; active: boolean } | undefined {
    const page = this.#about({ accountId, connectionId });
    return page && { result: page.result, active: page.panel.active };
  }

  /** The connections of an account that existed on an open page, which was drawn before then. */
  connectionsOf(accountId: string, before: Date): readonly string[] {
    const all = this.ofAccount(accountId).filter(
      ({ card: { at = 0 }, isGone }) => isGone !== true && at < before.getTime(),
    );
    return [...new Set(all.flatMap(({ connectionId }) => connectionId ?? []))];
  }

  /** The open results of an account. */
  ofAccount(accountId: string): readonly Result[] {
    return [...this.#pages].map(({ result }) => result).filter((one) => one.accountId === accountId);
  }

  /** Whether a result is in sight. */
  readonly isVisible = (cardId: string): boolean => this.#pageOf(cardId)?.panel.visible === true;

  /** Draws strips of an open result anew, each in its place. */
  async updateStrips(cardId: string, strips: readonly Strip<Effect>[]): Promise<void> {
    await this.#pageOf(cardId)?.drawStrips(strips);
  }

  /** The open overview of an account. */
  ofOverview(accountId: string): Result | undefined {
    return this.ofAccount(accountId).find((one) => kindOf(one) === "overview");
  }

  /** The open history of a connection. */
  ofHistory(accountId: string, connectionId: string): Result | undefined {
    return this.#about({ accountId, connectionId, tab: { icon: "history", title: "" } })?.result;
  }

  /**
   * Says on the open pages of a connection or of another resource that it no longer exists: nothing can be done about it
   * there. Returns what the page of it shows then, where one is open.
   */
  async gone(accountId: string, id: string): Promise<Result | undefined> {
    const isAbout = ({ connectionId, resourceId }: Result): boolean => (connectionId ?? resourceId) === id;
    for (const result of this.ofAccount(accountId))
      if (isAbout(result) && result.isGone !== true)
        await this.update({
          ...result,
          isGone: true,
          isBusy: undefined,
          card: deadCard(result),
          secrets: {},
        });
    return this.ofAccount(accountId).find((result) => isAbout(result) && kindOf(result) !== "history");
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
    const where = whereUserIs();
    if (where === "writing" && this.#placeFor(result)?.panel.visible !== true) {
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

  /** Draws a result again, in its place and without the focus, if the page still shows it; and stores it unless `isPassing`. */
  async update(result: Result, { isPassing = false }: { readonly isPassing?: boolean } = {}): Promise<void> {
    const page = this.#pageOf(result.card.id);
    if (this.#disposed || page === undefined) return;
    await page.draw(result);
    if (!isPassing) await this.keep(result);
  }

  /** Forgets the results of an account, and closes those that are open. */
  async retire(scope: Scope): Promise<void> {
    for (const page of [...this.#pages]) {
      const { accountId } = page.result;
      if (accountId !== undefined && scopeCovers(scope, accountId)) page.panel.dispose();
    }
    await this.recent.forget(scope);
    await this.#results.forget(scope);
  }

  /** Fills a panel that VS Code brought back after a reload; the state is what its page had kept. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const kept = State.safeParse(state);
    const result = kept.success ? await this.#results.load(kept.data.cardId) : undefined;
    const newer = result && (result.connectionId === undefined ? this.#free(result) : this.#about(result));
    if (newer !== undefined && !isPinned(panel.title)) {
      // A newer result has come meanwhile, which the user waited for; this one can be shown again.
      panel.dispose();
      return;
    }
    const shown = result ?? { card: goneCard(this.#results.newId()) };
    this.#adopt(new Page(this.#parts, shown, panel));
  }

  dispose(): void {
    this.#disposed = true;
    for (const page of [...this.#pages]) page.panel.dispose();
    this.#seen.dispose();
  }

  #offer(words: string, result: Result): void {
    void inform(words, { label: l10n.t("Show"), run: () => this.showAgain(result) });
  }

  async #bring(result: Result, preserveFocus: boolean): Promise<void> {
    const page = this.#placeFor(result);
    this.#last =
      page ?? this.#adopt(new Page(this.#parts, result, { preserveFocus, column: this.#column() }));
    await page?.show(result, preserveFocus);
  }

  #pageOf(cardId: string): Page | undefined {
    return [...this.#pages].find(({ result }) => result.card.id === cardId);
  }

  /** The page of the same connection and kind. */
  #about(about: Subject): Page | undefined {
    const { accountId, connectionId } = about;
    if (connectionId === undefined) return undefined;
    return [...this.#pages].find(
      ({ result }) =>
        result.accountId === accountId &&
        result.connectionId === connectionId &&
        kindOf(result) === kindOf(about),
    );
  }

  /** A page of the same kind that another result may replace: the last one that was used, if it may be. */
  #free(result: Subject): Page | undefined {
    const all = [...this.#pages].filter(
      (page) =>
        kindOf(page.result) === kindOf(result) && page.result.isBusy !== true && !isPinned(page.panel.title),
    );
    return all.find((page) => page === this.#last) ?? all.at(-1);
  }

  /** Where a result is shown: in place of what it is about, else of another one of its kind. */
  #placeFor(result: Result): Page | undefined {
    return this.#pageOf(result.card.id) ?? this.#about(result) ?? this.#free(result);
  }

  /** Beside is where others are already: each beside the last would divide the window without end. */
  #column(): ViewColumn {
    if (readSetting("managedAuth.results.column") === "active" || nothingIsOpen()) return ViewColumn.Active;
    const others = [...this.#pages].map(({ panel }) => panel.viewColumn);
    return others.find((column) => column !== undefined) ?? ViewColumn.Beside;
  }

  #adopt(page: Page): Page {
    this.#pages.add(page);
    page.panel.onDidDispose(() => {
      this.#pages.delete(page);
      if (this.#last === page) this.#last = undefined;
    });
    return page;
  }
}

type Subject = Pick<Result, "accountId" | "connectionId" | "tab">;

/**
 * What kind of page a result has. A connection and its history are looked at side by side, as the overview and the pages
 * that it leads to are.
 */
function kindOf({ connectionId, tab }: Subject): "connection" | "history" | "other" | "overview" {
  if (connectionId === undefined) return tab?.icon === "pulse" ? "overview" : "other";
  return tab?.icon === "history" ? "history" : "connection";
}

/** Whether the user has pinned the tab of this title: VS Code does not say which tab a panel has, so a doubt counts as yes. */
function isPinned(title: string): boolean {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input, label }) =>
        label === title && input instanceof TabInputWebview && input.viewType.endsWith(resultPanelType),
    );
  return tabs.length === 0 || tabs.some((tab) => tab.isPinned);
}

/** Whether the user is in no editor at all, which nothing could be beside. */
function nothingIsOpen(): boolean {
  return window.tabGroups.all.length === 1 && window.tabGroups.activeTabGroup.tabs.length === 0;
}

/** A card whose subject no longer exists: what it was is left, and nothing can be pressed that would need it. */
function deadCard({ card, tab }: Result): ResultCard {
  const { actions, at, blocks, context, head, id, sandbox } = card;
  // What was done to it is no longer the news.
  const title = head.kind === "verdict" && tab !== undefined ? tab.title : card.title;
  return withButtons(
    {
      ...{ id, title, context, actions },
      ...(at !== undefined && { at }),
      ...(sandbox !== undefined && { sandbox }),
      head: { kind: "header", state: { text: l10n.t("No longer exists"), tone: "neutral" } },
      summary: [],
      blocks: blocks.filter(({ kind }) => kind !== "task"),
    },
    (press) => press,
    needsAccount,
  );
}

/** Stands where a result was that is no longer stored. */
export function goneCard(id: string): ResultCard {
  return {
    id,
    head: { kind: "header" },
    title: l10n.t("This result no longer exists"),
    context: [],
    summary: [l10n.t("Results are kept for seven days. Run the command again to get a new result.")],
    blocks: [],
    actions: {},
  };
}
