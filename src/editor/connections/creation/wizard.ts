import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import type { Entitlements } from "../../../api/schemas.ts";
import type { Access } from "../../accounts/service.ts";
import { type EntitlementsModel, knownPlan } from "../../catalogue/entitlements.ts";
import type { Frame } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { type Draft, withDefault } from "../../../domain/draft/draft.ts";
import { firstOpen, move, type StepId, steps } from "../../../domain/draft/steps.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import { runWizard } from "../../kit/inputs/wizard.ts";
import type { Course } from "../../../domain/draft/course.ts";
import type { Ask, Surroundings } from "../settings/settingView.ts";
import { subjectOf } from "../settings/settings.ts";

export type ConnectionCourse = Course<Draft, StepId, FieldId>;

export interface ConnectionWizardOptions extends Surroundings {
  /** What the wizard as a whole is called. */
  readonly title: string;
  readonly draft: Draft;
  /** Where to begin; the first open question by default. */
  readonly start?: StepId;
  /** What the draft was made of had these otherwise. */
  readonly notKept?: readonly FieldId[] | undefined;
  readonly ask: (step: StepId) => Ask;
  /** In which order; that of a creation by default. */
  readonly course?: ConnectionCourse;
  /** Called with every new draft, and what of it was not kept and not answered since. */
  readonly keep: (draft: Draft, notKept: readonly FieldId[]) => Promise<void>;
}

const creation: ConnectionCourse = {
  steps: () => steps,
  firstOpen,
  move,
  without: withDefault,
};

/** Asks for everything a connection needs (§4.1); `undefined` when the user left. */
export async function runConnectionWizard({
  ask,
  course = creation,
  draft,
  keep,
  notKept = [],
  start,
  title,
  ...surroundings
}: ConnectionWizardOptions): Promise<Draft | undefined> {
  const left = (now: Draft): readonly FieldId[] =>
    notKept.filter((field) => isDeepStrictEqual(now[field], draft[field]));
  return runWizard(course, {
    title,
    subject: subjectOf,
    draft,
    start,
    keep: (now) => keep(now, left(now)),
    ask: (step, asked) =>
      ask(step)({
        ...surroundings,
        ...asked,
        notKept: left(asked.draft),
      }),
  });
}

/** What the plan of an account allows, for questions, as far as that can be read; `undefined` when the user left. */
export async function planOf(
  model: Pick<EntitlementsModel, "known">,
  access: Access,
  frame: Frame,
): Promise<{ readonly entitlements: Entitlements | undefined } | undefined> {
  const loaded = await whileLoading(frame, l10n.t("Reading your plan…"), () => model.known());
  return loaded && { entitlements: knownPlan(loaded, access) };
}
