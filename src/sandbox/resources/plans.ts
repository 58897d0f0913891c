// The four plans of interface.md §8 with their entitlements (§2.8), and the plan that the organization subscribes to.
// Numbers that §8 doesn't specify are the sandbox's own choice.

import * as z from "zod/mini";
import type { StoreReader, TableDefinition, StoreWriter } from "../db/store.ts";
import { getInteger, getOptionalInteger, getOptionalText } from "../db/sqlite.ts";

export const PlanId = z.enum(["FREE", "HOBBYIST", "START_UP", "ENTERPRISE"]);
export type PlanId = z.infer<typeof PlanId>;

/** The plan that the organization subscribes to. `isTrialing` may stay true after the trial has ended. */
interface PlanBooking {
  readonly plan: PlanId;
  readonly isTrialing: boolean;
  /** End of the trial in ISO 8601, or null if the organization never had a trial. */
  readonly trialEndsAt: string | null;
}

/** Error messages for features that only some plans include. */
const missingFeatureMessages = {
  managed_auth: "This plan doesn't include managed auth.",
  custom_proxies: "This plan doesn't include custom proxies.",
  managed_proxies: "This plan doesn't include managed proxies.",
  proxy_bypass_hosts: "This plan doesn't include proxy bypass hosts.",
  credentials: "This plan doesn't include stored credentials.",
  credential_providers: "This plan doesn't include credential providers.",
};
export type GatedFeature = keyof typeof missingFeatureMessages;

/** Returns an error message if the plan includes none of the required features. */
export function missingFeatureMessage(
  features: PlanFeatures,
  needs: readonly GatedFeature[],
): string | undefined {
  const [first] = needs;
  if (first === undefined || needs.some((name) => features[name].enabled)) return undefined;
  return missingFeatureMessages[first];
}

const planTerms = {
  FREE: {
    /** Minimum health check interval, in seconds (interface.md §8). */
    minimumInterval: 21600,
    maxConnections: 3,
    maxExtensions: 3,
    replayDays: 1,
    credentials: false,
    /** Features of the Startup plan and higher plans: the organization's own proxies, browser pools and providers. */
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

const maxIntervalSeconds = 86400;
const defaultIntervalSeconds = 3600;

/** Length of a trial, in milliseconds: 14 days. */
export const trialLengthMs = 14 * 24 * 60 * 60 * 1000;

/** True if the trial is still running. `now` is in milliseconds since 1970. */
export const isTrialing = (booking: PlanBooking, now: number): boolean =>
  booking.isTrialing && booking.trialEndsAt !== null && now < Date.parse(booking.trialEndsAt);

/** Returns the entitlements of a plan (interface.md §2.8), taking a running trial into account. */
export function resolveEntitlements(booking: PlanBooking, now: number) {
  const trialing = isTrialing(booking, now);
  // During a trial, smaller plans have the entitlements of the Startup plan.
  const effective = trialing && booking.plan !== "ENTERPRISE" ? "START_UP" : booking.plan;
  const plan = planTerms[effective];
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
        health_check_interval_default_seconds: Math.max(defaultIntervalSeconds, plan.minimumInterval),
        health_check_interval_max_seconds: maxIntervalSeconds,
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

export type PlanFeatures = ReturnType<typeof resolveEntitlements>["features"];

export const organizationTable: TableDefinition = {
  name: "organization",
  columns: {
    id: "INTEGER PRIMARY KEY CHECK (id = 1)",
    plan: "TEXT NOT NULL",
    is_trialing: "INTEGER NOT NULL CHECK (is_trialing IN (0, 1))",
    trial_ends_at: "TEXT",
    default_project_sessions: "INTEGER",
  },
};

export function readBooking(store: StoreReader): PlanBooking {
  const row = store.first("SELECT plan, is_trialing, trial_ends_at FROM organization") ?? {};
  return {
    plan: PlanId.parse(row["plan"]),
    isTrialing: getInteger(row, "is_trialing") === 1,
    trialEndsAt: getOptionalText(row, "trial_ends_at"),
  };
}

export function bookPlan(store: StoreWriter, { plan, isTrialing, trialEndsAt }: PlanBooking): void {
  store.write(
    "INSERT INTO organization (id, plan, is_trialing, trial_ends_at) VALUES (1, ?1, ?2, ?3) " +
      "ON CONFLICT (id) DO UPDATE SET plan = ?1, is_trialing = ?2, trial_ends_at = ?3",
    plan,
    Number(isTrialing),
    trialEndsAt,
  );
}

/** Reads the maximum number of concurrent browsers in projects without a limit of their own, or null if unlimited. */
export function readDefaultProjectLimit(store: StoreReader): number | null {
  const row = store.first("SELECT default_project_sessions AS cap FROM organization") ?? {};
  return getOptionalInteger(row, "cap");
}

export const readPlanFeatures = (store: StoreReader, now: number): PlanFeatures =>
  resolveEntitlements(readBooking(store), now).features;

/** True if projects are disabled. The Free plan disables them, so that users can see how the error looks. */
export const areProjectsDisabled = (store: StoreReader, now: number): boolean =>
  resolveEntitlements(readBooking(store), now).plan.effective_id === "FREE";
