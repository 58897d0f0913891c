// A plan that was reviewed, kept in a file: what is applied later must be the same, or nothing is.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth } from "../../api/schemas.ts";
import { answersOf } from "../draft/draft.ts";
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
  base_url: z.string(),
  organization: z.optional(z.string()),
  project: z.optional(z.string()),
  create: z.array(z.string()),
  change: z.array(z.string()),
  delete: z.array(z.string()),
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type PlanFile = z.infer<typeof PlanFile>;

/** The file that stands for a plan. */
export function planFileOf(plan: Plan, place: PlanPlace): PlanFile {
  const names = (kind: Step["kind"]): string[] =>
    plan.steps.filter((step) => step.kind === kind).map(({ entry }) => nameOf(entry));
  return {
    version: 1,
    ...place,
    create: names("create"),
    change: names("update"),
    delete: surplusOf(plan).map(nameOf).sort(),
    fingerprint: fingerprintOf(plan, place),
  };
}

/** Whether a plan of now does exactly what was reviewed, names and all, to connections that are as they were then. */
export function isSamePlan(reviewed: PlanFile, plan: Plan, place: PlanPlace): boolean {
  const now = planFileOf(plan, place);
  return isDeepStrictEqual({ ...now, ...reviewed }, now);
}

const nameOf = ({ domain, profile_name }: Pick<ManagedAuth, "domain" | "profile_name">): string =>
  `${domain ?? ""} (${profile_name ?? ""})`;

function fingerprintOf(plan: Plan, place: PlanPlace): string {
  const steps = plan.steps.filter((step) => step.kind !== "same");
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
  const removed = surplusOf(plan)
    .map(({ id }) => id)
    .sort();
  const of = [place.base_url, place.organization ?? null, place.project ?? null, done, removed];
  return createHash("sha256").update(JSON.stringify(of)).digest("hex");
}
