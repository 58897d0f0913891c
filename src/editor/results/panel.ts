import { EventEmitter, l10n, ViewColumn, window, type Disposable, type WebviewPanel } from "vscode";
import * as z from "zod/mini";
import { display } from "../../domain/text/display.ts";
import { scopeCovers, type AccountScope } from "../../storage/scope.ts";
import { readSetting } from "../kit/settings.ts";
import { userPresence } from "../kit/questionHost.ts";
import { inform, mayNotify } from "../kit/notify.ts";
import type { ButtonAction, ResultCard } from "./buttons.ts";
import { deletedSubjectCard, withDeletedRows } from "./deletedSubjectCard.ts";
import { isTabPinned, nothingIsOpen } from "./editorTabs.ts";
import { RecentResults } from "./recentResults.ts";
import { ResultPage, type PanelParts, type ResultPageParts } from "./resultPage.ts";
import type { CommandResult, PageSubject } from "./result.ts";
import type { ResultStore } from "./resultStore.ts";
import type { DayStrip } from "../../card/card.ts";

const PanelState = z.object({ cardId: z.string() });

/**
 * The panels that show results. Results of the same kind share a panel, see `pageKind`. A panel isn't reused if the
 * user has pinned it or if it shows a running login.
 */
export class ResultPanel implements Disposable {
  readonly #parts: ResultPageParts;
  readonly #results: ResultStore;
  readonly recent: RecentResults;
  readonly #pages = new Set<ResultPage>();
  /** The page that was last shown, or whose button was last pressed. */
  #lastUsed: ResultPage | undefined;
  #disposed = false;
  readonly #stripsSeen = new EventEmitter<{
    readonly result: CommandResult;
    readonly keys: readonly string[];
  }>();
  /** Fires with a result and the keys of its timeline strips that are in view, whenever these keys change. */
  readonly onDidSee = this.#stripsSeen.event;

  constructor(parts: PanelParts, results: ResultStore) {
    this.#parts = {
      ...parts,
      onStripsSeen: (result, keys) => this.#stripsSeen.fire({ result, keys }),
      otherTitles: (ownPanel) =>
        new Set([...this.#pages].flatMap(({ panel }) => (panel === ownPanel ? [] : panel.title))),
      press: async (effect, result) => {
        this.#lastUsed = this.#pageOf(result.card.id) ?? this.#lastUsed;
        await parts.press(effect, result);
      },
    };
    this.#results = results;
    this.recent = new RecentResults(results);
  }

  /** Returns the result of a creation attempt with an unknown outcome, if a page shows that result. */
  findByAttempt(pendingId: string): CommandResult | undefined {
    return [...this.#pages].find(({ result }) => result.pendingId === pendingId)?.result;
  }

  /** Returns the result that a connection's open page shows. `active` is true if that page is active. */
  findConnectionPage(
    accountId: string,
    connectionId: string,
  ): { result: CommandResult; active: boolean } | undefined {
    const page = this.#pageOfSubject({ accountId, connectionId });
    return page && { result: page.result, active: page.panel.active };
  }

  /**
   * Returns the IDs of connections on open pages that were rendered before the given time. Omits deleted connections.
   */
  openConnectionIds(accountId: string, before: Date): readonly string[] {
    const earlier = this.resultsOfAccount(accountId).filter(
      ({ card: { at = 0 }, isGone }) => isGone !== true && at < before.getTime(),
    );
    return [...new Set(earlier.flatMap(({ connectionId }) => connectionId ?? []))];
  }

  resultsOfAccount(accountId: string): readonly CommandResult[] {
    return [...this.#pages].map(({ result }) => result).filter((result) => result.accountId === accountId);
  }

  readonly isVisible = (cardId: string): boolean => this.#pageOf(cardId)?.panel.visible === true;

  /** Updates timeline strips of an open result without rendering the whole page again. */
  async updateStrips(cardId: string, strips: readonly DayStrip<ButtonAction>[]): Promise<void> {
    await this.#pageOf(cardId)?.drawStrips(strips);
  }

  findOverview(accountId: string): CommandResult | undefined {
    return this.resultsOfAccount(accountId).find((result) => pageKind(result) === "overview");
  }

  findHistory(accountId: string, connectionId: string): CommandResult | undefined {
    return this.#pageOfSubject({ accountId, connectionId, tab: { icon: "history", title: "" } })?.result;
  }

  /**
   * Marks the open pages of a deleted connection or resource as deleted and disables their buttons. Also marks the
   * table rows about the connection or resource on other pages. Returns the result on the subject's own page, if that
   * page is open. A connection's history page doesn't count.
   */
  async markDeleted(accountId: string, id: string): Promise<CommandResult | undefined> {
    const isAbout = ({ connectionId, resourceId }: CommandResult): boolean =>
      (connectionId ?? resourceId) === id;
    const deletedState = { isGone: true, isBusy: undefined, secrets: {} } as const;
    for (const result of this.resultsOfAccount(accountId)) {
      const card = withDeletedRows(result.card, id);
      if (isAbout(result) && result.isGone !== true)
        await this.update({ ...result, ...deletedState, card: deletedSubjectCard(result) });
      // Don't store the page. It may show a wait, which ends when this window is closed or reloaded.
      else if (card !== undefined) await this.update({ ...result, card }, { isPassing: true });
    }
    return this.resultsOfAccount(accountId).find(
      (result) => isAbout(result) && pageKind(result) !== "history",
    );
  }

  /**
   * Shows and stores a result. Replaces the previous result of the same subject. Does nothing while the window
   * closes. Takes the focus only if the user is still waiting for the result and `preserveFocus` is unset. If the
   * user is typing, asks before covering the editor. `awayMessage` is a notification for a user who left the window.
   */
  async show(
    result: CommandResult,
    {
      preserveFocus = false,
      awayMessage,
    }: { readonly preserveFocus?: boolean; readonly awayMessage?: string } = {},
  ): Promise<void> {
    if (this.#disposed) return;
    const presence = userPresence();
    if (presence === "writing" && this.#pageFor(result)?.panel.visible !== true) {
      this.#offerToShow(display(result.card.title), result);
    } else {
      if (awayMessage !== undefined && !window.state.focused && mayNotify())
        this.#offerToShow(awayMessage, result);
      await this.#present(result, preserveFocus || presence !== "here");
    }
    await this.store(result);
  }

  async store(result: CommandResult): Promise<void> {
    await this.recent.add(result);
    if (!(await this.#results.save(result))) this.recent.remove(result);
  }

  /** Shows a stored result again without making it the most recent one. */
  async reshow(result: CommandResult): Promise<void> {
    if (!this.#disposed) await this.#present(result, false);
  }

  /**
   * Renders a result again if its page still shows that result, without taking the focus. Also stores the result
   * unless `isPassing` is true.
   */
  async update(
    result: CommandResult,
    { isPassing = false }: { readonly isPassing?: boolean } = {},
  ): Promise<void> {
    const page = this.#pageOf(result.card.id);
    if (this.#disposed || page === undefined) return;
    await page.draw(result);
    if (!isPassing) await this.store(result);
  }

  /** Closes the pages of an account and deletes its stored results. */
  async closeAccount(scope: AccountScope): Promise<void> {
    for (const page of [...this.#pages]) {
      const { accountId } = page.result;
      if (accountId !== undefined && scopeCovers(scope, accountId)) page.panel.dispose();
    }
    await this.recent.forget(scope);
    await this.#results.forget(scope);
  }

  /** Restores a panel after the window was reloaded. Uses the state that the page has stored. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const { data } = PanelState.safeParse(state);
    const result = data && (await this.#results.load(data.cardId));
    const newer =
      result &&
      (result.connectionId === undefined ? this.#reusablePage(result) : this.#pageOfSubject(result));
    if (newer !== undefined && !isTabPinned(panel.title)) {
      // A newer result already has a page of this kind. This result remains in the list of recent results.
      panel.dispose();
      return;
    }
    const shown = result ?? { card: expiredResultCard(this.#results.newId()) };
    this.#addPage(new ResultPage(this.#parts, shown, panel));
  }

  dispose(): void {
    this.#disposed = true;
    for (const page of [...this.#pages]) page.panel.dispose();
    this.#stripsSeen.dispose();
  }

  #offerToShow(words: string, result: CommandResult): void {
    void inform(words, { label: l10n.t("Show"), run: () => this.reshow(result) });
  }

  async #present(result: CommandResult, preserveFocus: boolean): Promise<void> {
    const page = this.#pageFor(result);
    this.#lastUsed =
      page ?? this.#addPage(new ResultPage(this.#parts, result, { preserveFocus, column: this.#column() }));
    await page?.show(result, preserveFocus);
  }

  #pageOf(cardId: string): ResultPage | undefined {
    return [...this.#pages].find(({ result }) => result.card.id === cardId);
  }

  /** Returns the open page, if any, that shows the same connection and kind of content as `about`. */
  #pageOfSubject(about: PageSubject): ResultPage | undefined {
    const { accountId, connectionId } = about;
    if (connectionId === undefined) return undefined;
    return [...this.#pages].find(
      ({ result }) =>
        result.accountId === accountId &&
        result.connectionId === connectionId &&
        pageKind(result) === pageKind(about),
    );
  }

  /** Returns a page of the same kind that may be reused, preferably the last used page. */
  #reusablePage(result: PageSubject): ResultPage | undefined {
    const reusable = [...this.#pages].filter(
      (page) =>
        pageKind(page.result) === pageKind(result) &&
        page.result.isBusy !== true &&
        !isTabPinned(page.panel.title),
    );
    return reusable.find((page) => page === this.#lastUsed) ?? reusable.at(-1);
  }

  /** Returns the page to reuse: one with the same result, otherwise of the same subject, otherwise of the same kind. */
  #pageFor(result: CommandResult): ResultPage | undefined {
    return this.#pageOf(result.card.id) ?? this.#pageOfSubject(result) ?? this.#reusablePage(result);
  }

  /**
   * Returns the column for a new page. Reuses the column of existing pages, because VS Code would otherwise open
   * another column for each page.
   */
  #column(): ViewColumn {
    if (readSetting("managedAuth.results.column") === "active" || nothingIsOpen()) return ViewColumn.Active;
    const columns = [...this.#pages].map(({ panel }) => panel.viewColumn);
    return columns.find((column) => column !== undefined) ?? ViewColumn.Beside;
  }

  #addPage(page: ResultPage): ResultPage {
    this.#pages.add(page);
    page.panel.onDidDispose(() => {
      this.#pages.delete(page);
      if (this.#lastUsed === page) this.#lastUsed = undefined;
    });
    return page;
  }
}

/**
 * Returns the kind of page for a result. A connection and its history have different kinds, so that both can be
 * visible at the same time. The same applies to the overview and the pages that the overview links to.
 */
function pageKind({ connectionId, tab }: PageSubject): "connection" | "history" | "other" | "overview" {
  if (connectionId === undefined) return tab?.icon === "pulse" ? "overview" : "other";
  if (tab?.icon === "history") return "history";
  return "connection";
}

/** Builds the card for a result that is no longer stored. */
export function expiredResultCard(id: string): ResultCard {
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
