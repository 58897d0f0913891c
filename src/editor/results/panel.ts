import { EventEmitter, l10n, TabInputWebview, ViewColumn, window } from "vscode";
import type { Disposable, WebviewPanel } from "vscode";
import * as z from "zod/mini";
import { display } from "../../domain/text/display.ts";
import { scopeCovers, type Scope } from "../../storage/scope.ts";
import { readSetting } from "../kit/settings.ts";
import { whereUserIs } from "../kit/questionHost.ts";
import { inform, mayNotify } from "../kit/notify.ts";
import { mapButtons } from "../../card/buttons.ts";
import { resultPanelType } from "../words/contributions.ts";
import { needsAccount, type Effect, type ResultCard } from "./buttons.ts";
import { RecentResults } from "./recent.ts";
import { Page, type PageParts } from "./resultPage.ts";
import type { Result } from "./result.ts";
import type { Results } from "./store.ts";
import type { DayStrip } from "../../card/card.ts";

const State = z.object({ cardId: z.string() });

/**
 * The panels of results. Pages of one kind share a panel: connections, histories, and all others. A panel that the
 * user has pinned or whose login is running isn't reused.
 */
export class ResultPanel implements Disposable {
  readonly #parts: PageParts;
  readonly #results: Results;
  /** The results that can be shown again. */
  readonly recent: RecentResults;
  readonly #pages = new Set<Page>();
  /** The page that was last shown or used. */
  #last: Page | undefined;
  #disposed = false;
  readonly #seen = new EventEmitter<{ readonly result: Result; readonly keys: readonly string[] }>();
  /** Fires with the keys of a result's visible strips whenever they change. */
  readonly onDidSee = this.#seen.event;

