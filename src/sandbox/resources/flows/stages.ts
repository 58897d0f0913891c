// Defines the stages of a login. A stage that asks a question lasts until the user answers, and the answer determines
// the next stage. All other stages end without an answer.
import type { SandboxChoice, SandboxField, FlowFields } from "../connections/managedAuthSchema.ts";

export interface FlowFailure {
  readonly error_code: string;
  readonly error_message: string;
  readonly website_error?: string;
}

/** The changed fields of a flow. Missing fields keep their values. */
export type FlowChange = Partial<FlowFields>;

type LegacyLists = Pick<
  FlowFields,
  "discovered_fields" | "mfa_options" | "pending_sso_buttons" | "sign_in_options"
>;

export interface QuestionForm {
  readonly fields: readonly SandboxField[];
  readonly choices: readonly SandboxChoice[];
  /** The form's fields and choices, in the same order, in the format of the legacy lists (interface.md §2.1). */
  readonly legacy: LegacyLists;
  /** The stage after a correct answer. */
  readonly nextStage: string;
  readonly stageByChoice: ReadonlyMap<string, string>;
  /** Outcome of the third wrong answer. The `website_error` is shown after each wrong answer. */
  readonly rejection: FlowFailure;
  /** Outcome of a re-authentication that reaches this question and has no stored answer. */
  readonly reauthFailure: FlowFailure;
  readonly rejectsEverything?: true;
}

/** Options of `createForm`. A choice that `stageByChoice` omits ends the login successfully. */
export interface FormOptions extends Partial<Omit<QuestionForm, "stageByChoice" | "reauthFailure">> {
  readonly stageByChoice?: Readonly<Record<string, string>>;
  readonly reauthFailure: FlowFailure;
}

const defaultRejection: FlowFailure = {
  error_code: "credentials_invalid",
  error_message: "The website refused the input.",
  website_error: "This is wrong. Try again.",
};

/** Creates a form. Derives the legacy lists from the fields and choices, unless the caller provides the lists. */
export function createForm({
  fields = [],
  choices = [],
  legacy = legacyLists(fields, choices),
  stageByChoice = {},
  ...options
}: FormOptions): QuestionForm {
  return {
    nextStage: "done",
    rejection: defaultRejection,
    ...options,
    fields,
    choices,
    legacy,
    stageByChoice: new Map([
      ...choices.map(({ id }): [string, string] => [id, "done"]),
      ...Object.entries(stageByChoice),
    ]),
  };
}

/**
 * Renders the form in both formats, the current one and the legacy lists. `rejected` contains the IDs of the fields
 * with wrong values.
 */
export function formReply(
  { fields, choices, legacy }: QuestionForm,
  rejected: readonly string[],
): FlowChange {
  const reportedFields = fields.map((field): SandboxField => {
    return { ...field, reason: rejected.includes(field.id) ? "rejected" : "missing" };
  });
  return { ...legacy, fields: nullIfEmpty(reportedFields), choices: nullIfEmpty([...choices]) };
}

const withoutIdPrefix = (id: string): string => id.replace(/^[a-z]+_/, "");

const legacyFieldTypes = {
  identifier: "text",
  password: "password",
  code: "code",
  totp_code: "totp",
  totp_secret: "text",
  text: "text",
} as const;

function legacyLists(fields: readonly SandboxField[], choices: readonly SandboxChoice[]): LegacyLists {
  const discovered = fields.map(
    ({ ref, type, label = ref, hint, required, observed_selector: selector }) => ({
      name: ref,
      type: legacyFieldTypes[type],
      label,
      selector: selector ?? `#${ref}`,
      hint,
      required,
    }),
  );
  const mfa = choices.flatMap(({ type, label, mfa_type: kind, masked_destination: target = null }) =>
    type === "mfa_method" && isLegacyMfaType(kind) ? [{ type: kind, label, target }] : [],
  );
  const buttons = choices.flatMap(({ id, type, label }) => {
    const provider = withoutIdPrefix(id);
    if (type === "sso_provider") return [{ selector: `//button[@id='${provider}']`, provider, label }];
    return [];
  });
  const otherOptions = choices.flatMap(({ id, type, label, description = null }) =>
    type === "sso_provider" || type === "mfa_method" ? [] : [{ id: withoutIdPrefix(id), label, description }],
  );
  return {
    discovered_fields: nullIfEmpty(discovered),
    mfa_options: nullIfEmpty(mfa),
    pending_sso_buttons: nullIfEmpty(buttons),
    sign_in_options: nullIfEmpty(otherOptions),
  };
}

type LegacyMfaType = NonNullable<FlowFields["mfa_options"]>[number]["type"];

const isLegacyMfaType = (kind: SandboxChoice["mfa_type"]): kind is LegacyMfaType =>
  kind !== undefined && kind !== null && kind !== "passkey" && kind !== "other";

const nullIfEmpty = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list);

/** Returns false for `wrong`, for codes that don't have six digits, and for the code 000000. */
export function isAcceptedValue({ type }: SandboxField, value: string): boolean {
  if (type === "code" || type === "totp_code") return /^\d{6}$/.test(value) && value !== "000000";
  return value !== "wrong";
}

export type LoginStage =
  /** A stage that continues by itself after `ms` milliseconds. */
  | {
      readonly kind: "passes";
      readonly step: "DISCOVERING" | "SUBMITTING";
      readonly ms: number;
      readonly then: string;
    }
  | { readonly kind: "asks"; readonly form: QuestionForm }
  /** A stage that waits for an external action, which the sandbox completes after `ms` milliseconds. */
  | {
      readonly kind: "waits";
      readonly form: QuestionForm;
      readonly message: string;
      readonly ms: number;
      readonly then: string;
    }
  | { readonly kind: "ends"; readonly shows: FlowEnd };

export interface FlowEnd extends FlowChange {
  readonly flow_status: FlowFields["flow_status"];
  readonly flow_step: FlowFields["flow_step"];
}

export type LoginStages = Readonly<Record<string, LoginStage>>;

export interface FlowScript {
  /** Type of the sample flows that use this script. Sample flows are stored without a type. */
  readonly type: NonNullable<FlowFields["flow_type"]>;
  /**
   * With `once`, the login ends or expires normally. With `renewed`, the login is renewed before it expires, until
   * the user answers. With `again`, a new login starts when the login expires. Only sample logins are renewed or
   * restarted.
   */
  readonly lifetime: "once" | "renewed" | "again";
  readonly stages: LoginStages;
}

export const automaticStage = (step: "DISCOVERING" | "SUBMITTING", ms: number, then: string): LoginStage => ({
  kind: "passes",
  step,
  ms,
  then,
});

export const questionStage = (options: FormOptions): LoginStage => ({
  kind: "asks",
  form: createForm(options),
});

export const failedEnd = (flow_step: FlowFields["flow_step"], failure: FlowFailure): FlowEnd => ({
  flow_status: "FAILED",
  flow_step,
  ...failure,
});

export const failureStage = (step: FlowFields["flow_step"], failure: FlowFailure): LoginStage => ({
  kind: "ends",
  shows: failedEnd(step, failure),
});

export const successStage: LoginStage = {
  kind: "ends",
  shows: { flow_status: "SUCCESS", flow_step: "COMPLETED" },
};
