import type { StepMove, StepPosition, StepSequence } from "./stepSequence.ts";
import type { FollowUpStep } from "../connections/settingModel.ts";
import { type FieldId, fieldIds, connectionFields } from "../connections/settings.ts";
import { type ConnectionDraft, type AnswersTo, withDefault } from "./draft.ts";

/** Fields that the wizard prompts for, in order. All other fields have defaults and can be edited in the review. */
const askedFields: readonly FieldId[] = fieldIds.filter(
  (field) => connectionFields[field].isRequired === true,
);

/** A step of the wizard: the question for a field, a follow-up question to its answer, or the review. */
export type StepId = FieldId | FollowUpStep | "review";

export type DraftPosition = StepPosition<StepId, FieldId>;

export type DraftMove = StepMove<FieldId>;

/** The wizard's steps for a new connection. The fields that the wizard prompts for have no follow-up questions. */
export const wizardSteps: readonly StepId[] = [...askedFields, "review"];

/** Returns the questions for a field. Some answers add follow-up questions. */
export function fieldSteps(field: FieldId, draft: ConnectionDraft): readonly StepId[] {
  return [field, ...followUpsOf(field, draft).map(({ step }) => step)];
}

function followUpsOf<Id extends FieldId>(
  field: Id,
  draft: AnswersTo<Id>,
): readonly { readonly step: FollowUpStep; readonly isOpen: boolean }[] {
  const answer = draft[field];
  if (answer === undefined) return [];
  return connectionFields[field].followUpSteps?.(answer) ?? [];
}

/** Returns the draft's first unanswered question, or the review if every question is answered. */
export function firstOpen(draft: ConnectionDraft): DraftPosition {
  const main = askedFields.find((field) => draft[field] === undefined);
  if (main !== undefined) return { step: main };
  for (const field of fieldIds) {
    const open = followUpsOf(field, draft).find(({ isOpen }) => isOpen);
    if (open !== undefined) return { step: open.step, editing: field };
  }
  return { step: "review" };
}

/**
 * Returns the wizard's position after a move. An edit that started from the review returns to the review. Moving back
 * from the first question has no effect.
 */
export function movePosition(
  position: DraftPosition,
  draft: ConnectionDraft,
  move: DraftMove,
): DraftPosition {
  if (move.kind === "edit") return { step: move.field, editing: move.field };
  const { editing, step } = position;
  const sequence = editing === undefined ? wizardSteps : fieldSteps(editing, draft);
  const target = sequence[sequence.indexOf(step) + (move.kind === "next" ? 1 : -1)];
  if (editing === undefined) return { step: target ?? step };
  if (target !== undefined) return { step: target, editing };
  return move.kind === "next" ? firstOpen(draft) : { step: "review" };
}

export type ConnectionSequence = StepSequence<ConnectionDraft, StepId, FieldId>;

/** The order of the questions about a new connection. */
export const creationSequence: ConnectionSequence = {
  steps: () => wizardSteps,
  firstOpen,
  move: movePosition,
  without: withDefault,
};
