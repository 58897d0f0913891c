// What a new sandbox holds: one organization in a Startup trial, and one of everything that §4.1 and §4.3 tell apart.
//
//   proxy        paris-datacenter   one of its name
//   proxy        office             two of that name: ambiguous (400), only their ids work
//   proxy        retired            not active: not found by name
//   credential   github-bot, helpdesk-agent
//   provider     onepassword
//   destination  nightly-archive    free: can be deleted
//   destination  live-sessions      two sessions are exporting to it
//   destination  compliance-log     a connection selects it
//   destination  login-traces       a login that uses it is in progress, and stays so
import type { Settings } from "./managedAuth.ts";
import type { Booking } from "./plans.ts";
import { trialLength } from "./plans.ts";
import type { ConnectionRow } from "./rows.ts";

/** What the seed needs of a store. */
export interface Writer {
  book(booking: Booking): void;
  addConnection(row: ConnectionRow): void;
  insert(sql: string, ...values: (string | number)[]): void;
}

/** How long a login lasts, in milliseconds: 20 minutes. */
export const loginLength = 20 * 60 * 1000;

const proxies = [
  ["proxy_sandboxparis", "paris-datacenter", 1],
  ["proxy_sandboxoffice1", "office", 1],
  ["proxy_sandboxoffice2", "office", 1],
  ["proxy_sandboxretired", "retired", 0],
] as const;

const credentials = [
  ["cred_sandboxgithub", "github-bot", "github.example"],
  ["cred_sandboxhelpdesk", "helpdesk-agent", "helpdesk.example"],
] as const;

const destinations = {
  free: ["otlp_sandboxfree", "nightly-archive"],
  exporting: ["otlp_sandboxsessions", "live-sessions"],
  selected: ["otlp_sandboxselected", "compliance-log"],
  login: ["otlp_sandboxlogin", "login-traces"],
} as const;

const usual: Settings = {
  allowed_domains: [],
  auto_reauth: true,
  browser: { stealth: true },
  health_check_interval: 3600,
  health_checks: true,
  record_session: false,
  save_credentials: true,
};

/** Fills an empty store. To be called within a transaction; `now`: milliseconds since 1970. */
export function seed(store: Writer, now: number): void {
  const createdAt = new Date(now).toISOString();
  store.book({ plan: "START_UP", isTrialing: true, trialEndsAt: new Date(now + trialLength).toISOString() });
  for (const row of proxies) store.insert("INSERT INTO proxies VALUES (?, ?, ?)", ...row);
  for (const row of credentials) store.insert("INSERT INTO credentials VALUES (?, ?, ?)", ...row);
  store.insert("INSERT INTO credential_providers VALUES (?, ?)", "credprov_sandbox", "onepassword");
  for (const row of Object.values(destinations)) {
    store.insert("INSERT INTO destinations VALUES (?, ?, ?)", ...row, "https://collector.example");
  }
  for (const id of ["bs_sandbox1", "bs_sandbox2"]) {
    store.insert("INSERT INTO sessions VALUES (?, ?)", id, destinations.exporting[0]);
  }
  const telemetry = { enabled: true, export: { otlp: { destination: { id: destinations.selected[0] } } } };
  store.addConnection({
    id: "ma_sandboxcompliance",
    profileName: "compliance",
    domain: "bank.example",
    settings: JSON.stringify({ ...usual, browser: { stealth: true, telemetry } } satisfies Settings),
    proxyId: null,
    destinationId: destinations.selected[0],
    createdAt,
  });
  store.addConnection({
    id: "ma_sandboxhelpdesk",
    profileName: "support",
    domain: "helpdesk.example",
    settings: JSON.stringify({ ...usual, credential: { name: "helpdesk-agent" } } satisfies Settings),
    proxyId: null,
    destinationId: null,
    createdAt,
  });
  // The login was started with a destination of its own: the connection does not select it.
  store.insert(
    "INSERT INTO logins VALUES (?, ?, ?, ?, 1)",
    "login_sandbox",
    "ma_sandboxhelpdesk",
    destinations.login[0],
    now + loginLength,
  );
}
