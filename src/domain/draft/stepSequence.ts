/** Current question of a draft. `editing` is set while the user edits a single field from the review. */
export interface StepPosition<Step, Field> {
  readonly step: Step;
  readonly editing?: Field;
}

export type StepMove<Field> =
  { readonly kind: "next" } | { readonly kind: "back" } | { readonly kind: "edit"; readonly field: Field };

/** Order of a draft's questions, ending with the review. */
export interface StepSequence<Draft, Step extends string, Field> {
  /** Questions in order, including the review. Empty for an edit, because an edit opens questions from the review. */
  readonly steps: (draft: Draft) => readonly Step[];
  /** Returns the question at which to resume a draft. */
  readonly firstOpen: (draft: Draft) => StepPosition<Step, Field>;
  readonly move: (
    position: StepPosition<Step, Field>,
    draft: Draft,
    move: StepMove<Field>,
  ) => StepPosition<Step, Field>;
  /** Returns the draft without the answer to a field. */
  readonly without: (draft: Draft, field: Field) => Draft;
}
