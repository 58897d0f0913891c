import type { ApiError, Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import { changesOf, conflictsOf, editOf, notTaken, rebased, type Changes, type NotTaken } from "./changes.ts";
import { isGone } from "../deletion/deletion.ts";
import type { ConnectionDraft } from "../draft/draft.ts";
import type { Setting } from "./settings.ts";

/** Callbacks of an edit. */
export interface EditPorts {
  /** Fetches the connection. */
  readonly read: () => Promise<Outcome<ManagedAuth>>;
  /** Sends a change. Called at most once. */
  readonly send: (body: ManagedAuthUpdateRequest) => Promise<Outcome<ManagedAuth>>;
  /** Prompts for the settings to overwrite if another client changed them. Returns undefined to cancel the edit. */
  readonly decide: (conflict: Changes) => Promise<readonly Setting[] | undefined>;
}

/** The outcome of an edit. */
export type EditEnd =
  /** The connection already had the wanted values, so nothing was sent. */
  | { readonly kind: "nothing"; readonly after: ManagedAuth }
  /** A later read confirmed every change. */
  | (Sent & { readonly kind: "saved" })
  /** The connection lacks some of the changes. If `answered` is false, the request may still be on its way. */
  | (Sent & { readonly kind: "notTaken"; readonly left: readonly NotTaken[]; readonly answered: boolean })
  /** Nothing was changed: the service refused the request, or the request was never sent. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The connection couldn't be read, so nothing was sent. */
  | { readonly kind: "notRead"; readonly error: ApiError }
  /** The connection was deleted. */
  | { readonly kind: "gone"; readonly error: ApiError }
  /** The user canceled before anything was sent. */
  | { readonly kind: "cancelled" }
  /** The connection may have been changed. {@link lookAfter} finds out. */
  | { readonly kind: "unknown"; readonly sent: ManagedAuthUpdateRequest; readonly error?: ApiError };

interface Sent {
  readonly sent: ManagedAuthUpdateRequest;
  /** The connection from a read after the change, or from the response if that read failed. */
  readonly after: ManagedAuth;
}

/**
 * Changes a connection to the answers. Fetches the connection first and lets the user decide if another client
 * changed the same settings since `base`. Then sends only the differences, at most once, and fetches the connection
 * again. The service has no versions, so a change by another client after the last read goes unnoticed.
 */
export async function edit(base: ManagedAuth, answers: ConnectionDraft, ports: EditPorts): Promise<EditEnd> {
  for (;;) {
    const outcome = await ports.read();
    if (outcome.kind === "cancelled") return { kind: "cancelled" };
    if (outcome.kind === "failed") {
      const { error } = outcome;
      return { kind: isGone(error) ? "gone" : "notRead", error };
    }
    const now = outcome.value;
    const conflicts = conflictsOf(base, now, answers);
    if (conflicts.length === 0) return send(now, rebased(base, now, answers), ports);
    const kept = await ports.decide({ ...changesOf(now, answers), settings: conflicts });
    if (kept === undefined) return { kind: "cancelled" };
    const left = conflicts.filter((setting) => !kept.includes(setting));
    // Compare the next read with the values that the user has just seen.
    answers = rebased(base, now, answers, left);
    base = now;
  }
}

async function send(now: ManagedAuth, answers: ConnectionDraft, ports: EditPorts): Promise<EditEnd> {
  const body = editOf(now, answers);
  if (body === undefined) return { kind: "nothing", after: now };
  const outcome = await ports.send(body);
  switch (outcome.kind) {
    case "ok":
      return lookAfter(body, ports.read, outcome.value);
    case "cancelled":
      // After a cancel, don't send further requests for the user, not even reads.
      return outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown", sent: body };
    case "failed": {
      const { error } = outcome;
      if (error.sent !== "unknown") return { kind: isGone(error) ? "gone" : "refused", error };
      const end = await lookAfter(body, ports.read);
      return end.kind === "unknown" ? { ...end, error } : end;
    }
  }
}

/**
 * Fetches the connection to find the outcome of a change. Falls back to the `answer` of the service if the read
 * fails.
 */
export async function lookAfter(
  sent: ManagedAuthUpdateRequest,
  read: EditPorts["read"],
  answer?: ManagedAuth,
): Promise<EditEnd> {
  const outcome = await read();
  if (outcome.kind === "failed" && isGone(outcome.error)) return { kind: "gone", error: outcome.error };
  const after = outcome.kind === "ok" ? outcome.value : answer;
  if (after === undefined) {
    return { kind: "unknown", sent, ...(outcome.kind === "failed" && { error: outcome.error }) };
  }
  const left = notTaken(sent, after);
  const seen = { sent, after };
  return left.length === 0
    ? { kind: "saved", ...seen }
    : { kind: "notTaken", ...seen, left, answered: answer !== undefined };
}
