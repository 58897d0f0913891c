// From what was asked for to an auth connection as §2.1 shows it.
import * as z from "zod/mini";
import { noFlow } from "../flows/flow.ts";
import { type FlowFields, ManagedAuth } from "./document.ts";
import type { BrowserTelemetry, CreateRequest, References } from "./connectionRequests.ts";
import type { ConnectionRow } from "./connectionRows.ts";

/** What of a create request is kept, with the defaults of §4.1 filled in and the deprecated forms folded in. */
const Settings = z.pick(ManagedAuth, {
  allowed_domains: true,
  auto_reauth: true,
  browser: true,
  credential: true,
  health_check_interval: true,
  health_checks: true,
  login_url: true,
  record_session: true,
  save_credentials: true,
});
export type Settings = z.infer<typeof Settings>;

/** The settings of a connection. @throws {ZodError} where they are not as the document shows them. */
export const storedSettings = ({ settings }: Pick<ConnectionRow, "settings">): Settings =>
  Settings.parse(JSON.parse(settings));

/** When a connection is checked next that was logged in at that time, in milliseconds since 1970; null where none is due. */
export const checkAfter = (at: number, settings: Settings): number | null =>
  settings.health_checks ? at + settings.health_check_interval * 1000 : null;

/** The settings of a request; `defaultInterval` in seconds, as the plan gives it (§8). */
export function settingsOf(request: CreateRequest, defaultInterval: number): Settings {
  return {
    allowed_domains: request.allowed_domains ?? [],
    auto_reauth: request.auto_reauth ?? true,
    browser: {
      stealth: request.browser?.stealth ?? true,
      proxy: request.browser?.proxy ?? request.proxy,
      telemetry: selectedTelemetry(request),
    },
    credential: request.credential,
    health_check_interval: request.health_check_interval ?? defaultInterval,
    health_checks: request.health_checks ?? true,
    login_url: request.login_url,
    record_session: request.record_session ?? false,
    save_credentials: request.save_credentials ?? true,
  };
}

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
