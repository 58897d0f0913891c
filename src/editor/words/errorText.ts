/** A possible fix for an error. Result pages have a button for each fix. */
export type ErrorRemedy = "chooseProject" | "explain" | "retry" | "signIn";

/** The message for an error: headline, advice and possible fixes. */
export interface ErrorText {
  readonly headline: string;
  readonly advice: readonly string[];
  readonly remedies: readonly ErrorRemedy[];
}

/** Builds an error text with a single sentence of advice. */
export function errorText(headline: string, advice: string, ...remedies: readonly ErrorRemedy[]): ErrorText {
  return { headline, advice: [advice], remedies };
}
