import type { ManagedAuth } from "../../api/schemas.ts";

/** Deprecated fields and their replacements. The API keeps these fields for older clients (interface.md §9). */
const fieldReplacements = {
  browser_telemetry: "browser.telemetry",
  proxy_id: "browser.proxy",
  last_auth_at: "last_auth_check_at",
} as const;

/** Returns the deprecated fields that a connection contains, with their replacements. */
export function deprecatedFields(
  connection: ManagedAuth,
): readonly (readonly [field: string, successor: string])[] {
  return Object.entries(fieldReplacements).filter(
    ([field]) => connection[field] !== undefined && connection[field] !== null,
  );
}

/** Returns the time of the last health check. Falls back to the deprecated field `last_auth_at`. */
export const lastCheckTime = ({ last_auth_at, last_auth_check_at }: ManagedAuth): string | undefined =>
  last_auth_check_at ?? last_auth_at;

/** Fills missing fields of a connection from their deprecated predecessors. */
export function withFallbacks(connection: ManagedAuth): ManagedAuth {
  const { browser, browser_telemetry, proxy_id } = connection;
  // A proxy without any field of interface.md §2.3, such as `{}`, counts as missing.
  const { id, mode, name } = browser?.proxy ?? {};
  const hasProxyField = mode !== undefined || id !== undefined || name !== undefined;
  const proxy = !hasProxyField && proxy_id !== undefined ? { id: proxy_id } : browser?.proxy;
  const telemetry = browser?.telemetry ?? browser_telemetry;
  return {
    ...connection,
    last_auth_check_at: lastCheckTime(connection),
    browser: { ...browser, proxy, telemetry },
  };
}
