import type { CredentialCreateRequest } from "../../api/credentialRequests.ts";

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

const credentialSteps: readonly CredentialField[] = ["name", "domain", "values", "secret", "provider"];

/** Where somebody stands in the questions; with `editing` on the way back to the review. */
interface Position {
  readonly step: CredentialStep;
  readonly editing?: CredentialField;
}

type Move =
  | { readonly kind: "next" }
  | { readonly kind: "back" }
  | { readonly kind: "edit"; readonly field: CredentialField };

/** The order of the questions: each once, then the review, from which each can be asked again. */
export const credentialCourse = {
  steps: [...credentialSteps, "review"] as readonly CredentialStep[],
  review: "review" as const,
  firstOpen: (draft: CredentialDraft): Position =>
    draft.refusedName === undefined
      ? { step: credentialSteps.find((step) => draft[step] === undefined) ?? "review" }
      : { step: "name", editing: "name" },
  move: ({ editing, step }: Position, _: CredentialDraft, to: Move): Position => {
    if (to.kind === "edit") return { step: to.field, editing: to.field };
    if (editing !== undefined) return { step: "review" };
    const all: readonly CredentialStep[] = [...credentialSteps, "review"];
    return { step: all[all.indexOf(step) + (to.kind === "next" ? 1 : -1)] ?? step };
  },
  without: (draft: CredentialDraft, field: CredentialField): CredentialDraft =>
    Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field)),
};

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
