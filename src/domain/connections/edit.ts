import type { ApiError, Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import { changesOf, conflictsOf, editOf, notTaken, rebased, type Changes, type NotTaken } from "./changes.ts";
import { isGone } from "../deletion/deletion.ts";
import type { Draft } from "../draft/draft.ts";
import type { Setting } from "./settings.ts";

/** What an edit asks of others. */
export interface EditPorts {
  /** Reads the connection. */
  readonly read: () => Promise<Outcome<ManagedAuth>>;
  /** Sends a change. Called at most once. */
  readonly send: (body: ManagedAuthUpdateRequest) => Promise<Outcome<ManagedAuth>>;
  /**
   * Asks the user, where somebody else has changed the same settings: as they are, and as the user wants them. Gives the settings that are to become what the user
   * wanted all the same; the others stay as they are now. `undefined` gives the whole edit up.
   */
  readonly decide: (conflict: Changes) => Promise<readonly Setting[] | undefined>;
}

/** How an edit ended. */
export type EditEnd =
  /** The connection is as it was to become, and nothing was sent. */
  | { readonly kind: "nothing"; readonly after: ManagedAuth }
  /** All that was sent is there. */
  | (Sent & { readonly kind: "saved" })
  /** Some of what was sent is not there. Where `answered` is false it may still come, as long as the request is on its way. */
  | (Sent & { readonly kind: "notTaken"; readonly left: readonly NotTaken[]; readonly answered: boolean })
  /** Nothing was changed: the service would not have it, or it never left. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** It could not be read before, so nothing was sent. */
  | { readonly kind: "notRead"; readonly error: ApiError }
  /** There is no such connection any more. */
  | { readonly kind: "gone"; readonly error: ApiError }
  /** The user gave it up before anything was sent. */
  | { readonly kind: "cancelled" }
  /** It may have been changed: {@link lookAfter} finds out. */
  | { readonly kind: "unknown"; readonly sent: ManagedAuthUpdateRequest; readonly error?: ApiError };

interface Sent {
  readonly sent: ManagedAuthUpdateRequest;
  /** The connection as it was read back; as the service answered, where that failed. */
  readonly after: ManagedAuth;
}

/**
 * Changes a connection to what the answers say. It is read right before; where somebody else has changed the same since
 * `base`, the user decides, and it is read anew. Then exactly what differs is sent, once, and read back. A lost answer is
 * looked for by reading, never by sending again. Between the last reading and the service's own look at the change nobody
 * can tell what others do: there is no version on the wire.
 */
export async function edit(base: ManagedAuth, answers: Draft, ports: EditPorts): Promise<EditEnd> {
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
    // What the user has seen now is what the next reading is held against.
    answers = rebased(base, now, answers, left);
    base = now;
  }
}

async function send(now: ManagedAuth, answers: Draft, ports: EditPorts): Promise<EditEnd> {
  const body = editOf(now, answers);
  if (body === undefined) return { kind: "nothing", after: now };
  const outcome = await ports.send(body);
  switch (outcome.kind) {
    case "ok":
      return lookAfter(body, ports.read, outcome.value);
    case "cancelled":
      // The user wants no more of it: nothing is read on their behalf either.
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
 * Finds out by reading what became of a sent change. Where there was an `answer`, it is what counts if nothing can be
 * read.
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
