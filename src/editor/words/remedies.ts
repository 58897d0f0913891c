/** What may help against an error; a card has the buttons. */
export type Remedy = "chooseProject" | "explain" | "retry" | "signIn";

/** An error in words: what happened, what to do next, and what may help. */
export interface ErrorWords {
  readonly headline: string;
  readonly advice: readonly string[];
  readonly remedies: readonly Remedy[];
}

/** An error in words, with one sentence on what to do next. */
export function words(headline: string, advice: string, ...remedies: readonly Remedy[]): ErrorWords {
  return { headline, advice: [advice], remedies };
}
