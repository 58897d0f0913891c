import type { ApiError } from "../../api/errors.ts";
import type { Target } from "../../domain/login/login.ts";
import type { Started } from "./followedLogin.ts";
import type { Shared } from "./follower.ts";
import type { Running } from "./runningLogin.ts";
import { wasStarted, whichRuns } from "./startLogin.ts";

/** A login whose answer was lost. */
interface Lost {
  readonly target: Target;
  readonly error?: ApiError | undefined;
  /** When the one that ran before would expire, as the service writes it. */
  readonly ranUntil?: string | undefined;
}

/** Looks for a login whose answer was lost, and follows it; where reading cannot tell, it ends with that. */
export async function findStarted(
  shared: Shared,
  running: Running,
  id: string,
  { error, ranUntil, target }: Lost,
): Promise<Started> {
  const parts = { client: running.access.client, clock: shared.clock, reads: shared.reads };
  const found = await wasStarted(parts, id, { target, ranUntil }, running.stopped);
  if (running.isOver) return { kind: "unknown", error };
  if (!found) {
    running.finish({ kind: "startUnknown", error });
    return { kind: "unknown", error };
  }
  void running.follow(shared, target, { seen: true });
  return { kind: "started", login: running.shown };
}

/** Finds out which login it is that runs, and follows it to its end. */
export async function observe(shared: Shared, running: Running, id: string): Promise<void> {
  const parts = { client: running.access.client, clock: shared.clock, reads: shared.reads };
  const target = await whichRuns(parts, id, running.stopped);
  if (!running.isOver) await running.follow(shared, target, { seen: true });
}
