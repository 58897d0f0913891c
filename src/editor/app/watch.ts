import type { TreeView } from "vscode";
import type { ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { Log } from "../kit/log.ts";
import { onDidChangeSetting, readSetting } from "../kit/settings.ts";
import type { ObservableLogins } from "../logins/loginWaiting.ts";
import type { AccountStore } from "../../storage/accountStore.ts";
import { WatchedConnections } from "../watching/watchedConnections.ts";
import { type AccountConnections, ConnectionWatcher } from "../watching/connectionWatcher.ts";

interface WatchParts {
  readonly session: WindowSession;
  readonly service: ClientFactory;
  readonly connections: ConnectionsModel;
  readonly logins: ObservableLogins;
  readonly view: Pick<TreeView<unknown>, "visible" | "onDidChangeVisibility">;
  readonly store: AccountStore;
  readonly log: Log;
  /** Notifies the user of connections that have logged out. */
  readonly tell: (loggedOut: AccountConnections) => Promise<void>;
}

/** The running poller of connections and the list of connections that the user watches. */
export interface Watch {
  readonly watched: WatchedConnections;
  readonly watching: ConnectionWatcher;
  /** Stops polling. Resolves when stored files are written. */
  readonly close: () => Promise<void>;
  readonly dispose: () => void;
}

/**
 * Polls the connections that the user watches and the connections with a login that was started in this window, and
 * updates their rows.
 */
export function watch(parts: WatchParts): Watch {
  const { connections, log, logins, service, session, store, tell, view } = parts;
  const failed = (fault: unknown): void => log.fault("watching", fault);
  const watched = new WatchedConnections(store, failed);
  const watching = new ConnectionWatcher({
    session,
    service,
    watched,
    store,
    onError: failed,
    areNotificationsEnabled: () => readSetting("managedAuth.notices") !== "off",
    isVisible: () => view.visible,
  });
  const noted = new Set<string>();
  const following = [
    logins.onDidChange(({ accountId, connectionId, key, phase, startedHere }) => {
      if (!startedHere || phase !== "running" || noted.has(key)) return;
      noted.add(key);
      void watched.watchStarted(accountId, connectionId);
    }),
    onDidChangeSetting("managedAuth.notices", () => watching.reschedule()),
    view.onDidChangeVisibility(() => {
      watching.noteUse();
      watching.reschedule();
    }),
    watching.onDidLogOut((loggedOut) => void tell(loggedOut).catch(failed)),
    watching.onDidRead(({ account, connections: read }) => {
      // Skip a connection with a login that this window tracks, because the login's data is newer.
      for (const row of read)
        if ((logins.of(account.id, row.id)?.phase ?? "ended") === "ended")
          connections.updateRow(account, row);
    }),
  ];
  const close = async (): Promise<void> => {
    for (const disposable of following.splice(0)) disposable.dispose();
    await watching.close();
    await watched.settled();
    watched.dispose();
  };
  return {
    watched,
    watching,
    close,
    dispose: () => void close(),
  };
}
