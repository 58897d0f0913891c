// A pause is the time in which a login waits for one answer. Readings and events describe the same pause with
// different lists.
import type { ManagedAuth } from "../../api/schemas.ts";
import { promptLists } from "../connections/flowFacts.ts";

/**
 * True if two readings or events wait for the same answer. The interaction decides if the service reports one,
 * otherwise the fields, the options and the website's message.
 */
export function waitsForSameAnswer(one: ManagedAuth, other: ManagedAuth): boolean {
  const { flow_status, flow_step, interaction_id } = one;
  const stands = other.flow_status === flow_status && other.flow_step === flow_step;
  if (!stands || other.interaction_id !== interaction_id) return false;
  return (
    interaction_id !== undefined ||
    (requestsSameInput(one, other) && one.website_error === other.website_error)
  );
}

/** True if two readings ask for the same fields and options, even in different interactions. */
export function requestsSameInput(one: ManagedAuth, other: ManagedAuth): boolean {
  return promptKey(one) === promptKey(other);
}

/** Identifies a pause without an interaction by the keys of its fields and options. */
function promptKey(connection: ManagedAuth): string {
  const lists = promptLists(connection);
  // Events omit the older lists if they contain the canonical ones.
  const answers = lists.isCanonical
    ? [lists.fields.map(({ id, type }) => [id, type]), lists.choices.map(({ id }) => id)]
    : [
        lists.discovered_fields.map(({ name, type }) => [name, type]),
        lists.mfa_options.map(({ type }) => type),
        lists.pending_sso_buttons.map(({ provider, selector }) => [provider, selector]),
        lists.sign_in_options.map(({ id }) => id),
      ];
  return JSON.stringify(answers);
}

/** Time for which an outdated reading may still ask for an answer that was already sent, in milliseconds. */
export const staleReadingMs = 10_000;

/** A pause whose answer the service accepted. */
export interface AnsweredPause {
  readonly pause: ManagedAuth;
  /** True if the login was seen checking the answer, or had ten seconds to do so. */
  readonly checked: boolean;
}

/**
 * True if the login's current pause was already answered. This is certain with an interaction. Without one, the same
 * form may have returned.
 */
export function isAnswered({ checked, pause }: AnsweredPause, connection: ManagedAuth): boolean {
  return waitsForSameAnswer(pause, connection) && (pause.interaction_id !== undefined || !checked);
}
