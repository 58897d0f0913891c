// Updates a resource. Fetches and compares the resource, sends one request, and fetches the resource again if the
// response is lost.
import type { ApiError, Outcome } from "../../api/errors.ts";
import { isResourceGone } from "../deletion/deletionOutcome.ts";
import type { ResourceModel } from "./resourceModel.ts";
import { compareFields, conflictingFields, type FieldKey, updateRequest } from "./fieldRequests.ts";

export type SaveOutcome<Reply, Values> =
  /** The resource already has the wanted values. Nothing was sent. */
  | { readonly kind: "nothing" }
  /** Another client changed these fields after `base` was fetched. Nothing was sent. */
  | { readonly kind: "conflict"; readonly now: Reply; readonly fields: readonly FieldKey<Values>[] }
  /** Nothing was sent, because the user canceled or the resource couldn't be read. */
  | { readonly kind: "notSent"; readonly error?: ApiError }
  | { readonly kind: "refused"; readonly error: ApiError }
  /** Another client deleted the resource. */
  | { readonly kind: "gone" }
  | { readonly kind: "saved"; readonly after: Reply }
  /** The reply lacks the wanted values of these fields. */
  | { readonly kind: "notTaken"; readonly after: Reply; readonly fields: readonly FieldKey<Values>[] }
  /**
   * The change may have been applied. `after` is set if a later fetch shows every part of the change that replies
   * report.
   */
  | { readonly kind: "unknown"; readonly error?: ApiError; readonly after?: Reply };

/** True if the service refused a name that is already in use. Conflicts with other codes have other causes. */
export function isNameTaken({ code = "already_exists", kind }: ApiError): boolean {
  return kind === "conflict" && code === "already_exists";
}

interface SavePorts<Reply> {
  readonly read: () => Promise<Outcome<Reply>>;
  readonly send: (body: object) => Promise<Outcome<Reply>>;
}

/**
 * Applies the wanted values, unless another client changed the same fields after `base` was fetched. If the response
 * is lost or the request is canceled, the outcome is determined only by fetching the resource again.
 */
export async function saveResource<Reply extends { readonly id: string }, Values>(
  model: ResourceModel<Reply, Values>,
  base: Reply,
  wanted: Partial<Values>,
  { read, send }: SavePorts<Reply>,
): Promise<SaveOutcome<Reply, Values>> {
  const current = await read();
  if (current.kind === "cancelled") return { kind: "notSent" };
  if (current.kind === "failed")
    return isResourceGone(current.error) ? { kind: "gone" } : { kind: "notSent", error: current.error };
  const now = current.value;
  const fields = conflictingFields(model, base, now, wanted);
  if (fields.length > 0) return { kind: "conflict", now, fields };
  const body = updateRequest(model.fields, now, wanted);
  if (body === undefined) return { kind: "nothing" };
  const outcome = await send(body);
  if (outcome.kind === "ok") {
    const after = model.completeReply?.(outcome.value, now, wanted) ?? outcome.value;
    const missing = fieldsThatAre("different", after);
    return missing.length === 0 ? { kind: "saved", after } : { kind: "notTaken", after, fields: missing };
  }
  if (outcome.kind === "cancelled" && outcome.sent === "no") return { kind: "notSent" };
  if (outcome.kind === "failed" && outcome.error.sent !== "unknown")
    return isResourceGone(outcome.error) ? { kind: "gone" } : { kind: "refused", error: outcome.error };
  const found = await read();
  if (found.kind === "failed" && isResourceGone(found.error)) return { kind: "gone" };
  const why = outcome.kind === "failed" ? { error: outcome.error } : {};
  if (found.kind !== "ok" || fieldsThatAre("different", found.value).length > 0)
    return { kind: "unknown", ...why };
  return fieldsThatAre("unknown", found.value).length === 0
    ? { kind: "saved", after: found.value }
    : { kind: "unknown", ...why, after: found.value };

  function fieldsThatAre(comparison: "different" | "unknown", after: Reply): readonly FieldKey<Values>[] {
    return compareFields(model.fields, wanted, after, now).flatMap(([key, is]) =>
      is === comparison ? [key] : [],
    );
  }
}
