import type { ManagedAuth } from "../api/schemas.ts";
import { readDate } from "./dates.ts";

/** The states of a flow (§2.1), in the order the document lists them. */
export const flowStatuses = ["IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"] as const;
export const flowSteps = [
  "DISCOVERING",
  "AWAITING_INPUT",
  "AWAITING_EXTERNAL_ACTION",
  "SUBMITTING",
  "COMPLETED",
] as const;

/** Something a flow waits for. */
export interface Awaited {
  readonly kind: "field" | "choice";
  readonly label: string;
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
  /** The MFA method that a field belongs to, in the service's term. */
  readonly method: string | undefined;
}

/** What a choice tells nothing of. */
const unsaid = { required: undefined, storedAs: undefined, replaces: false, method: undefined } as const;

/** A flow as far as the connection tells of one. */
export interface FlowFacts {
  readonly type: string | undefined;
  readonly step: string | undefined;
  /** As reported, except that one in progress past its expiry counts as EXPIRED (§3). */
  readonly status: string | undefined;
  readonly expiresAt: Date | undefined;
  /** Seconds until it expires; only while it is in progress. */
  readonly secondsLeft: number | undefined;
  readonly awaited: readonly Awaited[];
}

/** The flow of a connection, or `undefined` where none is reported. */
export function flowFacts(connection: ManagedAuth, now: Date): FlowFacts | undefined {
  const { flow_expires_at, flow_status, flow_step, flow_type } = connection;
  if (flow_status === undefined && flow_step === undefined && flow_type === undefined) return undefined;
  const expiresAt = flow_expires_at === undefined ? undefined : readDate(flow_expires_at);
  const left = expiresAt === undefined ? undefined : Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  const running = flow_status === "IN_PROGRESS";
  const expired = running && left !== undefined && left <= 0;
  return {
    type: flow_type,
    step: flow_step,
    status: expired ? "EXPIRED" : flow_status,
    expiresAt,
    secondsLeft: running && !expired ? left : undefined,
    awaited: running && !expired ? [...awaitedFields(connection), ...awaitedChoices(connection)] : [],
  };
}

/** §2.1: the canonical list is preferred over the older one where it is present. */
function awaitedFields({ discovered_fields, fields }: ManagedAuth): readonly Awaited[] {
  if (fields !== undefined) {
    return fields.map((field) => ({
      kind: "field",
      label: field.label ?? field.ref ?? field.id,
      type: field.type,
      hints: said(field.hint),
      maskedDestination: undefined,
      required: field.required ?? true,
      storedAs: field.ref,
      replaces: field.replace_existing ?? false,
      method: undefined,
    }));
  }
  return (discovered_fields ?? []).map((field) => ({
    kind: "field",
    label: field.label ?? field.name,
    type: field.type,
    hints: said(field.hint, field.placeholder),
    maskedDestination: undefined,
    required: field.required ?? true,
    storedAs: undefined,
    replaces: false,
    method: field.linked_mfa_type,
  }));
}

/** §2.1: `choices` is preferred over the three older lists where it is present. */
function awaitedChoices(connection: ManagedAuth): readonly Awaited[] {
  const { choices, mfa_options, pending_sso_buttons, sign_in_options } = connection;
  const choice = { ...unsaid, kind: "choice" } as const;
  if (choices !== undefined) {
    return choices.map((one) => ({
      ...choice,
      label: one.label ?? one.display_text ?? one.id,
      type: one.mfa_type ?? one.type,
      hints: said(one.description, one.context, one.label === undefined ? undefined : one.display_text),
      maskedDestination: one.masked_destination,
    }));
  }
  return [
    ...(mfa_options ?? []).map((one) => ({
      ...choice,
      label: one.label ?? one.type,
      type: one.type,
      hints: said(one.description),
      maskedDestination: one.target,
    })),
    ...(pending_sso_buttons ?? []).map((one) => ({
      ...choice,
      label: one.label ?? one.provider,
      type: "sso_provider",
      hints: said(one.provider),
      maskedDestination: undefined,
    })),
    ...(sign_in_options ?? []).map((one) => ({
      ...choice,
      label: one.label ?? one.id,
      type: undefined,
      hints: said(one.description),
      maskedDestination: undefined,
    })),
  ];
}

/** Texts that are there, each once. */
function said(...texts: readonly (string | undefined)[]): readonly string[] {
  const there = texts.filter((text) => text !== undefined).filter((text) => text !== "");
  return [...new Set(there)];
}
