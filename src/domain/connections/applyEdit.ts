import type { ApiError, Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import {
  settingChanges,
  conflictingSettings,
  connectionUpdate,
  unappliedSettings,
  rebaseAnswers,
  type SettingChanges,
  type UnappliedSetting,
} from "./settingChanges.ts";
import { isResourceGone } from "../deletion/deletionOutcome.ts";
import type { ConnectionDraft } from "../draft/draft.ts";
import type { SettingId } from "./settings.ts";

/** Callbacks of an edit. */
export interface EditPorts {
  /** Fetches the connection. */
  readonly read: () => Promise<Outcome<ManagedAuth>>;
  /** Sends a change. Called at most once. */
  readonly send: (body: ManagedAuthUpdateRequest) => Promise<Outcome<ManagedAuth>>;
  /** Prompts for the settings to overwrite if another client changed them. Returns undefined to cancel the edit. */
  readonly resolveConflict: (conflict: SettingChanges) => Promise<readonly SettingId[] | undefined>;
}

/** The outcome of an edit. */
export type ConnectionEditOutcome =
  /** The connection already had the wanted values, so nothing was sent. */
  | { readonly kind: "nothing"; readonly after: ManagedAuth }
  /** A later read confirmed every change. */
  | (SentEdit & { readonly kind: "saved" })
  /** The connection lacks some of the changes. If `answered` is false, the request may still be on its way. */
  | (SentEdit & {
      readonly kind: "notTaken";
      readonly unapplied: readonly UnappliedSetting[];
      readonly isAnswered: boolean;
    })
  /** Nothing was changed: the service refused the request, or the request was never sent. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The connection couldn't be read, so nothing was sent. */
  | { readonly kind: "notRead"; readonly error: ApiError }
  /** The connection was deleted. */
  | { readonly kind: "gone"; readonly error: ApiError }
  /** The user canceled before anything was sent. */
  | { readonly kind: "cancelled" }
  /** The connection may have been changed. {@link readAfterEdit} finds out. */
  | { readonly kind: "unknown"; readonly sent: ManagedAuthUpdateRequest; readonly error?: ApiError };

interface SentEdit {
  readonly sent: ManagedAuthUpdateRequest;
  /** The connection from a read after the change, or from the response if that read failed. */
  readonly after: ManagedAuth;
}

/**
 * Changes a connection to the answers. Fetches the connection first and lets the user decide if another client
 * changed the same settings since `base`. Then sends only the differences, at most once, and fetches the connection
 * again. The service has no versions, so a change by another client after the last read goes unnoticed.
 */
export async function applyEdit(
  base: ManagedAuth,
  answers: ConnectionDraft,
  ports: EditPorts,
): Promise<ConnectionEditOutcome> {
  for (;;) {
    const outcome = await ports.read();
    if (outcome.kind === "cancelled") return { kind: "cancelled" };
    if (outcome.kind === "failed") {
      const { error } = outcome;
      return { kind: isResourceGone(error) ? "gone" : "notRead", error };
    }
    const now = outcome.value;
    const conflicts = conflictingSettings(base, now, answers);
    if (conflicts.length === 0) return sendEdit(now, rebaseAnswers(base, now, answers), ports);
    const kept = await ports.resolveConflict({ ...settingChanges(now, answers), settings: conflicts });
    if (kept === undefined) return { kind: "cancelled" };
    const left = conflicts.filter((setting) => !kept.includes(setting));
    // Compare the next read with the values that the user has just seen.
    answers = rebaseAnswers(base, now, answers, left);
    base = now;
  }
}

async function sendEdit(
  now: ManagedAuth,
  answers: ConnectionDraft,
  ports: EditPorts,
): Promise<ConnectionEditOutcome> {
  const body = connectionUpdate(now, answers);
  if (body === undefined) return { kind: "nothing", after: now };
  const outcome = await ports.send(body);
  switch (outcome.kind) {
    case "ok":
      return readAfterEdit(body, ports.read, outcome.value);
    case "cancelled":
      // After a cancel, don't send further requests for the user, not even reads.
      return outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown", sent: body };
    case "failed": {
      const { error } = outcome;
      if (error.sent !== "unknown") return { kind: isResourceGone(error) ? "gone" : "refused", error };
      const end = await readAfterEdit(body, ports.read);
      return end.kind === "unknown" ? { ...end, error } : end;
    }
  }
}

/**
 * Fetches the connection to find the outcome of a change. Falls back to the `answer` of the service if the read
 * fails.
 */
export async function readAfterEdit(
  sent: ManagedAuthUpdateRequest,
  read: EditPorts["read"],
  answer?: ManagedAuth,
): Promise<ConnectionEditOutcome> {
  const outcome = await read();
  if (outcome.kind === "failed" && isResourceGone(outcome.error))
    return { kind: "gone", error: outcome.error };
  const after = outcome.kind === "ok" ? outcome.value : answer;
  if (after === undefined) {
    return { kind: "unknown", sent, ...(outcome.kind === "failed" && { error: outcome.error }) };
  }
  const left = unappliedSettings(sent, after);
  const seen = { sent, after };
  return left.length === 0
    ? { kind: "saved", ...seen }
    : { kind: "notTaken", ...seen, unapplied: left, isAnswered: answer !== undefined };
}
