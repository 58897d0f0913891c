import type { CredentialProviderCreateRequest } from "../../api/providerRequests.ts";
import { straightCourse } from "../draft/straightCourse.ts";

/** The answers so far about a credential provider to create. They are kept nowhere: the token is a secret. */
export interface ProviderDraft {
  readonly name?: string;
  /** What another provider is called already; asked for again. */
  readonly refusedName?: string;
  /** It is a secret: it lives in memory until it is sent. */
  readonly token?: string;
}

export type ProviderField = "name" | "token";
export type ProviderStep = ProviderField | "review";

/** The order of the questions. */
export const providerCourse = straightCourse(
  ["name", "token"],
  (draft: ProviderDraft, field: ProviderField): ProviderDraft =>
    Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field)),
);

/** The request that creates it; `undefined` while an answer is missing. 1Password is the one type that there is. */
export function createRequestOf({ name, token }: ProviderDraft): CredentialProviderCreateRequest | undefined {
  return name === undefined || token === undefined
    ? undefined
    : { provider_type: "onepassword", name: name.trim(), token };
}
