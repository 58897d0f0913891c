import type { SubmitRequest } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { loginValueKind } from "../login/loginValue.ts";

/** A field or choice that a login flow waits for. */
export interface AwaitedInput {
  readonly kind: "field" | "choice";
  /** The label. If `undefined`, the field is named after its type. */
  readonly label: string | undefined;
  /** The type of the field or choice, exactly as the service reports it. */
  readonly type: string | undefined;
  /** Texts from the website that explain the field or choice, most helpful first. */
  readonly hints: readonly string[];
  /** The phone number or email address that the choice uses, partly hidden by the service. */
  readonly maskedDestination: string | undefined;
  readonly required: boolean | undefined;
  /** The name under which the answer is stored in a credential, if the service reports one. */
  readonly storedAs: string | undefined;
  /** True if the answer replaces a stored value that the website rejected. */
  readonly replacesStored: boolean;
  /** True if the website rejected the previous value. The older lists of fields never report rejections. */
  readonly rejected: boolean;
  /** The MFA method that the field belongs to, exactly as the service reports it. */
  readonly method: string | undefined;
}

export interface FormEntry extends AwaitedInput {
  /** The key that the submit request uses for the value. */
  readonly key: string;
}

/** An option of a login form, with the request that selects it. */
export interface FormOption extends AwaitedInput {
  readonly submission: SubmitRequest;
}

/** Defaults for properties that the service doesn't report for every kind of field or choice. */
const unreportedDefaults = {
  maskedDestination: undefined,
  required: undefined,
  storedAs: undefined,
  replacesStored: false,
  rejected: false,
  method: undefined,
} as const;

/**
 * Returns the readable entries of the lists that describe a login's fields and choices. interface.md §2.1 prefers the
 * canonical lists, `fields` and `choices`, over the older lists. The older lists are used only if both canonical
 * lists are empty. If only `fields` is empty, the page has only choices, even if the older lists aren't empty. A list
 * with only unreadable entries doesn't count as empty.
 */
export function promptLists({
  choices = [],
  discovered_fields = [],
  fields = [],
  mfa_options = [],
  pending_sso_buttons = [],
  sign_in_options = [],
}: ManagedAuth) {
  const isCanonical = choices.length + fields.length > 0;
  const counting = isCanonical
    ? [fields, choices]
    : [discovered_fields, mfa_options, pending_sso_buttons, sign_in_options];
  return {
    isCanonical,
    /** True if every entry of the lists that are used (canonical or older) could be parsed. */
    isComplete: counting.flat().every((entry) => entry !== undefined),
    fields: readableEntries(fields),
    choices: readableEntries(choices),
    discovered_fields: readableEntries(discovered_fields),
    mfa_options: readableEntries(mfa_options),
    pending_sso_buttons: readableEntries(pending_sso_buttons),
    sign_in_options: readableEntries(sign_in_options),
  };
}

export type PromptLists = ReturnType<typeof promptLists>;

function readableEntries<T>(entries: readonly (T | undefined)[]): readonly T[] {
  return entries.filter((entry) => entry !== undefined);
}

/** Returns the readable fields and options of a login that waits for input, with the values to submit. */
export function awaitedPrompts(connection: ManagedAuth): {
  readonly entries: readonly FormEntry[];
  readonly options: readonly FormOption[];
} {
  const lists = promptLists(connection);
  if (lists.isCanonical) {
    // An empty ID is never sent, because `loginForm` rejects choices without an interaction ID.
    const { interaction_id = "" } = connection;
    return {
      entries: sortFormFields(lists.fields.map(awaitedField), connection),
      options: lists.choices.map((choice) => awaitedChoice(choice, interaction_id)),
    };
  }
  return {
    entries: sortFormFields(lists.discovered_fields.map(awaitedDiscoveredField), connection),
    options: [
      ...lists.mfa_options.map(awaitedMfaOption),
      ...lists.pending_sso_buttons.map(awaitedSsoButton),
      ...lists.sign_in_options.map(awaitedSignInOption),
    ],
  };
}

export function awaitedInputs(connection: ManagedAuth): readonly AwaitedInput[] {
  const { entries, options } = awaitedPrompts(connection);
  return [...entries, ...options];
}

/**
 * Sorts the fields of a form. Rejected fields come first and optional fields last. After a rejected value or a
 * website error, user names follow the other required fields, because the previous user name is suggested again.
 */
