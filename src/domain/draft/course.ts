/** Current question. `editing` is the field that the user edits from the review. */
export interface StepPosition<Step, Field> {
  readonly step: Step;
  readonly editing?: Field;
}

export type StepMove<Field> =
  { readonly kind: "next" } | { readonly kind: "back" } | { readonly kind: "edit"; readonly field: Field };

/** Sequence of a draft's questions, ending with the review. */
export interface StepSequence<Draft, Step extends string, Field> {
  /** Questions in order, including the review. Empty if every question is asked from the review. */
  readonly steps: (draft: Draft) => readonly Step[];
  /** Returns the question at which to resume a draft. */
  readonly firstOpen: (draft: Draft) => StepPosition<Step, Field>;
  readonly move: (
    position: StepPosition<Step, Field>,
    draft: Draft,
    move: StepMove<Field>,
  ) => StepPosition<Step, Field>;
  /** Removes the answer of a field. */
  readonly without: (draft: Draft, field: Field) => Draft;
}
