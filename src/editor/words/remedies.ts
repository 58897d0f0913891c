/** What may fix an error; cards have a button for each. */
export type Remedy = "chooseProject" | "explain" | "retry" | "signIn";

/** An error in words: what happened, what to do next, and what may fix it. */
export interface ErrorWords {
  readonly headline: string;
  readonly advice: readonly string[];
  readonly remedies: readonly Remedy[];
}

/** An error in words, with one sentence of advice. */
export function words(headline: string, advice: string, ...remedies: readonly Remedy[]): ErrorWords {
  return { headline, advice: [advice], remedies };
}
