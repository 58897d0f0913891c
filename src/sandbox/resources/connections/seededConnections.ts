// Sample connections of a new sandbox with their latest logins. They cover every status, every reason of interface.md
// §2.1 and every outcome of a login.
import type { SampleSize as Size } from "../../db/store.ts";
import type { ScriptName } from "../flows/scripts.ts";
import { isoTimeBefore, seedCreatedAt, msPerHour, msPerMinute } from "../clock.ts";
import { defaultProject } from "../projectScope.ts";
import { isInSample } from "../smallSample.ts";
import { type ConnectionRow, stateBeforeLogin } from "./connectionRows.ts";
import type { SandboxConnectionSettings } from "./managedAuthSchema.ts";
import { nextCheckAfter, defaultConnectionSettings } from "./storedSettings.ts";

type SampleFlow = readonly [script: ScriptName, ago: number, destinationId?: string];

type SampleStateField = "status" | "canReauth" | "canReauthReason" | "postLoginUrl" | "ssoProvider";
type SampleReference = "proxyId" | "destinationId";

/** A sample connection. Omitted fields have default values. */
interface SampleConnection extends Partial<Pick<ConnectionRow, SampleStateField | SampleReference>> {
  /** The part of the ID after `ma_sandbox`. */
  readonly name: string;
  readonly profile: string;
  readonly domain: string;
  readonly settings?: Partial<SandboxConnectionSettings>;
  /** Age of the latest health check, in milliseconds. */
  readonly checked?: number;
  /** The latest login: script, age in milliseconds, and export destination. */
  readonly flow?: SampleFlow;
  /** Replaces `flow` in the small sample. */
  readonly smallFlow?: SampleFlow;
}

const enabledCategory = { enabled: true };
const authenticatedStatus = { status: "AUTHENTICATED" } as const;
const reauthPossible = { canReauth: true } as const;
const helpdeskAgent = { credential: { name: "helpdesk-agent" } } as const;
const providerLookup = { credential: { provider: "onepassword", auto: true } } as const;

