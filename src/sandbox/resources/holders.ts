const listed = 5;

/** What holds something, as it is named in a refusal: the first five, and how many there are beside them. */
export const named = (names: readonly string[]): string =>
  names.length <= listed
    ? names.join(", ")
    : `${names.slice(0, listed).join(", ")} and ${names.length - listed} more`;
