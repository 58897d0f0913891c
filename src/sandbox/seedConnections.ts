// The connections of a new sandbox: one logged in, one in the middle of a login, one whose login failed.
import type { Settings } from "./managedAuth.ts";
import type { ConnectionRow } from "./rows.ts";
import type { State } from "./state.ts";

const minute = 60 * 1000;
const hour = 60 * minute;

const usual: Settings = {
  allowed_domains: [],
  auto_reauth: true,
  browser: { stealth: true },
  health_check_interval: 3600,
  health_checks: true,
  record_session: false,
  save_credentials: true,
};

/** Oldest first. `ago`: the time so many milliseconds before now, in ISO 8601. */
export const seededConnections = (ago: (ms: number) => string): Omit<ConnectionRow, "createdAt">[] => [
  {
    id: "ma_sandboxtravel",
    profileName: "travel",
    domain: "airline.example",
    ...json(travel, {
      can_reauth_reason: "no_credential",
      last_auth_check_at: ago(3 * hour),
      flow_type: "LOGIN",
      flow_status: "FAILED",
      flow_step: "SUBMITTING",
      error_code: "credentials_invalid",
      error_message: "The website did not accept the password.",
      website_error: "The password you entered is incorrect. You have 2 attempts left.",
    }),
    proxyId: null,
    destinationId: null,
  },
  {
    id: "ma_sandboxhelpdesk",
    profileName: "support",
    domain: "helpdesk.example",
    ...json({ ...usual, credential: { name: "helpdesk-agent" } }, waiting),
    proxyId: null,
    destinationId: null,
  },
  {
    id: "ma_sandboxcompliance",
    profileName: "compliance",
    domain: "bank.example",
    ...json(compliance, {
      status: "AUTHENTICATED",
      can_reauth: true,
      can_reauth_reason: "external_credential",
      last_auth_check_at: ago(25 * minute),
      post_login_url: "https://bank.example/accounts",
      sso_provider: "microsoft",
    }),
    proxyId: "proxy_sandboxparis",
    destinationId: "otlp_sandboxselected",
  },
];

const json = (settings: Settings, state: State) => ({
  settings: JSON.stringify(settings),
  state: JSON.stringify(state),
});

const on = { enabled: true };

const compliance: Settings = {
  ...usual,
  allowed_domains: ["login.bank.example", "id.bank.example"],
  browser: {
    stealth: true,
    proxy: { id: "proxy_sandboxparis" },
    telemetry: {
      enabled: true,
      browser: { captcha: { enabled: false }, network: on, page: on },
      export: { otlp: { destination: { id: "otlp_sandboxselected" } } },
    },
  },
  credential: { provider: "onepassword", path: "Compliance/Bank" },
  login_url: "https://login.bank.example/start?from=accounts%2Foverview",
  record_session: true,
};

const travel: Settings = {
  ...usual,
  auto_reauth: false,
  browser: { stealth: false, proxy: { mode: "direct" }, telemetry: { enabled: false } },
  health_check_interval: 21600,
  save_credentials: false,
};

/** The canonical choices and fields, and the same in the older lists. */
const waiting: State = {
  flow_step: "AWAITING_INPUT",
  choices: [
    {
      id: "choice_sms",
      type: "mfa_method",
      label: "Text message",
      masked_destination: "•••-•••-4242",
      mfa_type: "sms",
      observed_selector: "#mfa-sms",
    },
    {
      id: "choice_email",
      type: "mfa_method",
      label: "E-mail",
      description: "The code is valid for 10 minutes.",
      masked_destination: "a••••@helpdesk.example",
      mfa_type: "email",
    },
    { id: "choice_google", type: "sso_provider", label: "Continue with Google", display_text: "Google" },
    {
      id: "choice_team",
      type: "account",
      label: "Helpdesk Team",
      context: "2 accounts belong to this address",
      description: "agent@helpdesk.example",
    },
  ],
  fields: [
    {
      id: "field_code",
      ref: "verification_code",
      type: "code",
      label: "Verification code",
      hint: "Sent to •••-•••-4242",
      observed_selector: "#otp",
    },
    { id: "field_device", ref: "device_name", type: "text", label: "Name of this device", required: false },
  ],
  discovered_fields: [
    {
      name: "otp",
      type: "code",
      label: "Verification code",
      selector: "#otp",
      hint: "Sent to •••-•••-4242",
      placeholder: "6 digits",
      linked_mfa_type: "sms",
    },
    { name: "device", type: "text", label: "Name of this device", selector: "#device", required: false },
  ],
  mfa_options: [
    { type: "sms", label: "Text message", target: "•••-•••-4242" },
    {
      type: "email",
      label: "E-mail",
      description: "The code is valid for 10 minutes.",
      target: "a••••@helpdesk.example",
    },
  ],
  pending_sso_buttons: [
    { selector: "//button[@id='google']", provider: "google", label: "Continue with Google" },
  ],
  sign_in_options: [{ id: "team", label: "Helpdesk Team", description: "agent@helpdesk.example" }],
};
