import type { Course } from "./course.ts";

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
): Course<Draft, "name" | Other | "review", "name" | Other> {
  type Field = "name" | Other;
  const steps: readonly (Field | "review")[] = [...fields, "review"];
  return {
    steps,
    review: "review",
    firstOpen: (draft) =>
      draft.refusedName === undefined
        ? { step: fields.find((field) => draft[field] === undefined) ?? "review" }
        : { step: "name", editing: "name" },
    move: ({ editing, step }, _, to) => {
      if (to.kind === "edit") return { step: to.field, editing: to.field };
      if (editing !== undefined) return { step: "review" };
      return { step: steps[steps.indexOf(step) + (to.kind === "next" ? 1 : -1)] ?? step };
    },
    without,
  };
}
