import { visibleJson } from "./visible.ts";

/**
 * Names of fields whose values open a logged-in browser or stand for a login: §2.1 `hosted_url` and `live_view_url`,
 * what neighbouring replies of the service carry (`cdp_ws_url`, `handoff_code`, `totp_secret`), and what it may add, as
 * fields or as headers.
 */
const secretName =
  /(?:^|_)(?:authorization|codes?|cookies?|jwts?|passphrases?|passwords?|secrets?|tokens?|(?:access|api|private|secret)_?keys?)$|_urls?$/;

/** An ID that does the same with a token. */
const secretId = "browser_session_id";

/** Those of them whose values a reader needs: machine-readable codes, and addresses that are open to everybody. */
const harmless: ReadonlySet<string> = new Set([
  "error_code",
  "login_url",
  "post_login_url",
  "status_code",
  "country_code",
]);

/** What stands for a secret. */
export const mask = "••••••••";

/**
 * A reply as indented JSON with every secret masked, those in the addresses of other fields too; safe to show and to
 * copy.
 */
export function maskedJson(raw: unknown): string {
  return visibleJson(
    JSON.stringify(raw, (key, value: unknown) => (isSecret(key, value) ? mask : withoutSecrets(value)), 2),
  );
}

/** An address without its user, query and fragment: those may hold codes that stand for a login. */
export function maskedAddress(address: string): string {
  return maskedUsers(address).replace(/^([^?#]*[?#]).+$/s, `$1${mask}`);
}

/** Text in which every address is as {@link maskedAddress} has it. */
export function maskedText(text: string): string {
  // Word by word: one pattern for an address in a text would take quadratic time.
  return text.replace(/[^\s"]+/g, (word) => {
    const address = word.indexOf("://");
    return address === -1 ? word : word.slice(0, address) + maskedAddress(word.slice(address));
  });
}

/** Text with the user name and password of every address masked. */
export function maskedUsers(text: string): string {
  return text.replace(/(:\/\/)[^\s/?#"@]*@/g, `$1${mask}@`);
}

function isSecret(field: string, value: unknown): boolean {
  const name = field
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  if (harmless.has(name) || !(name === secretId || secretName.test(name))) return false;
  // A count of tokens is none; a code may be a number.
  if (typeof value === "number") return name.endsWith("code");
  return typeof value !== "boolean" && value !== null;
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? maskedAddress(value) : maskedText(value);
}
