// An auth connection as §2.1 shows it.
import type { BrowserTelemetry, CreateRequest } from "./schemas.ts";
import type { ConnectionRow } from "./rows.ts";

/** What of a create request is kept, with the defaults of §4.1 filled in and the deprecated forms folded in. */
export interface Settings {
  readonly allowed_domains: readonly string[];
  readonly auto_reauth: boolean;
  readonly browser: {
    readonly stealth: boolean;
    readonly proxy?: NonNullable<CreateRequest["browser"]>["proxy"];
    readonly telemetry?: BrowserTelemetry | null | undefined;
  };
  readonly credential?: CreateRequest["credential"];
  readonly health_check_interval: number;
  readonly health_checks: boolean;
  readonly login_url?: string | undefined;
  readonly record_session: boolean;
  readonly save_credentials: boolean;
}

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
export const selectedTelemetry = (request: CreateRequest): BrowserTelemetry | null | undefined =>
  request.browser?.telemetry === undefined ? request.browser_telemetry : request.browser.telemetry;

/** §3: null in a connection that has no flow. */
const noFlow = {
  browser_session_id: null,
  choices: null,
  discovered_fields: null,
  error_code: null,
  error_message: null,
  external_action_message: null,
  fields: null,
  flow_expires_at: null,
  flow_status: null,
  flow_step: null,
  flow_type: null,
  hosted_url: null,
  live_view_url: null,
  mfa_options: null,
  pending_sso_buttons: null,
  sign_in_options: null,
  sso_provider: null,
  website_error: null,
};

/** §2.1, for a connection that was just created: nobody has logged in, no health check ran. */
export function createdConnection(row: ConnectionRow, settings: Settings): object {
  return {
    id: row.id,
    profile_name: row.profileName,
    domain: row.domain,
    status: "NEEDS_AUTH",
    ...settings,
    browser_telemetry: settings.browser.telemetry ?? null,
    can_reauth: false,
    can_reauth_reason: "no_prior_successful_login",
    ...(row.proxyId === null ? {} : { proxy_id: row.proxyId }),
    ...noFlow,
  };
}
