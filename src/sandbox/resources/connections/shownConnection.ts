// From what was asked for to an auth connection as §2.1 shows it.
import * as z from "zod/mini";
import { noFlow } from "../flows/flow.ts";
import { type FlowFields, ManagedAuth, Settings } from "./document.ts";
import type { BrowserTelemetry, References, UpdateRequest } from "./connectionRequests.ts";
import type { ConnectionRow } from "./connectionRows.ts";

/** The defaults of §4.1, with the interval that most plans give. */
export const usual: Settings = {
  allowed_domains: [],
  auto_reauth: true,
  browser: { stealth: true },
  health_check_interval: 3600,
  health_checks: true,
  record_session: false,
  save_credentials: true,
};

/** The settings of a connection. @throws {ZodError} where they are not as the document shows them. */
export const storedSettings = ({ settings }: Pick<ConnectionRow, "settings">): Settings =>
  Settings.parse(JSON.parse(settings));

/** When a connection is checked next that was logged in at that time, in milliseconds since 1970; null where none is due. */
export const checkAfter = (at: number, settings: Settings): number | null =>
  settings.health_checks ? at + settings.health_check_interval * 1000 : null;

/** What of a request stays a setting. */
const Kept = z.object(Settings.shape);

/** Settings, changed by those of a request; the deprecated forms are folded in. */
export const settingsAfter = (
  before: Settings,
  request: UpdateRequest,
  { proxy, telemetry }: Pick<Settings["browser"], "proxy" | "telemetry">,
): Settings =>
  Kept.parse({
    ...before,
    ...request,
    browser: { stealth: request.browser?.stealth ?? before.browser.stealth, proxy, telemetry },
    login_url: request.login_url === "" ? undefined : (request.login_url ?? before.login_url),
  });

/** `browser.telemetry`, else the deprecated field that it replaces. */
export const selectedTelemetry = (request: References): BrowserTelemetry | null | undefined =>
  request.browser?.telemetry === undefined ? request.browser_telemetry : request.browser.telemetry;

/** §2.1. `flow`: its last one. @throws {ZodError} where it is not as the document shows it. */
export function shownConnection(
  row: Omit<ConnectionRow, "projectId">,
  flow: FlowFields | undefined,
): ManagedAuth {
  const settings = storedSettings(row);
  const checked = row.lastAuthCheckAt;
  return ManagedAuth.parse({
    id: row.id,
    profile_name: row.profileName,
    domain: row.domain,
    status: row.status,
    ...settings,
    browser_telemetry: settings.browser.telemetry ?? null,
    can_reauth: row.canReauth,
    can_reauth_reason: row.canReauthReason,
    sso_provider: row.ssoProvider,
    ...(row.proxyId === null ? {} : { proxy_id: row.proxyId }),
    ...(row.postLoginUrl === null ? {} : { post_login_url: row.postLoginUrl }),
    ...(checked === null ? {} : { last_auth_at: checked, last_auth_check_at: checked }),
    ...(flow ?? noFlow),
  });
}
