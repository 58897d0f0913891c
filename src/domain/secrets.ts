import { visibleJson } from "./visible.ts";

/**
 * Fields whose values open a logged-in browser or stand for a login (§2.1 `hosted_url`, `live_view_url`,
 * `browser_session_id`, and what neighbouring replies of the service carry, such as the `code` of a one-time password).
 */
const secretFields: ReadonlySet<string> = new Set([
  "hosted_url",
  "live_view_url",
  "browser_session_id",
  "code",
  "cdp_ws_url",
  "handoff_code",
  "jwt",
  "totp_code",
  "totp_secret",
  "access_token",
  "token",
]);

const mask = "••••••••";

/** A reply as indented JSON with every secret masked; safe to show and to copy. */
export function maskedJson(raw: unknown): string {
  return visibleJson(
    JSON.stringify(raw, (key, value: unknown) => (secretFields.has(key) && value !== null ? mask : value), 2),
  );
}
