// Converts stored settings to and from the format of interface.md §2.1.
import * as z from "zod/mini";
import { noFlowFields } from "../flows/flowState.ts";
import { type FlowFields, SandboxManagedAuth, SandboxConnectionSettings } from "./managedAuthSchema.ts";
import {
  type BrowserTelemetry,
  type ConnectionReferences,
  flagDefaults,
  type UpdateConnection,
} from "./connectionRequests.ts";
import type { ConnectionRow } from "./connectionRows.ts";

/** Default settings of interface.md §4.1. The health check interval is the default of most plans. */
export const defaultConnectionSettings: SandboxConnectionSettings = {
  ...flagDefaults,
  allowed_domains: [],
  browser: { stealth: true },
  health_check_interval: 3600,
};

/** Parses the stored settings of a connection. @throws {ZodError} if they are invalid. */
export const readSettings = ({ settings }: ConnectionRow): SandboxConnectionSettings =>
  SandboxConnectionSettings.parse(JSON.parse(settings));

/** Returns the time of the next health check, in milliseconds since 1970, or null if health checks are off. */
export const nextCheckAfter = (at: number, settings: SandboxConnectionSettings): number | null =>
  settings.health_checks ? at + settings.health_check_interval * 1000 : null;

/** Keeps only the settings of a request and drops all other fields. */
const SettingsOfRequest = z.object(SandboxConnectionSettings.shape);

/** Applies a request to existing settings. Deprecated fields are converted. */
export const applyRequest = (
  before: SandboxConnectionSettings,
  request: UpdateConnection,
  { proxy, telemetry }: Pick<SandboxConnectionSettings["browser"], "proxy" | "telemetry">,
): SandboxConnectionSettings =>
  SettingsOfRequest.parse({
    ...before,
    ...request,
    browser: { stealth: request.browser?.stealth ?? before.browser.stealth, proxy, telemetry },
    login_url: request.login_url === "" ? undefined : (request.login_url ?? before.login_url),
  });

/** Returns the request's `browser.telemetry` or, if missing, the deprecated `browser_telemetry` field. */
export const selectedTelemetry = (request: ConnectionReferences): BrowserTelemetry | null | undefined =>
  request.browser?.telemetry === undefined ? request.browser_telemetry : request.browser.telemetry;

/** Renders a connection and its latest flow (interface.md §2.1). @throws {ZodError} if the result is invalid. */
export function managedAuthReply(row: ConnectionRow, flow: FlowFields = noFlowFields): SandboxManagedAuth {
  const settings = readSettings(row);
  const checkedAt = row.lastAuthCheckAt ?? undefined;
  return SandboxManagedAuth.parse({
    id: row.id,
    profile_name: row.profileName,
    domain: row.domain,
    status: row.status,
    ...settings,
    browser_telemetry: settings.browser.telemetry ?? null,
    can_reauth: row.canReauth,
    can_reauth_reason: row.canReauthReason,
    sso_provider: row.ssoProvider,
    proxy_id: row.proxyId ?? undefined,
    post_login_url: row.postLoginUrl ?? undefined,
    last_auth_at: checkedAt,
    last_auth_check_at: checkedAt,
    ...flow,
  });
}
