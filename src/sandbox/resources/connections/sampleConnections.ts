// The connections of a new sandbox: every status, every reason of §2.1 and every end of a login, each at least once.
import type { ScriptName } from "../flows/scripts.ts";
import { hour, minute } from "../clock.ts";
import type { ConnectionRow } from "./connectionRows.ts";
import type { Settings } from "./document.ts";

type SampleFlow = readonly [script: ScriptName, ago: number, destinationId?: string];

type Reported = Partial<Pick<ConnectionRow, "status" | "canReauth" | "postLoginUrl" | "ssoProvider">>;

/** A connection in as few words as tell it from the others. */
export interface Sample extends Reported {
  /** Of its id, after `ma_sandbox`. */
  readonly name: string;
  readonly profile: string;
  readonly domain: string;
  readonly settings?: Partial<Settings>;
  /** Missing before the first login. */
  readonly reason?: string;
  /** When its last check was, in milliseconds before now. */
  readonly checked?: number;
  readonly proxyId?: string;
  readonly destinationId?: string;
  /** How its last login goes, when that began (in milliseconds before now), and what it exports to. */
  readonly flow?: SampleFlow;
  /** In the small sample. */
  readonly smallFlow?: SampleFlow;
}

const on = { enabled: true };
const loggedIn = { status: "AUTHENTICATED" } as const;
const possible = { canReauth: true } as const;
const helpdeskAgent = { credential: { name: "helpdesk-agent" } } as const;
const lookedUp = { credential: { provider: "onepassword", auto: true } } as const;

/** Oldest first. A running login never ends. */
export const samples: readonly Sample[] = [
  {
    name: "travel",
    profile: "travel",
    domain: "airline.example",
    settings: {
      auto_reauth: false,
      browser: { stealth: false, proxy: { mode: "direct" }, telemetry: { enabled: false } },
      health_check_interval: 21600,
      save_credentials: false,
    },
    reason: "no_credential",
    checked: 3 * hour,
    flow: ["refused", 3 * hour + minute],
  },
  {
    name: "helpdesk",
    profile: "support",
    domain: "helpdesk.example",
    settings: helpdeskAgent,
    // It was started with a destination of its own: the connection uses none.
    flow: ["waiting", 0, "otlp_sandboxlogin"],
    smallFlow: ["asksForCode", 0],
  },
  {
    name: "compliance",
    profile: "compliance",
    domain: "bank.example",
    settings: {
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
    },
    proxyId: "proxy_sandboxparis",
    destinationId: "otlp_sandboxselected",
    ...loggedIn,
    ...possible,
    reason: "external_credential",
    checked: 25 * minute,
    postLoginUrl: "https://bank.example/accounts",
    ssoProvider: "microsoft",
  },
  {
    name: "github",
    profile: "support",
    domain: "github.example",
    settings: { credential: { name: "github-bot" } },
    ...loggedIn,
    ...possible,
    reason: "has_credential",
    checked: 12 * minute,
    postLoginUrl: "https://github.example/dashboard",
    flow: ["loggedIn", 26 * hour],
  },
  {
    name: "chat",
    profile: "support",
    domain: "chat.example",
    settings: helpdeskAgent,
    ...loggedIn,
    ...possible,
    reason: "viable_plans_found",
    checked: 40 * minute,
    postLoginUrl: "https://chat.example/inbox",
    flow: ["loggedInAgain", 41 * minute],
  },
  {
    name: "ledger",
    profile: "compliance",
    domain: "ledger.example",
    settings: { ...lookedUp, health_check_interval: 1200 },
    ...loggedIn,
    ...possible,
    reason: "requirements_satisfiable",
    checked: 2 * minute,
    postLoginUrl: "https://ledger.example/books",
    flow: ["submitting", 2 * minute],
  },
  {
    name: "registry",
    profile: "compliance",
    domain: "registry.example",
    settings: { ...lookedUp, record_session: true, health_check_interval: 86400 },
    ...loggedIn,
    ...possible,
    reason: "no_requirements_recorded",
    checked: 9 * hour,
    postLoginUrl: "https://registry.example/",
    flow: ["canceled", 30 * hour],
    smallFlow: ["loggedIn", 30 * hour],
  },
  {
    name: "hotel",
    profile: "travel",
    domain: "hotel.example",
    settings: { ...helpdeskAgent, health_checks: false },
    ...loggedIn,
    ...possible,
    reason: "cua_has_credential",
    checked: 144 * hour,
    postLoginUrl: "https://hotel.example/bookings",
    flow: ["loggedIn", 144 * hour],
  },
  {
    name: "rail",
    profile: "travel",
    domain: "rail.example",
    settings: { ...helpdeskAgent, browser: { stealth: true, proxy: { name: "berlin-residential" } } },
    proxyId: "proxy_sandboxberlin",
    ...loggedIn,
    reason: "requires_sms_code",
    checked: 18 * minute,
    postLoginUrl: "https://rail.example/trips",
    flow: ["loggedIn", 5 * hour],
  },
  {
    name: "maps",
    profile: "travel",
    domain: "maps.example",
    settings: { auto_reauth: false, save_credentials: false },
    ...loggedIn,
    reason: "no_credential",
    checked: 33 * minute,
    postLoginUrl: "https://maps.example/",
    flow: ["loggedIn", 70 * hour],
  },
  {
    name: "wiki",
    profile: "support",
    domain: "wiki.example",
    settings: { auto_reauth: false, credential: { provider: "onepassword", path: "Engineering/Wiki" } },
    ...possible,
    reason: "external_credential",
    checked: 8 * minute,
    postLoginUrl: "https://wiki.example/home",
  },
  {
    name: "tax",
    profile: "compliance",
    domain: "tax.example",
    settings: lookedUp,
    reason: "requires_totp_without_secret",
    checked: 50 * minute,
    flow: ["needsAppCode", 50 * minute],
  },
  {
    name: "mail",
    profile: "support",
    domain: "mail.example",
    settings: helpdeskAgent,
    reason: "requires_email_code",
    checked: 95 * minute,
    flow: ["needsMailCode", 95 * minute],
  },
  {
    name: "visa",
    profile: "travel",
    domain: "visa.example",
    settings: lookedUp,
    reason: "viable_plans_require_external_action",
    checked: 4 * hour,
    flow: ["nobodyConfirmed", 4 * hour],
  },
  {
    name: "rental",
    profile: "travel",
    domain: "car-rental.example",
    settings: helpdeskAgent,
    reason: "no_viable_plans",
    checked: 2 * hour,
    flow: ["abandoned", 3 * hour],
  },
  {
    name: "payroll",
    profile: "compliance",
    domain: "payroll.example",
    settings: helpdeskAgent,
    ...possible,
    reason: "has_credential",
    checked: 6 * hour,
    flow: ["locked", 6 * hour],
  },
  {
    name: "tickets",
    profile: "travel",
    domain: "tickets.example",
    flow: ["blocked", 20 * hour],
  },
  {
    name: "voip",
    profile: "support",
    domain: "voip.example",
    settings: helpdeskAgent,
    reason: "requires_external_action",
    checked: 15 * minute,
    flow: ["confirming", minute],
  },
  {
    name: "billing",
    profile: "support",
    domain: "billing.example",
    reason: "requires_customer_input",
    checked: 75 * minute,
    flow: ["discovering", minute],
  },
  { name: "exchange", profile: "compliance", domain: "exchange.example" },
];
