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

/** Requests and prompts that {@link applyEdit} uses. */
export interface EditPorts {
  /** Fetches the connection. */
  readonly read: () => Promise<Outcome<ManagedAuth>>;
  /** Sends the update request. Called at most once per edit. */
  readonly send: (body: ManagedAuthUpdateRequest) => Promise<Outcome<ManagedAuth>>;
  /**
   * Asks the user which of the settings that another client has changed to overwrite. Returns undefined to cancel the
   * edit.
   */
  readonly resolveConflict: (conflict: SettingChanges) => Promise<readonly SettingId[] | undefined>;
}

export type ConnectionEditOutcome =
  /** The connection already had the wanted values, so nothing was sent. */
  | { readonly kind: "nothing"; readonly after: ManagedAuth }
  /** A later read confirmed every change. */
  | (SentEdit & { readonly kind: "saved" })
  /**
   * The connection lacks some of the changes. If `isAnswered` is false, no response was received and the request may
   * still be in transit.
   */
  | (SentEdit & {
      readonly kind: "notTaken";
      readonly unapplied: readonly UnappliedSetting[];
      readonly isAnswered: boolean;
    })
  /** The connection is unchanged, because the service refused the request or because the request was never sent. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The connection couldn't be read, so nothing was sent. */
  | { readonly kind: "notRead"; readonly error: ApiError }
  /** The connection was deleted. */
  | { readonly kind: "gone"; readonly error: ApiError }
  /** The user canceled before the update request was sent. */
  | { readonly kind: "cancelled" }
  /** The connection may have been changed. {@link readAfterEdit} determines the outcome. */
  | { readonly kind: "unknown"; readonly sent: ManagedAuthUpdateRequest; readonly error?: ApiError };

interface SentEdit {
  readonly sent: ManagedAuthUpdateRequest;
  /** The connection, fetched after the change. If that fetch failed, the connection from the update response. */
  readonly after: ManagedAuth;
}

/**
 * Applies the user's answers to a connection. Fetches the connection first and prompts the user if another client has
 * changed the same settings since `base` was fetched. Then sends only the differences, at most once, and fetches the
 * connection again. Because connections have no version numbers, a change that another client makes after the last
 * fetch before the request goes unnoticed.
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
    // Compare the next fetched connection with the values that the user has just seen.
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
      // After the user cancels, send no further requests, not even reads.
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
 * Fetches the connection to determine the outcome of a change. If the fetch fails, uses `answer`, the service's
 * response to the change.
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
