import type { Course, Position } from "../../../domain/draft/course.ts";
import { labelled } from "../../words/sentences.ts";
import type { Answer, Frame } from "./ask.ts";

/** What every question knows. */
export interface WizardContext<Draft, Field> {
  readonly draft: Draft;
  readonly frame: Frame;
  /** What was typed here before the user went elsewhere without accepting it. */
  readonly typed: string | undefined;
  /** The field that was changed last from the review. */
  readonly edited: Field | undefined;
}

/** What became of a question. */
export type StepAnswer<Draft, Field> =
  /** `edited` is the field that the review has changed by itself. */
  | { readonly kind: "answered"; readonly draft: Draft; readonly edited?: Field }
  | { readonly kind: "edit"; readonly field: Field }
  | { readonly kind: "finished" }
  | Extract<Answer<never>, { kind: "back" | "cancelled" }>;

/** What a question was answered with as an answer of the wizard: the draft with it. */
export function answered<T, Draft>(
  answer: Answer<T>,
  draft: (value: T) => Draft,
): Exclude<StepAnswer<Draft, never>, { readonly kind: "edit" | "finished" }> {
  return answer.kind === "accepted" ? { kind: "answered", draft: draft(answer.value) } : answer;
}

export interface WizardOptions<Draft, Step, Field> {
  /** What the questions as a whole are called. */
  readonly title: string;
  /** What a question is about, in the title, too: it is told there once somebody has typed over its placeholder. */
  readonly subject: (step: Step) => string;
  readonly draft: Draft;
  /** Where to begin; the first open question by default. */
  readonly start?: Step | undefined;
  readonly ask: (step: Step, asked: WizardContext<Draft, Field>) => Promise<StepAnswer<Draft, Field>>;
  /** Called with every new draft, where it is to outlive the questions. */
  readonly keep?: (draft: Draft) => Promise<void>;
  /** The question of another interaction that these belong to: Back at the first one leads there, as Esc does anywhere. */
  readonly within?: Frame | undefined;
}

/** Asks the questions of a draft until the review is finished; `undefined` when the user left. */
export async function runWizard<Draft, Step extends string, Field>(
  course: Course<Draft, Step, Field>,
  options: WizardOptions<Draft, Step, Field>,
): Promise<Draft | undefined> {
  let { draft } = options;
  let position = options.start === undefined ? course.firstOpen(draft) : { step: options.start };
  // What a draft was before an edit that was left open with an earlier window.
  let beforeEdit = position.editing === undefined ? draft : course.without(draft, position.editing);
  const typed = new Map<Step, string>();
  let edited: Field | undefined;
  for (;;) {
    const { step } = position;
    const steps = course.steps(draft);
    const frame = frameOf(labelled(options.title, options.subject(step)), steps, position, options.within);
    const answer = await options.ask(step, { draft, frame, typed: typed.get(step), edited });
    switch (answer.kind) {
      case "answered":
        typed.delete(step);
        ({ draft, edited = edited } = answer);
        await options.keep?.(draft);
        position = course.move(position, draft, { kind: "next" });
        break;
      case "edit":
        beforeEdit = draft;
        edited = answer.field;
        position = course.move(position, draft, answer);
        break;
      case "back":
        if (options.within !== undefined && isFirst(steps, position)) return undefined;
        typed.set(step, answer.typed);
        position = course.move(position, draft, { kind: "back" });
        // An edit that was left half-way is undone, so that the review never shows an open question.
        if (position.step === "review") {
          // What was typed goes with it, or the next edit would begin with that in place of the answer.
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

/** Questions on the way to the review are counted; one that is asked from the review alone is not. */
function frameOf<Step extends string>(
  title: string,
  steps: readonly Step[],
  position: Position<Step, unknown>,
  within: Frame | undefined,
): Frame {
  const index = steps.indexOf(position.step);
  const frame = {
    title,
    back: within !== undefined || !isFirst(steps, position),
    stays: true,
    ...(within?.until !== undefined && { until: within.until }),
  };
  return index === -1 ? frame : { ...frame, step: index + 1, totalSteps: steps.length };
}

/** Whether no question comes before this one; from an edit, Back leads to the review. */
function isFirst<Step extends string>(
  steps: readonly Step[],
  { editing, step }: Position<Step, unknown>,
): boolean {
  return editing === undefined && step === (steps[0] ?? "review");
}
