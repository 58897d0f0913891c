/** Where somebody stands in questions; `editing` is the field that their review was left for. */
export interface Position<Step, Field> {
  readonly step: Step;
  readonly editing?: Field;
}

export type Move<Field> =
  { readonly kind: "next" } | { readonly kind: "back" } | { readonly kind: "edit"; readonly field: Field };

/** The order in which a draft is asked for; each ends with its review. */
export interface Course<Draft, Step extends string, Field> {
  /** The questions that are asked in order, the review among them; none where all is asked from that. */
  readonly steps: (draft: Draft) => readonly Step[];
  /** Where a draft is taken up. */
  readonly firstOpen: (draft: Draft) => Position<Step, Field>;
  readonly move: (position: Position<Step, Field>, draft: Draft, move: Move<Field>) => Position<Step, Field>;
  /** The draft without the answer of a field. */
  readonly without: (draft: Draft, field: Field) => Draft;
}
