// The four plans of §8 and what each allows (§2.8), and which of them the organization has booked. Where §8 gives no number,
// the sandbox chooses one.

import * as z from "zod/mini";
import type { StoreReader, TableDefinition, StoreWriter } from "../db/store.ts";
import { readInteger, readOptionalInteger, readOptionalText } from "../db/sqlite.ts";

export const PlanId = z.enum(["FREE", "HOBBYIST", "START_UP", "ENTERPRISE"]);
export type PlanId = z.infer<typeof PlanId>;

/** What the organization has booked. A trial may be recorded long after it ended. */
interface Booking {
  readonly plan: PlanId;
  readonly isTrialing: boolean;
  /** ISO 8601; null when there never was a trial. */
  readonly trialEndsAt: string | null;
}

/** What a request can need that not every plan has, with the words where it is missing. */
const gated = {
  managed_auth: "This plan doesn't include managed auth.",
  custom_proxies: "This plan doesn't include custom proxies.",
  managed_proxies: "This plan doesn't include managed proxies.",
  proxy_bypass_hosts: "This plan doesn't include proxy bypass hosts.",
  credentials: "This plan doesn't include stored credentials.",
  credential_providers: "This plan doesn't include credential providers.",
};
export type GatedFeature = keyof typeof gated;

/** Says so where a plan has none of the features of which one is needed. */
export function lackingWords(features: Features, needs: readonly GatedFeature[]): string | undefined {
  const [first] = needs;
  if (first === undefined || needs.some((name) => features[name].enabled)) return undefined;
  return gated[first];
}

const terms = {
  FREE: {
    /** §8, in seconds. */
    minimumInterval: 21600,
    maxConnections: 3,
    maxExtensions: 3,
    replayDays: 1,
    credentials: false,
    /** Everything that begins with the Startup plan: own proxies, pools, credential providers. */
    team: false,
    gpu: false,
    concurrent: 5,
    perApp: 5,
  },
  HOBBYIST: {
    minimumInterval: 3600,
    maxConnections: null,
    maxExtensions: 10,
    replayDays: 7,
    credentials: true,
    team: false,
    gpu: false,
    concurrent: 10,
    perApp: 10,
  },
  START_UP: {
    minimumInterval: 1200,
    maxConnections: null,
    maxExtensions: 100,
    replayDays: 30,
    credentials: true,
    team: true,
    gpu: false,
    concurrent: 150,
    perApp: 20,
  },
  ENTERPRISE: {
    minimumInterval: 300,
    maxConnections: null,
    maxExtensions: null,
    replayDays: 90,
    credentials: true,
    team: true,
    gpu: true,
    concurrent: 1000,
    perApp: 100,
  },
} satisfies Readonly<Record<PlanId, object>>;

const maximumInterval = 86400;
const usualInterval = 3600;

/** How long a trial lasts, in milliseconds: 14 days. */
export const trialLength = 14 * 24 * 60 * 60 * 1000;

/** Whether a trial still runs at that time (milliseconds since 1970). */
export const isTrialing = (booking: Booking, now: number): boolean =>
  booking.isTrialing && booking.trialEndsAt !== null && now < Date.parse(booking.trialEndsAt);

/** §2.8, resolved for that time: trial treatment is already in the values. */
export function entitlements(booking: Booking, now: number) {
  const trialing = isTrialing(booking, now);
  // A trial shows the Startup plan to those below it.
  const effective = trialing && booking.plan !== "ENTERPRISE" ? "START_UP" : booking.plan;
  const plan = terms[effective];
  const on = { enabled: true };
  const team = { enabled: plan.team };
  return {
    features: {
      browser_extensions: { enabled: true, max_stored_per_org: plan.maxExtensions },
      browser_pools: team,
      browser_replays: { enabled: true, retention_days: plan.replayDays },
      credential_providers: team,
      credentials: { enabled: plan.credentials },
      custom_proxies: team,
      file_io: on,
      gpu: { enabled: plan.gpu },
      managed_auth: {
        enabled: true,
        health_check_interval_default_seconds: Math.max(usualInterval, plan.minimumInterval),
        health_check_interval_max_seconds: maximumInterval,
        health_check_interval_min_seconds: plan.minimumInterval,
        max_connections: plan.maxConnections,
      },
      managed_proxies: team,
      profiles: on,
      proxy_bypass_hosts: team,
    },
    limits: {
      default_max_concurrent_invocations_per_app: plan.perApp,
      max_concurrent_browsers: plan.concurrent,
      max_concurrent_invocations: plan.concurrent,
    },
    plan: {
      id: booking.plan,
      effective_id: effective,
      is_trialing: trialing,
      status: "ACTIVE",
      trial_ends_at: booking.trialEndsAt,
    },
  };
}

export type Features = ReturnType<typeof entitlements>["features"];

export const organization: TableDefinition = {
  name: "organization",
  columns: {
    id: "INTEGER PRIMARY KEY CHECK (id = 1)",
    plan: "TEXT NOT NULL",
    is_trialing: "INTEGER NOT NULL CHECK (is_trialing IN (0, 1))",
    trial_ends_at: "TEXT",
    default_project_sessions: "INTEGER",
  },
};

export function bookingOf(store: StoreReader): Booking {
  const row = store.first("SELECT plan, is_trialing, trial_ends_at FROM organization") ?? {};
  return {
    plan: PlanId.parse(row["plan"]),
    isTrialing: readInteger(row, "is_trialing") === 1,
    trialEndsAt: readOptionalText(row, "trial_ends_at"),
  };
}

export function book(store: StoreWriter, { plan, isTrialing, trialEndsAt }: Booking): void {
  store.write(
    "INSERT INTO organization (id, plan, is_trialing, trial_ends_at) VALUES (1, ?1, ?2, ?3) " +
      "ON CONFLICT (id) DO UPDATE SET plan = ?1, is_trialing = ?2, trial_ends_at = ?3",
    plan,
    isTrialing ? 1 : 0,
    trialEndsAt,
  );
}

/** How many browsers a project without a cap of its own may run at once; null where that is not capped. */
export function projectDefault(store: StoreReader): number | null {
  const row = store.first("SELECT default_project_sessions AS cap FROM organization") ?? {};
  return readOptionalInteger(row, "cap");
}

/** What the plan of that time has; `now`: milliseconds since 1970. */
export const featuresOf = (store: StoreReader, now: number): Features =>
  entitlements(bookingOf(store), now).features;

/** Whether projects are disabled at that time: on the Free plan, as the sandbox chooses, so that it can be seen. */
export const hasNoProjects = (store: StoreReader, now: number): boolean =>
  entitlements(bookingOf(store), now).plan.effective_id === "FREE";
