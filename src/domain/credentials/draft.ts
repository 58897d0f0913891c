import type { CredentialCreateRequest } from "../../api/credentialRequests.ts";
import { straightCourse } from "../draft/straightCourse.ts";

/** A value by its key, such as `username`. */
export interface KeyedValue {
  readonly key: string;
  /** It is a secret: it lives in memory until it is sent. */
  readonly value: string;
}

/** The answers so far about a credential to create. They are kept nowhere: most of them are secrets. */
export interface CredentialDraft {
  readonly name?: string;
  /** What another credential is called already; asked for again. */
  readonly refusedName?: string;
  readonly domain?: string;
  readonly values?: readonly KeyedValue[];
  /** For one-time codes, as it is sent; empty where there is none. */
  readonly secret?: string;
  /** Whose sign-in the site is entered with; empty where it has its own. */
  readonly provider?: string;
}

export type CredentialField = "name" | "domain" | "values" | "secret" | "provider";
export type CredentialStep = CredentialField | "review";

/** The order of the questions. */
export const credentialCourse = straightCourse(
  ["name", "domain", "values", "secret", "provider"],
  (draft: CredentialDraft, field: CredentialField): CredentialDraft =>
    Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field)),
);

/** Values as they are sent. */
export function valuesOf(values: readonly KeyedValue[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map(({ key, value }) => [key, value]));
}

/** The request that creates it; `undefined` while an answer is missing. What is empty is not sent, but for the values. */
export function createRequestOf({
  domain,
  name,
  provider = "",
  secret = "",
  values = [],
}: CredentialDraft): CredentialCreateRequest | undefined {
  if (name === undefined || domain === undefined) return undefined;
  return {
    name,
    domain,
    values: valuesOf(values),
    ...(secret !== "" && { totp_secret: secret }),
    ...(provider !== "" && { sso_provider: provider }),
  };
}
