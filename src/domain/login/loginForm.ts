import type { SubmitRequest } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import {
  promptLists,
  type PromptLists,
  type AwaitedInput,
  awaitedChoice,
  awaitedField,
  sortFormFields,
  awaitedMfaOption,
  awaitedDiscoveredField,
  awaitedSignInOption,
  awaitedSsoButton,
} from "../connections/awaitedInputs.ts";
import { loginValueKind } from "./loginValue.ts";

export interface FormEntry extends AwaitedInput {
  /** The key under which the request sends the value. */
  readonly key: string;
}

/**
 * True if the field's value only identifies the user. Fields of type `text` are excluded, because they can contain
 * anything, even an authenticator secret.
 */
export function isUserName({ type }: Pick<FormEntry, "type">): boolean {
  return loginValueKind(type) === "userName";
}

/** An option of a login form, with the request that selects it. */
export interface FormOption extends AwaitedInput {
  readonly submission: SubmitRequest;
}

/** The fields and options of a login that waits for input, with the requests that submit them. */
export interface LoginForm {
  readonly entries: readonly FormEntry[];
  readonly options: readonly FormOption[];
  /** Builds the request from the entered values. The map's keys are the keys of the entries. */
  readonly submit: (values: ReadonlyMap<string, string>) => SubmitRequest;
}

/** The reason why a form can only be filled in on the login page in a browser, not in the editor. */
export type PageOnlyReason = "tooMuch" | "unreadable" | "nothing";

const maxFormFields = 20;
const maxPromptLabelLength = 500;

/**
 * Returns the form of a flow that waits for input. Uses the canonical lists if any of them has an entry, otherwise
 * the older lists. A partly unreadable form is rejected, because the submitted values would be incomplete.
 */
export function loginForm(connection: ManagedAuth): LoginForm | PageOnlyReason {
  const lists = promptLists(connection);
  const form = lists.isCanonical ? canonicalForm(connection, lists) : legacyForm(connection, lists);
  if (typeof form === "string") return form;
  if (!lists.isComplete) return "unreadable";
  const { entries, options } = form;
  if (entries.length + options.length === 0) return "nothing";
  const isLong = [...entries, ...options].some(({ label = "" }) => label.length > maxPromptLabelLength);
  if (entries.length > maxFormFields || isLong) return "tooMuch";
  // Two fields with the same key would overwrite each other's value.
  return new Set(entries.map(({ key }) => key)).size < entries.length ? "unreadable" : form;
}

function canonicalForm(
  connection: ManagedAuth,
  { choices, fields }: PromptLists,
): LoginForm | PageOnlyReason {
  const { interaction_id } = connection;
  if (interaction_id === undefined) return "unreadable";
  return {
    entries: sortFormFields(
      fields.map((field) => ({ ...awaitedField(field), key: field.id })),
      connection,
    ),
    options: choices.map((one) => ({
      ...awaitedChoice(one),
      submission: { interaction_id, selected_choice_id: one.id },
    })),
    submit: (values) => ({ interaction_id, field_values: Object.fromEntries(values) }),
  };
}

function legacyForm(connection: ManagedAuth, lists: PromptLists): LoginForm {
  return {
    entries: sortFormFields(
      lists.discovered_fields.map((field) => ({ ...awaitedDiscoveredField(field), key: field.name })),
      connection,
    ),
    options: [
      ...lists.mfa_options.map((one) => ({
        ...awaitedMfaOption(one),
        submission: { mfa_option_id: one.type },
      })),
      ...lists.pending_sso_buttons.map((one) => ({
        ...awaitedSsoButton(one),
        submission:
          one.selector === undefined ? { sso_provider: one.provider } : { sso_button_selector: one.selector },
      })),
      ...lists.sign_in_options.map((one) => ({
        ...awaitedSignInOption(one),
        submission: { sign_in_option_id: one.id },
      })),
    ],
    submit: (values) => ({ fields: Object.fromEntries(values) }),
  };
}
