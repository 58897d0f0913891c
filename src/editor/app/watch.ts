import type { TreeView } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLoginRunning } from "../../domain/login/loginState.ts";
import type { ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession } from "../accounts/session.ts";
import { timeAtService, type ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { Log } from "../kit/log.ts";
import { runGuarded } from "../kit/notify.ts";
import { onDidChangeSetting, readSetting } from "../kit/settings.ts";
import type { LoginManager } from "../logins/loginManager.ts";
import type { AccountStore } from "../../storage/accountStore.ts";
import { WatchedConnections } from "../watching/watchedConnections.ts";
import { type AccountConnections, ConnectionWatcher } from "../watching/connectionWatcher.ts";

interface WatchParts {
  readonly session: WindowSession;
  readonly service: ClientFactory;
  readonly connections: ConnectionsModel;
  readonly logins: Pick<LoginManager, "followFound" | "needsReport">;
  readonly view: Pick<TreeView<unknown>, "visible" | "onDidChangeVisibility">;
  readonly store: AccountStore;
  readonly log: Log;
  /** Loads the code that notifies the user about logins and logouts. */
  readonly loadNotices: () => Promise<{ readonly notifyLoggedOut: (loggedOut: AccountConnections) => void }>;
  /** Stores whether a login that the user started is running. The value is read after a reload of the window. */
  readonly remember: (isRunning: boolean) => Thenable<void>;
}

/** The poller of watched connections and the list of these connections. */
export interface Watch {
  readonly watched: WatchedConnections;
  readonly watching: ConnectionWatcher;
  /** Stops polling. Resolves when all pending files are written. */
  readonly close: () => Promise<void>;
  readonly dispose: () => void;
}

/**
 * Tracks the running logins of the listed connections. Polls the connections that the user watches, and connections
 * with a login that was started in VS Code.
 */
export function watch(parts: WatchParts): Watch {
  const { connections, loadNotices, log, logins, remember, service, session, store, view } = parts;
  const failed = (fault: unknown): void => log.fault("watching", fault);
  const isTracked = (accountId: string, { id }: ManagedAuth): boolean =>
    (connections.logins.of(accountId, id)?.phase ?? "ended") !== "ended";
  const watched = new WatchedConnections(store, failed);
  const watching = new ConnectionWatcher({
    session,
    service,
    watched,
    store,
    onError: failed,
    areNotificationsEnabled: () => readSetting("managedAuth.notices") !== "off",
    isVisible: () => view.visible,
    onRead: ({ account, connections: read }) => {
      // Skip connections with a tracked login, because the row already shows newer data from the login.
      for (const row of read) if (!isTracked(account.id, row)) connections.updateRow(account, row);
    },
    onLogOut: (loggedOut) =>
      void loadNotices()
        .then(({ notifyLoggedOut }) => notifyLoggedOut(loggedOut))
        .catch(failed),
  });
  const stop = new AbortController();
  const noted = new Set<string>();
  let isRemembered = false;
  /** Fetch time of the connection list that was last compared with the stored logins. */
  let comparedAt: Date | undefined;
  const followFound = async (): Promise<void> => {
    const { state } = session;
    const { reading } = connections.state;
    if (state.kind === "signedOut" || reading === undefined) return;
    const { account } = state;
    const now = timeAtService({ reading }).getTime();
    // If this list was already compared with the stored logins, compare it again only if a row shows a running login
    // that isn't tracked.
    const isFound = (row: ManagedAuth): boolean => !isTracked(account.id, row) && isLoginRunning(row, now);
    if (reading.readAt === comparedAt && !reading.rows.some(isFound)) return;
    comparedAt = reading.readAt;
    const access = await service.access(account, stop.signal);
    if (session.state === state && !stop.signal.aborted) await logins.followFound(access, reading.rows, now);
  };
  const following = [
    connections.onDidChange(() => void runGuarded(log, "logins", followFound)),
    connections.logins.onDidChange((login) => {
      const { accountId, awaits, connectionId, end, key, startedByUser } = login;
      if (login.startedHere && login.phase === "running" && !noted.has(key)) {
        noted.add(key);
        void watched.watchStarted(accountId, connectionId);
      }
      const isRunning = connections.logins.all.some((each) => each.startedByUser && each.end === undefined);
      if (isRunning !== isRemembered) void remember((isRemembered = isRunning));
      void runGuarded(log, "logins", async () => {
        if (end === undefined ? startedByUser && awaits !== undefined : await logins.needsReport(login))
          await loadNotices();
      });
      // Fetch the list again after a deletion, because a deleted connection has no row to update.
      if (end?.kind === "gone" && session.state.account?.id === accountId)
        void runGuarded(log, "logins", () => connections.refreshIfLoaded());
    }),
    onDidChangeSetting("managedAuth.notices", () => watching.reschedule()),
    view.onDidChangeVisibility(() => {
      watching.noteUse();
      watching.reschedule();
    }),
  ];
  const close = async (): Promise<void> => {
    stop.abort();
    for (const disposable of following.splice(0)) disposable.dispose();
    await watching.close();
    await watched.settled();
    watched.dispose();
  };
  return { watched, watching, close, dispose: () => void close() };
}
