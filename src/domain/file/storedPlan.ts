// Stores a reviewed plan in a file. Applying the stored plan later sends exactly the reviewed changes, or nothing.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { parse } from "jsonc-parser";
import * as z from "zod/mini";
import type { ManagedAuth } from "../../api/schemas.ts";
import { draftFromConnection } from "../draft/draft.ts";
import { approvedDeletions, type ApprovedDeletions } from "./apply.ts";
import { changingSteps, allSurplus, wireValue } from "./plan.ts";
import type { CreateStep, ChangePlan, UpdateStep } from "./plan.ts";
import { catchStackOverflow, type DeclaredEntry } from "./parseFile.ts";
import { compact } from "../compact.ts";

/**
 * The account and project that a plan is for. Stored because another organization may have connections with the same
 * names.
 */
export interface PlanTarget {
  readonly base_url: string;
  /** Undefined if the service doesn't report the organization. */
  readonly organization: string | undefined;
  /** Undefined for the default project. */
  readonly project: string | undefined;
}

/** The format of a plan file. Contains names and hashes, but no setting values and no secrets. */
export const StoredPlan = z.strictObject({
  version: z.literal(1),
  /** Command-line flags with which the plan was made. Applying the plan requires the same flags. */
  prune: z.boolean(),
  replace: z.boolean(),
  base_url: z.string(),
  organization: z.optional(z.string()),
  project: z.optional(z.string()),
  create: z.array(z.string()),
  change: z.array(z.string()),
  delete: z.array(z.string()),
  /** Names of undeclared connections that the plan keeps, because the flags don't enable their deletion. */
  held_back: z.array(z.string()),
  /**
   * For each connection to create or change, a short hash of each setting to send. If the stored plan doesn't match
   * the current plan, the hashes show which setting differs.
   */
  settings: z.record(z.string(), z.record(z.string(), z.string())),
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type StoredPlan = z.infer<typeof StoredPlan>;

/** Parses the text of a plan file. Returns undefined if the text isn't a plan of this version. */
export function parseStoredPlan(text: string): StoredPlan | undefined {
  return StoredPlan.safeParse(catchStackOverflow((): unknown => parse(text))).data;
}

export function toStoredPlan(
  plan: ChangePlan,
  { prune, replace }: ApprovedDeletions,
  target: PlanTarget,
): StoredPlan {
  const deleted = approvedDeletions(plan, { prune, replace });
  const heldBack = allSurplus(plan).filter((connection) => !deleted.includes(connection));
  const changes = changingSteps(plan).map((step) => {
    const id = step.kind === "update" ? step.connection.id : null;
    return { kind: step.kind, name: entryLabel(step.entry), id, values: stepValues(step) };
  });
  const names = (kind: string): string[] =>
    compact(...changes.map((change) => change.kind === kind && change.name)).toSorted();
  // Sort the changes, because the order of entries and connections isn't part of the plan.
  const sorted = changes.map((change) => JSON.stringify(change)).sort();
  const ids = [deleted, heldBack].map((connections) => connections.map(({ id }) => id).sort());
  return {
    version: 1,
    prune,
    replace,
    ...target,
    create: names("create"),
    change: names("update"),
    delete: deleted.map(entryLabel).sort(),
    held_back: heldBack.map(entryLabel).sort(),
    settings: Object.fromEntries(
      changes.map(({ name, values }) => [
        name,
        Object.fromEntries(values.map(([setting, ...value]) => [setting, hashValue(value).slice(0, 8)])),
      ]),
    ),
    fingerprint: hashValue([
      target.base_url,
      target.organization ?? null,
      target.project ?? null,
      sorted,
      ids,
    ]),
  };
}

/** True if a plan makes exactly the reviewed changes and no affected connection has changed since the review. */
export function matchesStoredPlan(
  reviewed: StoredPlan,
  plan: ChangePlan,
  agreed: ApprovedDeletions,
  target: PlanTarget,
): boolean {
  const now = toStoredPlan(plan, agreed, target);
  return isDeepStrictEqual({ ...now, ...reviewed }, now);
}

const entryLabel = ({ domain, profile_name }: DeclaredEntry | ManagedAuth): string =>
  `${domain ?? ""} (${profile_name ?? ""})`;

const hashValue = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex");

function stepValues(
  step: CreateStep | UpdateStep,
): readonly (readonly [setting: string, ...values: unknown[]])[] {
  if (step.kind === "create") {
    const { browser, ...rest } = step.request;
    return Object.entries({ ...rest, ...browser });
  }
  const current = draftFromConnection(step.connection);
  return step.settings.map((setting) => [
    setting,
    wireValue(setting, current),
    wireValue(setting, step.declared),
  ]);
}
