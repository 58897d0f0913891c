import type { StepSequence, StepPosition } from "../../../domain/draft/stepSequence.ts";
import { labelWithValue } from "../../words/sentences.ts";
import type { Answer, Frame } from "./ask.ts";

export interface WizardContext<Draft, Field> {
  readonly draft: Draft;
  readonly frame: Frame;
  /** The text that the user typed but didn't accept when this question was last shown. */
  readonly typed: string | undefined;
  /** The field that the user last changed from the review. */
  readonly edited: Field | undefined;
  /** Stores a partial answer as the draft, which is kept if the user leaves the question. */
  readonly keepDraft: (draft: Draft) => void;
}

type DeclinedAnswer = Extract<Answer<never>, { kind: "back" | "cancelled" }>;

export type StepAnswer<Draft, Field> =
  /** `edited` is the field that the review changed without opening a prompt, for example by an undo. */
  | { readonly kind: "answered"; readonly draft: Draft; readonly edited?: Field }
  | { readonly kind: "edit"; readonly field: Field }
  | { readonly kind: "finished" }
  | DeclinedAnswer;

/** Asks the question of a step. `Environment` is what the question needs in addition to the draft. */
export type StepPrompt<Draft, Field, Environment> = (
  context: WizardContext<Draft, Field> & Environment,
) => Promise<StepAnswer<Draft, Field>>;

/** Converts the answer of an input to the answer of a wizard step. `draft` returns the draft with the new value. */
export function answered<T, Draft>(
  answer: Answer<T>,
  draft: (value: T) => Draft,
): { readonly kind: "answered"; readonly draft: Draft } | DeclinedAnswer {
  if (answer.kind === "accepted") return { kind: "answered", draft: draft(answer.value) };
  return answer;
}

export interface WizardOptions<Draft, Step, Field, Environment> {
  readonly title: string;
  /** The topic of a step. The title includes the topic, because the placeholder disappears once the user types. */
  readonly subject: (step: Step) => string;
  readonly draft: Draft;
  /** The initial step. The default is the first unanswered question. */
  readonly start?: Step | undefined;
  readonly promptFor: (step: Step) => StepPrompt<Draft, Field, Environment>;
  readonly environment: Environment;
  /** Stores each new draft. Set for drafts that must survive if the wizard is cancelled. */
  readonly keep?: (draft: Draft) => unknown;
  /** The question that opened this wizard. Back at the first step, or Esc at any step, returns to that question. */
  readonly within?: Frame | undefined;
}

/** Runs the wizard until the user finishes the review. Returns undefined if the user cancels. */
export async function runWizard<Draft, Step extends string, Field, Environment>(
  sequence: StepSequence<Draft, Step, Field>,
  options: WizardOptions<Draft, Step, Field, Environment>,
): Promise<Draft | undefined> {
  let { draft } = options;
  let position = options.start === undefined ? sequence.firstOpen(draft) : { step: options.start };
  // The draft before the current edit. A stored draft can contain an unfinished edit.
  let beforeEdit = position.editing === undefined ? draft : sequence.without(draft, position.editing);
  const typed = new Map<Step, string>();
  let edited: Field | undefined;
  const keepDraft = (part: Draft): void => {
    draft = part;
    void options.keep?.(part);
  };
  for (;;) {
    const { step } = position;
    const steps = sequence.steps(draft);
    const title = labelWithValue(options.title, options.subject(step));
    const frame = stepFrame(title, steps, position, options.within);
    const prompt = options.promptFor(step);
    const context = { draft, frame, typed: typed.get(step), edited, keepDraft };
    const answer = await prompt({ ...options.environment, ...context });
    switch (answer.kind) {
      case "answered":
        typed.delete(step);
        ({ draft, edited = edited } = answer);
        await options.keep?.(draft);
        position = sequence.move(position, draft, { kind: "next" });
        break;
      case "edit":
        beforeEdit = draft;
        edited = answer.field;
        position = sequence.move(position, draft, answer);
        break;
      case "back":
        if (options.within !== undefined && isFirstStep(steps, position)) return undefined;
        typed.set(step, answer.typed);
        position = sequence.move(position, draft, { kind: "back" });
        // Undo an unfinished edit, so that the review never shows an unanswered question.
        if (position.step === "review") {
          // Discard the typed text, too. Otherwise the next edit would start with that text instead of the current
          // answer.
          typed.clear();
          draft = beforeEdit;
          await options.keep?.(draft);
        }
        break;
      case "finished":
        return draft;
      case "cancelled":
        return undefined;
    }
  }
}

/**
 * Builds the frame of a question. Questions that come before the review show a step counter. Questions that are only
 * opened from the review don't.
 */
function stepFrame<Step extends string>(
  title: string,
  steps: readonly Step[],
  position: StepPosition<Step, unknown>,
  within: Frame | undefined,
): Frame {
  const index = steps.indexOf(position.step);
  const frame = {
    title,
    back: within !== undefined || !isFirstStep(steps, position),
    stays: true,
    until: within?.until,
  };
  if (index === -1) return frame;
  return { ...frame, step: index + 1, totalSteps: steps.length };
}

/** True if no question precedes this step. An edit is never the first step, because Back returns to the review. */
function isFirstStep<Step extends string>(
  steps: readonly Step[],
  { editing, step }: StepPosition<Step, unknown>,
): boolean {
  return editing === undefined && step === (steps[0] ?? "review");
}