/** The sample connections, oldest first. Their running logins never end by themselves. */
const sampleConnections: readonly SampleConnection[] = [
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
    canReauthReason: "no_credential",
    checked: 3 * msPerHour,
    flow: ["refused", 3 * msPerHour + msPerMinute],
  },
  {
    name: "helpdesk",
    profile: "support",
    domain: "helpdesk.example",
    settings: helpdeskAgent,
    // This login exports telemetry to its own destination, although the connection selects none.
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
          browser: { captcha: { enabled: false }, network: enabledCategory, page: enabledCategory },
          export: { otlp: { destination: { id: "otlp_sandboxselected" } } },
        },
      },
      credential: { provider: "onepassword", path: "Compliance/Bank" },
      login_url: "https://login.bank.example/start?from=accounts%2Foverview",
      record_session: true,
    },
    proxyId: "proxy_sandboxparis",
    destinationId: "otlp_sandboxselected",
    ...authenticatedStatus,
    ...reauthPossible,
    canReauthReason: "external_credential",
    checked: 25 * msPerMinute,
    postLoginUrl: "https://bank.example/accounts",
    ssoProvider: "microsoft",
  },
  {
    name: "github",
    profile: "support",
    domain: "github.example",
    settings: { credential: { name: "github-bot" } },
    ...authenticatedStatus,
    ...reauthPossible,
    canReauthReason: "has_credential",
    checked: 12 * msPerMinute,
    postLoginUrl: "https://github.example/dashboard",
    flow: ["loggedIn", 26 * msPerHour],
  },
  {
    name: "chat",
    profile: "support",
    domain: "chat.example",
    settings: helpdeskAgent,
    ...authenticatedStatus,
    ...reauthPossible,
    canReauthReason: "viable_plans_found",
    checked: 40 * msPerMinute,
    postLoginUrl: "https://chat.example/inbox",
    flow: ["loggedInAgain", 41 * msPerMinute],
  },
  {
    name: "ledger",
    profile: "compliance",
    domain: "ledger.example",
    settings: { ...providerLookup, health_check_interval: 1200 },
    ...authenticatedStatus,
    ...reauthPossible,
    canReauthReason: "requirements_satisfiable",
    checked: 2 * msPerMinute,
    postLoginUrl: "https://ledger.example/books",
    flow: ["submitting", 2 * msPerMinute],
  },
  {
    name: "registry",
    profile: "compliance",
    domain: "registry.example",
    settings: { ...providerLookup, record_session: true, health_check_interval: 86400 },
    ...authenticatedStatus,
    ...reauthPossible,
    canReauthReason: "no_requirements_recorded",
    checked: 9 * msPerHour,
    postLoginUrl: "https://registry.example/",
    flow: ["canceled", 30 * msPerHour],
    smallFlow: ["loggedIn", 30 * msPerHour],
  },
  {
    name: "hotel",
    profile: "travel",
    domain: "hotel.example",
    settings: { ...helpdeskAgent, health_checks: false },
    ...authenticatedStatus,
    ...reauthPossible,
    canReauthReason: "cua_has_credential",
    checked: 144 * msPerHour,
    postLoginUrl: "https://hotel.example/bookings",
    flow: ["loggedIn", 144 * msPerHour],
  },
  {
    name: "rail",
    profile: "travel",
    domain: "rail.example",
    settings: { ...helpdeskAgent, browser: { stealth: true, proxy: { name: "berlin-residential" } } },
    proxyId: "proxy_sandboxberlin",
    ...authenticatedStatus,
    canReauthReason: "requires_sms_code",
    checked: 18 * msPerMinute,
    postLoginUrl: "https://rail.example/trips",
    flow: ["loggedIn", 5 * msPerHour],
  },
  {
    name: "maps",
    profile: "travel",
    domain: "maps.example",
    settings: { auto_reauth: false, save_credentials: false },
    ...authenticatedStatus,
    canReauthReason: "no_credential",
    checked: 33 * msPerMinute,
    postLoginUrl: "https://maps.example/",
    flow: ["loggedIn", 70 * msPerHour],
  },
  {
    name: "wiki",
    profile: "support",
    domain: "wiki.example",
    settings: { auto_reauth: false, credential: { provider: "onepassword", path: "Engineering/Wiki" } },
    ...reauthPossible,
    canReauthReason: "external_credential",
    checked: 8 * msPerMinute,
    postLoginUrl: "https://wiki.example/home",
  },
  {
    name: "tax",
    profile: "compliance",
    domain: "tax.example",
    settings: providerLookup,
    canReauthReason: "requires_totp_without_secret",
    checked: 50 * msPerMinute,
    flow: ["needsAppCode", 50 * msPerMinute],
  },
  {
    name: "mail",
    profile: "support",
    domain: "mail.example",
    settings: helpdeskAgent,
    canReauthReason: "requires_email_code",
    checked: 95 * msPerMinute,
    flow: ["needsMailCode", 95 * msPerMinute],
  },
  {
    name: "visa",
    profile: "travel",
    domain: "visa.example",
    settings: providerLookup,
    canReauthReason: "viable_plans_require_external_action",
    checked: 4 * msPerHour,
    flow: ["nobodyConfirmed", 4 * msPerHour],
  },
  {
    name: "rental",
    profile: "travel",
    domain: "car-rental.example",
    settings: helpdeskAgent,
    canReauthReason: "no_viable_plans",
    checked: 2 * msPerHour,
    flow: ["abandoned", 3 * msPerHour],
  },
  {
    name: "payroll",
    profile: "compliance",
    domain: "payroll.example",
    settings: helpdeskAgent,
    ...reauthPossible,
    canReauthReason: "has_credential",
    checked: 6 * msPerHour,
    flow: ["locked", 6 * msPerHour],
  },
  {
    name: "tickets",
    profile: "travel",
    domain: "tickets.example",
    flow: ["blocked", 20 * msPerHour],
  },
  {
    name: "voip",
    profile: "support",
    domain: "voip.example",
    settings: helpdeskAgent,
    canReauthReason: "requires_external_action",
    checked: 15 * msPerMinute,
    flow: ["confirming", msPerMinute],
  },
  {
    name: "billing",
    profile: "support",
    domain: "billing.example",
    canReauthReason: "requires_customer_input",
    checked: 75 * msPerMinute,
    flow: ["discovering", msPerMinute],
  },
  { name: "exchange", profile: "compliance", domain: "exchange.example" },
];

const sampleConnectionId = (name: string): string => `ma_sandbox${name}`;

const samplesOfSize = (size: Size) =>
  sampleConnections
    .filter(({ name }) => isInSample(size, sampleConnectionId(name)))
    .map(({ flow, smallFlow = flow, ...sample }) => ({ sample, flow: size === "small" ? smallFlow : flow }));

/** Returns the sample connections, oldest first. `now` is in milliseconds since 1970. */
export const seededConnectionRows = (now: number, size: Size): readonly ConnectionRow[] =>
  samplesOfSize(size).map(({ sample }) => {
    const { name, profile, domain, settings: own, checked, ...reported } = sample;
    const settings: SandboxConnectionSettings = { ...defaultConnectionSettings, ...own };
    // If the connection is logged in, the next health check is due one interval after the latest check.
    const isChecked = reported.status === "AUTHENTICATED" && checked !== undefined;
    return {
      ...stateBeforeLogin,
      projectId: defaultProject,
      proxyId: null,
      destinationId: null,
      ...reported,
      id: sampleConnectionId(name),
      profileName: profile,
      domain,
      settings: JSON.stringify(settings),
      createdAt: seedCreatedAt(now),
      lastAuthCheckAt: checked === undefined ? null : isoTimeBefore(now, checked),
      nextCheckAt: isChecked ? nextCheckAfter(now - checked, settings) : null,
    };
  });

/** Returns the latest logins as rows of the `flows` table. `now` is in milliseconds since 1970. */
export const seededFlowRows = (now: number, size: Size) =>
  samplesOfSize(size).flatMap(({ sample: { name, proxyId = null }, flow }) => {
    if (flow === undefined) return [];
    const [script, ago, destinationId = null] = flow;
    return {
      id: `flow_sandbox${name}`,
      connection_id: sampleConnectionId(name),
      destination_id: destinationId,
      proxy_id: proxyId,
      script,
      began_at: now - ago,
    };
  });
