// Changing a resource to what is wanted: read, compared, sent once, and looked for where the answer is lost.
import type { ApiError, Outcome } from "../../api/errors.ts";
import { isGone } from "../deletion/deletion.ts";
import type { ResourceModel } from "./model.ts";
import { compared, conflicts, type Key, updateRequest } from "./requests.ts";

/** How saving ended. */
export type SaveOutcome<Reply, Values> =
  /** It is as wanted already; nothing was sent. */
  | { readonly kind: "nothing" }
  /** Somebody else has changed these since; nothing was sent. */
  | { readonly kind: "conflict"; readonly now: Reply; readonly fields: readonly Key<Values>[] }
  /** Nothing was sent: the user canceled, or it could not be read before. */
  | { readonly kind: "notSent"; readonly error?: ApiError }
  | { readonly kind: "refused"; readonly error: ApiError }
  /** Somebody else has deleted it. */
  | { readonly kind: "gone" }
  | { readonly kind: "saved"; readonly after: Reply }
  /** The service answered, and its answer lacks these. */
  | { readonly kind: "notTaken"; readonly after: Reply; readonly fields: readonly Key<Values>[] }
  /** It may have been changed. `after`: as it is read then, with all of the change that a reply can tell. */
  | { readonly kind: "unknown"; readonly error?: ApiError; readonly after?: Reply };

/** Whether the service refuses a name that is taken: a conflict of another code is about something else. */
export function isNameTaken({ code = "already_exists", kind }: ApiError): boolean {
  return kind === "conflict" && code === "already_exists";
}

interface Ports<Reply> {
  readonly read: () => Promise<Outcome<Reply>>;
  readonly send: (body: object) => Promise<Outcome<Reply>>;
}

/**
 * Makes a resource as it is wanted, unless somebody else has changed the same since `base` was read. What became of a
 * lost answer, or of a request that was canceled on its way, is looked for by reading alone.
 */
export async function save<Reply extends { readonly id: string }, Values>(
  model: ResourceModel<Reply, Values>,
  base: Reply,
  wanted: Partial<Values>,
  { read, send }: Ports<Reply>,
): Promise<SaveOutcome<Reply, Values>> {
  const current = await read();
  if (current.kind === "cancelled") return { kind: "notSent" };
  if (current.kind === "failed")
    return isGone(current.error) ? { kind: "gone" } : { kind: "notSent", error: current.error };
  const now = current.value;
  const fields = conflicts(model, base, now, wanted);
  if (fields.length > 0) return { kind: "conflict", now, fields };
  const body = updateRequest(model.fields, now, wanted);
  if (body === undefined) return { kind: "nothing" };
  const outcome = await send(body);
  if (outcome.kind === "ok") {
    const after = model.completed?.(outcome.value, now, wanted) ?? outcome.value;
    const missing = fieldsThatAre("different", after);
    return missing.length === 0 ? { kind: "saved", after } : { kind: "notTaken", after, fields: missing };
  }
  if (outcome.kind === "cancelled" && outcome.sent === "no") return { kind: "notSent" };
  if (outcome.kind === "failed" && outcome.error.sent !== "unknown")
    return isGone(outcome.error) ? { kind: "gone" } : { kind: "refused", error: outcome.error };
  const found = await read();
  if (found.kind === "failed" && isGone(found.error)) return { kind: "gone" };
  const why = outcome.kind === "failed" ? { error: outcome.error } : {};
  if (found.kind !== "ok" || fieldsThatAre("different", found.value).length > 0)
    return { kind: "unknown", ...why };
  return fieldsThatAre("unknown", found.value).length === 0
    ? { kind: "saved", after: found.value }
    : { kind: "unknown", ...why, after: found.value };

  function fieldsThatAre(comparison: "different" | "unknown", after: Reply): readonly Key<Values>[] {
    return compared(model.fields, wanted, after, now).flatMap(([key, is]) =>
      is === comparison ? [key] : [],
    );
  }
}
