// Stages of a login: the questions, and the stage after each answer. Other stages end by themselves.
import type { Choice, Field, FlowFields } from "../connections/document.ts";

export type Failure = Pick<FlowFields, "error_code" | "error_message"> &
  Partial<Pick<FlowFields, "website_error">>;

type OlderLists = Pick<
  FlowFields,
  "discovered_fields" | "mfa_options" | "pending_sso_buttons" | "sign_in_options"
>;

export interface Form {
  readonly fields: readonly Field[];
  readonly choices: readonly Choice[];
  /** The same in the older lists, in the same order. */
  readonly older: OlderLists;
  readonly then: string;
  readonly leads: ReadonlyMap<string, string>;
  /** Outcome of the third wrong answer. Its `website_error` is shown after each one. */
  readonly refused: Failure;
  readonly blocker: Failure;
  readonly hopeless?: true;
}

export type Given = Partial<Omit<Form, "older" | "leads">> & {
  readonly older?: OlderLists;
  readonly leads?: Readonly<Record<string, string>>;
  readonly blocker: Failure;
};

const noRefusal: Failure = {
  error_code: "credentials_invalid",
  error_message: "The website refused the input.",
  website_error: "This is wrong. Try again.",
};

/** Builds a form. Derives the older lists from the newer ones unless they are given. */
export function form({ fields = [], choices = [], older, leads = {}, ...given }: Given): Form {
  return {
    then: "done",
    refused: noRefusal,
    ...given,
    fields,
    choices,
    older: older ?? olderLists(fields, choices),
    leads: new Map([...choices.map(({ id }): [string, string] => [id, "done"]), ...Object.entries(leads)]),
  };
}

/** The newer and older lists in reported form. `rejected` are the IDs of fields with wrong values. */
export function shownForm(
  { fields, choices, older }: Form,
  rejected: readonly string[],
): OlderLists & Pick<FlowFields, "fields" | "choices"> {
  const asked = fields.map((field): Field => {
    return { ...field, reason: rejected.includes(field.id) ? "rejected" : "missing" };
  });
  return {
    ...older,
    fields: asked.length === 0 ? null : asked,
    choices: choices.length === 0 ? null : [...choices],
  };
}

const withoutPrefix = (id: string): string => id.replace(/^[a-z]+_/, "");

const olderTypes = {
  identifier: "text",
  password: "password",
  code: "code",
  totp_code: "totp",
  totp_secret: "text",
  text: "text",
} as const;

function olderLists(fields: readonly Field[], choices: readonly Choice[]): OlderLists {
  const discovered = fields.map(
    ({ ref, type, label = ref, hint, required, observed_selector: selector }) => ({
      name: ref,
      type: olderTypes[type],
      label,
      selector: selector ?? `#${ref}`,
      ...(hint !== undefined && { hint }),
      ...(required !== undefined && { required }),
    }),
  );
  const mfa = choices.flatMap(({ type, label, mfa_type: kind, masked_destination: target = null }) =>
    type === "mfa_method" && isOlder(kind) ? [{ type: kind, label, target }] : [],
  );
  const buttons = choices.flatMap(({ id, type, label }) => {
    const provider = withoutPrefix(id);
    return type === "sso_provider" ? [{ selector: `//button[@id='${provider}']`, provider, label }] : [];
  });
  const others = choices.flatMap(({ id, type, label, description = null }) =>
    type === "sso_provider" || type === "mfa_method" ? [] : [{ id: withoutPrefix(id), label, description }],
  );
  return {
    discovered_fields: orNull(discovered),
    mfa_options: orNull(mfa),
    pending_sso_buttons: orNull(buttons),
    sign_in_options: orNull(others),
  };
}

type OlderMethod = NonNullable<FlowFields["mfa_options"]>[number]["type"];

const isOlder = (kind: Choice["mfa_type"]): kind is OlderMethod =>
  kind !== undefined && kind !== null && kind !== "passkey" && kind !== "other";

const orNull = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list);

/** Accepts every value except `wrong`. Codes must have six digits and not be 000000. */
export function isRight({ type }: Field, value: string): boolean {
  if (type === "code" || type === "totp_code") return /^\d{6}$/.test(value) && value !== "000000";
  return value !== "wrong";
}

export type Stage =
  /** Continues after a number of milliseconds. */
  | {
      readonly kind: "passes";
      readonly step: "DISCOVERING" | "SUBMITTING";
      readonly ms: number;
      readonly then: string;
    }
  | { readonly kind: "asks"; readonly form: Form }
  /** Waits for an external action, which completes after a number of milliseconds. */
  | {
      readonly kind: "waits";
      readonly form: Form;
      readonly message: string;
      readonly ms: number;
      readonly then: string;
    }
  | { readonly kind: "ends"; readonly shows: End };

export type End = Pick<FlowFields, "flow_status" | "flow_step"> & Partial<FlowFields>;

export type Stages = Readonly<Record<string, Stage>>;

export interface Script {
  /** Type of a flow that is stored without one. */
  readonly type: NonNullable<FlowFields["flow_type"]>;
  /** Sample logins run until someone answers. They are renewed before they expire, or restarted afterwards. */
  readonly lasts: "once" | "renewed" | "again";
  readonly stages: Stages;
}

export const passing = (step: "DISCOVERING" | "SUBMITTING", ms: number, then: string): Stage => ({
  kind: "passes",
  step,
  ms,
  then,
});

export const asking = (given: Parameters<typeof form>[0]): Stage => ({ kind: "asks", form: form(given) });

export const failed = (flow_step: FlowFields["flow_step"], failure: Failure): End => ({
  flow_status: "FAILED",
  flow_step,
  ...failure,
});

export const failing = (step: FlowFields["flow_step"], failure: Failure): Stage => ({
  kind: "ends",
  shows: failed(step, failure),
});

export const done: Stage = { kind: "ends", shows: { flow_status: "SUCCESS", flow_step: "COMPLETED" } };
