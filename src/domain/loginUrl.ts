/** The document states no bound; a longer text is no address that a browser opens. In UTF-16 code units. */
export const longestLoginUrl = 8_192;

/**
 * Reads a login page's address (§4.1 `login_url`, any absolute URI) as it is sent; `undefined` where it is none. A
 * URI is ASCII (RFC 3986), so other characters are written as browsers write them. Never throws.
 */
export function readLoginUrl(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > longestLoginUrl || /\s|\p{Cc}/u.test(typed)) return undefined;
  const url = URL.parse(typed);
  if (url === null) return undefined;
  return /^[\x21-\x7e]+$/.test(typed) ? typed : url.href;
}
