// A plan in words.
import { l10n } from "vscode";
import { applicable } from "../../domain/file/plan.ts";
import type { Plan } from "../../domain/file/plan.ts";
import { series } from "../words/sentences.ts";

/** How many connections a plan creates and changes, and how many only pruning would delete or replace. */
export function countWords(plan: Plan): string {
  const steps = applicable(plan);
  const created = steps.filter(({ kind }) => kind === "create").length;
  const changed = steps.length - created;
  const { deletions, renames } = plan;
  return series([
    ...(created > 0 ? [l10n.t("{0} to create", created)] : []),
    ...(changed > 0 ? [l10n.t("{0} to change", changed)] : []),
    ...(deletions.length > 0 ? [l10n.t("{0} to delete", deletions.length)] : []),
    ...(renames.length > 0 ? [l10n.t("{0} to replace", renames.length)] : []),
  ]);
}
