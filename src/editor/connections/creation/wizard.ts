import { withDefault } from "../../../domain/draft/draft.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { firstOpen, move, steps } from "../../../domain/draft/steps.ts";
import type { FieldId, StepId } from "../../../domain/draft/steps.ts";
import { runWizard } from "../../kit/inputs/wizard.ts";
import type { Course } from "../../../domain/draft/course.ts";
import type { Ask, Surroundings } from "./steps/context.ts";
import { subjectOf } from "./steps/subject.ts";

export type ConnectionCourse = Course<Draft, StepId, FieldId>;

export interface ConnectionWizardOptions extends Surroundings {
  /** What the wizard as a whole is called. */
  readonly title: string;
  readonly draft: Draft;
  /** Where to begin; the first open question by default. */
  readonly start?: StepId;
  /** The draft had a login page that was not stored with it. */
  readonly loginPageLeftOut?: true | undefined;
  readonly ask: (step: StepId) => Ask;
  /** In which order; that of a creation by default. */
  readonly course?: ConnectionCourse;
  /** Called with every new draft. */
  readonly keep: (draft: Draft) => Promise<void>;
}

const creation: ConnectionCourse = {
  steps,
  firstOpen,
  move,
  review: "review",
  without: withDefault,
};

/** Asks for everything a connection needs (§4.1); `undefined` when the user left. */
export async function runConnectionWizard({
  ask,
  course = creation,
  draft,
  keep,
  loginPageLeftOut,
  start,
  title,
  ...surroundings
}: ConnectionWizardOptions): Promise<Draft | undefined> {
  return runWizard(course, {
    title,
    subject: subjectOf,
    draft,
    start,
    keep,
    ask: (step, asked) =>
      ask(step)({
        ...surroundings,
        ...asked,
        loginPageLeftOut: loginPageLeftOut === true && asked.draft.login_url === undefined,
      }),
  });
}
