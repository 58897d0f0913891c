/**
 * Maximum length of a login page's address, in UTF-16 code units. The service documents no limit, but browsers don't
 * open longer addresses.
 */
export const longestLoginUrl = 8_192;

/**
 * Matches an address without a scheme: a name that contains a dot, `localhost` or an IPv6 address, followed by an
 * optional port and path.
 */
const schemelessPattern =
  /^(?:[^\s:/?#\\@.]+(?:\.[^\s:/?#\\@.]+)+\.?|localhost|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/i;

export function holdsLogin(text: string): boolean {
  const url = URL.parse(schemelessPattern.test(text.trim()) ? `https://${text.trim()}` : text.trim());
  return url !== null && url.username + url.password !== "";
}

/**
 * Normalizes the address of a login page (interface.md §4.1 `login_url`), or returns undefined if the address is
 * invalid. The service accepts any URI, but a login page must use `http` or `https` and contain no user name or
 * password. Adds `https` if the scheme is missing, and formats the address like a browser's URL parser. Never throws.
 * Normalizing a result again doesn't change the result.
 */
export function readLoginUrl(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > longestLoginUrl || /\s|\p{Cc}/u.test(typed)) return undefined;
  const url = URL.parse(schemelessPattern.test(typed) ? `https://${typed}` : typed);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  const address = escapeUrl(url);
  if (holdsLogin(typed) || address.length > longestLoginUrl) return undefined;
  return address;
}

/** Characters after the host that browsers accept, but that RFC 3986 and the service don't allow. */
const unescapedPattern = /[|[\]\\^`{}]|%(?![\da-f]{2})/gi;

function escapeUrl({ href, origin }: URL): string {
  const [before = "", ...fragments] = href.slice(origin.length).split("#");
  // Only the first "#" starts the fragment. Escape all others.
  const fragment = fragments.length > 0 ? `#${fragments.join("%23")}` : "";
  return origin + (before + fragment).replace(unescapedPattern, encodeURIComponent);
}

/** The problem with a login page's address, with a corrected address if one is known. */
export interface LoginUrlFault {
  readonly kind: "space" | "characters" | "notWeb";
  /** The characters that must be escaped. */
  readonly characters: readonly string[];
  readonly instead: string | undefined;
}

/** Finds the problem with a login page's address in a connection file. Ignores leading and trailing spaces. */
export function findLoginUrlFault(text: string): LoginUrlFault | undefined {
  const typed = text.trim();
  const url = URL.parse(typed);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  const instead = readLoginUrl(typed);
  if (!isWeb || (instead === undefined && !/\s/u.test(typed))) {
    if (isWeb) url.username = url.password = "";
    return { kind: "notWeb", characters: [], instead: isWeb ? readLoginUrl(url.href) : instead };
  }
  if (instead === undefined)
    return {
      kind: "space",
      characters: [],
      instead: readLoginUrl(typed.replace(/\s/gu, encodeURIComponent)),
    };
  if (url.href === instead) return undefined;
  const characters = [...new Set(url.href.slice(url.origin.length).match(unescapedPattern))];
  return { kind: "characters", characters: characters.length === 0 ? ["#"] : characters, instead };
}
