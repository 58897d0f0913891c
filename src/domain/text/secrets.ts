import { visibleJson } from "./visible.ts";

/**
 * Names of fields and headers whose values give access to a logged-in browser or a login: `hosted_url` and
 * `live_view_url` (interface.md §2.1), fields of related replies (`cdp_ws_url`, `handoff_code`, `totp_secret`), and
 * likely future ones.
 */
const secretNamePattern =
  /(?:^|_)(?:authorization|codes?|cookies?|jwts?|passphrases?|passwords?|secrets?|tokens?|(?:access|api|private|secret)_?keys?)$|_urls?$/;

/** IDs that, combined with a token, give access to a logged-in browser. */
const secretIds: ReadonlySet<string> = new Set(["browser_session_id", "session_id"]);

/** Matching names whose values are harmless: machine-readable codes and public addresses. */
const harmlessNames: ReadonlySet<string> = new Set([
  "error_code",
  "login_url",
  "post_login_url",
  "start_url",
  "status_code",
  "country_code",
]);

/** Replacement for a secret. */
export const secretMask = "••••••••";

/**
 * Formats a reply as indented JSON with every secret masked, even in addresses within other fields. Safe to show and
 * copy.
 */
export function maskedJson(raw: unknown): string {
  return visibleJson(
    JSON.stringify(raw, (key, value: unknown) => (isSecret(key, value) ? secretMask : maskValue(value)), 2),
  );
}

/** Removes user, query and fragment of an address, because these can contain login codes. */
export function maskedAddress(address: string): string {
  return maskUserInfo(address).replace(/^([^?#]*[?#]).+$/s, `$1${secretMask}`);
}

/** Applies {@link maskedAddress} to every address in a text. */
export function maskedText(text: string): string {
  // Processes one word at a time, because one pattern for addresses in a text would take quadratic time.
  return text.replace(/[^\s"]+/g, (word) => {
    const address = word.indexOf("://");
    return address === -1 ? word : word.slice(0, address) + maskedAddress(word.slice(address));
  });
}

/** Masks the user name and password of every address in a text. */
export function maskUserInfo(text: string): string {
  return text.replace(/(:\/\/)[^\s/?#"@]*@/g, `$1${secretMask}@`);
}

function isSecret(field: string, value: unknown): boolean {
  const name = field
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  if (harmlessNames.has(name) || !(secretIds.has(name) || secretNamePattern.test(name))) return false;
  // Numbers are harmless, such as a count of tokens, unless the field is a code.
  if (typeof value === "number") return name.endsWith("code");
  return typeof value !== "boolean" && value !== null;
}

function maskValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? maskedAddress(value) : maskedText(value);
}
