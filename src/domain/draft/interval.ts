import type { Entitlements } from "../../api/schemas.ts";
import { readConstraint } from "../entitlements/entitlements.ts";

/** §8: the bounds of `health_check_interval` for everybody, in seconds. */
export const hardBounds = { minimum: 300, maximum: 86_400 } as const;

/** §8: what applies where neither the request nor the plan says more, in seconds. */
const usualDefault = 3_600;

/** What a plan says of the health check interval, in seconds; each may be unknown. */
export interface IntervalPlan {
  readonly minimum: number | undefined;
  readonly default: number | undefined;
  readonly maximum: number | undefined;
}

/** What the plan says of the health check interval (§2.8 `managed_auth`); unreadable numbers count as unknown. */
export function intervalPlan(entitlements: Entitlements | undefined): IntervalPlan {
  const feature = entitlements?.features["managed_auth"];
  const seconds = (name: string): number | undefined => {
    const value = readConstraint(feature?.[`health_check_interval_${name}_seconds`]);
    return typeof value === "number" ? value : undefined;
  };
  return { minimum: seconds("min"), default: seconds("default"), maximum: seconds("max") };
}

/** §4.1: the interval that applies when none is sent: 3600 or the plan's minimum, whichever is larger. */
export function effectiveDefault(plan: IntervalPlan): number {
  return plan.default ?? Math.max(usualDefault, plan.minimum ?? 0);
}

const unitSeconds: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads "1800", "30m", "2h", "1d" or "1h 30m" as seconds; `undefined` where it is none of these. */
export function readInterval(text: string): number | undefined {
  const words = text.trim().toLowerCase().split(/\s+/);
  const parts = words.flatMap((word) => word.match(/\d+[a-z]*|.+/g) ?? [""]);
  // A number without its unit is seconds only where it stands alone.
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

/** Whether an interval is outside §8 for everybody, or only below what the plan allows. */
export function intervalFault(
  seconds: number,
  plan: IntervalPlan,
): "belowBounds" | "aboveBounds" | "belowPlan" | "abovePlan" | undefined {
  if (seconds < hardBounds.minimum) return "belowBounds";
  if (seconds > hardBounds.maximum) return "aboveBounds";
  if (plan.minimum !== undefined && seconds < plan.minimum) return "belowPlan";
  if (plan.maximum !== undefined && seconds > plan.maximum) return "abovePlan";
  return undefined;
}
