import type { ManagedAuth } from "../../api/schemas.ts";
import { readDate } from "../dates.ts";
import { isLive } from "../login/login.ts";
import { loginValueKind } from "../login/loginValue.ts";

/** Something a flow waits for. */
export interface Awaited {
  readonly kind: "field" | "choice";
  /** A field without a label of its own is named by its type. */
  readonly label: string | undefined;
  /** What kind of field or choice it is, in the service's term. */
  readonly type: string | undefined;
  /** What the website says of it, most helpful first. */
  readonly hints: readonly string[];
  /** A phone number or address, masked by the service. */
  readonly maskedDestination: string | undefined;
  readonly required: boolean | undefined;
  /** The name under which a credential keeps the answer, where a field tells it. */
  readonly storedAs: string | undefined;
  /** Whether the answer replaces what a credential holds, which the website refused. */
  readonly replaces: boolean;
  /** True if the website refused the previous value. The older lists never report that. */
  readonly rejected: boolean;
  /** The MFA method that a field belongs to, in the service's term. */
  readonly method: string | undefined;
}

/** What some fields and choices tell nothing of. */
const unsaid = {
  maskedDestination: undefined,
  required: undefined,
  storedAs: undefined,
  replaces: false,
  rejected: false,
  method: undefined,
} as const;

/** A flow as far as the connection tells of one. */
export interface FlowFacts {
  readonly type: string | undefined;
  readonly step: string | undefined;
  /** Whether it runs, whatever its status is called. */
  readonly running: boolean;
  /** As reported, except that one in progress past its expiry counts as EXPIRED (§3). */
  readonly status: string | undefined;
  readonly expiresAt: Date | undefined;
  /** Seconds until it expires; only while it runs. */
  readonly secondsLeft: number | undefined;
  readonly awaited: readonly Awaited[];
}

/** The flow of a connection, or `undefined` where none is reported. */
export function flowFacts(connection: ManagedAuth, now: Date): FlowFacts | undefined {
  const { flow_expires_at, flow_status, flow_step, flow_type } = connection;
  if (flow_status === undefined && flow_step === undefined && flow_type === undefined) return undefined;
  const expiresAt = readDate(flow_expires_at);
  const left = expiresAt === undefined ? undefined : Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  const running = isLive(connection, now.getTime());
  const expired = flow_status === "IN_PROGRESS" && !running;
  return {
    running,
    type: flow_type,
    step: flow_step,
    status: expired ? "EXPIRED" : flow_status,
    expiresAt,
    secondsLeft: running ? left : undefined,
    awaited: running ? awaitedOf(connection) : [],
  };
}

/**
 * The lists of what a flow asks for, with the entries that could be read. §2.1: the canonical ones are preferred where
 * they are present. A page of choices has no field and its older lists filled as well, so the older ones count only where
 * neither has an entry, be it one that cannot be read.
 */
export function askedLists({
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
    /** Whether all that counts could be read. */
    isWhole: counting.flat().every((entry) => entry !== undefined),
    fields: readable(fields),
    choices: readable(choices),
    discovered_fields: readable(discovered_fields),
    mfa_options: readable(mfa_options),
    pending_sso_buttons: readable(pending_sso_buttons),
    sign_in_options: readable(sign_in_options),
  };
}

export type AskedLists = ReturnType<typeof askedLists>;

function readable<T>(entries: readonly (T | undefined)[]): readonly T[] {
  return entries.filter((entry) => entry !== undefined);
}

/** What a flow asks for, as far as that can be read. */
function awaitedOf(connection: ManagedAuth): readonly Awaited[] {
  const lists = askedLists(connection);
  return lists.isCanonical
    ? [...inOrder(lists.fields.map(awaitedField), connection), ...lists.choices.map(awaitedChoice)]
    : [
        ...inOrder(lists.discovered_fields.map(olderField), connection),
        ...lists.mfa_options.map(mfaOption),
        ...lists.pending_sso_buttons.map(ssoButton),
        ...lists.sign_in_options.map(signInOption),
      ];
}

/**
 * Sorts the fields of a form: rejected ones first, optional ones last. After a rejection or an error of the website, user
 * names follow the other required fields because their last value is offered again.
 */
export function inOrder<Field extends Awaited>(
  fields: readonly Field[],
  { website_error }: Pick<ManagedAuth, "website_error">,
): readonly Field[] {
  const isRefused = website_error !== undefined || fields.some(({ rejected }) => rejected);
  const place = ({ rejected, required, type }: Field): number => {
    if (rejected) return 0;
    if (required === false) return 3;
    return isRefused && loginValueKind(type) === "userName" ? 2 : 1;
  };
  return fields.toSorted((one, other) => place(one) - place(other));
}

