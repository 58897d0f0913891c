// Shared by the tests of following: one tracked login, with an in-process service and a virtual clock.
import type { ApiClient } from "../../../../src/api/client.ts";
import type { Clock } from "../../../../src/api/clock.ts";
import type { LoginEnd, LoginSelector } from "../../../../src/domain/login/loginState.ts";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { trackLogin } from "../../../../src/editor/logins/loginFollower.ts";
import type { LoginSnapshot } from "../../../../src/domain/login/loginSnapshot.ts";
import { RateLimitedReader } from "../../../../src/editor/logins/rateLimitedReader.ts";
import { TrackedLogin, type TrackedLoginDeps } from "../../../../src/editor/logins/trackedLogin.ts";
import { LoginService } from "../../../support/loginService.ts";
import { VirtualClock } from "../../../support/virtualClock.ts";

export const id = "ma_1";

type SharedDeps = Omit<TrackedLoginDeps, "onChange">;

export function sharedOn(clock: Clock): SharedDeps {
  const stored = { identify: () => Promise.resolve(undefined) };
  return { clock, reads: new RateLimitedReader(clock), stored, streaming: new Set(), polling: new Set() };
}

/** Creates a login of this window that isn't stored. */
export function trackedLogin(
  shared: SharedDeps,
  client: ApiClient,
  id: string,
  onChange: (login: LoginSnapshot) => void = () => undefined,
): TrackedLogin {
  const access = { account: sandboxAccount, baseUrl: "https://api.example.test", client };
  return new TrackedLogin({ ...shared, onChange }, access, id, { startedHere: true });
}

/** Creates a running login that a window tracks. */
export function createTrackedLogin({
  target,
  begun = true,
}: { target?: LoginSelector; begun?: boolean } = {}) {
  const clock = new VirtualClock();
  const service = new LoginService(clock);
  const snapshots: LoginSnapshot[] = [];
  if (begun) service.begin(id);
  const login = trackedLogin(sharedOn(clock), service.client(), id, (snapshot) => snapshots.push(snapshot));
  return {
    clock,
    service,
    snapshots,
    login,
    get end() {
      return login.snapshot.end;
    },
    get step() {
      return login.snapshot.connection?.flow_step;
    },
    /** Starts to follow the login and waits until a stream is open or was refused. */
    async run(): Promise<void> {
      login.identify(target ?? { kind: "after" });
      void trackLogin(login);
      await clock.settle();
    },
    stop: (): void => login.finish({ kind: "stopped", why: "closed" }),
    /** Advances the clock until following has ended. */
    async ended(withinMs = 30 * 60_000): Promise<LoginEnd | undefined> {
      await clock.until(() => login.hasEnded, withinMs);
      return login.snapshot.end;
    },
  };
}

/** Creates a running login that is already followed. */
export async function running(): Promise<ReturnType<typeof createTrackedLogin>> {
  const tracked = createTrackedLogin();
  await tracked.run();
  return tracked;
}
