// What a new sandbox holds: one organization in a Startup trial, and one of everything that can be told apart.
//
//   connection   ma_sandboxcompliance   logged in, can log in again by itself; selects compliance-log, exports to it
//   connection   ma_sandboxhelpdesk     a login waits for a choice or a code, and is renewed before it expires
//   connection   ma_sandboxtravel       its last login failed
//   profile      compliance, support, travel   one connection each; research has none; one has no name
//   proxy        paris-datacenter   one of its name (proxy_sandboxparis)
//   proxy        office             two of that name: ambiguous (400), only proxy_sandboxoffice1, …2 work
//   proxy        berlin-residential, tokyo-mobile, headquarters   the other types (proxy_sandboxberlin, …tokyo, …own)
//   proxy        retired            unavailable: not found by name (proxy_sandboxretired)
//   credential   github-bot         with a secret for one-time codes
//   credential   helpdesk-agent
//   provider     onepassword        three items (credprov_sandbox)
//   destination  nightly-archive    free: can be deleted (otlp_sandboxfree)
//   destination  live-sessions      two sessions are exporting to it, in vain (otlp_sandboxsessions)
//   destination  compliance-log     a connection selects it (otlp_sandboxselected)
//   destination  login-traces       a login that uses it is in progress, and stays so (otlp_sandboxlogin)
import type { Booking } from "./plans.ts";
import { trialLength } from "./plans.ts";
import type { ConnectionRow } from "./rows.ts";
import { seededConnections } from "./seedConnections.ts";
import { credentials, destinations, items, profiles, provider, proxies, sessions } from "./seedLists.ts";

/** What the seed needs of a store. */
interface Writer {
  book(booking: Booking): void;
  addConnection(row: ConnectionRow): void;
  insert(sql: string, ...values: (string | number | null)[]): void;
}

/** How long a login lasts, in milliseconds: 20 minutes. */
export const loginLength = 20 * 60 * 1000;

const day = 24 * 60 * 60 * 1000;

/** Fills an empty store. To be called within a transaction; `now`: milliseconds since 1970. */
export function seed(store: Writer, now: number): void {
  const ago = (ms: number): string => new Date(now - ms).toISOString();
  const createdAt = ago(30 * day);
  store.book({ plan: "START_UP", isTrialing: true, trialEndsAt: ago(-trialLength) });
  const add = (table: string, row: Readonly<Record<string, string | number | null>>): void => {
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    store.insert(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`, ...Object.values(row));
  };
  for (const { lastUsed, ...row } of profiles) {
    add("profiles", {
      ...row,
      created_at: createdAt,
      last_used_at: lastUsed === null ? null : ago(lastUsed),
    });
  }
  for (const { details, ...row } of proxies) {
    const shown = { ...details, last_checked: ago(5 * 60 * 1000) };
    add("proxies", { ...row, details: JSON.stringify(shown) });
  }
  for (const { details, ...row } of credentials) {
    add("credentials", { ...row, details: JSON.stringify(details), created_at: createdAt });
  }
  add("credential_providers", { ...provider, created_at: createdAt });
  for (const { id, ...details } of items) {
    add("credential_provider_items", { id, provider_id: provider.id, details: JSON.stringify(details) });
  }
  for (const { details, ...row } of destinations(ago)) {
    add("destinations", { ...row, details: JSON.stringify(details), created_at: createdAt });
  }
  for (const row of sessions) add("sessions", row);
  for (const row of seededConnections(ago)) store.addConnection({ ...row, createdAt });
  // The login was started with a destination of its own: the connection does not select it.
  add("logins", {
    id: "login_sandbox",
    connection_id: "ma_sandboxhelpdesk",
    destination_id: "otlp_sandboxlogin",
    expires_at: now + loginLength,
    renews: 1,
  });
}