type Listed<List extends keyof AskedLists> = AskedLists[List] extends readonly (infer One)[] ? One : never;

/** The label of a field. Only a text is named by its reference, because the type of the others says more. */
function fieldLabel(
  { label, type = "text" }: { readonly label?: string | undefined; readonly type?: string | undefined },
  reference: string,
): string | undefined {
  if (label !== undefined && label.trim() !== "") return label;
  return type === "text" ? reference : undefined;
}

export function awaitedField(field: Listed<"fields">): Awaited {
  return {
    ...unsaid,
    kind: "field",
    label: fieldLabel(field, field.ref ?? field.id),
    type: field.type,
    hints: said(field.label, field.hint),
    required: field.required ?? true,
    storedAs: field.ref,
    replaces: field.replace_existing ?? false,
    rejected: field.reason === "rejected",
  };
}

export function olderField(field: Listed<"discovered_fields">): Awaited {
  return {
    ...unsaid,
    kind: "field",
    label: fieldLabel(field, field.name),
    type: field.type,
    hints: said(field.label, field.hint, field.placeholder),
    required: field.required ?? true,
    method: field.linked_mfa_type,
  };
}

const choice = { ...unsaid, kind: "choice" } as const;

export function awaitedChoice(one: Listed<"choices">): Awaited {
  const label = one.display_text ?? one.label ?? one.id;
  return {
    ...choice,
    label,
    type: one.mfa_type ?? one.type,
    hints: said(label, one.description, one.context, one.label),
    maskedDestination: one.masked_destination,
  };
}

export function mfaOption({ description, label, target, type }: Listed<"mfa_options">): Awaited {
  return {
    ...choice,
    label: label ?? type,
    type,
    hints: said(label, description),
    maskedDestination: target,
  };
}

export function ssoButton({ label, provider }: Listed<"pending_sso_buttons">): Awaited {
  return { ...choice, label: label ?? provider, type: "sso_provider", hints: said(label, provider) };
}

export function signInOption({ description, id, label }: Listed<"sign_in_options">): Awaited {
  return { ...choice, label: label ?? id, type: undefined, hints: said(label, description) };
}

/**
 * Returns the choices that are another way than filling in the fields. An account isn't, nor is a link that only leads to
 * the other ways, nor the method that the fields belong to, such as the text message that brought the code.
 */
export function alternativesTo<Choice extends Awaited>(
  fields: readonly Awaited[],
  choices: readonly Choice[],
): readonly Choice[] {
  const ways = choices.filter(({ type }) => type !== "switch");
  if (fields.length === 0) return ways;
  const methods = fields.map(({ method, type }) => method ?? fieldMethods.get(type));
  const bySameMethod = ways.filter(({ type }) => type !== undefined && methods.includes(type));
  const toSamePlace = ways.filter(({ maskedDestination: place }) =>
    fields.some(({ hints }) => place !== undefined && hints.some((hint) => hint.includes(place))),
  );
  // Several phones or addresses may receive codes. Which of them did is known only if one fits.
  const inUse = [toSamePlace, bySameMethod].find(({ length }) => length === 1);
  return ways.filter((way) => way.type !== "account" && inUse?.[0] !== way);
}

/**
 * What a flow asks for, taken together: the one kind of thing that all fields are that have to be filled in, or several;
 * a choice where there is no field. Beside fields, choices are other ways to go on.
 */
export function askedFor(awaited: readonly Awaited[]): "choice" | "code" | "password" | "userName" | "input" {
  const fields = awaited.filter(({ kind }) => kind === "field");
  if (fields.length === 0) return awaited.length === 0 ? "input" : "choice";
  const required = fields.filter(({ required }) => required);
  const [first, ...others] = new Set(
    (required.length > 0 ? required : fields).map(({ type }) => kinds.get(type) ?? "input"),
  );
  return first !== undefined && others.length === 0 ? first : "input";
}

const kinds: ReadonlyMap<string | undefined, "code" | "password" | "userName"> = new Map([
  ["password", "password"],
  ["code", "code"],
  ["totp", "code"],
  ["totp_code", "code"],
  ["identifier", "userName"],
  ["email", "userName"],
]);

/** The MFA methods (interface.md §2.7) that fields of these types belong to. */
const fieldMethods: ReadonlyMap<string | undefined, string> = new Map([
  ["password", "password"],
  ["totp", "totp"],
  ["totp_code", "totp"],
]);

/** Texts that are there, each once. */
function said(label: string | undefined, ...texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined).filter((text) => text !== label))];
}
