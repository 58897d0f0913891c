/** A possible fix of an error. Result pages have a button for each. */
export type ErrorRemedy = "chooseProject" | "explain" | "retry" | "signIn";

/** Words for an error: headline, advice and possible fixes. */
export interface ErrorText {
  readonly headline: string;
  readonly advice: readonly string[];
  readonly remedies: readonly ErrorRemedy[];
}

/** Returns the words for an error with one sentence of advice. */
export function errorText(headline: string, advice: string, ...remedies: readonly ErrorRemedy[]): ErrorText {
  return { headline, advice: [advice], remedies };
}
