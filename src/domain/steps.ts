import type { Draft } from "./draft.ts";

/** The fields a draft has; each owns one question and the questions that follow from its answer. */
export type FieldId = keyof Draft;

/** One question of the wizard. */
export type StepId =
  | "domain"
  | "profile_name"
  | "proxy"
  | "proxy_id"
  | "proxy_name"
  | "credential"
  | "credential_name"
  | "credential_provider"
  | "credential_path"
  | "review";

/** Where the wizard stands; `editing` is the question that the review was left for. */
export interface Position {
  readonly step: StepId;
  readonly editing?: StepId;
}

export type Move =
  { readonly kind: "next" } | { readonly kind: "back" } | { readonly kind: "edit"; readonly step: StepId };

/** The questions that a draft asks for, in order. */
export function stepsFor(draft: Draft): readonly StepId[] {
  return ["domain", "profile_name", ...proxySteps(draft), ...credentialSteps(draft), "review"];
}

function proxySteps({ proxy }: Draft): readonly StepId[] {
  switch (proxy?.kind) {
    case "id":
      return ["proxy", "proxy_id"];
    case "name":
      return ["proxy", "proxy_name"];
    case undefined:
    case "default":
    case "direct":
      return ["proxy"];
  }
}

function credentialSteps({ credential }: Draft): readonly StepId[] {
  switch (credential?.kind) {
    case "stored":
      return ["credential", "credential_name"];
    case "item":
      return ["credential", "credential_provider", "credential_path"];
    case "lookup":
      return ["credential", "credential_provider"];
    case undefined:
    case "none":
      return ["credential"];
  }
}

/** Whether the draft holds an answer to a question. The review has none. */
export function isAnswered(draft: Draft, step: StepId): boolean {
  const { credential, proxy } = draft;
  switch (step) {
    case "domain":
      return draft.domain !== undefined;
    case "profile_name":
      return draft.profile_name !== undefined;
    case "proxy":
      return proxy !== undefined;
    case "proxy_id":
      return proxy?.kind === "id" && proxy.id !== undefined;
    case "proxy_name":
      return proxy?.kind === "name" && proxy.name !== undefined;
    case "credential":
      return credential !== undefined;
    case "credential_name":
      return credential?.kind === "stored" && credential.name !== undefined;
    case "credential_provider":
      return (
        (credential?.kind === "item" || credential?.kind === "lookup") && credential.provider !== undefined
      );
    case "credential_path":
      return credential?.kind === "item" && credential.path !== undefined;
    case "review":
      return false;
  }
}

/** The field that a question belongs to; none for the review. */
export function fieldOf(step: StepId): FieldId | undefined {
  switch (step) {
    case "domain":
    case "profile_name":
      return step;
    case "proxy":
    case "proxy_id":
    case "proxy_name":
      return "proxy";
    case "credential":
    case "credential_name":
    case "credential_provider":
    case "credential_path":
      return "credential";
    case "review":
      return undefined;
  }
}

/** Where a draft is taken up again: at its first open question, else at the review. */
export function firstOpen(draft: Draft): Position {
  return { step: stepsFor(draft).find((step) => !isAnswered(draft, step)) ?? "review" };
}

/**
 * Where a move leads. After an edit from the review the wizard returns there, by way of the questions that the
 * edited field adds; Back on the first question stays.
 */
export function move(position: Position, draft: Draft, move: Move): Position {
  const steps = stepsFor(draft);
  const index = steps.indexOf(position.step);
  switch (move.kind) {
    case "edit":
      return { step: move.step, editing: move.step };
    case "back": {
      if (position.step === position.editing) return { step: "review" };
      const previous = steps[Math.max(0, index - 1)] ?? "domain";
      return position.editing === undefined
        ? { step: previous }
        : { step: previous, editing: position.editing };
    }
    case "next": {
      const next = steps[index + 1] ?? "review";
      if (position.editing === undefined) return { step: next };
      if (fieldOf(next) === fieldOf(position.editing)) return { step: next, editing: position.editing };
      return firstOpen(draft);
    }
  }
}
