import { header } from "./body.ts";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse, DispatcherSource, Method } from "./dispatcher.ts";
import type { ApiError, Fault, Outcome, Sent, TokenProblem } from "./errors.ts";
import { exchange } from "./exchange.ts";
import type { Input, Operation } from "./operation.ts";
import { isReplayable, pauseAfter, type Policy, type RetryBudget } from "./policy.ts";
import { parseHttpDate } from "./statusFailure.ts";
import { checkToken } from "./token.ts";
import { untilAborted } from "./untilAborted.ts";

/** One attempt, for a log: nothing in it comes from the service's words, the token or a name. */
export interface LogEvent {
  readonly method: Method;
  /** The path as §4 writes it: `{id_or_name}` in place of the name, and no query. */
  readonly path: string;
  readonly status?: number;
  readonly kind: "ok" | "cancelled" | ApiError["kind"];
  /** A system code such as `ECONNREFUSED`, or which way an answer is unreadable. */
  readonly reason?: string;
  /** Counted from 1. */
  readonly attempt: number;
  readonly ms: number;
}

/** What operations share. */
export interface Surroundings {
  readonly dispatchers: DispatcherSource;
  /** The token kept for exactly this origin, or `undefined`. Asked once per operation, and again after a 401. */
  readonly token: (origin: string) => Promise<string | undefined>;
  /** Names us and our version. */
  readonly userAgent: string;
  /** The project that every request names; without it the service uses the default one. */
  readonly projectId?: string;
  readonly log?: (event: LogEvent) => void;
  /** Called with each token that the service refused (401): the one that was sent, whichever is kept by then. */
  readonly onRejected?: (token: string) => void;
  /** Called with each token that the service carried out an operation for. */
  readonly onAccepted?: (token: string) => void;
  readonly clock: Clock;
  readonly budget: RetryBudget;
  /** Waits for the end of a rate limit, instead of failing soon: for a shell, where nobody looks on. */
  readonly patience?: Patience;
}

export interface Patience {
  /** Ends a wait at once. */
  readonly stop: AbortSignal;
  /** Called with the milliseconds of each wait. */
  readonly onWait: (ms: number) => void;
}

/** Longest `Retry-After` that is waited for, in milliseconds. */
const longestWaitMs = 5 * 60_000;
/** Waits of one operation at most, so that a service can't hold a command for ever. */
const mostWaits = 10;

interface Call<Given extends Input, Value> {
  readonly operation: Operation<Given, Value>;
  readonly given: Given;
  readonly url: URL;
  /** JSON text. */
  readonly body: string | undefined;
  /** Whether the caller waits itself where the service asks to slow down: such an answer ends the operation. */
  readonly callerWaits: boolean;
  /** What cancels a stream once its head has come. */
  readonly cancels: readonly AbortSignal[];
}

type Success<Value> = Extract<Outcome<Value>, { readonly kind: "ok" }>;

/**
 * Carries out an operation, attempts and all. Never rejects. A 401 is tried again once if the token has changed
 * meanwhile; every other attempt follows the operation's policy.
 */
