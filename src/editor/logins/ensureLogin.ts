import { type Clock, systemClock } from "../../api/clock.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import type { RememberedTimes } from "../../domain/login/ensureDecision.ts";
import {
  type EnsureDeps,
  ensureLogin,
  type EnsureResult,
  type ObservedLogin,
} from "../../domain/login/ensureLogin.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { LoginManager } from "./loginManager.ts";
import { type LoginSource, waitForLogin } from "./loginWaiting.ts";

export interface EnsureTrackedDeps {
  readonly logins: Pick<LoginManager, "follow" | "start" | "reads" | "times">;
  readonly connections: LoginSource["connections"];
  readonly clock?: Clock | undefined;
  /**
   * Called with the login's key after {@link ensureTrackedLogin} has started a login. Registers the caller to report
   * the login's end, which is part of the result, so that no notification is shown. The returned function ends the
   * registration. It is called when the end is known, or when {@link ensureTrackedLogin} stops waiting for the end.
   */
  readonly report?: (key: string) => () => void;
}

/** How long a login may run before it is reported as needing a person, in milliseconds. */
const ensurePatienceMs = 60_000;

/**
 * Makes sure that a connection is logged in. If a login is started or already running, this window tracks that login.
 */
export async function ensureTrackedLogin(
  { clock = systemClock, connections, logins, report }: EnsureTrackedDeps,
  access: AccountAccess,
  id: string,
  signal: AbortSignal,
): Promise<EnsureResult> {
  const accountId = access.account.id;
  let patienceEndsAt: number | undefined;
  let reported: (() => void) | undefined;

  const start: EnsureDeps<string>["start"] = async (veto) => {
    const starting = logins.start(access, { id }, { veto }, signal);
    // If the caller cancels, stop waiting for the request. The login manager still completes the request.
    const started = await untilAborted(starting, signal).catch((fault: unknown) => {
      if (!signal.aborted) throw fault;
      return undefined;
    });
    if (started?.kind === "started") reported = report?.(started.login.key);
    return started && "login" in started ? { kind: started.kind, login: started.login.key } : started;
  };

  const observe: EnsureDeps<string>["observe"] = async (connection, key) => {
    // If this call has just started the login, don't track it again, because the login may already have ended.
    if (key === undefined || connections.logins.of(accountId, id)?.key !== key)
      logins.follow(access, connection);
    patienceEndsAt ??= clock.now() + ensurePatienceMs;
    const decided = await waitForLogin<ObservedLogin>(
      { accountId, clock, connectionId: id, connections },
      (login) => {
        const kind = login?.phase === "ended" ? login.phase : login?.awaits;
        return kind && { kind, end: login?.end, connection: login?.connection };
      },
      signal,
      patienceEndsAt - clock.now(),
    );
    if (decided !== undefined || signal.aborted) return decided;
    return { kind: "undecided", connection: connections.logins.of(accountId, id)?.connection };
  };

  try {
    const reader = logins.reads.readerOf(access.client, id, signal);
    const times = (): Promise<RememberedTimes> => logins.times.read(accountId, id);
    return await ensureLogin({ clock, reader, times, start, observe }, signal);
  } finally {
    reported?.();
  }
}
