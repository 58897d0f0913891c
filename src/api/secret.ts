/** Shorter texts occur in words by chance; replacing them would spoil answers and protect nothing. */
const minLength = 8;

/** A token that must not leave the request it belongs to. */
export interface Secret {
  /** Whether the text holds the token, as it is or percent-encoded. */
  isIn(text: string): boolean;
  /** The text with a placeholder in place of the token. */
  removeFrom(text: string): string;
}

/** Finds a token in what a service echoes: its error texts are kept, shown and copied. */
export function secretOf(token: string): Secret {
  const forms = token.length < minLength ? [] : [...new Set([token, encodeURIComponent(token)])];
  return {
    isIn: (text) => forms.some((form) => text.includes(form)),
    removeFrom: (text) => forms.reduce((rest, form) => rest.replaceAll(form, "[token]"), text),
  };
}
