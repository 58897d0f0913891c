/** The document states no bound; a longer text is no address that a browser opens. In UTF-16 code units. */
export const longestLoginUrl = 8_192;

/** A host as people type one without its scheme: a name with a dot, this computer, or an address; then a port, a path. */
const schemeless =
  /^(?:[^\s:/?#\\@.]+(?:\.[^\s:/?#\\@.]+)+\.?|localhost|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/i;

/** Whether an address holds a user name or a password. */
export function holdsLogin(text: string): boolean {
  const url = URL.parse(schemeless.test(text.trim()) ? `https://${text.trim()}` : text.trim());
  return url !== null && url.username + url.password !== "";
}

/**
 * Reads a login page's address (§4.1 `login_url`) as it is sent; `undefined` where it is none. The document takes any
 * URI; a login page is a web page, so only `http` and `https` are read, written as the URL parser of browsers writes
 * them, and none with a user name or password in it. A missing scheme counts as `https`. Never throws; what it gave is read as the same.
 */
export function readLoginUrl(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > longestLoginUrl || /\s|\p{Cc}/u.test(typed)) return undefined;
  const url = URL.parse(schemeless.test(typed) ? `https://${typed}` : typed);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  return holdsLogin(typed) || url.href.length > longestLoginUrl ? undefined : url.href;
}
