// What rows of a list say, as tests compare it.

/** The labels of rows, buttons or the like. */
export const labelsOf = (all: readonly { readonly label: string }[]): readonly string[] =>
  all.map(({ label }) => label);

/** The same, each with what stands beside it. */
export const describedOf = (
  all: readonly { readonly label: string; readonly description?: string | undefined }[],
): readonly (readonly [label: string, description: string | undefined])[] =>
  all.map(({ description, label }) => [label, description]);
