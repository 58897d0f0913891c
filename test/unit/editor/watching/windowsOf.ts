// Windows of one user that watch connections and share a folder, a service and a clock.
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { EventEmitter } from "vscode";
import type { Outcome } from "../../../../src/api/errors.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import type { Account } from "../../../../src/editor/accounts/accounts.ts";
import type { AccountAccess } from "../../../../src/editor/accounts/clientFactory.ts";
import type { SessionState } from "../../../../src/editor/accounts/session.ts";
import { WatchedConnections } from "../../../../src/editor/watching/watchedConnections.ts";
import { ConnectionWatcher } from "../../../../src/editor/watching/connectionWatcher.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { DiskClock } from "../../../support/diskClock.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

export const minute = 60_000;
export const hour = 60 * minute;

export const team: Account = { kind: "service", id: "a_team", label: "Team", baseUrl: "https://api.example" };
export const otherAccount: Account = {
  kind: "service",
  id: "a_other",
  label: "Other",
  baseUrl: "https://api.example",
};

const limited = (seconds: number): Outcome<never> => ({
  kind: "failed",
  error: { kind: "limited", sent: "refused", status: 429, retryAfterSeconds: seconds },
});
export const offline: Outcome<never> = {
  kind: "failed",
  error: { kind: "offline", sent: "no", reason: "ENETUNREACH", host: "api.example" },
};

/** The service's list of connections. Records the requests. */
export class ListedService {
  readonly rows = new Map<string, object>();
  /** The requests, with their real time, offset and account. */
  readonly requests: { readonly at: number; readonly offset: number; readonly account: string }[] = [];
  /** A failure to return instead of the list. */
  answers: Outcome<never> | undefined;
  /** Delays responses until this resolves. */
  held: Promise<unknown> | undefined;
  readonly #clock: DiskClock;

  constructor(clock: DiskClock, count: number) {
    this.#clock = clock;
    for (let n = 0; n < count; n++) this.setStatus(`ma_${n}`, "AUTHENTICATED");
  }

  setStatus(id: string, status: string, more: object = {}): void {
    this.rows.set(id, { id, domain: `${id}.example`, profile_name: "work", status, ...more });
  }

  wait(seconds: number): void {
    this.answers = limited(seconds);
  }

  access(account: Account): AccountAccess {
    const call = async (
      _operation: unknown,
      { query }: { query: { limit: number; offset: number } },
      signal: AbortSignal,
    ): Promise<Outcome<unknown>> => {
      this.requests.push({ at: this.#clock.passed, offset: query.offset, account: account.id });
      await this.held;
      if (signal.aborted) return { kind: "cancelled", sent: "no" };
      if (this.answers !== undefined) return this.answers;
      const all = [...this.rows.values()].map((row) => ManagedAuth.parse(row));
      const rows = all.slice(query.offset, query.offset + query.limit);
      const end = query.offset + rows.length;
      const more = end < all.length;
      const value = { rows, unreadable: 0, more, ...(more && { next: end }) };
      return { kind: "ok", value, raw: undefined, status: 200 };
    };
    return {
      account,
      baseUrl: "https://api.example",
      client: { call } as unknown as AccountAccess["client"],
    };
  }
}

export interface Window {
  readonly watching: ConnectionWatcher;
  readonly store: AccountStore;
  readonly watched: WatchedConnections;
  /** The connections of each notification. */
  readonly reports: (readonly string[])[];
  readonly faults: unknown[];
  /** Controls of the window: its account, the visibility of its view and its setting for notifications. */
  become: (state: SessionState) => void;
  setVisible: (visible: boolean) => void;
  wantsNotices: boolean;
  online: boolean;
  rejected: boolean;
  /**
   * True once the window has checked, as it does before each poll, if its token is refused. `held` delays the result
   * of that check.
   */
  hasCheckedToken: boolean;
  held: Promise<unknown> | undefined;
  /** Kills the window, so that its later actions have no effect. */
  close: () => Promise<void>;
}

export async function openWindows(t: TestContext, count = 3) {
  const clock = new DiskClock();
  const service = new ListedService(clock, count);
  const opened = new Set<Window>();
  t.after(async () => {
    for (const window of opened) await window.close();
  });
  const storage = await temporaryDirectory(t);
  const openWindow = async (account: Account = team, at = storage): Promise<Window> => {
    const changed = new EventEmitter<SessionState>();
    const session = { state: { kind: "signedIn", account } as SessionState, onDidChange: changed.event };
    const faults: unknown[] = [];
    const failed = (fault: unknown): void => void faults.push(fault);
    const store = new AccountStore(at, () => Promise.resolve(session.state.kind === "signedIn"));
    const watched = new WatchedConnections(store, failed);
    await watched.reload();
    let visible = false;
    const reports: (readonly string[])[] = [];
    const watching = new ConnectionWatcher({
      session,
      service: {
        access: (requested) => Promise.resolve(service.access(requested)),
        isTokenRejected: async () => {
          window.hasCheckedToken = true;
          await window.held;
          return window.rejected;
        },
      },
      watched,
      store,
      areNotificationsEnabled: () => window.wantsNotices,
      isVisible: () => visible,
      isOnline: () => window.online,
      onRead: () => undefined,
      onLogOut: ({ connections }) => reports.push(connections.map(({ id }) => id)),
      onError: failed,
      clock,
    });
    const window: Window = {
      watching,
      store,
      watched,
      reports,
      faults,
      wantsNotices: true,
      online: true,
      rejected: false,
      hasCheckedToken: false,
      held: undefined,
      become: (state) => {
        session.state = state;
        changed.fire(state);
      },
      setVisible: (isVisible) => {
        visible = isVisible;
        watching.reschedule();
      },
      close: async () => {
        opened.delete(window);
        await watching.close();
        await watched.settled();
        watched.dispose();
        changed.dispose();
      },
    };
    opened.add(window);
    return window;
  };
  /** Opens a window that watches these connections and whose view is visible. */
  const openWatching = async (...ids: readonly string[]): Promise<Window> => {
    const window = await openWindow();
    window.setVisible(true);
    await window.watched.pin(team.id, ids);
    return window;
  };
  /** Opens a window that shares the watched connections and reports, but not the readings of other windows. */
  const openUnseen = async (): Promise<Window> => {
    const own = await temporaryDirectory(t);
    for (const name of ["watched", "watchedFalls"]) {
      await mkdir(join(storage, name), { recursive: true });
      await symlink(join(storage, name), join(own, name), "junction");
    }
    return openWindow(team, own);
  };
  /** Lets the windows complete all work that needs no time. */
  const settle = (): Promise<void> => clock.settle();
  /** Advances the clock and lets disk operations keep up. */
  const pass = (ms: number): Promise<void> => clock.pass(ms);
  return { clock, service, storage, openWindow, openWatching, openUnseen, pass, settle };
}
