import type { CredentialUpdateRequest } from "../../api/credentialRequests.ts";
import type { Credential } from "../../api/otherResources.ts";
import type { KeyedValue } from "./draft.ts";
import { valuesOf } from "./draft.ts";

/** What is to become of a credential; what is not here stays. It is kept nowhere: it may hold secrets. */
export interface CredentialEdit {
  readonly name?: string;
  /** What another credential is called already; asked for again. */
  readonly refusedName?: string;
  /** Set or replaced. */
  readonly values?: readonly KeyedValue[];
  /** Keys whose values go. */
  readonly removed?: readonly string[];
  /** As it is sent; an empty one takes it away. */
  readonly secret?: string;
  /** An empty one takes it away. */
  readonly provider?: string;
}

export type EditedField = "name" | "values" | "secret" | "provider";

/** The keys that a credential has, as far as the service tells them. */
export const keysOf = ({ value_keys = [] }: Credential): readonly string[] => value_keys;

/** The fields in which an edit differs from what is there. A value or secret typed anew always does: nobody can compare. */
export function changedFields(credential: Credential, edit: CredentialEdit): readonly EditedField[] {
  const { name, provider, removed = [], secret, values = [] } = edit;
  return [
    ...(name !== undefined && name !== credential.name ? (["name"] as const) : []),
    ...(values.length > 0 || removed.length > 0 ? (["values"] as const) : []),
    ...(secret !== undefined && (secret !== "" || credential.has_totp_secret !== false)
      ? (["secret"] as const)
      : []),
    ...(provider !== undefined && provider !== (credential.sso_provider ?? "")
      ? (["provider"] as const)
      : []),
  ];
}

/** The request that makes exactly these changes; `undefined` where there are none. */
export function updateRequestOf(
  credential: Credential,
  edit: CredentialEdit,
): CredentialUpdateRequest | undefined {
  const fields = changedFields(credential, edit);
  if (fields.length === 0) return undefined;
  const { name, provider, removed = [], secret, values = [] } = edit;
  const has = (field: EditedField): boolean => fields.includes(field);
  return {
    ...(has("name") && name !== undefined && { name }),
    ...(values.length > 0 && { values: valuesOf(values) }),
    ...(removed.length > 0 && { remove_value_keys: [...removed] }),
    ...(has("secret") && secret !== undefined && { totp_secret: secret }),
    ...(has("provider") && provider !== undefined && { sso_provider: provider }),
  };
}

/** Sets a value of an edit, in place of one before and of its removal. */
export function withValue(edit: CredentialEdit, set: KeyedValue): CredentialEdit {
  const { removed = [], values = [] } = edit;
  return {
    ...edit,
    values: [...values.filter(({ key }) => key !== set.key), set],
    removed: removed.filter((key) => key !== set.key),
  };
}

/** Takes a value away: one that was only just set, or one that is there. */
export function withoutValue(credential: Credential, edit: CredentialEdit, key: string): CredentialEdit {
  const { removed = [], values = [] } = edit;
  return {
    ...edit,
    values: values.filter((one) => one.key !== key),
    removed: keysOf(credential).includes(key) && !removed.includes(key) ? [...removed, key] : [...removed],
  };
}

/** Leaves a field as it is. */
export function withoutField(edit: CredentialEdit, field: EditedField): CredentialEdit {
  const parts: readonly string[] = partsOf[field];
  return Object.fromEntries(Object.entries(edit).filter(([part]) => !parts.includes(part)));
}

/** What an edit keeps of each field. */
const partsOf = {
  name: ["name", "refusedName"],
  values: ["values", "removed"],
  secret: ["secret"],
  provider: ["provider"],
} as const;

/** Leaves a value as it is. */
export function withKept(edit: CredentialEdit, key: string): CredentialEdit {
  const { removed = [], values = [] } = edit;
  return {
    ...edit,
    values: values.filter((one) => one.key !== key),
    removed: removed.filter((one) => one !== key),
  };
}

/**
 * Whether a credential that was read looks as a request would have made it; of values and secrets nothing but that they
 * are there can be seen.
 */
export function shows(credential: Credential, request: CredentialUpdateRequest): boolean {
  const { name, remove_value_keys: removed = [], sso_provider, totp_secret, values = {} } = request;
  const keys = new Set(keysOf(credential));
  const set = Object.keys(values);
  return (
    (name === undefined || credential.name === name) &&
    set.every((key) => keys.has(key)) &&
    removed.every((key) => set.includes(key) || !keys.has(key)) &&
    (totp_secret === undefined || credential.has_totp_secret === (totp_secret !== "")) &&
    (sso_provider === undefined || (credential.sso_provider ?? "") === sso_provider)
  );
}

/** Whether all that a request changes can be seen: no value was replaced, and no secret. */
export function isVisible(
  before: Credential,
  { totp_secret, values = {} }: CredentialUpdateRequest,
): boolean {
  const keys = new Set(keysOf(before));
  return (
    Object.keys(values).every((key) => !keys.has(key)) &&
    (totp_secret === undefined || totp_secret === "" || before.has_totp_secret === false)
  );
}
