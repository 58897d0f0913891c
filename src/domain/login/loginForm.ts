import type { SubmitRequest } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import {
  awaitedPrompts,
  type FormEntry,
  type FormOption,
  promptLists,
} from "../connections/awaitedInputs.ts";
import { loginValueKind } from "./loginValue.ts";

/**
 * True if the field's value only identifies the user. Fields of type `text` are excluded, because they can contain
 * anything, even an authenticator secret.
 */
export const isUserName = ({ type }: FormEntry): boolean => loginValueKind(type) === "userName";

/** The fields and options of a login that waits for input, with the requests that submit them. */
export interface LoginForm {
  readonly entries: readonly FormEntry[];
  readonly options: readonly FormOption[];
  /** Builds the request from the entered values. The map's keys are the keys of the entries. */
  readonly submit: (values: ReadonlyMap<string, string>) => SubmitRequest;
}

const maxFormFields = 20;
const maxPromptLabelLength = 500;

/**
 * Returns the form of a flow that waits for input. Uses the canonical lists, `fields` and `choices`, if either has an
 * entry, otherwise the older lists. Returns undefined if the form can only be filled in on the login page in a browser.
 * A partly unreadable form is rejected, because the submitted values would be incomplete.
 */
export function loginForm(connection: ManagedAuth): LoginForm | undefined {
  const { interaction_id } = connection;
  const { isCanonical, isComplete } = promptLists(connection);
  if (!isComplete || (isCanonical && interaction_id === undefined)) return undefined;
  const { entries, options } = awaitedPrompts(connection);
  if (entries.length + options.length === 0) return undefined;
  const isLong = [...entries, ...options].some(({ label = "" }) => label.length > maxPromptLabelLength);
  if (entries.length > maxFormFields || isLong) return undefined;
  // Two fields with the same key would overwrite each other's value.
  if (new Set(entries.map(({ key }) => key)).size < entries.length) return undefined;
  return {
    entries,
    options,
    submit: (values) =>
      isCanonical && interaction_id !== undefined
        ? { interaction_id, field_values: Object.fromEntries(values) }
        : { fields: Object.fromEntries(values) },
  };
}
