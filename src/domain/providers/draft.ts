import type { CredentialProviderCreateRequest } from "../../api/providerRequests.ts";

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

const providerSteps: readonly ProviderStep[] = ["name", "token", "review"];

/** Where somebody stands in the questions; with `editing` on the way back to the review. */
interface Position {
  readonly step: ProviderStep;
  readonly editing?: ProviderField;
}

type Move =
  | { readonly kind: "next" }
  | { readonly kind: "back" }
  | { readonly kind: "edit"; readonly field: ProviderField };

/** The order of the questions: each once, then the review, from which each can be asked again. */
export const providerCourse = {
  steps: providerSteps,
  review: "review" as const,
  firstOpen: (draft: ProviderDraft): Position => {
    if (draft.refusedName !== undefined) return { step: "name", editing: "name" };
    if (draft.name === undefined) return { step: "name" };
    return { step: draft.token === undefined ? "token" : "review" };
  },
  move: ({ editing, step }: Position, _: ProviderDraft, to: Move): Position => {
    if (to.kind === "edit") return { step: to.field, editing: to.field };
    if (editing !== undefined) return { step: "review" };
    return { step: providerSteps[providerSteps.indexOf(step) + (to.kind === "next" ? 1 : -1)] ?? step };
  },
  without: (draft: ProviderDraft, field: ProviderField): ProviderDraft =>
    Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field)),
};

/** The request that creates it; `undefined` while an answer is missing. 1Password is the one type that there is. */
export function createRequestOf({ name, token }: ProviderDraft): CredentialProviderCreateRequest | undefined {
  return name === undefined || token === undefined
    ? undefined
    : { provider_type: "onepassword", name: name.trim(), token };
}
