import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Disposable } from "vscode";
import { getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { type ConnectionView, connectionView } from "../../../domain/connections/connectionView.ts";
import { type DayStrip, stripsOf } from "../../../card/card.ts";
import { scopeCovers, type AccountScope } from "../../../storage/scope.ts";
import type { ClientFactory } from "../../accounts/clientFactory.ts";
import type { SessionState } from "../../accounts/session.ts";
import type { ConnectionsModel } from "../../catalogue/connectionsModel.ts";
import type { TimelineFetcher } from "../../catalogue/timelineFetcher.ts";
import { runGuarded } from "../../kit/notify.ts";
import type { Log } from "../../kit/log.ts";
import type { ButtonAction } from "../../results/buttons.ts";
import type { ResultPanel } from "../../results/panel.ts";
import type { CommandResult } from "../../results/result.ts";
import { type StripFrame, type StripsBlock, weekFrame, weekStrip } from "./weekStrip.ts";

export interface WeekStripsDeps {
  readonly connections: Pick<ConnectionsModel, "logins" | "state">;
  readonly log: Log;
  readonly panel: Pick<ResultPanel, "isVisible" | "resultsOfAccount" | "onDidSee" | "updateStrips">;
  readonly service: Pick<ClientFactory, "access">;
  readonly session: { readonly state: SessionState };
  readonly timelines: TimelineFetcher;
}

/** A group of strips. The title is missing if there is only one group. */
export interface StripGroup {
  readonly title?: string;
  readonly strips: readonly { readonly view: ConnectionView; readonly frame: StripFrame }[];
}

/**
 * Maximum time for building strips before yielding to the event loop, in milliseconds. The limit isn't a number of
 * strips, because a strip with a timeline takes much longer to build than a strip without one.
 */
const timeSliceMs = 8;

/**
 * Manages the strips on all pages. A strip charts the last seven days of a connection and first shows the cached
 * timeline, if any. While a page is visible, the timelines of its strips are fetched, starting with the strips in view,
 * and rendered in place. When a login ends, the cached timeline of its connection becomes outdated.
 */
export class WeekStrips implements Disposable {
  readonly #parts: WeekStripsDeps;
  readonly #subscriptions: readonly Disposable[];
  readonly #closing = new AbortController();
  /** The connections as they were when their strips were last rendered, by account ID and connection ID. */
  readonly #rendered = new Map<string, Map<string, ManagedAuth>>();
  /** The keys of the strips that were last in view, by card ID. */
  readonly #visibleKeys = new Map<string, readonly string[]>();

  constructor(parts: WeekStripsDeps) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.panel.onDidSee(({ keys, result }) => {
        this.#visibleKeys.set(result.card.id, keys);
        this.#requestTimelines(result);
      }),
      parts.timelines.onDidFetch(({ accountId, id }) => this.#renderStrip(accountId, id)),
      parts.connections.logins.onDidChange(({ accountId, connectionId, end }) => {
        if (end === undefined) return;
        parts.timelines.markOutdated(accountId, connectionId);
        for (const result of this.#resultsWithStrip(accountId, connectionId)) this.#requestTimelines(result);
      }),
    ];
  }

  /**
   * Builds a block of strips as of `now`, in milliseconds since 1970. The key of a strip is the ID of its connection.
   * Yields to the event loop between time slices, so that many strips don't block other work.
   */
  async block(
    accountId: string,
    now: number,
    { groups, ...words }: Pick<StripsBlock, "title" | "filter"> & { readonly groups: readonly StripGroup[] },
  ): Promise<StripsBlock> {
    const stripGroups: StripsBlock["groups"][number][] = [];
    let begun = performance.now();
    for (const { strips, title } of groups) {
      const group: DayStrip<ButtonAction>[] = [];
      for (const { frame, view } of strips) {
        group.push(this.strip(accountId, view, frame));
        if (performance.now() - begun < timeSliceMs) continue;
        await setImmediate();
        begun = performance.now();
      }
      stripGroups.push({ ...(title !== undefined && { title }), strips: group });
    }
    return { ...weekFrame(now), ...words, groups: stripGroups };
  }

  readonly forget = async (scope: AccountScope): Promise<void> => {
    for (const accountId of this.#rendered.keys())
      if (scopeCovers(scope, accountId)) this.#rendered.delete(accountId);
    await this.#parts.timelines.forget(scope);
  };

  dispose(): void {
    this.#closing.abort();
    for (const disposable of this.#subscriptions) disposable.dispose();
  }

  /** Builds a connection's strip from the cached timeline. Marks the timeline as outdated if the status has changed. */
  strip(accountId: string, view: ConnectionView, frame: StripFrame): DayStrip<ButtonAction> {
    const { timelines } = this.#parts;
    const { connection } = view;
    const drawn = this.#rendered.get(accountId) ?? new Map<string, ManagedAuth>();
    this.#rendered.set(accountId, drawn);
    const previous = drawn.get(connection.id);
    drawn.set(connection.id, connection);
    if (previous !== undefined && previous.status !== connection.status)
      timelines.markOutdated(accountId, connection.id);
    return weekStrip(frame, view, timelines.cached(accountId, connection.id));
  }

  /** Requests the timelines of all strips on a page, starting with the strips in view. */
  #requestTimelines(result: CommandResult): void {
    const { log, panel, service, session, timelines } = this.#parts;
    const { id: cardId } = result.card;
    const isWanted = (): boolean =>
      panel.isVisible(cardId) &&
      session.state.kind === "signedIn" &&
      session.state.account.id === result.accountId;
    const { state } = session;
    if (state.kind !== "signedIn" || !isWanted()) return;
    void runGuarded(log, "week", async () => {
      const access = await service.access(state.account, this.#closing.signal);
      const keys = stripsOf(result.card).map(({ key }) => key);
      const visible = this.#visibleKeys.get(cardId) ?? [];
      // If no strip is visible, treat all as visible, because the page may hide its strips until the timelines arrive.
      const prioritized = visible.length > 0 ? visible : keys;
      // Find strips without a timeline. On a restored page or one that was rendered again, the timeline may be cached.
      const unread = new Set(
        stripsOf(result.card).flatMap(({ key, pieces }) => (pieces[0]?.look === "unread" ? [key] : [])),
      );
      for (const id of prioritized)
        if (unread.has(id) && timelines.cached(access.account.id, id) !== undefined)
          this.#renderStrip(access.account.id, id);
      timelines.request(cardId, { access, ids: [...new Set([...prioritized, ...keys])], isWanted });
    });
  }

  #renderStrip(accountId: string, id: string): void {
    const { log, panel, timelines } = this.#parts;
    void runGuarded(log, "week", async () => {
      const connection = await this.#connection(accountId, id);
      if (connection === undefined) return;
      const view = connectionView(connection, new Date());
      for (const { card } of this.#resultsWithStrip(accountId, id)) {
        const strip = stripsOf(card).find(({ key }) => key === id);
        if (strip === undefined) continue;
        const updated = weekStrip(strip, view, timelines.cached(accountId, id));
        if (!isDeepStrictEqual(updated, strip)) await panel.updateStrips(card.id, [updated]);
      }
    });
  }

  /** Returns the connection as last fetched, or fetches the connection if this window hasn't fetched it yet. */
  async #connection(accountId: string, id: string): Promise<ManagedAuth | undefined> {
    const { connections, service, session } = this.#parts;
    const { state } = session;
    if (state.kind !== "signedIn" || state.account.id !== accountId) return undefined;
    const row = connections.state.reading?.rows.find((connection) => connection.id === id);
    const connectionRow = row ?? this.#rendered.get(accountId)?.get(id);
    if (connectionRow !== undefined) return connectionRow;
    const { signal } = this.#closing;
    const { client } = await service.access(state.account, signal);
    const outcome = await client.call(getConnection, { path: { id } }, signal);
    return outcome.value;
  }

  #resultsWithStrip(accountId: string, id: string): readonly CommandResult[] {
    const all = this.#parts.panel.resultsOfAccount(accountId);
    return all.filter(({ card }) => stripsOf(card).some(({ key }) => key === id));
  }
}
