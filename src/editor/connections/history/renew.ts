import type { Disposable } from "vscode";
import type { Service } from "../../accounts/service.ts";
import type { Session } from "../../accounts/session.ts";
import { guarded } from "../../kit/notify.ts";
import type { Log } from "../../kit/log.ts";
import type { FollowedLogin } from "../../logins/followedLogin.ts";
import type { Logins } from "../../logins/logins.ts";
import type { ResultPanel } from "../../results/panel.ts";
import { historyArguments, historyResult } from "./commands.ts";
import { historyOf } from "./read.ts";

/** What open histories are kept up to date with. */
export interface RenewParts {
  readonly log: Log;
  readonly logins: Pick<Logins, "onDidChange">;
  readonly panel: Pick<ResultPanel, "ofHistory" | "update">;
  readonly service: Pick<Service, "access">;
  readonly session: Pick<Session, "state">;
}

/** Reads an open history again when a login of its connection ends: that is its newest entry. */
export class OpenHistories implements Disposable {
  readonly #following: Disposable;
  readonly #closing = new AbortController();

  constructor(parts: RenewParts) {
    this.#following = parts.logins.onDidChange((login) => {
      if (login.phase !== "ended") return;
      void guarded(parts.log, "history", () => renew(parts, login, this.#closing.signal));
    });
  }

  dispose(): void {
    this.#closing.abort();
    this.#following.dispose();
  }
}

async function renew(
  { panel, service, session }: RenewParts,
  { accountId, connectionId }: FollowedLogin,
  signal: AbortSignal,
): Promise<void> {
  const { state } = session;
  const press = panel.ofHistory(accountId, connectionId)?.card.actions.refresh?.press;
  if (press?.does !== "run" || state.kind !== "signedIn" || state.account.id !== accountId) return;
  const { data: told } = historyArguments.safeParse(press.told);
  if (told?.resultId === undefined || told.most === undefined) return;
  const { most, resultId } = told;
  const access = await service.access(state.account, signal);
  const outcome = await historyOf(access, connectionId, most, signal);
  // What could not be read anew stays as it was read, with its Refresh.
  if (outcome?.kind !== "ok") return;
  await panel.update(historyResult(resultId, { access, id: connectionId, outcome }, most));
}
