import type { Clock } from "../../api/clock.ts";
import type { ApiError, Facts } from "../../api/errors.ts";
import type { SubmitRequest } from "../../api/login.ts";
import { submitToLogin } from "../../api/operations.ts";
import type { ErrorDetail, ManagedAuth } from "../../api/schemas.ts";
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
  const error = without(outcome.error, valuesOf(request));
  if (error.sent !== "unknown") {
    const now = await reads.connection(client, shown.id, signal);
    if (now.kind === "ok") seen(now.value);
    return { kind: outcome.error.code === "stale_interaction" ? "stale" : "refused", error };
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

/** What was entered; a choice is no secret, and its id may be a word of any sentence. */
function valuesOf(request: SubmitRequest): readonly string[] {
  const values = "field_values" in request ? request.field_values : "fields" in request ? request.fields : {};
  return Object.values(values).filter((value) => value.trim() !== "");
}

/** An error whose words do not repeat what was entered. */
function without(error: ApiError, values: readonly string[]): ApiError {
  // The longest first: where one stands in another one, its absence would leave the rest of that.
  const forms = values.flatMap(formsOf).sort((one, other) => other.length - one.length);
  const clean = (text: string): string => forms.reduce((left, form) => left.replaceAll(form, "•••"), text);
  const cleaned = ({ code, message }: ErrorDetail): Pick<Facts, "code" | "message"> => ({
    ...(code !== undefined && { code: clean(code) }),
    ...(message !== undefined && { message: clean(message) }),
  });
  const { details, inner_error } = error;
  const facts: Partial<Facts> = {
    ...cleaned(error),
    ...(details !== undefined && { details: details.map(cleaned) }),
    ...(inner_error !== undefined && { inner_error: cleaned(inner_error) }),
  };
  return { ...error, ...facts };
}

/** How a value may stand in an error: as it is, or as it was sent. */
function formsOf(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1)];
}
