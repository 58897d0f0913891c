import type { ManagedAuth } from "../../../api/schemas.ts";
import { isLoginRunning } from "../../../domain/login/loginState.ts";
import type { ClientFactory } from "../../accounts/clientFactory.ts";
import type { SessionState } from "../../accounts/session.ts";
import type { ConnectionsModel } from "../../catalogue/connectionsModel.ts";
import { runGuarded } from "../../kit/notify.ts";
import type { Log } from "../../kit/log.ts";
import type { LoginManager } from "../../logins/loginManager.ts";

/** Dependencies of {@link followListed}. */
export interface FollowListedDeps {
  readonly connections: Pick<ConnectionsModel, "state" | "onDidChange" | "updateRow" | "refreshIfLoaded">;
  readonly logins: Pick<LoginManager, "all" | "of" | "followFound" | "needsReport" | "onDidChange">;
  readonly service: Pick<ClientFactory, "access">;
  readonly session: { readonly state: SessionState };
  readonly log: Log;
  /**
   * Called if the user must be notified about a login. The notification needs code that this window may not have
   * loaded yet.
   */
  readonly tell: () => Promise<unknown>;
  /** Stores a flag while a login that this user started is running. The flag is read after a reload of the window. */
  readonly remember: (isRunning: boolean) => Thenable<void>;
}

/** Tracks the running logins of the listed connections, and updates the rows when these logins change or end. */
export function followListed(parts: FollowListedDeps): { readonly dispose: () => void } {
  const { connections, log, logins, service, session } = parts;
  const stop = new AbortController();
  let isRemembered = false;
  /** Fetch time of the list that was last compared with the stored logins. */
  let comparedAt: Date | undefined;
  const find = async (): Promise<void> => {
    const { state } = session;
    const { reading } = connections.state;
    if (state.kind === "signedOut" || reading === undefined) return;
    const { account } = state;
    // If the list was already compared, a changed row only matters if it shows a running login.
    const isFound = (row: ManagedAuth): boolean =>
      (logins.of(account.id, row.id)?.phase ?? "ended") === "ended" && isLoginRunning(row, Date.now());
    if (reading.readAt === comparedAt && !reading.rows.some(isFound)) return;
    comparedAt = reading.readAt;
    const access = await service.access(account, stop.signal);
    if (session.state === state && !stop.signal.aborted) await logins.followFound(access, reading.rows);
  };
  const following = [
    connections.onDidChange(() => void runGuarded(log, "logins", find)),
    logins.onDidChange((login) => {
      const isRunning = logins.all.some(({ end, startedByUser }) => startedByUser && end === undefined);
      if (isRunning !== isRemembered) void parts.remember((isRemembered = isRunning));
      void runGuarded(log, "logins", async () => {
        const { awaits, end, startedByUser } = login;
        if (end === undefined ? startedByUser && awaits !== undefined : await logins.needsReport(login))
          await parts.tell();
      });
      const { state } = session;
      if (state.kind === "signedOut" || state.account.id !== login.accountId) return;
      if (login.connection !== undefined) connections.updateRow(state.account, login.connection);
      // Fetch the list again after a deletion, because a deleted connection has no row to update.
      if (login.end?.kind === "gone") void runGuarded(log, "logins", () => connections.refreshIfLoaded());
    }),
  ];
  return {
    dispose: () => {
      stop.abort();
      for (const one of following) one.dispose();
    },
  };
}
