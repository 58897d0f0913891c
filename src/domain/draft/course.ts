/** Where somebody stands in questions; `editing` is the field that their review was left for. */
export interface Position<Step, Field> {
  readonly step: Step;
  readonly editing?: Field;
}

export type Move<Field> =
  { readonly kind: "next" } | { readonly kind: "back" } | { readonly kind: "edit"; readonly field: Field };

/** The order in which a draft is asked for. */
export interface Course<Draft, Step, Field> {
  /** The questions on the way to the review, in order; none where all is asked from the review. */
  readonly steps: readonly Step[];
  /** Where a draft is taken up. */
  readonly firstOpen: (draft: Draft) => Position<Step, Field>;
  readonly move: (position: Position<Step, Field>, draft: Draft, move: Move<Field>) => Position<Step, Field>;
  readonly review: Step;
  /** The draft without the answer of a field. */
  readonly without: (draft: Draft, field: Field) => Draft;
}