function sortFormFields(fields: readonly FormEntry[], { website_error }: ManagedAuth): readonly FormEntry[] {
  const isRefused = website_error !== undefined || fields.some(({ rejected }) => rejected);
  const rank = ({ rejected, required, type }: FormEntry): number => {
    if (rejected) return 0;
    if (required === false) return 3;
    return isRefused && loginValueKind(type) === "userName" ? 2 : 1;
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

type PromptListEntry<List extends keyof PromptLists> = PromptLists[List] extends readonly (infer One)[]
  ? One
  : never;

/**
 * Returns the label of a field. A text field without a label is labeled with `reference`. A field of another type
 * stays unlabeled, because the type describes the field better than the reference.
 */
function fieldLabel(
  { label, type = "text" }: { readonly label?: string | undefined; readonly type?: string | undefined },
  reference: string,
): string | undefined {
  if (label !== undefined && label.trim() !== "") return label;
  return type === "text" ? reference : undefined;
}

function awaitedField(field: PromptListEntry<"fields">): FormEntry {
  return {
    ...unreportedDefaults,
    key: field.id,
    kind: "field",
    label: fieldLabel(field, field.ref ?? field.id),
    type: field.type,
    hints: distinctHints(field.label, field.hint),
    required: field.required ?? true,
    storedAs: field.ref,
    replacesStored: field.replace_existing ?? false,
    rejected: field.reason === "rejected",
  };
}

function awaitedDiscoveredField(field: PromptListEntry<"discovered_fields">): FormEntry {
  return {
    ...unreportedDefaults,
    key: field.name,
    kind: "field",
    label: fieldLabel(field, field.name),
    type: field.type,
    hints: distinctHints(field.label, field.hint, field.placeholder),
    required: field.required ?? true,
    method: field.linked_mfa_type,
  };
}

const choiceDefaults = { ...unreportedDefaults, kind: "choice" } as const;

export function awaitedChoice(choice: PromptListEntry<"choices">, interaction_id: string): FormOption {
  const label = choice.display_text ?? choice.label ?? choice.id;
  return {
    ...choiceDefaults,
    label,
    type: choice.mfa_type ?? choice.type,
    hints: distinctHints(label, choice.description, choice.context, choice.label),
    maskedDestination: choice.masked_destination,
    submission: { interaction_id, selected_choice_id: choice.id },
  };
}

export function awaitedMfaOption({
  description,
  label,
  target,
  type,
}: PromptListEntry<"mfa_options">): FormOption {
  return {
    ...choiceDefaults,
    label: label ?? type,
    type,
    hints: distinctHints(label, description),
    maskedDestination: target,
    submission: { mfa_option_id: type },
  };
}

export function awaitedSsoButton({
  label,
  provider,
  selector,
}: PromptListEntry<"pending_sso_buttons">): FormOption {
  return {
    ...choiceDefaults,
    label: label ?? provider,
    type: "sso_provider",
    hints: distinctHints(label, provider),
    submission: selector === undefined ? { sso_provider: provider } : { sso_button_selector: selector },
  };
}

function awaitedSignInOption({ description, id, label }: PromptListEntry<"sign_in_options">): FormOption {
  return {
    ...choiceDefaults,
    label: label ?? id,
    type: undefined,
    hints: distinctHints(label, description),
    submission: { sign_in_option_id: id },
  };
}

/**
 * Returns the choices that the user can take instead of filling in the fields. Excludes accounts and links that only
 * lead to other methods. Also excludes the method that the fields belong to, such as the text message that contains
 * the requested code.
 */
export function alternativesTo<Choice extends AwaitedInput>(
  fields: readonly AwaitedInput[],
  choices: readonly Choice[],
): readonly Choice[] {
  const usable = choices.filter(({ type }) => type !== "switch");
  if (fields.length === 0) return usable;
  const methods = fields.map(({ method, type }) => method ?? fieldMethods.get(type));
  const bySameMethod = usable.filter(({ type }) => type !== undefined && methods.includes(type));
  const byDestination = usable.filter(({ maskedDestination: destination }) =>
    fields.some(({ hints }) => destination !== undefined && hints.some((hint) => hint.includes(destination))),
  );
  // Codes can be sent to several phone numbers or email addresses. The destination in use is known only if exactly one
  // choice matches.
  const inUse = [byDestination, bySameMethod].find(({ length }) => length === 1);
  return usable.filter((choice) => choice.type !== "account" && inUse?.[0] !== choice);
}

/**
 * Returns the kind of input that a login requests. This is the kind of all required fields, `input` if their kinds
 * differ, or `choice` if there are only choices. Ignores choices next to fields, because they are only alternatives.
 */
export function requestedInputKind(
  awaited: readonly AwaitedInput[],
): "choice" | "code" | "password" | "userName" | "input" {
  const fields = awaited.filter(({ kind }) => kind === "field");
  if (fields.length === 0) return awaited.length === 0 ? "input" : "choice";
  const required = fields.filter(({ required }) => required);
  const [kind = "input", ...otherKinds] = new Set(
    (required.length > 0 ? required : fields).map(({ type }) => inputKinds.get(type) ?? "input"),
  );
  return otherKinds.length === 0 ? kind : "input";
}

const inputKinds: ReadonlyMap<string | undefined, "code" | "password" | "userName"> = new Map([
  ["password", "password"],
  ["code", "code"],
  ["totp", "code"],
  ["totp_code", "code"],
  ["identifier", "userName"],
  ["email", "userName"],
]);

/** Maps field types to the MFA methods that they belong to (interface.md §2.7). */
const fieldMethods: ReadonlyMap<string | undefined, string> = new Map([
  ["password", "password"],
  ["totp", "totp"],
  ["totp_code", "totp"],
]);

/** Returns the hint texts without duplicates and without texts that repeat the label. */
function distinctHints(
  label: string | undefined,
  ...texts: readonly (string | undefined)[]
): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined).filter((text) => text !== label))];
}
