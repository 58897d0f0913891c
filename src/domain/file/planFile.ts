// A plan that was reviewed, kept in a file: what is applied later must be the same, or nothing is.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth } from "../../api/schemas.ts";
import { answersOf } from "../draft/draft.ts";
import { agreedDeletions, type Agreed } from "./apply.ts";
import { surplusOf, wireValue } from "./plan.ts";
import type { Plan, Step } from "./plan.ts";

/** Where a plan holds: another organization may have connections of the same names. */
export interface PlanPlace {
  readonly base_url: string;
  /** Missing where the service does not say. */
  readonly organization: string | undefined;
  /** Missing for the default project. */
  readonly project: string | undefined;
}

/** A plan file. It holds names, ids and a fingerprint: no setting's value and no secret. */
export const PlanFile = z.strictObject({
  version: z.literal(1),
  /** The flags that the plan was made with, which applying it has to repeat. */
  prune: z.boolean(),
  replace: z.boolean(),
  base_url: z.string(),
  organization: z.optional(z.string()),
  project: z.optional(z.string()),
  create: z.array(z.string()),
  change: z.array(z.string()),
  delete: z.array(z.string()),
  /** Deletions that need further flags. */
  held_back: z.array(z.string()),
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type PlanFile = z.infer<typeof PlanFile>;

/** The file that stands for a plan. */
export function planFileOf(plan: Plan, { prune, replace }: Agreed, place: PlanPlace): PlanFile {
  const names = (kind: Step["kind"]): string[] =>
    plan.steps
      .filter((step) => step.kind === kind)
      .map(({ entry }) => nameOf(entry))
      .sort();
  const deleted = agreedDeletions(plan, { prune, replace });
  const heldBack = surplusOf(plan).filter((connection) => !deleted.includes(connection));
  return {
    version: 1,
    prune,
    replace,
    ...place,
    create: names("create"),
    change: names("update"),
    delete: deleted.map(nameOf).sort(),
    held_back: heldBack.map(nameOf).sort(),
    fingerprint: fingerprintOf(plan.steps, [deleted, heldBack], place),
  };
}

/** True if a plan does exactly what was reviewed, to connections that haven't changed since. */
export function isSamePlan(reviewed: PlanFile, plan: Plan, agreed: Agreed, place: PlanPlace): boolean {
  const now = planFileOf(plan, agreed, place);
  return isDeepStrictEqual({ ...now, ...reviewed }, now);
}

const nameOf = ({ domain, profile_name }: Pick<ManagedAuth, "domain" | "profile_name">): string =>
  `${domain ?? ""} (${profile_name ?? ""})`;

function fingerprintOf(
  all: readonly Step[],
  surplus: readonly (readonly ManagedAuth[])[],
  place: PlanPlace,
): string {
  const steps = all.filter((step) => step.kind !== "same");
  const done = steps.map((step): unknown[] => {
    if (step.kind === "create") return ["create", step.request];
    const now = answersOf(step.connection);
    const each = step.settings.map((setting) => [
      setting,
      wireValue(setting, now),
      wireValue(setting, step.wanted),
    ]);
    return ["update", step.connection.id, each];
  });
  // The order of entries in the file and of connections in a reply is no part of a plan.
  const sorted = done.map((one) => JSON.stringify(one)).sort();
  const ids = surplus.map((connections) => connections.map(({ id }) => id).sort());
  const of = [place.base_url, place.organization ?? null, place.project ?? null, sorted, ids];
  return createHash("sha256").update(JSON.stringify(of)).digest("hex");
}
