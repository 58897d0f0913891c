import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import type { Entitlements } from "../../../api/schemas.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { type EntitlementsModel, knownEntitlements } from "../../catalogue/entitlementsModel.ts";
import type { Frame } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { type ConnectionDraft, withDefault } from "../../../domain/draft/draft.ts";
import { firstOpen, movePosition, type StepId, wizardSteps } from "../../../domain/draft/steps.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import { runWizard } from "../../kit/inputs/wizard.ts";
import type { StepSequence } from "../../../domain/draft/course.ts";
import type { AskStep, PromptEnvironment } from "../settings/settingView.ts";
import { stepLabel } from "../settings/settings.ts";

export type ConnectionCourse = StepSequence<ConnectionDraft, StepId, FieldId>;

export interface ConnectionWizardOptions extends PromptEnvironment {
  readonly title: string;
  readonly draft: ConnectionDraft;
  /** The first step. Defaults to the first unanswered question. */
  readonly start?: StepId;
  /**
   * Fields that had a value in the origin of the draft, such as a duplicated connection, but couldn't be copied into
   * the draft.
   */
  readonly notKept?: readonly FieldId[] | undefined;
  readonly ask: (step: StepId) => AskStep;
  /** The order of the steps. Defaults to the order for creating a connection. */
  readonly course?: ConnectionCourse;
  /**
   * Called with each new draft. `notKept` lists the fields that couldn't be copied into the draft and that the user
   * hasn't answered in this wizard.
   */
  readonly keep: (draft: ConnectionDraft, notKept: readonly FieldId[]) => Promise<void>;
}

const creationCourse: ConnectionCourse = {
  steps: () => wizardSteps,
  firstOpen,
  move: movePosition,
  without: withDefault,
};

/** Prompts for all settings of a connection (interface.md §4.1). Returns undefined if the user cancels. */
export async function runConnectionWizard({
  ask,
  course = creationCourse,
  draft,
  keep,
  notKept = [],
  start,
  title,
  ...surroundings
}: ConnectionWizardOptions): Promise<ConnectionDraft | undefined> {
  const left = (now: ConnectionDraft): readonly FieldId[] =>
    notKept.filter((field) => isDeepStrictEqual(now[field], draft[field]));
  return runWizard(course, {
    title,
    subject: stepLabel,
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

/**
 * Fetches the entitlements of the account's plan. In the result, `entitlements` is undefined if the plan couldn't be
 * read. Returns undefined if the user cancels.
 */
export async function readPlan(
  model: EntitlementsModel,
  access: AccountAccess,
  frame: Frame,
): Promise<{ readonly entitlements: Entitlements | undefined } | undefined> {
  const loaded = await whileLoading(frame, l10n.t("Reading your plan…"), () => model.fetchedState());
  return loaded && { entitlements: knownEntitlements(loaded, access) };
}
