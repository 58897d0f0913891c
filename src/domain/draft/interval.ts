import type { Entitlements } from "../../api/schemas.ts";
import { parseLimit } from "../entitlements/entitlements.ts";

/** Absolute range of `health_check_interval`, in seconds (interface.md §8). */
export const healthCheckBounds = { minimum: 300, maximum: 86_400 } as const;

/** Default interval in seconds if neither the request nor the subscription plan specifies one (interface.md §8). */
const fallbackIntervalSeconds = 3_600;

/** The subscription plan's limits for the health check interval, in seconds. `undefined` if unknown. */
export interface IntervalPlan {
  readonly minimum: number | undefined;
  readonly default: number | undefined;
  readonly maximum: number | undefined;
}

/** Reads the subscription plan's limits (interface.md §2.8 `managed_auth`). Unreadable numbers count as unknown. */
export function intervalPlan(entitlements: Entitlements | undefined): IntervalPlan {
  const feature = entitlements?.features["managed_auth"];
  const seconds = (name: string): number | undefined => {
    const value = parseLimit(feature?.[`health_check_interval_${name}_seconds`]);
    return typeof value === "number" ? value : undefined;
  };
  return { minimum: seconds("min"), default: seconds("default"), maximum: seconds("max") };
}

/**
 * Returns the interval in seconds that applies if the request doesn't specify one. This is the default of the
 * subscription plan or, if unknown, the larger of 3600 and the plan's minimum (interface.md §4.1).
 */
export function effectiveDefault(plan: IntervalPlan): number {
  return plan.default ?? Math.max(fallbackIntervalSeconds, plan.minimum ?? 0);
}

const unitSeconds: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses text such as "1800", "2h" or "1h 30m". Returns seconds, or undefined for any other text. */
export function readInterval(text: string): number | undefined {
  const words = text.trim().toLowerCase().split(/\s+/);
  const parts = words.flatMap((word) => word.match(/\d+[a-z]*|.+/g) ?? [""]);
  // A number without a unit counts as seconds only if it is the whole text.
  if (parts.length > 1 && parts.some((part) => /^\d+$/.test(part))) return undefined;
  let seconds = 0;
  for (const part of parts) {
    const [, digits, unit = ""] = /^(\d{1,6})([smhd]?)$/.exec(part) ?? [];
    const size = unitSeconds[unit];
    if (digits === undefined || size === undefined) return undefined;
    seconds += Number(digits) * size;
  }
  return seconds;
}

/** Checks an interval against the absolute range (interface.md §8) and the subscription plan's limits. */
export function intervalFault(
  seconds: number,
  plan: IntervalPlan,
): "belowBounds" | "aboveBounds" | "belowPlan" | "abovePlan" | undefined {
  if (seconds < healthCheckBounds.minimum) return "belowBounds";
  if (seconds > healthCheckBounds.maximum) return "aboveBounds";
  if (plan.minimum !== undefined && seconds < plan.minimum) return "belowPlan";
  if (plan.maximum !== undefined && seconds > plan.maximum) return "abovePlan";
  return undefined;
}
