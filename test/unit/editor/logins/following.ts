// Shared by the tests of following: a follower of one login, with an in-process service and a virtual clock.
import type { LoginEnd, LoginSelector } from "../../../../src/domain/login/loginState.ts";
import { initialLoginState } from "../../../../src/domain/login/loginState.ts";
import { LoginFollower } from "../../../../src/editor/logins/loginFollower.ts";
import type { FollowerDeps } from "../../../../src/editor/logins/loginFollower.ts";
import type { LoginObservation } from "../../../../src/editor/logins/loginTracker.ts";
import { RateLimitedReader } from "../../../../src/editor/logins/rateLimitedReader.ts";
import { LoginService } from "../../../support/loginService.ts";
import { VirtualClock } from "../../../support/virtualClock.ts";

export const id = "ma_1";

export function sharedOn(clock: VirtualClock): FollowerDeps {
  return { clock, reads: new RateLimitedReader(clock), streaming: new Set(), polling: new Set() };
}

/** Creates a running login and its follower. */
export function scene({ target, begun = true }: { target?: LoginSelector; begun?: boolean } = {}) {
  const clock = new VirtualClock();
  const service = new LoginService(clock);
  const standings: LoginObservation[] = [];
  const stop = new AbortController();
  if (begun) service.begin(id);
  const login = initialLoginState(target ?? { kind: "after" }, clock.now());
  const shared = sharedOn(clock);
  const follower = new LoginFollower(shared, service.client(), id, login, (standing) =>
    standings.push(standing),
  );
  let end: LoginEnd | undefined;
  return {
    clock,
    service,
    standings,
    stop,
    shared,
    follower,
    get end() {
      return end;
    },
    get standing() {
      return standings.at(-1);
    },
    get step() {
      return standings.at(-1)?.login.connection?.flow_step;
    },
    /** Starts to follow and waits until a stream is open or was refused. */
    async run(): Promise<void> {
      void follower.run(stop.signal).then((ended) => (end = ended));
      await clock.settle();
    },
    /** Advances the clock until following has ended. */
    async ended(withinMs = 30 * 60_000): Promise<LoginEnd | undefined> {
      await clock.until(() => end !== undefined, withinMs);
      return end;
    },
  };
}

/** Creates a running login that is already followed. */
export async function running(): Promise<ReturnType<typeof scene>> {
  const made = scene();
  await made.run();
  return made;
}
