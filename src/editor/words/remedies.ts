/** A possible fix of an error. Result pages have a button for each. */
export type Remedy = "chooseProject" | "explain" | "retry" | "signIn";

/** Words for an error: headline, advice and possible fixes. */
export interface ErrorWords {
  readonly headline: string;
  readonly advice: readonly string[];
  readonly remedies: readonly Remedy[];
}

/** Returns the words for an error with one sentence of advice. */
export function words(headline: string, advice: string, ...remedies: readonly Remedy[]): ErrorWords {
  return { headline, advice: [advice], remedies };
}
