import { visibleJson } from "./visible.ts";

/**
 * Matches the names of fields and headers with secrets that give access to a logged-in browser or to a login. Covers
 * `hosted_url` and `live_view_url` (interface.md §2.1), fields of related replies (`cdp_ws_url`, `handoff_code`,
 * `totp_secret`), and probable future fields.
 */
const secretNamePattern =
  /(?:^|_)(?:authorization|codes?|cookies?|jwts?|passphrases?|passwords?|secrets?|tokens?|(?:access|api|private|secret)_?keys?)$|_urls?$/;

/** ID fields. Combined with a token, these IDs give access to a logged-in browser. */
const secretIds: ReadonlySet<string> = new Set(["browser_session_id", "session_id"]);

/** Exceptions to {@link secretNamePattern}: fields with harmless codes or public URLs. */
const harmlessNames: ReadonlySet<string> = new Set([
  "error_code",
  "login_url",
  "post_login_url",
  "start_url",
  "status_code",
  "country_code",
]);

export const secretMask = "••••••••";

/**
 * Matches a browser's session ID in text from the service, even after a percent-encoded or JSON-escaped character. The
 * service documents the prefix only in samples.
 */
const sessionIdPattern = /(?<=\b|_|%[\dA-Fa-f]{2}|\\[nrt])bs_[\w-]+/g;

/**
 * Formats a reply as indented JSON that is safe to show and copy. Masks all secrets, including secrets in URLs within
 * other fields.
 */
export function maskedJson(raw: unknown): string {
  return visibleJson(
    JSON.stringify(raw, (key, value: unknown) => (isSecret(key, value) ? secretMask : maskValue(value)), 2),
  );
}

/** Masks a URL's session IDs, user information, query and fragment, because these parts can contain login codes. */
export function maskedAddress(address: string): string {
  return maskUserInfo(address)
    .replace(/^([^?#]*[?#]).+$/s, `$1${secretMask}`)
    .replace(sessionIdPattern, secretMask);
}

/** Masks the session IDs of browsers in text, and applies {@link maskedAddress} to every URL. */
export function maskedText(text: string): string {
  // Process one word at a time, because a single pattern that finds URLs in the whole text would take quadratic time.
  return text.replace(sessionIdPattern, secretMask).replace(/[^\s"]+/g, (word) => {
    const address = word.indexOf("://");
    if (address === -1) return word;
    return word.slice(0, address) + maskedAddress(word.slice(address));
  });
}

/** Masks the user name and password in every URL in the text. */
export function maskUserInfo(text: string): string {
  return text.replace(/(:\/\/)[^\s/?#"@]*@/g, `$1${secretMask}@`);
}

function isSecret(field: string, value: unknown): boolean {
  const name = field
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  if (harmlessNames.has(name) || !(secretIds.has(name) || secretNamePattern.test(name))) return false;
  // A number, such as a token count, is harmless unless the field contains a code.
  if (typeof value === "number") return name.endsWith("code");
  return typeof value !== "boolean" && value !== null;
}

function maskValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return maskedAddress(value);
  return maskedText(value);
}
