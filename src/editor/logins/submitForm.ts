import type { Clock } from "../../api/clock.ts";
import type { SubmitRequest } from "../../api/login.ts";
import { submitToLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { waitsForSame } from "../../domain/login/pause.ts";
import type { Submitted } from "./followedLogin.ts";
import type { Asks, Reads } from "./pacedReads.ts";

/** Pauses before each reading that may tell whether an answer has arrived, in milliseconds. */
const pausesMs = [1000, 2000, 4000, 8000] as const;

/** What submitting works with; `seen` is told each reading of the connection. */
export interface SubmitParts {
  readonly clock: Clock;
  readonly reads: Reads;
  readonly client: Asks;
  readonly seen: (connection: ManagedAuth) => void;
}

/**
 * Answers what a connection, as it was shown, waits for. It is sent once: where its own answer is lost, readings tell
 * whether the login has moved on. Nothing of what was entered is kept, or told in what comes back.
 */
export async function submit(
  { client, clock, reads, seen }: SubmitParts,
  shown: ManagedAuth,
  request: SubmitRequest,
  signal: AbortSignal,
): Promise<Submitted> {
  const outcome = await client.call(submitToLogin, { path: { id: shown.id }, body: request }, signal);
  if (outcome.kind === "ok") return { kind: outcome.value.accepted === false ? "notTaken" : "accepted" };
  if (outcome.kind === "cancelled")
    return outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown", error: undefined };
  const { error } = outcome;
  if (error.sent !== "unknown") {
    const now = await reads.connection(client, shown.id, signal);
    if (now.kind === "ok") seen(now.value);
    return { kind: error.code === "stale_interaction" ? "stale" : "refused", error };
  }
  for (const pause of pausesMs) {
    if (!(await clock.sleep(pause, signal))) break;
    const now = await reads.connection(client, shown.id, signal);
    if (now.kind !== "ok") continue;
    seen(now.value);
    if (!waitsForSame(shown, now.value)) return { kind: "accepted" };
  }
  return { kind: "unknown", error };
}
