/** Longer than any token in use; keeps a pasted document out of a request header. */
const maxLength = 4096;

/** Why a text cannot be a bearer token. */
export type TokenReason = "empty" | "whitespace" | "control" | "nonAscii" | "tooLong";

/**
 * Whether a text can stand in an Authorization header (§5), without the white space around it. A line break or a
 * letter outside ASCII would make the client throw an error that quotes the header, token and all.
 */
export function checkToken(
  text: string,
): { readonly ok: true; readonly token: string } | { readonly ok: false; readonly reason: TokenReason } {
  const token = text.trim();
  if (token === "") return { ok: false, reason: "empty" };
  if (token.length > maxLength) return { ok: false, reason: "tooLong" };
  if (/\s/.test(token)) return { ok: false, reason: "whitespace" };
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(token)) return { ok: false, reason: "control" };
  if (!/^[\x21-\x7e]+$/.test(token)) return { ok: false, reason: "nonAscii" };
  return { ok: true, token };
}
