import type { OrgLimits } from "../../api/resourceSchemas.ts";
import type { Entitlements, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { parseDate } from "../dates.ts";

/** The features that interface.md §2.8 defines, in display order. */
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

/** The limits that interface.md §2.8 defines. */
const knownLimits = [
  "max_concurrent_browsers",
  "max_concurrent_invocations",
  "default_max_concurrent_invocations_per_app",
] as const;

/** The limits of individual features that interface.md §2.8 defines, with their units. */
const knownBounds = new Map<string, Readonly<Record<string, LimitUnit>>>([
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

export type LimitUnit = "count" | "seconds" | "days";

export interface PlanBound {
  readonly key: string;
  readonly value: LimitValue | RawValue;
  /** `undefined` if interface.md doesn't define the key, in which case the unit is unknown. */
  readonly unit: LimitUnit | undefined;
  readonly used?: number | undefined;
}

export interface FeatureFacts {
  readonly key: string;
  readonly known: boolean;
  /** True if the plan includes the feature. `undefined` if not reported. */
  readonly enabled: boolean | undefined;
  readonly bounds: readonly PlanBound[];
  /** False if the response doesn't contain the feature at all. */
  readonly reported: boolean;
}

export interface TrialFacts {
  readonly endsAt: Date | undefined;
  /** Calendar days until the trial's last day in this computer's time zone, or "ended" after the trial's end. */
  readonly daysLeft: number | "ended" | undefined;
}

export interface PlanFacts {
  readonly id: string | undefined;
  /** Set only if the effective plan differs from the plan `id`. */
  readonly effective_id: string | undefined;
  readonly status: string | undefined;
  /** Only set while the service reports a running trial. */
  readonly trial: TrialFacts | undefined;
}

export interface EntitlementFacts {
  readonly plan: PlanFacts;
  readonly features: readonly FeatureFacts[];
  readonly limits: readonly PlanBound[];
}

const millisecondsPerDay = 86_400_000;

/** Parses the entitlements (interface.md §2.8). Keys that interface.md defines come first. */
export function entitlementFacts(entitlements: Entitlements, now: Date, usage?: OrgLimits): EntitlementFacts {
  const { features, plan } = entitlements;
  const { max_vaults } = usage ?? {};
  const limits = max_vaults === undefined ? entitlements.limits : { max_vaults, ...entitlements.limits };
  const otherFeatures = Object.keys(features).filter((key) => !isKnownFeature(key));
  const otherLimits = Object.keys(limits).filter((key) => !knownLimits.some((limit) => limit === key));
  return {
    plan: planFacts(plan, now),
    features: [...knownFeatures, ...otherFeatures].map((key) => featureFacts(key, features[key], usage)),
    limits: [
      ...knownLimits.map((key) => boundOf(key, limits[key], "count", usage)),
      ...otherLimits.map((key) =>
        // interface.md doesn't list the limit of vaults. As with the other limits, null means unlimited.
        boundOf(key, limits[key], key === "max_vaults" ? "count" : undefined, usage),
      ),
    ],
  };
}

/** True if a feature is enabled. `undefined` if unknown, in which case callers must not restrict anything. */
export function isEnabled(
  entitlements: Entitlements | undefined,
  feature: KnownFeature,
): boolean | undefined {
  return entitlements?.features[feature]?.enabled;
}

/** The allowed intervals of health checks (interface.md §2.8 `managed_auth`), in seconds. */
export interface HealthCheckBounds {
  readonly minimum: number;
  readonly usual: number;
  readonly maximum: number;
}

const intervalBounds = ["min", "default", "max"].map((name) => `health_check_interval_${name}_seconds`);

/** True for the minimum, default and maximum health check interval, which {@link healthCheckBounds} combines. */
export const isIntervalBound = ({ key }: PlanBound): boolean => intervalBounds.includes(key);

/** Combines the minimum, default and maximum interval. Returns undefined if any is missing or inconsistent. */
export function healthCheckBounds({ bounds, key }: FeatureFacts): HealthCheckBounds | undefined {
  if (key !== "managed_auth") return undefined;
  const [minimum, usual, maximum] = intervalBounds.map(
    (name) => bounds.find((bound) => bound.key === name)?.value,
  );
  if (typeof minimum !== "number" || typeof usual !== "number" || typeof maximum !== "number")
    return undefined;
  if (minimum > 0 && minimum <= usual && usual <= maximum) return { minimum, usual, maximum };
  return undefined;
}

/**
 * Parses a plan's limit and adds its usage. If the entitlements report no value, uses the value from `GET /org/limits`.
 */
function boundOf(key: string, reported: unknown, unit: LimitUnit | undefined, usage?: OrgLimits): PlanBound {
  if (unit === undefined) return { key, value: parseUndefinedKey(reported), unit };
  const { maximum, used } = usageOf(key, usage);
  return {
    key,
    value: parseLimit(reported === undefined ? maximum : reported),
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
      // Each browser session uses exactly one browser.
      return { used: usage.concurrent_sessions_used };
    case "max_vaults":
      return { used: usage.vaults_used, maximum: usage.max_vaults };
    default:
      return {};
  }
}

const isKnownFeature = (key: string): key is KnownFeature => knownFeatures.some((feature) => feature === key);

function planFacts(plan: Entitlements["plan"], now: Date): PlanFacts {
  const endsAt = parseDate(plan.trial_ends_at);
  const daysLeft = endsAt && daysUntil(endsAt, now);
  return {
    id: plan.id,
    effective_id: plan.effective_id === plan.id ? undefined : plan.effective_id,
    status: plan.status,
    trial: plan.is_trialing === true ? { endsAt, daysLeft } : undefined,
  };
}

function daysUntil(date: Date, now: Date): number | "ended" {
  if (date.getTime() <= now.getTime()) return "ended";
  // Round the result, because days on which the clocks change are an hour longer or shorter.
  return Math.round((midnightOf(date) - midnightOf(now)) / millisecondsPerDay);
}

function midnightOf(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function featureFacts(
  key: string,
  feature: Entitlements["features"][string] | undefined,
  usage: OrgLimits | undefined,
): FeatureFacts {
  const defined = Object.entries((feature && knownBounds.get(key)) ?? {});
  const otherKeys = Object.keys(feature ?? {}).filter(
    (name) => name !== "enabled" && !defined.some(([bound]) => bound === name),
  );
  return {
    key,
    known: isKnownFeature(key),
    enabled: feature?.enabled,
    reported: feature !== undefined,
    bounds: [
      ...defined.map(([name, unit]) => boundOf(name, feature?.[name], unit, usage)),
      ...otherKeys.map((name) => boundOf(name, feature?.[name], undefined, usage)),
    ],
  };
}

/** The unchanged value of a key that interface.md doesn't define. Such a value isn't a limit. */
export interface RawValue {
  readonly raw: string | number | boolean;
}

/** The value of a limit (interface.md §2.8). `null` means unlimited, and `undefined` means not reported. */
export type LimitValue = number | null | undefined | "unreadable";

/** Parses a received limit. Only a non-negative integer is valid. */
export function parseLimit(value: unknown): LimitValue {
  if (value === undefined || value === null) return value;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : "unreadable";
}

/** Parses the value of a key that interface.md doesn't define. Values that can't be a limit are kept unchanged. */
function parseUndefinedKey(value: unknown): LimitValue | RawValue {
  if (value === "") return undefined;
  const isPlain = typeof value === "string" || typeof value === "boolean" || typeof value === "number";
  const limit = parseLimit(value);
  return limit === "unreadable" && isPlain ? { raw: value } : limit;
}

/**
 * Returns the most likely reason for a 403 (interface.md §4.1), which is the first required feature that the plan
 * lacks. If none is missing, returns `managed_auth`, because the plan's maximum number of connections may be reached.
 */
export function likelyMissingFeature(
  { browser, credential }: ManagedAuthCreateRequest,
  entitlements: Entitlements | undefined,
): KnownFeature {
  const needed: KnownFeature[] = ["managed_auth"];
  if (browser?.proxy !== undefined && !("mode" in browser.proxy))
    needed.push("custom_proxies", "managed_proxies");
  if (credential !== undefined) needed.push("name" in credential ? "credentials" : "credential_providers");
  return needed.find((feature) => isEnabled(entitlements, feature) === false) ?? "managed_auth";
}

/** Matches the identifiers that the service uses. URLs and long texts don't match. */
const identifierPattern = /^[\w .-]{1,100}$/;

/** Stored instead of an unreadable number. When the file is loaded, negative limits count as unreadable. */
const unreadableNumber = -1;

/**
 * Returns the part of the entitlements (interface.md §2.8) that may be stored: features, numbers and the plan's
 * identifiers. Drops all other values, such as addresses or messages. Returns `undefined` if an ID or the status of
 * the plan isn't a valid identifier, because the rest would be misleading without the plan.
 */
export function storableEntitlements(entitlements: Entitlements): Entitlements | undefined {
  const { id, effective_id, is_trialing, status, trial_ends_at } = entitlements.plan;
  if ([id, effective_id, status].some((name) => name !== undefined && !identifierPattern.test(name)))
    return undefined;
  const endsAt = parseDate(trial_ends_at)?.toISOString();
  const facts = entitlementFacts(entitlements, new Date(0));
  const features = facts.features.filter(({ key, reported }) => reported && identifierPattern.test(key));
  return {
    features: Object.fromEntries(
      features.map(({ bounds, enabled, key }) => [
        key,
        { ...(enabled !== undefined && { enabled }), ...storableNumbers(bounds) },
      ]),
    ),
    limits: storableNumbers(facts.limits),
    plan: { id, effective_id, is_trialing, status, trial_ends_at: endsAt },
  };
}

function storableNumbers(bounds: readonly PlanBound[]): Record<string, number | null> {
  return Object.fromEntries(
    bounds.flatMap(({ key, unit, value }) => {
      if (!identifierPattern.test(key) || value === undefined) return [];
      // Drop the value of a key that interface.md doesn't define, because the value may be any text.
      if (typeof value === "object" && value !== null) return [];
      if (value !== "unreadable") return [[key, value]];
      // Drop an unreadable value of a key without a documented unit, because the value may not have been a number.
      return unit === undefined ? [] : [[key, unreadableNumber]];
    }),
  );
}
