import type * as course from "./course.ts";
import type { FollowUpStep } from "../connections/settingModel.ts";
import { type FieldId, fieldIds, connectionFields } from "../connections/settings.ts";
import type { ConnectionDraft } from "./draft.ts";

/** Fields that the wizard asks for, in order. Other fields have defaults and are changed from the review. */
const askedFields: readonly FieldId[] = fieldIds.filter(
  (field) => connectionFields[field].isRequired === true,
);

/** A question of the wizard: a field's own, or a follow-up to its answer. */
export type StepId = FieldId | FollowUpStep | "review";

export type DraftPosition = course.StepPosition<StepId, FieldId>;

export type DraftMove = course.StepMove<FieldId>;

/** Questions before the review, in order. */
export const wizardSteps: readonly StepId[] = [...askedFields, "review"];

/** Questions of a field, depending on its answer. */
export function fieldSteps(field: FieldId, draft: ConnectionDraft): readonly StepId[] {
  return [field, ...followUpsOf(field, draft).map(({ step }) => step)];
}

function followUpsOf<Id extends FieldId>(
  field: Id,
  draft: Pick<ConnectionDraft, Id>,
): readonly { readonly step: FollowUpStep; readonly isOpen: boolean }[] {
  const answer = draft[field];
  if (answer === undefined) return [];
  return connectionFields[field].followUpSteps?.(answer) ?? [];
}

/** Resumes a draft at its first open question, or at the review. */
export function firstOpen(draft: ConnectionDraft): DraftPosition {
  const main = askedFields.find((field) => draft[field] === undefined);
  if (main !== undefined) return { step: main };
  for (const field of fieldIds) {
    const open = followUpsOf(field, draft).find(({ isOpen }) => isOpen);
    if (open !== undefined) return { step: open.step, editing: field };
  }
  return { step: "review" };
}

/** Computes the position after a move. Edits from the review return to it. Back on the first question stays. */
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
