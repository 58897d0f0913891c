import type { OrgLimits } from "../../api/resourceSchemas.ts";
import type { Entitlements, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { readDate } from "../dates.ts";

/** The features that §2.8 lists, in the order they are shown. */
const knownFeatures = [
  "managed_auth",
  "profiles",
  "credentials",
  "credential_providers",
  "managed_proxies",
  "custom_proxies",
  "proxy_bypass_hosts",
  "browser_pools",
  "browser_replays",
  "browser_extensions",
  "file_io",
  "gpu",
] as const;
export type KnownFeature = (typeof knownFeatures)[number];

/** The limits that §2.8 lists. */
const knownLimits = [
  "max_concurrent_browsers",
  "max_concurrent_invocations",
  "default_max_concurrent_invocations_per_app",
] as const;

/** The constraints that §2.8 lists, with their units. */
const knownBounds = new Map<string, Readonly<Record<string, Unit>>>([
  [
    "managed_auth",
    {
      max_connections: "count",
      health_check_interval_default_seconds: "seconds",
      health_check_interval_min_seconds: "seconds",
      health_check_interval_max_seconds: "seconds",
    },
  ],
  ["browser_replays", { retention_days: "days" }],
  ["browser_extensions", { max_stored_per_org: "count" }],
]);

export type Unit = "count" | "seconds" | "days";

/** One number that bounds a feature or the organization. */
export interface Bound {
  readonly key: string;
  readonly value: Constraint | Said;
  /** `undefined` where the document does not know the key: its unit is then not known either. */
  readonly unit: Unit | undefined;
  /** How much of it is used, where the service tells. */
  readonly used?: number | undefined;
}

export interface FeatureFacts {
  readonly key: string;
  readonly known: boolean;
  /** `undefined`: the service does not say. */
  readonly enabled: boolean | undefined;
  readonly bounds: readonly Bound[];
  /** The feature is missing from the reply altogether. */
  readonly reported: boolean;
}

export interface TrialFacts {
  readonly endsAt: Date | undefined;
  /** Days of the calendar, of this computer's time zone, until the one it ends on; "ended" once its end has passed. */
  readonly daysLeft: number | "ended" | undefined;
}

export interface PlanFacts {
  readonly id: string | undefined;
  /** Only where it differs from `id`. */
  readonly effective_id: string | undefined;
  readonly status: string | undefined;
  /** Set only while the service says that a trial runs. */
  readonly trial: TrialFacts | undefined;
}

export interface EntitlementFacts {
  readonly plan: PlanFacts;
  readonly features: readonly FeatureFacts[];
  readonly limits: readonly Bound[];
}

const millisecondsPerDay = 86_400_000;

/** Entitlements (§2.8) in the order they are read: what the document knows first, then everything else. */
export function entitlementFacts(entitlements: Entitlements, now: Date, usage?: OrgLimits): EntitlementFacts {
  const { features, plan } = entitlements;
  const { max_vaults } = usage ?? {};
  const limits = max_vaults === undefined ? entitlements.limits : { max_vaults, ...entitlements.limits };
  const others = Object.keys(features).filter((key) => !isKnownFeature(key));
  const otherLimits = Object.keys(limits).filter((key) => !knownLimits.some((known) => known === key));
  return {
    plan: planFacts(plan, now),
    features: [...knownFeatures, ...others].map((key) => featureFacts(key, features[key], usage)),
    limits: [
      ...knownLimits.map((key) => boundOf(key, limits[key], "count", usage)),
      ...otherLimits.map((key) =>
        // The document doesn't list vaults, of which null means unlimited, too.
        boundOf(key, limits[key], key === "max_vaults" ? "count" : undefined, usage),
      ),
    ],
  };
}

/** Whether a feature is enabled; `undefined` where that is not known, and then nothing may be held back. */
export function isEnabled(
  entitlements: Entitlements | undefined,
  feature: KnownFeature,
): boolean | undefined {
  return entitlements?.features[feature]?.enabled;
}

/** The health check interval of a plan (§2.8 `managed_auth`), in seconds. */
export interface HealthChecks {
  readonly minimum: number;
  readonly usual: number;
  readonly maximum: number;
}

const intervalBounds = ["min", "default", "max"].map((name) => `health_check_interval_${name}_seconds`);

/** Whether a bound is one of the three that {@link healthChecks} is made of. */
export function boundsHealthChecks({ key }: Bound): boolean {
  return intervalBounds.includes(key);
}

/** The three bounds of the interval as one; `undefined` where one of them is no number, or they contradict. */
export function healthChecks({ bounds, key }: FeatureFacts): HealthChecks | undefined {
  if (key !== "managed_auth") return undefined;
  const [minimum, usual, maximum] = intervalBounds.map(
    (name) => bounds.find((bound) => bound.key === name)?.value,
  );
  if (typeof minimum !== "number" || typeof usual !== "number" || typeof maximum !== "number")
    return undefined;
  return minimum > 0 && minimum <= usual && usual <= maximum ? { minimum, usual, maximum } : undefined;
}

/** Reads a bound with its use. A maximum that the entitlements don't report may be in `GET /org/limits`. */
function boundOf(
  key: string,
  reported: unknown,
  unit: Unit | undefined,
  usage: OrgLimits | undefined,
): Bound {
  if (unit === undefined) return { key, value: readSaid(reported), unit };
  const { maximum, used } = usageOf(key, usage);
  return {
    key,
    value: readConstraint(reported === undefined ? maximum : reported),
    unit,
    ...(typeof used === "number" && used >= 0 && { used }),
  };
}

function usageOf(key: string, usage: OrgLimits = {}): { used?: unknown; maximum?: unknown } {
  switch (key) {
    case "max_connections":
      return { used: usage.auth_connections_used };
    case "max_stored_per_org":
      return { used: usage.stored_extensions_used, maximum: usage.max_stored_extensions };
    case "max_concurrent_browsers":
      // A browser session is one browser.
      return { used: usage.concurrent_sessions_used };
    case "max_vaults":
      return { used: usage.vaults_used, maximum: usage.max_vaults };
    default:
      return {};
  }
}

function isKnownFeature(key: string): key is KnownFeature {
  return knownFeatures.some((known) => known === key);
}

function planFacts(plan: Entitlements["plan"], now: Date): PlanFacts {
  const endsAt = readDate(plan.trial_ends_at);
  const daysLeft = endsAt === undefined ? undefined : daysUntil(endsAt, now);
  return {
    id: plan.id,
    effective_id: plan.effective_id === plan.id ? undefined : plan.effective_id,
    status: plan.status,
    trial: plan.is_trialing === true ? { endsAt, daysLeft } : undefined,
  };
}

function daysUntil(end: Date, now: Date): number | "ended" {
  if (end.getTime() <= now.getTime()) return "ended";
  // Rounded, for the days on which clocks change are an hour longer or shorter.
  return Math.round((midnightOf(end) - midnightOf(now)) / millisecondsPerDay);
}

function midnightOf(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function featureFacts(
  key: string,
  feature: Entitlements["features"][string] | undefined,
  usage: OrgLimits | undefined,
): FeatureFacts {
  const known = Object.entries(feature === undefined ? {} : (knownBounds.get(key) ?? {}));
  const others = Object.keys(feature ?? {}).filter(
    (name) => name !== "enabled" && !known.some(([bound]) => bound === name),
  );
  return {
    key,
    known: isKnownFeature(key),
    enabled: feature?.enabled,
    reported: feature !== undefined,
    bounds: [
      ...known.map(([name, unit]) => boundOf(name, feature?.[name], unit, usage)),
      ...others.map((name) => boundOf(name, feature?.[name], undefined, usage)),
    ],
  };
}

/** What the service says of something that the document does not know, as it came: it bounds nothing. */
export interface Said {
  readonly said: string | number | boolean;
}

/** A number that bounds something (§2.8): `null` is unlimited, `undefined` is not reported, and neither is the other. */
export type Constraint = number | null | undefined | "unreadable";

/** Reads a constraint as received: only a whole number from zero up is one. */
export function readConstraint(value: unknown): Constraint {
  if (value === undefined || value === null) return value;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : "unreadable";
}

/** Reads a value of a key that the document does not know: what bounds nothing stays as it came. */
function readSaid(value: unknown): Constraint | Said {
  if (value === "") return undefined;
  const isPlain = typeof value === "string" || typeof value === "boolean" || typeof value === "number";
  const known = readConstraint(value);
  return known === "unreadable" && isPlain ? { said: value } : known;
}

/**
 * The feature that most likely explains why a plan refuses a request (403, §4.1): the first one that the request
 * needs and the plan lacks, else managed auth itself, whose connections may be used up.
 */
export function refusedFeature(
  { browser, credential }: ManagedAuthCreateRequest,
  entitlements: Entitlements | undefined,
): KnownFeature {
  const needed: KnownFeature[] = ["managed_auth"];
  if (browser?.proxy !== undefined && !("mode" in browser.proxy))
    needed.push("custom_proxies", "managed_proxies");
  if (credential !== undefined) needed.push("name" in credential ? "credentials" : "credential_providers");
  return needed.find((feature) => isEnabled(entitlements, feature) === false) ?? "managed_auth";
}

/** What the service's own names look like. An address, or a sentence, does not. */
const nameLike = /^[\w .-]{1,100}$/;

/** Stands for a number that could not be read: it is none, either. */
const unreadable = -1;

/**
 * The values of a reading (§2.8) that may be kept: which features there are, numbers, and the plan's identifiers. What
 * else a reply may hold, such as addresses or messages, is not among them. `undefined` where the plan is not told in
 * identifiers: without it the rest would say something else.
 */
export function keptEntitlements(entitlements: Entitlements): Entitlements | undefined {
  const { id, effective_id, is_trialing, status, trial_ends_at } = entitlements.plan;
  if ([id, effective_id, status].some((name) => name !== undefined && !nameLike.test(name))) return undefined;
  const endsAt = readDate(trial_ends_at)?.toISOString();
  const facts = entitlementFacts(entitlements, new Date(0));
  const features = facts.features.filter(({ key, reported }) => reported && nameLike.test(key));
  return {
    features: Object.fromEntries(
      features.map(({ bounds, enabled, key }) => [
        key,
        { ...(enabled === undefined ? {} : { enabled }), ...numbers(bounds) },
      ]),
    ),
    limits: numbers(facts.limits),
    plan: { id, effective_id, is_trialing, status, trial_ends_at: endsAt },
  };
}

function numbers(bounds: readonly Bound[]): Record<string, number | null> {
  return Object.fromEntries(
    bounds.flatMap(({ key, unit, value }) => {
      if (!nameLike.test(key) || value === undefined) return [];
      // Nor is a text that the document does not know, or the like: it may be anything.
      if (typeof value === "object" && value !== null) return [];
      if (value !== "unreadable") return [[key, value]];
      // Of a name that the document does not have it is not even known that it was to be a number.
      return unit === undefined ? [] : [[key, unreadable]];
    }),
  );
}
