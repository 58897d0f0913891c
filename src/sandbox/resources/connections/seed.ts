// The connections of a new sandbox: one logged in, one in the middle of a login, one whose login failed.
import { before, created, hour, minute } from "../time.ts";
import type { ConnectionRow } from "./rows.ts";
import { neverLoggedIn } from "./rows.ts";
import type { Settings } from "./shown.ts";

const usual: Settings = {
  allowed_domains: [],
  auto_reauth: true,
  browser: { stealth: true },
  health_check_interval: 3600,
  health_checks: true,
  record_session: false,
  save_credentials: true,
};

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

/** Oldest first. `now`: milliseconds since 1970. */
export const seeded = (now: number): readonly ConnectionRow[] => [
  {
    id: "ma_sandboxtravel",
    profileName: "travel",
    domain: "airline.example",
    settings: JSON.stringify(travel),
    proxyId: null,
    destinationId: null,
    createdAt: created(now),
    ...neverLoggedIn,
    canReauthReason: "no_credential",
    lastAuthCheckAt: before(now, 3 * hour),
  },
  {
    id: "ma_sandboxhelpdesk",
    profileName: "support",
    domain: "helpdesk.example",
    settings: JSON.stringify({ ...usual, credential: { name: "helpdesk-agent" } } satisfies Settings),
    proxyId: null,
    destinationId: null,
    createdAt: created(now),
    ...neverLoggedIn,
  },
  {
    id: "ma_sandboxcompliance",
    profileName: "compliance",
    domain: "bank.example",
    settings: JSON.stringify(compliance),
    proxyId: "proxy_sandboxparis",
    destinationId: "otlp_sandboxselected",
    createdAt: created(now),
    status: "AUTHENTICATED",
    canReauth: true,
    canReauthReason: "external_credential",
    lastAuthCheckAt: before(now, 25 * minute),
    postLoginUrl: "https://bank.example/accounts",
    ssoProvider: "microsoft",
  },
];
