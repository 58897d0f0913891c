// A pause of a login: the time in which it waits for one answer. Readings and events tell of it with different lists.
import type { ManagedAuth } from "../../api/schemas.ts";
import { askedLists } from "../connections/flow.ts";

/**
 * Whether two readings or events wait for the same answer: the interaction says so where there is one, else what can be
 * answered, and what the website says.
 */
export function waitsForSame(one: ManagedAuth, other: ManagedAuth): boolean {
  const { flow_status, flow_step, interaction_id } = one;
  const stands = other.flow_status === flow_status && other.flow_step === flow_step;
  if (!stands || other.interaction_id !== interaction_id) return false;
  return (
    interaction_id !== undefined || (asksTheSame(one, other) && one.website_error === other.website_error)
  );
}

/** Returns true if two readings ask for the same fields and choices, in whichever interaction. */
export function asksTheSame(one: ManagedAuth, other: ManagedAuth): boolean {
  return answerable(one) === answerable(other);
}

/** What tells a pause without an interaction from the next one: of each field and choice what it is answered by. */
function answerable(connection: ManagedAuth): string {
  const lists = askedLists(connection);
  // An event leaves out the older lists where the canonical ones are there.
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

/** How long what was answered may still be asked for by what has not seen the answer, in milliseconds. */
export const unseenMs = 10_000;

/** A pause whose answer was accepted. */
export interface AnsweredPause {
  readonly pause: ManagedAuth;
  /** Whether the login was seen to check the answer since it was sent, or had ten seconds for that. */
  readonly checked: boolean;
}

/**
 * Whether what a login waits for is answered already. Of an interaction that is certain; without one the same form may
 * have come back.
 */
export function isAnswered({ checked, pause }: AnsweredPause, connection: ManagedAuth): boolean {
  return waitsForSame(pause, connection) && (pause.interaction_id !== undefined || !checked);
}
