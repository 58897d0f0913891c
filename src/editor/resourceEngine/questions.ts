// Order of the prompts for a resource's fields, and the review of the answers.
import { l10n } from "vscode";
import type { StepSequence, StepPosition } from "../../domain/draft/stepSequence.ts";
import type { ResourceModel, DraftOf } from "../../domain/resources/resourceModel.ts";
import {
  creatableFields,
  differingFields,
  editableFields,
  type FieldKey,
  withAnswer,
  withValue,
} from "../../domain/resources/fieldRequests.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import { reviewEdit } from "../kit/inputs/reviewEdit.ts";
import type { StepAnswer, StepPrompt, WizardContext } from "../kit/inputs/wizard.ts";
import type { Identified, QuestionSession, Resource } from "./resource.ts";

export type Step<Values> = FieldKey<Values> | "review";

/** The data with which a step of a resource asks its question. */
type ResourceStepContext<Reply, Values> = QuestionSession<Reply> &
  WizardContext<DraftOf<Values>, FieldKey<Values>>;
type ResourceStepAnswer<Values> = StepAnswer<DraftOf<Values>, FieldKey<Values>>;
type ResourceSteps<Values> = StepSequence<DraftOf<Values>, Step<Values>, FieldKey<Values>>;

/**
 * Returns the steps of a creation: one prompt per field, then the review, from which the user can return to any
 * field. If the service refused the unique field's value, the first step is the prompt for that field.
 */
export function creationSteps<Reply extends Identified, Values>(
  { fields, uniqueField: unique }: ResourceModel<Reply, Values>,
  refused: readonly string[],
): ResourceSteps<Values> {
  const steps = (values: DraftOf<Values>): readonly Step<Values>[] => [
    ...creatableFields(fields, values),
    "review",
  ];
  const firstOpen = (values: DraftOf<Values>): Step<Values> =>
    creatableFields(fields, values).find((key) => values[key] === undefined) ?? "review";
  return {
    steps,
    firstOpen(values) {
      const open = firstOpen(values);
      return refused.length > 0 && open === unique ? editPosition(unique) : { step: open };
    },
    move(position, values, to) {
      if (to.kind === "edit") return editPosition(to.field);
      if (position.editing !== undefined) {
        // If a changed answer makes another prompt necessary, that prompt belongs to the same edit. The Back button
        // then undoes both answers.
        const step = to.kind === "next" ? firstOpen(values) : "review";
        return step === "review" ? { step } : { step, editing: position.editing };
      }
      const order = steps(values);
      const index = order.indexOf(position.step) + (to.kind === "next" ? 1 : -1);
      return { step: order[index] ?? position.step };
    },
    without: (values, key) => withValue(values, key, undefined),
  };
}

/**
 * Returns the steps of an edit. The first step is the prompt for `first`, such as a field with a refused value, or
 * otherwise the review.
 */
export function editSteps<Values>(first: FieldKey<Values> | undefined): ResourceSteps<Values> {
  return {
    steps: () => [],
    firstOpen: () => (first === undefined ? { step: "review" } : editPosition(first)),
    move: (_, __, to) => (to.kind === "edit" ? editPosition(to.field) : { step: "review" }),
    without: (values, key) => withValue(values, key, undefined),
  };
}

function editPosition<K>(key: K): StepPosition<K, K> {
  return { step: key, editing: key };
}

/** Returns a function that returns a step's label for the wizard's title. */
export function subjectOf<Reply extends Identified, Values>({
  fields,
}: Resource<Reply, Values>): (step: Step<Values>) => string {
  return (step) => (step === "review" ? l10n.t("Review") : fields[step].label);
}

/** Returns the prompt for one field. An answer that equals the stored value doesn't count as a change. */
export function promptForField<Reply extends Identified, Values>(
  { fields, model }: Resource<Reply, Values>,
  key: FieldKey<Values>,
  live?: Reply,
): StepPrompt<DraftOf<Values>, FieldKey<Values>, QuestionSession<Reply>> {
  return async (context) => {
    const { draft, edited, refused } = context;
    const answer = await fields[key].ask({
      ...context,
      refused: key === model.uniqueField ? refused : [],
      isFirst: edited === undefined,
      keepPart: (part) => context.keepDraft(withAnswer(model.fields, draft, key, part)),
      value: draft[key],
      values: draft,
      live,
    });
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    const isLive =
      value !== undefined && live !== undefined && model.fields[key].compare(value, live) === "same";
    return {
      kind: "answered",
      draft: withAnswer(model.fields, draft, key, isLive ? undefined : value),
      // Make the edited field's row active in the review. Otherwise a second Enter after replacing the refused value
      // would send the request.
      ...((live !== undefined || refused.length > 0) && { edited: key }),
    };
  };
}

/**
 * Shows all answers for review, with a message about an earlier request, such as the reason for a refusal. The first
 * row creates the resource. Any other row opens the prompt for that answer.
 */
export async function reviewAnswers<Reply extends Identified, Values>(
  { fields, model, text }: Resource<Reply, Values>,
  { access, draft, edited, frame }: ResourceStepContext<Reply, Values>,
  message: string | undefined,
): Promise<ResourceStepAnswer<Values>> {
  const keys = creatableFields(model.fields, draft).filter((key) => model.fields[key].isHint !== true);
  const answer = await pickOne<{ readonly field: FieldKey<Values> } | "create">({
    frame,
    placeholder: l10n.t("Create, or choose what to change"),
    ...(message !== undefined && { prompt: message }),
    // Make the edited row active. Otherwise a second Enter after an edit would send the request.
    active: (value) => value !== "create" && value.field === edited,
    choices: [
      {
        label: `$(add) ${text.titles.create}`,
        description: l10n.t("in {0}", accountWithAddress(access)),
        value: "create",
      },
      { separator: text.singular },
      ...keys.map((field) => ({
        label: fields[field].label,
        description: fields[field].summary(draft[field], undefined, draft),
        value: { field },
      })),
    ],
  });
  if (answer.kind !== "accepted") return answer;
  const field = answer.value === "create" ? keys.find((key) => draft[key] === undefined) : answer.value.field;
  return field === undefined ? { kind: "finished" } : { kind: "edit", field };
}

/**
 * Shows all fields for review, with the old and new value of each changed field. The first row saves the changes. Any
 * other row opens the prompt for that field.
 */
export function reviewChanges<Reply extends Identified, Values>(
  { fields, model, text }: Resource<Reply, Values>,
  context: ResourceStepContext<Reply, Values>,
  message: string | undefined,
  live: Reply,
): Promise<ResourceStepAnswer<Values>> {
  const { access, draft } = context;
  const changed = differingFields(model.fields, live, draft);
  return reviewEdit(context, {
    accountName: accountWithAddress(access),
    problem: () => message,
    rows: () => [
      { separator: text.singular },
      ...editableFields(model.fields).map((key) => {
        const { label, summary } = fields[key];
        const [currentValue, newValue] = [summary(undefined, live, {}), summary(draft[key], live, draft)];
        return { field: key, label, currentValue, newValue: changed.includes(key) ? newValue : undefined };
      }),
    ],
    undone: (key) => withAnswer(model.fields, draft, key, undefined),
  });
}
