import { header, type Body } from "./body.ts";
import type { Clock } from "./clock.ts";
import type { DispatchedResponse, DispatcherSource } from "./dispatchers.ts";
import {
  type ApiError,
  type Failure,
  type Method,
  type Outcome,
  sentIfUnclear,
  type TokenProblem,
  type UnreadableReason,
} from "./errors.ts";
import type { Caps } from "./json.ts";
import { sendRequest, type Success } from "./request.ts";
import { parseHttpDate } from "./statusFailure.ts";
import { runAttempts, type Ended, type RetryBudget } from "./retry.ts";
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
  /** How long the attempt took. */
  readonly ms: number;
}

/** What an answer of 2xx says to an operation. */
export type Reading<T> =
  | { readonly kind: "ok"; readonly value: T; readonly raw: unknown }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason }
  | { readonly kind: "tooLarge" };

/** One operation of §4, or one of the reads beside them. */
export interface Operation<T> {
  readonly method: Method;
  readonly url: URL;
  /** The path as §4 writes it, without a query. */
  readonly template: string;
  /** JSON text. */
  readonly body?: string;
  readonly caps: Caps;
  read(body: Body, headers: DispatchedResponse["headers"]): Reading<T>;
  /** Whether the caller waits itself where the service asks to slow down: such an answer ends the operation. */
  readonly callerWaits?: boolean;
  /** What a 404 means once an earlier attempt may have been carried out; without it, nothing but a 404. */
  readonly gone?: T;
}

/** What operations share. */
export interface Surroundings {
  readonly dispatchers: DispatcherSource;
  /** The token kept for an origin, read anew for each operation. */
  readonly token: (origin: string) => Promise<string | undefined>;
  readonly userAgent: string;
  readonly log?: (event: LogEvent) => void;
  readonly onRejected?: (token: string) => void;
  readonly onAccepted?: (token: string) => void;
  readonly clock: Clock;
  readonly budget: RetryBudget;
}

type Answered<T> = { readonly kind: "ok" } & Pick<
  Extract<Outcome<T>, { kind: "ok" }>,
  "value" | "raw" | "status" | "answeredAt"
>;

/** Carries out an operation, attempts and all. Never rejects. */
export async function perform<T>(
  operation: Operation<T>,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const { body, caps, method, template, url } = operation;
  const { budget, clock, dispatchers, userAgent } = surroundings;
  const first = await readToken(surroundings, url.origin, signal);
  if (signal.aborted) return { kind: "cancelled", sent: "no" };
  if ("problem" in first) {
    return { kind: "failed", error: { kind: "unauthorized", sent: "no", reason: first.problem } };
  }
  let { token } = first;
  /** The token of the first attempt that may have been carried out. */
  let doubtful: string | undefined;
  const ended = await runAttempts<Answered<T>>({
    method,
    clock,
    budget,
    signal,
    callerWaits: operation.callerWaits ?? false,
    async attempt(number, timeoutMs) {
      const begin = clock.now();
      const request = { dispatchers, method, url, token, userAgent, caps, timeoutMs, clock, signal };
      const reply = await sendRequest({ ...request, ...(body === undefined ? {} : { body }) });
      const result = reply.kind === "success" ? read(operation, reply) : reply;
      const event = { method, path: template, ...summary(result), attempt: number };
      report(surroundings, token, { ...event, ms: Math.max(0, clock.now() - begin) });
      if (result.kind === "failed" && result.error.sent === "unknown") doubtful ??= token;
      return result;
    },
    async renewToken() {
      const next = await readToken(surroundings, url.origin, signal);
      if ("problem" in next || next.token === token) return false;
      token = next.token;
      return true;
    },
  });
  return conclude(operation, ended, doubtful === undefined || doubtful === token);
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

/** The token to send, or why there is none. An abort counts as "missing": its caller looks at the signal. */
async function readToken(
  { token }: Surroundings,
  origin: string,
  signal: AbortSignal,
): Promise<{ readonly token: string } | { readonly problem: TokenProblem }> {
  try {
    const kept = await untilAborted(Promise.resolve(token(origin)), signal);
    if (kept === undefined) return { problem: "missing" };
    const checked = checkToken(kept);
    return checked.ok ? { token: checked.token } : { problem: "malformed" };
  } catch {
    return { problem: signal.aborted ? "missing" : "store" };
  }
}

function read<T>(
  { caps, method, ...operation }: Operation<T>,
  { body, headers, status }: Success,
): Answered<T> | Failure {
  const reading = operation.read(body, headers);
  const facts = { sent: sentIfUnclear(method), status };
  switch (reading.kind) {
    case "ok":
      return { ...reading, status, ...answeredAt(headers) };
    case "tooLarge":
      return { kind: "failed", error: { kind: "tooLarge", ...facts, capBytes: caps.bytes }, retry: "never" };
    case "unreadable":
      return { kind: "failed", error: { ...reading, ...facts }, retry: "unreadable" };
  }
}

function answeredAt(headers: DispatchedResponse["headers"]): { readonly answeredAt?: number } {
  const time = parseHttpDate(header(headers, "date") ?? "");
  return time === undefined ? {} : { answeredAt: time };
}

function summary(
  result: { readonly kind: "ok"; readonly status: number } | { readonly kind: "cancelled" } | Failure,
): Pick<LogEvent, "kind" | "status" | "reason"> {
  if (result.kind === "cancelled") return { kind: "cancelled" };
  const { kind, status } = result.kind === "ok" ? result : result.error;
  const reason = result.kind === "failed" && "reason" in result.error ? result.error.reason : undefined;
  return { kind, ...(status === undefined ? {} : { status }), ...(reason === undefined ? {} : { reason }) };
}

/** `sameToken`: whether the last attempt was made with the token of the one that may have been carried out. */
function conclude<T>(
  { method, gone }: Operation<T>,
  { reply, uncertain }: Ended<Answered<T>>,
  sameToken: boolean,
): Outcome<T> {
  if (reply.kind === "ok") return reply;
  if (reply.kind === "cancelled") {
    return {
      kind: "cancelled",
      sent: method !== "GET" && (uncertain || reply.dispatched) ? "unknown" : "no",
    };
  }
  const { error } = reply;
  if (!uncertain) return { kind: "failed", error };
  const isGone = error.kind === "notFound" && error.missing === "resource";
  // Another token may belong to another project, where there has never been such a resource.
  if (isGone && sameToken && gone !== undefined)
    return { kind: "ok", value: gone, raw: undefined, status: 404 };
  // A conflict shows that nothing has happened so far; no other failure does.
  return { kind: "failed", error: error.kind === "conflict" ? error : { ...error, sent: "unknown" } };
}
