// Changes a resource or a connection. Reads the resource, compares it with the wanted values and sends one request.
// If the response is lost, reads the resource again.
import type { ApiError, Outcome } from "../../api/errors.ts";
import { isResourceGone, requestEnd, type UnsuccessfulEnd } from "./requestEnd.ts";

/** A field that lacks the sent value. `isCertain` is false if replies omit the value or may contain an equivalent. */
export interface UnappliedField<Field> {
  readonly field: Field;
  readonly isCertain: boolean;
}

export interface ResourceChange<Reply, Field, Body> {
  /** Returns the fields that another client changed to different values after the user saw the resource. */
  readonly conflicts: (now: Reply) => readonly Field[];
  /** Builds the request, or returns `undefined` if the resource already has the wanted values. */
  readonly request: (now: Reply) => Body | undefined;
  readonly unapplied: (sent: Body, after: Reply, before?: Reply) => readonly UnappliedField<Field>[];
  /**
   * Adds the parts that the reply to the change omits. The completed reply then confirms the change, including values
   * that replies don't report. Without this function, only another read confirms the change.
   */
  readonly completeReply?: (reply: Reply, before: Reply) => Reply;
}

export interface ChangePorts<Reply, Body> {
  readonly read: () => Promise<Outcome<Reply>>;
  /** Sends the request. Called at most once per change. */
  readonly send: (body: Body) => Promise<Outcome<Reply>>;
}

export type ChangeOutcome<Reply, Field, Body> =
  /** The wanted values were already set, so nothing was sent. */
  | { readonly kind: "nothing"; readonly after: Reply }
  /** Another client changed these fields. Nothing was sent. */
  | { readonly kind: "conflict"; readonly now: Reply; readonly fields: readonly Field[] }
  /** Nothing was sent, because the resource couldn't be read. */
  | { readonly kind: "notRead"; readonly error: ApiError }
  /**
   * Every change was confirmed. `before` is the version that was read before the request, if known. `after` is from
   * the last read or, if that read failed, from the reply to the change.
   */
  | { readonly kind: "saved"; readonly sent: Body; readonly before?: Reply; readonly after: Reply }
  /**
   * After the change, some fields of the resource still differ from the request. If `isAnswered` is false, the
   * response was lost and the request may still be in transit.
   */
  | {
      readonly kind: "notTaken";
      readonly sent: Body;
      readonly before?: Reply;
      readonly after: Reply;
      readonly unapplied: readonly UnappliedField<Field>[];
      readonly isAnswered: boolean;
      readonly error?: ApiError;
    }
  /** The change may have been applied, but the resource couldn't be read. */
  | { readonly kind: "unknown"; readonly sent: Body; readonly before?: Reply; readonly error?: ApiError }
  | Exclude<UnsuccessfulEnd, { readonly kind: "unknown" }>;

/**
 * Reads the resource, and sends only the differences, at most once. A change that another client makes between the
 * read and the request goes unnoticed.
 */
export async function applyChange<Reply, Field, Body>(
  change: ResourceChange<Reply, Field, Body>,
  { read, send }: ChangePorts<Reply, Body>,
): Promise<ChangeOutcome<Reply, Field, Body>> {
  const current = await read();
  if (current.kind === "cancelled") return { kind: "cancelled" };
  if (current.kind === "failed") {
    const { error } = current;
    return { kind: isResourceGone(error) ? "gone" : "notRead", error };
  }
  const before = current.value;
  const fields = change.conflicts(before);
  if (fields.length > 0) return { kind: "conflict", now: before, fields };
  const sent = change.request(before);
  if (sent === undefined) return { kind: "nothing", after: before };
  const request = { sent, before };
  const result = requestEnd(await send(sent));
  if (result.kind === "ok") {
    if (change.completeReply === undefined) return readChange(change, request, read, result.value);
    const after = change.completeReply(result.value, before);
    const unapplied = change.unapplied(sent, after, before).filter(({ isCertain }) => isCertain);
    if (unapplied.length === 0) return { kind: "saved", ...request, after };
    return { kind: "notTaken", ...request, after, unapplied, isAnswered: true };
  }
  if (result.kind !== "unknown") return result;
  // Send no further requests after the user cancels, not even a read that could confirm the change.
  if (result.error === undefined && change.completeReply === undefined) return { ...result, ...request };
  const found = await readChange(change, request, read);
  if (found.kind === "unknown") return { ...result, ...request };
  return found.kind === "notTaken" && result.error !== undefined ? { ...found, error: result.error } : found;
}

/** Reads the resource to determine the outcome of a change. If the read fails, uses the reply to the change. */
export async function readChange<Reply, Field, Body>(
  { unapplied }: Pick<ResourceChange<Reply, Field, Body>, "unapplied">,
  request: { readonly sent: Body; readonly before?: Reply },
  read: () => Promise<Outcome<Reply>>,
  reply?: Reply,
): Promise<ChangeOutcome<Reply, Field, Body>> {
  const outcome = await read();
  if (outcome.kind === "failed" && isResourceGone(outcome.error))
    return { kind: "gone", error: outcome.error };
  const after = outcome.value ?? reply;
  if (after === undefined)
    return { kind: "unknown", ...request, ...(outcome.kind === "failed" && { error: outcome.error }) };
  const missing = unapplied(request.sent, after, request.before);
  return missing.length === 0
    ? { kind: "saved", ...request, after }
    : { kind: "notTaken", ...request, after, unapplied: missing, isAnswered: reply !== undefined };
}
