import type { Row } from "../mutant.ts";

/** A row of code that is taken out whole. */
export function without(what: string, find: string, title: string): Row {
  return [what, find, "", title];
}

/** A value that a table no longer has in these words, and so counts as unknown. */
export function unknown(value: string, words: string, title: string): Row {
  return [`${value} has words`, `    ${value}: l10n.t("${words}"),\n`, "", title];
}
