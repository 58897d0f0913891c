import { l10n } from "vscode";
import type { ApiError, Outcome } from "../../../api/errors.ts";
import { withCancel } from "../progress.ts";
import type { Frame } from "./ask.ts";
import { type WizardContext, runWizard, type StepAnswer } from "./wizard.ts";
import type { Course } from "../../../domain/draft/course.ts";

/** How sending what creates a thing ended. */
export type Sent<T> =
  /** `lost`: its answer was, and reading found it. */
  | { readonly kind: "created"; readonly made: T; readonly lost: boolean }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "notSent" }
  | { readonly kind: "unknown"; readonly error?: ApiError };

/** An end that is told in a page. */
export type Ended<T, Body> =
  | Extract<Sent<T>, { readonly kind: "created" }>
  | { readonly kind: "unknown"; readonly body: Body; readonly error?: ApiError };

interface Creation<T, Body, Draft, Step, Field> {
  readonly course: Course<Draft, Step, Field>;
  readonly title: string;
  readonly subject: (step: Step) => string;
  /** What is answered beforehand. */
  readonly draft: Draft;
  /** `said` is what became of an earlier sending. */
  readonly ask: (
    step: Step,
    asked: WizardContext<Draft, Field> & { readonly said: string | undefined },
  ) => Promise<StepAnswer<Draft, Field>>;
  /** `undefined` while an answer is missing. */
  readonly requestOf: (draft: Draft) => Body | undefined;
  readonly send: (body: Body) => Promise<Sent<T>>;
  /** The answers that are asked for again after a refusal, or why it was refused, which is said in the review. */
  readonly refused: (
    error: ApiError,
    body: Body,
    draft: Draft,
  ) => Promise<{ readonly draft: Draft } | { readonly said: string }>;
  /** The question of another flow that these belong to. */
  readonly within: Frame | undefined;
}

/**
 * Asks for a thing, and sends exactly what its review shows, until it is told how that ended: a refusal leads back to the
 * answers. They live as long as the questions. `undefined` when the user left before anything was sent.
 */
export async function askAndSend<T, Body, Draft, Step, Field>({
  ask,
  course,
  refused,
  requestOf,
  send,
  subject,
  title,
  within,
  ...first
}: Creation<T, Body, Draft, Step, Field>): Promise<Ended<T, Body> | undefined> {
  let { draft } = first;
  let said: string | undefined;
  for (;;) {
    const told = said;
    const finished = await runWizard(course, {
      title,
      subject,
      draft,
      start: told === undefined ? undefined : course.review,
      ask: (step, asked) => ask(step, { ...asked, said: told }),
      keep: () => Promise.resolve(),
      within,
    });
    const body = finished && requestOf(finished);
    if (finished === undefined || body === undefined) return undefined;
    draft = finished;
    const end = await send(body);
    switch (end.kind) {
      case "created":
        return end;
      case "unknown":
        return { ...end, body };
      case "notSent":
        said = l10n.t("You canceled before anything was sent.");
        break;
      case "refused": {
        const next = await refused(end.error, body, finished);
        if ("said" in next) ({ said } = next);
        else {
          ({ draft } = next);
          said = undefined;
        }
        break;
      }
    }
  }
}

/**
 * Sends once. Where the answer is lost, or the user canceled while it was under way, what became of it is looked for by
 * reading alone, with `find`.
 */
export async function sendOnce<T>(
  title: string,
  create: (signal: AbortSignal) => Promise<Outcome<T>>,
  find: (signal: AbortSignal) => Promise<T | undefined>,
): Promise<Sent<T>> {
  const outcome = await withCancel(title, (_, signal) => create(signal));
  if (outcome.kind === "ok") return { kind: "created", made: outcome.value, lost: false };
  if (outcome.kind === "cancelled" && outcome.sent === "no") return { kind: "notSent" };
  if (outcome.kind === "failed" && outcome.error.sent !== "unknown")
    return { kind: "refused", error: outcome.error };
  const found = await withCancel(title, (_, signal) => find(signal));
  if (found !== undefined) return { kind: "created", made: found, lost: true };
  return { kind: "unknown", ...(outcome.kind === "failed" && { error: outcome.error }) };
}

/** Whether the service refuses a name that is taken: a conflict of another code is about something else. */
export function isNameTaken({ code = "already_exists", kind }: ApiError): boolean {
  return kind === "conflict" && code === "already_exists";
}
