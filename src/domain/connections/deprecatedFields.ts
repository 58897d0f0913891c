import type { ManagedAuth } from "../../api/schemas.ts";

/** Fields that §9 keeps for older clients, and what to read instead. */
const replacements = {
  browser_telemetry: "browser.telemetry",
  proxy_id: "browser.proxy",
  last_auth_at: "last_auth_check_at",
} as const;

/** The deprecated fields that a connection carries, each with its successor. */
export function deprecatedFields(
  connection: ManagedAuth,
): readonly (readonly [field: string, successor: string])[] {
  return Object.entries(replacements).filter(
    ([field]) => connection[field] !== undefined && connection[field] !== null,
  );
}

/** The connection with every deprecated field read where its successor says nothing. */
export function withFallbacks(connection: ManagedAuth): ManagedAuth {
  const { browser, browser_telemetry, last_auth_at, last_auth_check_at, proxy_id } = connection;
  // A proxy without any of the fields of §2.3, such as `{}`, says nothing.
  const { id, mode, name } = browser?.proxy ?? {};
  const isSaid = mode !== undefined || id !== undefined || name !== undefined;
  const proxy = !isSaid && proxy_id !== undefined ? { id: proxy_id } : browser?.proxy;
  const telemetry = browser?.telemetry ?? browser_telemetry;
  return {
    ...connection,
    last_auth_check_at: last_auth_check_at ?? last_auth_at,
    browser: { ...browser, proxy, telemetry },
  };
}
