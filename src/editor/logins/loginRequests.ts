import type { ApiCaller } from "../../api/client.ts";
import type { Clock } from "../../api/clock.ts";
import type { SubmitRequest } from "../../api/loginSchemas.ts";
import { submitToLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { waitsForSameAnswer } from "../../domain/login/loginPause.ts";
import type { SubmitOutcome } from "../../domain/login/loginSnapshot.ts";
import type { RateLimitedReader } from "./rateLimitedReader.ts";

/** Pauses before the fetches that check whether a lost submission took effect, in milliseconds. */
const submitLookupPausesMs = [1000, 2000, 4000, 8000] as const;

/** `onReading` is called with each connection that {@link submitInput} fetches. */
interface SubmitDeps {
  readonly client: ApiCaller;
  readonly clock: Clock;
  readonly reads: RateLimitedReader;
  readonly onReading: (connection: ManagedAuth) => void;
}

/**
 * Submits the values that a login is waiting for. The request is sent only once. If the response is lost, fetches the
 * connection to find out whether the login has moved on. The values are never stored or returned.
 */
export async function submitInput(
  { client, clock, reads, onReading }: SubmitDeps,
  shown: ManagedAuth,
  request: SubmitRequest,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const outcome = await client.call(submitToLogin, { path: { id: shown.id }, body: request }, signal);
  if (outcome.kind === "ok") return { kind: outcome.value.accepted === false ? "notTaken" : "accepted" };
  if (outcome.kind === "cancelled") return { kind: outcome.sent === "no" ? "cancelled" : "unknown" };
  const { error } = outcome;
  const reader = reads.readerOf(client, shown.id, signal);
  if (error.sent !== "unknown") {
    const now = await reader.connection();
    if (now.kind === "ok") onReading(now.value);
    return { kind: error.code === "stale_interaction" ? "stale" : "refused", error };
  }
  for (const pause of submitLookupPausesMs) {
    if (!(await clock.sleep(pause, signal))) break;
    const now = await reader.connection();
    if (now.kind !== "ok") continue;
    onReading(now.value);
    if (!waitsForSameAnswer(shown, now.value)) return { kind: "accepted" };
  }
  return { kind: "unknown" };
}