  constructor(parts: Omit<PageParts, "seen" | "otherTitles">, results: Results) {
    this.#parts = {
      ...parts,
      seen: (result, keys) => this.#seen.fire({ result, keys }),
      otherTitles: (own) =>
        new Set([...this.#pages].flatMap(({ panel }) => (panel === own ? [] : panel.title))),
      press: async (effect, result) => {
        this.#last = this.#pageOf(result.card.id) ?? this.#last;
        await parts.press(effect, result);
      },
    };
    this.#results = results;
    this.recent = new RecentResults(results);
  }

  /** Returns the open result of an attempt with an unknown outcome. */
  ofAttempt(pendingId: string): Result | undefined {
    return [...this.#pages].find(({ result }) => result.pendingId === pendingId)?.result;
  }

  /** Returns the open page of a connection, and whether it is active. */
  ofConnection(accountId: string, connectionId: string): { result: Result; active: boolean } | undefined {
    const page = this.#about({ accountId, connectionId });
    return page && { result: page.result, active: page.panel.active };
  }

  /** Returns the connections on open pages that were rendered before a time, without those known to be deleted. */
  connectionsOf(accountId: string, before: Date): readonly string[] {
    const all = this.ofAccount(accountId).filter(
      ({ card: { at = 0 }, isGone }) => isGone !== true && at < before.getTime(),
    );
    return [...new Set(all.flatMap(({ connectionId }) => connectionId ?? []))];
  }

  /** Returns the open results of an account. */
  ofAccount(accountId: string): readonly Result[] {
    return [...this.#pages].map(({ result }) => result).filter((one) => one.accountId === accountId);
  }

  /** True if a result is visible. */
  readonly isVisible = (cardId: string): boolean => this.#pageOf(cardId)?.panel.visible === true;

  /** Updates strips of an open result in place. */
  async updateStrips(cardId: string, strips: readonly DayStrip<Effect>[]): Promise<void> {
    await this.#pageOf(cardId)?.drawStrips(strips);
  }

  /** Returns the open overview of an account. */
  ofOverview(accountId: string): Result | undefined {
    return this.ofAccount(accountId).find((one) => kindOf(one) === "overview");
  }

  /** Returns the open history of a connection. */
  ofHistory(accountId: string, connectionId: string): Result | undefined {
    return this.#about({ accountId, connectionId, tab: { icon: "history", title: "" } })?.result;
  }

  /**
   * Marks the open pages of a deleted connection or resource and disables their buttons. Returns the new content of
   * its page, if it's open.
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
   * Shows and stores a result in place of the previous one of the same subject. Does nothing while the window closes.
   * Takes the focus only if the user still waits for it and `preserveFocus` is unset. If the user is typing, asks
   * before covering the editor. `toAway` is a notification for a user who has left the window.
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

  /** Stores a result without showing it. */
  async keep(result: Result): Promise<void> {
    await this.recent.note(result);
    if (!(await this.#results.save(result))) this.recent.leaveOut(result);
  }

  /** Shows a stored result without changing its age. */
  async showAgain(result: Result): Promise<void> {
    if (!this.#disposed) await this.#bring(result, false);
  }

  /** Renders a result again in place and without focus if its page still shows it. Stores it unless `isPassing`. */
  async update(result: Result, { isPassing = false }: { readonly isPassing?: boolean } = {}): Promise<void> {
    const page = this.#pageOf(result.card.id);
    if (this.#disposed || page === undefined) return;
    await page.draw(result);
    if (!isPassing) await this.keep(result);
  }

  /** Deletes the results of an account and closes their pages. */
  async retire(scope: Scope): Promise<void> {
    for (const page of [...this.#pages]) {
      const { accountId } = page.result;
      if (accountId !== undefined && scopeCovers(scope, accountId)) page.panel.dispose();
    }
    await this.recent.forget(scope);
    await this.#results.forget(scope);
  }

  /** Restores a panel after a reload from the state that its page stored. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const kept = State.safeParse(state);
    const result = kept.success ? await this.#results.load(kept.data.cardId) : undefined;
    const newer = result && (result.connectionId === undefined ? this.#free(result) : this.#about(result));
    if (newer !== undefined && !isPinned(panel.title)) {
      // A newer result has arrived meanwhile. The restored one remains available in the list.
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

  /** Returns the page of the same connection and kind. */
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

  /** Returns the last used page of the same kind that may be replaced. */
  #free(result: Subject): Page | undefined {
    const all = [...this.#pages].filter(
      (page) =>
        kindOf(page.result) === kindOf(result) && page.result.isBusy !== true && !isPinned(page.panel.title),
    );
    return all.find((page) => page === this.#last) ?? all.at(-1);
  }

  /** Returns the page to reuse: that of the same result or subject, or another one of its kind. */
  #placeFor(result: Result): Page | undefined {
    return this.#pageOf(result.card.id) ?? this.#about(result) ?? this.#free(result);
  }

  /** Reuse the column of existing pages, because opening each page beside the last would split the window endlessly. */
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
 * Returns the kind of a result's page. A connection and its history are viewed side by side, as are the overview and
 * the pages that it links to.
 */
function kindOf({ connectionId, tab }: Subject): "connection" | "history" | "other" | "overview" {
  if (connectionId === undefined) return tab?.icon === "pulse" ? "overview" : "other";
  return tab?.icon === "history" ? "history" : "connection";
}

/**
 * True if the user may have pinned the tab with this title. VS Code doesn't report which tab belongs to a panel, so
 * the panel counts as pinned if any tab with the title is pinned or none has the title.
 */
function isPinned(title: string): boolean {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input, label }) =>
        label === title && input instanceof TabInputWebview && input.viewType.endsWith(resultPanelType),
    );
  return tabs.length === 0 || tabs.some((tab) => tab.isPinned);
}

/** True if no editor is open. */
function nothingIsOpen(): boolean {
  return window.tabGroups.all.length === 1 && window.tabGroups.activeTabGroup.tabs.length === 0;
}

/** Returns the card of a deleted subject: its facts without buttons that need it. */
function deadCard({ card, tab }: Result): ResultCard {
  const { actions, at, blocks, context, head, id, sandbox } = card;
  // The last change is no longer relevant.
  const title = head.kind === "verdict" && tab !== undefined ? tab.title : card.title;
  return mapButtons(
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

/** Returns the card for a result that is no longer stored. */
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
