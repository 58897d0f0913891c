import type { SubmitRequest } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import {
  askedLists,
  type AskedLists,
  type Awaited,
  awaitedChoice,
  awaitedField,
  inOrder,
  mfaOption,
  olderField,
  signInOption,
  ssoButton,
} from "../connections/flow.ts";
import { loginValueKind } from "./loginValue.ts";

export interface Entry extends Awaited {
  /** The key of the value in the request. */
  readonly key: string;
}

/**
 * True if the value only identifies the user. Fields of type `text` are excluded, because they can hold anything,
 * even an authenticator secret.
 */
export function isUserName({ type }: Pick<Entry, "type">): boolean {
  return loginValueKind(type) === "userName";
}

/** An option of a login form, with the request that selects it. */
export interface Option extends Awaited {
  readonly submission: SubmitRequest;
}

/** The questions of a waiting login, and the requests that answer them. */
export interface LoginForm {
  readonly entries: readonly Entry[];
  readonly options: readonly Option[];
  /** Builds the request from the entered values, by the keys of the fields. */
  readonly submit: (values: ReadonlyMap<string, string>) => SubmitRequest;
}

/** The reason why a form can only be filled in on the login's page. */
export type OnlyOnPage = "tooMuch" | "unreadable" | "nothing";

const mostFields = 20;
const longestLabel = 500;

/**
 * Returns the form of a waiting flow. Uses the canonical lists if any of them has an entry, otherwise the older ones.
 * A partly unreadable form is rejected, because its answer would be incomplete.
 */
export function loginForm(connection: ManagedAuth): LoginForm | OnlyOnPage {
  const lists = askedLists(connection);
  const form = lists.isCanonical ? canonical(connection, lists) : older(connection, lists);
  if (typeof form === "string") return form;
  if (!lists.isWhole) return "unreadable";
  const { entries, options } = form;
  if (entries.length + options.length === 0) return "nothing";
  const isLong = [...entries, ...options].some(({ label = "" }) => label.length > longestLabel);
  if (entries.length > mostFields || isLong) return "tooMuch";
  // Two fields with the same key would overwrite each other's value.
  return new Set(entries.map(({ key }) => key)).size < entries.length ? "unreadable" : form;
}

function canonical(connection: ManagedAuth, { choices, fields }: AskedLists): LoginForm | OnlyOnPage {
  const { interaction_id } = connection;
  if (interaction_id === undefined) return "unreadable";
  return {
    entries: inOrder(
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

function older(connection: ManagedAuth, lists: AskedLists): LoginForm {
  return {
    entries: inOrder(
      lists.discovered_fields.map((field) => ({ ...olderField(field), key: field.name })),
      connection,
    ),
    options: [
      ...lists.mfa_options.map((one) => ({ ...mfaOption(one), submission: { mfa_option_id: one.type } })),
      ...lists.pending_sso_buttons.map((one) => ({
        ...ssoButton(one),
        submission:
          one.selector === undefined ? { sso_provider: one.provider } : { sso_button_selector: one.selector },
      })),
      ...lists.sign_in_options.map((one) => ({
        ...signInOption(one),
        submission: { sign_in_option_id: one.id },
      })),
    ],
    submit: (values) => ({ fields: Object.fromEntries(values) }),
  };
}
