/** Where somebody stands in the questions; with `editing` on the way back to the review. */
interface Position<Field> {
  readonly step: Field | "review";
  readonly editing?: Field;
}

type Move<Field> = { readonly kind: "next" | "back" } | { readonly kind: "edit"; readonly field: Field };

/** Answers about a thing that has a name; `refusedName` is what another one is called already. */
type Named<Field extends string> = { readonly refusedName?: string } & Readonly<
  Partial<Record<Field, unknown>>
>;

/**
 * The order of questions of which none depends on another's answer: each once, then the review, from which each can be asked
 * again. A name that was refused is asked for first. `without` leaves the answer of a field out.
 */
export function straightCourse<Draft extends Named<"name" | Other>, Other extends string>(
  fields: readonly ("name" | Other)[],
  without: (draft: Draft, field: "name" | Other) => Draft,
) {
  type Field = "name" | Other;
  const steps: readonly (Field | "review")[] = [...fields, "review"];
  return {
    steps,
    review: "review" as const,
    firstOpen: (draft: Draft): Position<Field> =>
      draft.refusedName === undefined
        ? { step: fields.find((field) => draft[field] === undefined) ?? "review" }
        : { step: "name", editing: "name" },
    move: ({ editing, step }: Position<Field>, _: Draft, to: Move<Field>): Position<Field> => {
      if (to.kind === "edit") return { step: to.field, editing: to.field };
      if (editing !== undefined) return { step: "review" };
      return { step: steps[steps.indexOf(step) + (to.kind === "next" ? 1 : -1)] ?? step };
    },
    without,
  };
}
