// An auth connection as §2.1 shows it.
import * as z from "zod/mini";
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

/** A login that is in progress, as far as nothing else is known of it. */
function loginFlow(id: string, expiresAt: number): object {
  return {
    browser_session_id: `bs_${id}`,
    flow_expires_at: new Date(expiresAt).toISOString(),
    flow_status: "IN_PROGRESS",
    flow_step: "DISCOVERING",
    flow_type: "LOGIN",
    hosted_url: `https://managed-auth.example/login/${id}?code=sandbox%2Fcode%3D1`,
    live_view_url: `https://live-view.example/${id}?token=sandbox`,
  };
}

const StoredSettings = z.looseObject({ browser: z.looseObject({ telemetry: z.optional(z.unknown()) }) });
const StoredState = z.looseObject({ last_auth_check_at: z.optional(z.string()) });

/**
 * §2.1. `loginExpiresAt`: when the login that is in progress expires, in milliseconds since 1970; null where there
 * is none. The deprecated fields are filled in, too.
 */
export function shownConnection(row: ConnectionRow, loginExpiresAt: number | null): object {
  const settings = StoredSettings.parse(JSON.parse(row.settings));
  const state = StoredState.parse(JSON.parse(row.state));
  const checked = state.last_auth_check_at;
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
    ...(checked === undefined ? {} : { last_auth_at: checked }),
    ...noFlow,
    ...(loginExpiresAt === null ? {} : loginFlow(row.id, loginExpiresAt)),
    ...state,
  };
}
