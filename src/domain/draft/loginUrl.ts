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
  const address = escaped(url);
  return holdsLogin(typed) || address.length > longestLoginUrl ? undefined : address;
}

/** Characters after the host that browsers accept, but RFC 3986 and so the service doesn't. */
const unescaped = /[|[\]\\^`{}]|%(?![\da-f]{2})/gi;

function escaped({ href, origin }: URL): string {
  const [before = "", ...fragments] = href.slice(origin.length).split("#");
  const rest = fragments.length === 0 ? before : `${before}#${fragments.join("%23")}`;
  return origin + rest.replace(unescaped, encodeURIComponent);
}

/** Why an address isn't a login page's address as it is written, and the address to write instead, if known. */
export interface LoginUrlFault {
  readonly kind: "space" | "characters" | "notWeb";
  /** The characters to escape. */
  readonly characters: readonly string[];
  readonly instead: string | undefined;
}

/** Returns what is wrong with an address that a file holds. Spaces around it are ignored. */
export function loginUrlFault(text: string): LoginUrlFault | undefined {
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
  const characters = [...new Set(url.href.slice(url.origin.length).match(unescaped))];
  return { kind: "characters", characters: characters.length === 0 ? ["#"] : characters, instead };
}
