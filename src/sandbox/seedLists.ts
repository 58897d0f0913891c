// What the connections of a new sandbox can refer to.

const minute = 60 * 1000;
const hour = 60 * minute;

/** When it was last used: milliseconds before now, or null. */
interface SeededProfile {
  readonly id: string;
  readonly name: string | null;
  readonly lastUsed: number | null;
}

export const profiles: readonly SeededProfile[] = [
  { id: "prof_sandboxcompliance", name: "compliance", lastUsed: 25 * minute },
  { id: "prof_sandboxsupport", name: "support", lastUsed: 2 * minute },
  { id: "prof_sandboxtravel", name: "travel", lastUsed: 3 * hour },
  { id: "prof_sandboxresearch", name: "research", lastUsed: null },
  { id: "prof_sandboxunnamed", name: null, lastUsed: 50 * hour },
];

/** `active`: whether it is available, and so found by its name. */
interface SeededProxy {
  readonly id: string;
  readonly name: string;
  readonly type: "datacenter" | "isp" | "residential" | "mobile" | "custom";
  readonly active: 0 | 1;
  readonly details: {
    readonly protocol: "http" | "https";
    readonly ip_address?: string;
    readonly bypass_hosts?: readonly string[];
    readonly config: Readonly<Record<string, string | number | boolean>>;
  };
}

export const proxies: readonly SeededProxy[] = [
  {
    id: "proxy_sandboxparis",
    name: "paris-datacenter",
    type: "datacenter",
    active: 1,
    details: { protocol: "https", ip_address: "192.0.2.10", config: { country: "FR" } },
  },
  {
    id: "proxy_sandboxoffice1",
    name: "office",
    type: "isp",
    active: 1,
    details: { protocol: "https", ip_address: "198.51.100.21", config: { country: "GB" } },
  },
  {
    id: "proxy_sandboxoffice2",
    name: "office",
    type: "isp",
    active: 1,
    details: { protocol: "https", ip_address: "198.51.100.22", config: { country: "US" } },
  },
  {
    id: "proxy_sandboxberlin",
    name: "berlin-residential",
    type: "residential",
    active: 1,
    details: {
      protocol: "https",
      config: { country: "DE", state: "BE", city: "berlin", zip: "10115", os: "windows" },
    },
  },
  {
    id: "proxy_sandboxtokyo",
    name: "tokyo-mobile",
    type: "mobile",
    active: 1,
    details: { protocol: "https", config: { country: "JP", city: "tokyo" } },
  },
  {
    id: "proxy_sandboxown",
    name: "headquarters",
    type: "custom",
    active: 1,
    details: {
      protocol: "http",
      bypass_hosts: ["intranet.example"],
      config: { host: "proxy.corp.example", port: 3128, username: "browser", has_password: true },
    },
  },
  {
    id: "proxy_sandboxretired",
    name: "retired",
    type: "datacenter",
    active: 0,
    details: { protocol: "https", ip_address: "203.0.113.9", config: { country: "US" } },
  },
];

interface SeededCredential {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly details: { readonly has_totp_secret: boolean; readonly sso_provider: string | null };
}

export const credentials: readonly SeededCredential[] = [
  {
    id: "cred_sandboxgithub",
    name: "github-bot",
    domain: "github.example",
    details: { has_totp_secret: true, sso_provider: null },
  },
  {
    id: "cred_sandboxhelpdesk",
    name: "helpdesk-agent",
    domain: "helpdesk.example",
    details: { has_totp_secret: false, sso_provider: "google" },
  },
];

export const provider = { id: "credprov_sandbox", name: "onepassword" };

interface SeededItem {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly vault_id: string;
  readonly vault_name: string;
  readonly urls?: readonly string[];
}

export const items: readonly SeededItem[] = [
  {
    id: "item_sandboxbank",
    path: "Compliance/Bank",
    title: "Bank",
    vault_id: "vault_sandboxcompliance",
    vault_name: "Compliance",
    urls: ["https://bank.example/login"],
  },
  {
    id: "item_sandboxgithub",
    path: "Engineering/GitHub Bot",
    title: "GitHub Bot",
    vault_id: "vault_sandboxengineering",
    vault_name: "Engineering",
    urls: ["https://github.example/login", "https://gist.github.example"],
  },
  {
    id: "item_sandboxwiki",
    path: "Engineering/Wiki",
    title: "Wiki",
    vault_id: "vault_sandboxengineering",
    vault_name: "Engineering",
  },
];

interface SeededDestination {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** `ago`: the time so many milliseconds before now, in ISO 8601. */
export const destinations = (ago: (ms: number) => string): readonly SeededDestination[] => [
  {
    id: "otlp_sandboxfree",
    name: "nightly-archive",
    endpoint: "https://archive.example/otlp",
    details: { description: "Everything of last night, kept for a year", headers: { "X-Archive-Key": "" } },
  },
  {
    id: "otlp_sandboxsessions",
    name: "live-sessions",
    endpoint: "https://collector.example",
    details: {
      consecutive_failures: 7,
      last_error: "collector.example answered 503 Service Unavailable",
      last_error_at: ago(4 * minute),
      last_export_at: ago(3 * hour),
    },
  },
  {
    id: "otlp_sandboxselected",
    name: "compliance-log",
    endpoint: "https://audit.example",
    details: { headers: { Authorization: "" }, last_export_at: ago(25 * minute) },
  },
  {
    id: "otlp_sandboxlogin",
    name: "login-traces",
    endpoint: "https://collector.example",
    details: { last_export_at: ago(2 * minute) },
  },
];

export const sessions = [
  { id: "bs_sandbox1", destination_id: "otlp_sandboxsessions" },
  { id: "bs_sandbox2", destination_id: "otlp_sandboxsessions" },
];
