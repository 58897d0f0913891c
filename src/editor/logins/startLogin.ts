import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import { startLogin, submitToLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLive, type Logins, type Target } from "../../domain/login/login.ts";
import { ownEntry } from "../../domain/login/over.ts";
import type { Asks, Reads } from "./pacedReads.ts";
import type { Started, Submitted } from "./followedLogin.ts";
import type { Shared } from "./follower.ts";
import type { Running } from "./runningLogin.ts";
import type { SubmitRequest } from "../../api/loginSchemas.ts";
import { waitsForSame } from "../../domain/login/pause.ts";

/** What starting a login works with. */
export interface StartParts {
  readonly clock: Clock;
  readonly reads: Reads;
  readonly client: Asks;
  /** Called before it is sent, with what it will be known by; the answer, where it certainly did not begin, after all. */
  readonly sending: (target: Target) => Promise<() => Promise<void>>;
}

export interface StartOptions {
  /** Whether to start one although another runs, which that cancels. */
  readonly supersede?: boolean;
  /** Asked once what was before is read and no other window can start one: whether to start none after all. */
  readonly unless?: (before: Before) => boolean | Promise<boolean>;
  readonly record_session?: boolean;
}

/** How a connection and its logins are before another one, and when they were read, by the service's clock. */
export interface Before {
  readonly connection: ManagedAuth;
  readonly logins: Logins;
  readonly now: number;
}

/** What became of starting: a login that was started, or one that runs, or what is known in their place. */
export type Begun =
  | {
      readonly kind: "started";
      readonly target: Target;
      readonly hostedUrl: string | undefined;
      readonly expires: string | undefined;
    }
  | { readonly kind: "running"; readonly connection: ManagedAuth }
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  /** Its answer was lost. */
  | {
      readonly kind: "unanswered";
      readonly target: Target;
      readonly error: ApiError | undefined;
      /** When the one that ran before would expire, as the service writes it. */
      readonly ranUntil: string | undefined;
    };

/** Starts a login, once: where one runs it says so, unless that is to be superseded. */
export async function begin(
  { client, clock, reads, sending }: StartParts,
  id: string,
  { supersede = false, unless, ...body }: StartOptions,
  signal: AbortSignal,
): Promise<Begun> {
  const now = await reads.connection(client, id, signal);
  if (now.kind !== "ok") return { kind: "notStarted", error: now.kind === "failed" ? now.error : undefined };
  const serviceNow = now.answeredAt ?? clock.now();
  if (!supersede && isLive(now.value, serviceNow)) return { kind: "running", connection: now.value };
  const logins = await reads.logins(client, id, signal);
  // Without what was before, nobody could say what comes of it.
  if (logins.kind === "failed") return { kind: "notStarted", error: logins.error };
  if (logins.kind === "cancelled") return { kind: "notStarted", error: undefined };
  if (await unless?.({ connection: now.value, logins, now: serviceNow }))
    return { kind: "notStarted", error: undefined };
  const before: Target =
    logins.kind === "none" ? { kind: "since" } : { kind: "after", id: logins.entries[0]?.id };
  const ranUntil = isLive(now.value, serviceNow) ? now.value.flow_expires_at : undefined;
  const notSent = await sending(before);
  const sentAt = clock.now();
  const outcome = await client.call(startLogin, { path: { id }, body }, signal);
  switch (outcome.kind) {
    case "ok": {
      const { flow_expires_at: expires, hosted_url: hostedUrl } = outcome.value;
      const { answeredAt } = outcome;
      // It began before it was answered.
      const at = answeredAt === undefined ? undefined : answeredAt - Math.max(clock.now() - sentAt, 0);
      const target: Target = before.kind === "since" ? { kind: "since", at } : before;
      return { kind: "started", target, hostedUrl, expires };
    }
    case "cancelled":
    case "failed": {
      const error = outcome.kind === "failed" ? outcome.error : undefined;
      const sent = outcome.kind === "failed" ? outcome.error.sent : outcome.sent;
      if (sent === "unknown") return { kind: "unanswered", target: before, error, ranUntil };
      await notSent();
      return { kind: "notStarted", error };
    }
  }
}

/** Pauses between readings that may tell whether a login was started, in milliseconds; 45 seconds in all. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 15_000] as const;

/** Whether a login whose answer was lost was started, as far as reading tells; it is not sent again. */
export async function wasStarted(
  { client, clock, reads }: Omit<StartParts, "sending">,
  id: string,
  { target, ranUntil }: { readonly target: Target; readonly ranUntil: string | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  for (const pause of pausesMs) {
    if (!(await clock.sleep(pause, signal))) return false;
    const logins = await reads.logins(client, id, signal);
    if (logins.kind === "logins" && ownEntry(target, logins.entries) !== undefined) return true;
    if (logins.kind !== "none") continue;
    const now = await reads.connection(client, id, signal);
    if (now.kind !== "ok" || !isLive(now.value, now.answeredAt ?? clock.now())) continue;
    // It is this one that runs, where none or another one ran before.
    if (ranUntil === undefined || now.value.flow_expires_at !== ranUntil) return true;
  }
  return false;
}

/** Which login of a connection it is that somebody has seen to run. */
async function whichRuns(
  { client, clock, reads }: Omit<StartParts, "sending">,
  id: string,
  signal: AbortSignal,
): Promise<Target> {
  const logins = await reads.logins(client, id, signal);
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  if (newest === undefined) return { kind: "since" };
  if (newest.status !== "IN_PROGRESS") {
    const now = await reads.connection(client, id, signal);
    // What had ended before it was seen to run is another one.
    if (now.kind === "ok" && isLive(now.value, now.answeredAt ?? clock.now()))
      return { kind: "after", id: newest.id };
  }
  return { kind: "is", id: newest.id };
}

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

/** Pauses before each reading that may tell whether an answer has arrived, in milliseconds. */
const answerPausesMs = [1000, 2000, 4000, 8000] as const;

/** What submitting works with; `seen` is told each reading of the connection. */
interface SubmitParts extends Omit<StartParts, "sending"> {
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
  for (const pause of answerPausesMs) {
    if (!(await clock.sleep(pause, signal))) break;
    const now = await reads.connection(client, shown.id, signal);
    if (now.kind !== "ok") continue;
    seen(now.value);
    if (!waitsForSame(shown, now.value)) return { kind: "accepted" };
  }
  return { kind: "unknown", error };
}
