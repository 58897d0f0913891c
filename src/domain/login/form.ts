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

/** Something to enter. */
export interface Entry extends Awaited {
  /** What its value is sent under. */
  readonly key: string;
}

/** Whether what is entered only says who logs in. A text may be anything, a secret of an authenticator app too. */
export function isUserName({ type }: Pick<Entry, "type">): boolean {
  return loginValueKind(type) === "userName";
}

/** Something to choose, and what is sent for it. */
export interface Option extends Awaited {
  readonly submission: SubmitRequest;
}

/** What a login that waits for a person asks for, and how that is answered. */
export interface LoginForm {
  readonly entries: readonly Entry[];
  readonly options: readonly Option[];
  /** What is sent for what was entered, by the keys of the entries. */
  readonly submit: (values: ReadonlyMap<string, string>) => SubmitRequest;
}

/** Why a form cannot be filled in here, only on the login's page. */
export type OnlyOnPage = "tooMuch" | "unreadable" | "nothing";

const mostFields = 20;
const longestLabel = 500;

/**
 * The form of a flow that waits, in the mode in which it is shown: the canonical one where one of its lists has an entry,
 * else the older one. One of which a part could not be read would be answered in part.
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
  // What is entered in one of two fields of one name would be sent for the other.
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