export async function carryOut<Given extends Input, Value>(
  { operation, given, callerWaits, ...request }: Call<Given, Value>,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Outcome<Value>> {
  const { method, policy, template } = operation;
  const { clock, dispatchers, patience, projectId, userAgent } = surroundings;
  const first = await readToken(surroundings, request.url.origin, signal);
  if (signal.aborted) return { kind: "cancelled", sent: "no" };
  if ("problem" in first) {
    return { kind: "failed", error: { kind: "unauthorized", sent: "no", reason: first.problem } };
  }
  let { token } = first;
  let begin = clock.now();
  let retries = 0;
  let waits = 0;
  let renewed = false;
  let replayed = false;
  /** When an attempt before failed that may have been carried out, and the token of the first of them. */
  let uncertain: { readonly since: number; readonly token: string } | undefined;
  const cancelled = (perhaps: boolean): Outcome<never> => ({
    kind: "cancelled",
    sent: policy.effect && perhaps ? "unknown" : "no",
  });
  const mayFollow = (): boolean => {
    const now = clock.now();
    if (uncertain !== undefined && !isReplayable(policy, now - uncertain.since, now - begin)) return false;
    return now - begin < policy.operationMs;
  };
  for (let number = 1; ; number++) {
    const attemptBegin = clock.now();
    const timeoutMs = Math.min(policy.attemptMs, policy.operationMs - (attemptBegin - begin));
    const answer = await exchange({
      ...request,
      operation,
      dispatchers,
      token,
      projectId,
      userAgent,
      timeoutMs,
      clock,
      signal,
    });
    const reply = answer.kind === "success" ? read(operation, answer, given) : answer;
    const ms = Math.max(0, clock.now() - attemptBegin);
    report(surroundings, token, { method, path: template, ...summary(reply), attempt: number, ms });
    if (reply.kind === "ok") return reply;
    if (reply.kind === "cancelled") return cancelled(uncertain !== undefined || reply.dispatched);
    /** The outcome, if this was the last attempt; read only before this attempt itself counts among those before. */
    const outcome = conclude(operation, inProject(reply, projectId), uncertain, token);
    if (reply.error.kind === "unauthorized" && !renewed) {
      renewed = true;
      const next = await readToken(surroundings, request.url.origin, signal);
      if ("token" in next && next.token !== token) {
        token = next.token;
        if (mayFollow()) continue;
      }
    }
    if (replayed && policy.replay !== undefined) return outcome;
    const { retryAfterMs = Infinity } = reply;
    const isLimited = reply.error.kind === "limited" && reply.reached === "refused";
    if (patience !== undefined && isLimited && retryAfterMs <= longestWaitMs && waits++ < mostWaits) {
      // A whole second at least, because some services round down.
      const waitMs = Math.max(1000, retryAfterMs);
      patience.onWait(waitMs);
      if (!(await clock.sleep(waitMs, patience.stop))) return cancelled(uncertain !== undefined);
      begin += waitMs;
      continue;
    }
    const leftMs = policy.operationMs - (clock.now() - begin);
    const delay = pauseAfter(reply, policy, { retries, leftMs, callerWaits }, surroundings);
    if (delay === undefined) return outcome;
    replayed ||= reply.reached === "perhaps";
    if (policy.effect && reply.reached === "perhaps") uncertain ??= { since: clock.now(), token };
    if (!(await clock.sleep(delay, signal))) return cancelled(uncertain !== undefined);
    // The pause may have been longer than asked for: a laptop sleeps.
    if (!mayFollow()) return outcome;
    retries++;
  }
}

/** Tells of an attempt and of its token. What a listener throws is its own: no operation rejects because of it. */
function report({ log, onAccepted, onRejected }: Surroundings, token: string, event: LogEvent): void {
  tell(() => log?.(event));
  if (event.kind === "ok") tell(() => onAccepted?.(token));
  if (event.kind === "unauthorized") tell(() => onRejected?.(token));
}

function tell(listener: () => void): void {
  try {
    listener();
  } catch {
    // Whoever listens has been told.
  }
}

/** Returns the token to send, or why there is none. An abort counts as "missing", because the caller checks the signal. */
async function readToken(
  { token }: Surroundings,
  origin: string,
  signal: AbortSignal,
): Promise<{ readonly token: string } | { readonly problem: TokenProblem }> {
  let stored;
  try {
    stored = await untilAborted(storedToken(token, origin), signal);
  } catch (fault) {
    if (signal.aborted) return { problem: "missing" };
    throw fault;
  }
  if ("problem" in stored) return stored;
  if (stored.token === undefined) return { problem: "missing" };
  const checked = checkToken(stored.token);
  return checked.ok ? { token: checked.token } : { problem: "malformed" };
}

/** Reads the store. Only its own faults count as "store". */
async function storedToken(
  token: Surroundings["token"],
  origin: string,
): Promise<{ readonly token: string | undefined } | { readonly problem: "store" }> {
  try {
    return { token: await token(origin) };
  } catch {
    return { problem: "store" };
  }
}

function read<Given extends Input, Value>(
  { caps, raw, ...operation }: Operation<Given, Value>,
  { head, body, stream }: Extract<Awaited<ReturnType<typeof exchange>>, { readonly kind: "success" }>,
  given: Given,
): Success<Value> | Fault {
  const status = head.statusCode;
  const opened = stream && operation.open?.(stream);
  const reading =
    opened === undefined
      ? operation.read(body, head.headers, given)
      : ({ kind: "ok", value: opened, raw: undefined } as const);
  const perhaps = { kind: "failed", reached: "perhaps" } as const;
  switch (reading.kind) {
    case "ok":
      return {
        ...reading,
        ...(raw === "secret" && { raw: undefined }),
        status,
        ...answeredAt(head.headers),
        ...rateOf(head.headers),
      };
    case "tooLarge":
      return { ...perhaps, error: { kind: "tooLarge", status, capBytes: caps.bytes }, retry: "never" };
    case "unreadable":
      return { ...perhaps, error: { ...reading, status }, retry: "unreadable" };
  }
}

function answeredAt(headers: DispatchedResponse["headers"]): { readonly answeredAt?: number } {
  const time = parseHttpDate(header(headers, "date") ?? "");
  return time === undefined ? {} : { answeredAt: time };
}

function rateOf(headers: DispatchedResponse["headers"]): Pick<Success<unknown>, "rate"> {
  const read = (name: string): number | undefined => {
    const text = header(headers, name)?.trim() ?? "";
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const [limit, remaining] = [read("x-ratelimit-limit"), read("x-ratelimit-remaining")];
  if (remaining === undefined) return {};
  return { rate: { remaining, ...(limit !== undefined && { limit }) } };
}

function summary(
  result: { readonly kind: "ok"; readonly status: number } | { readonly kind: "cancelled" } | Fault,
): Pick<LogEvent, "kind" | "status" | "reason"> {
  if (result.kind === "cancelled") return { kind: "cancelled" };
  const { kind, status } = result.kind === "ok" ? result : result.error;
  const reason = result.kind === "failed" && "reason" in result.error ? result.error.reason : undefined;
  return { kind, ...(status === undefined ? {} : { status }), ...(reason === undefined ? {} : { reason }) };
}

function inProject(fault: Fault, projectId: string | undefined): Fault {
  return fault.error.kind === "forbidden" && projectId !== undefined
    ? { ...fault, error: { ...fault.error, inProject: true } }
    : fault;
}

/** What an operation ends with whose last attempt failed; `uncertain` is one before that may have been carried out. */
function conclude<Value>(
  { gone, policy }: Operation<never, Value>,
  { error, reached }: Fault,
  uncertain: { readonly token: string } | undefined,
  token: string,
): Outcome<Value> {
  const isGone = error.kind === "notFound" && error.missing === "resource";
  // Another token may belong to another project, where there has never been such a resource.
  if (isGone && uncertain?.token === token && gone !== undefined)
    return { kind: "ok", ...gone, raw: undefined, status: 404 };
  // A conflict, or that it is in use, shows that nothing has happened so far; no other failure does.
  const isThere = error.kind === "conflict" || error.code === "resource_in_use";
  const perhaps = reached === "perhaps" || (uncertain !== undefined && !isThere);
  return { kind: "failed", error: { ...error, sent: sentOf(policy, perhaps ? "perhaps" : reached) } };
}

/** Whether what came so far can have had an effect: what only reads has none. */
function sentOf({ effect }: Policy, reached: Fault["reached"]): Sent {
  if (reached === "refused") return "refused";
  return effect && reached === "perhaps" ? "unknown" : "no";
}
