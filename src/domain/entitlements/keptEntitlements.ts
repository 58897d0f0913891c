import type { Entitlements } from "../../api/schemas.ts";
import { readDate } from "../dates.ts";
import { type Bound, entitlementFacts } from "./entitlements.ts";

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
