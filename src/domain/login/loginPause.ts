// A pause is the time during which a login waits for one answer. A fetched connection and an event can describe the
// same pause with different lists.
import type { ManagedAuth } from "../../api/schemas.ts";
import { promptLists } from "../connections/awaitedInputs.ts";

/**
 * True if two states of a connection, fetched or from events, wait for the same answer. Compares the interaction IDs
 * if the service reports any, otherwise the fields, the options and the website's message.
 */
export function waitsForSameAnswer(a: ManagedAuth, b: ManagedAuth): boolean {
  const { flow_status, flow_step, interaction_id } = a;
  const isSameStep = b.flow_status === flow_status && b.flow_step === flow_step;
  if (!isSameStep || b.interaction_id !== interaction_id) return false;
  return interaction_id !== undefined || (requestsSameInput(a, b) && a.website_error === b.website_error);
}

/** True if two states of a connection request the same fields and options, even in different interactions. */
export function requestsSameInput(a: ManagedAuth, b: ManagedAuth): boolean {
  return promptKey(a) === promptKey(b);
}

/** Returns a key for the requested fields and options, to compare pauses that have no interaction ID. */
function promptKey(connection: ManagedAuth): string {
  const lists = promptLists(connection);
  // Events that contain the canonical lists, `fields` and `choices`, omit the older lists.
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

/** Time after sending an answer during which an outdated response may still request the answer, in milliseconds. */
export const staleReadingMs = 10_000;

/** An answered pause: the login waited for input, and the service has accepted the user's answer. */
export interface AnsweredPause {
  readonly pause: ManagedAuth;
  /**
   * True if a poll or event showed that the login was checking the answer, or if ten seconds have passed since the
   * answer was sent.
   */
  readonly checked: boolean;
}

/**
 * True if the input that the login waits for was already sent. With an interaction ID, this is certain. Without an ID,
 * the website may have shown the same form again after checking the answer.
 */
export function isAnswered({ checked, pause }: AnsweredPause, connection: ManagedAuth): boolean {
  return waitsForSameAnswer(pause, connection) && (pause.interaction_id !== undefined || !checked);
}
