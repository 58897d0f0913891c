// Formats a plan as lines for people and as an object for programs.
import type { ServiceState } from "../api/projectReading.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import type { ConnectionIdentity } from "../domain/connections/identity.ts";
import type { SettingId } from "../domain/connections/settings.ts";
import { breaksVaultItems } from "../domain/connections/vaultItems.ts";
import { draftFromConnection, type ConnectionDraft } from "../domain/draft/draft.ts";
import { approvedDeletions, type ApprovedDeletions } from "../domain/file/apply.ts";
import { changingSteps, isSensitiveStep, shownValue, allSurplus } from "../domain/file/plan.ts";
import type { CreateStep, ChangePlan, PlanStep, UpdateStep } from "../domain/file/plan.ts";
import { withNames } from "../domain/file/references.ts";
import { displayFull } from "../domain/text/display.ts";
import { maskedAddress } from "../domain/text/secrets.ts";
import type { CommandOutput } from "./output.ts";

interface NamedConnection extends ConnectionIdentity {
  readonly id?: string | undefined;
}

export function connectionLabel({ domain, id = "", profile_name = "" }: NamedConnection): string {
  return `${displayFull(domain ?? id)} (${displayFull(profile_name)})`;
}

/** Returns the fields of the JSON output that identify a connection. */
export const jsonIdentity = ({ domain, id, profile_name }: NamedConnection): object => ({
  domain,
  profile_name,
  id,
});

export function connectionCountText(connections: number): string {
  return connections === 1 ? "1 connection" : `${connections} connections`;
}

function stepChanges(step: CreateStep | UpdateStep, service: ServiceState) {
  const isNew = step.kind === "create";
  const current = isNew ? undefined : withNames(draftFromConnection(step.connection), service);
  const planned = isNew ? step.declared : withNames(step.declared, service);
  return step.settings.map((setting) => ({
    setting,
    now: current && maskedValue(setting, current),
    then: maskedValue(setting, planned),
  }));
}

/** Returns the value of a setting. Masks the user info and query of a URL, because they may contain secrets. */
function maskedValue(setting: SettingId, answers: ConnectionDraft): unknown {
  const value = shownValue(setting, answers);
  if (typeof value === "string") return maskedAddress(value);
  return value;
}

const valueText = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));

/**
 * Prints the requests that a plan sends, including the approved deletions. Changes that affect which sites may receive
 * a stored credential come first.
 */
export function printPlan(
  output: CommandOutput,
  plan: ChangePlan,
  service: ServiceState,
  agreed: ApprovedDeletions,
): void {
  const vaultItemsNote = (connection: ManagedAuth, planned?: ConnectionDraft): string => {
    const now = draftFromConnection(connection).credential;
    if (!breaksVaultItems(service.entitlements, now, planned?.credential)) return "";
    return " [vault items filled from the connection stop working]";
  };
  for (const step of changingSteps(plan)) {
    const review = isSensitiveStep(step) ? " [review: login page or access]" : "";
    const label = `${connectionLabel(step.entry)}${review}`;
    const changes = stepChanges(step, service);
    if (step.kind === "create") {
      output.line(`+ create ${label}`, "green");
      for (const { setting, then } of changes) output.line(`    ${setting}: ${valueText(then)}`);
      continue;
    }
    output.line(`~ change ${label}${vaultItemsNote(step.connection, step.declared)}`, "yellow");
    for (const { now, setting, then } of changes) {
      const note = setting === "login_url" && now === then ? " (the hidden part differs)" : "";
      output.line(`    ${setting}: ${valueText(now)} -> ${valueText(then)}${note}`);
    }
  }
  for (const step of plan.steps)
    if (step.unverified.length > 0)
      output.line(`? can't verify ${connectionLabel(step.entry)}: ${step.unverified.join(", ")}`, "dim");
  const deleted = approvedDeletions(plan, agreed);
  for (const connection of allSurplus(plan)) {
    const name = connectionLabel(connection);
    const flags = deletionFlags(plan, connection);
    const note = plan.renames.includes(connection) ? ", may have been renamed" : "";
    if (deleted.includes(connection)) output.line(`- delete ${name}${vaultItemsNote(connection)}`, "red");
    else output.line(`! keep ${name}: not in the file${note}; delete with ${flags}`, "yellow");
  }
  output.line(planSummary(plan, deleted.length), "bold");
}

/** Returns the command-line flags that are required to delete a connection that isn't in the file. */
const deletionFlags = ({ renames }: ChangePlan, connection: ManagedAuth): string =>
  renames.includes(connection) ? "--prune --replace" : "--prune";

function planSummary(plan: ChangePlan, deleted: number): string {
  const count = (kind: PlanStep["kind"]): number => plan.steps.filter((step) => step.kind === kind).length;
  const parts = [`${count("create")} to create`, `${count("update")} to change`];
  if (deleted > 0) parts.push(`${deleted} to delete`);
  return `Plan: ${parts.join(", ")}, ${count("same")} unchanged.`;
}

/** Returns a plan as an object for `--json`. */
export function planObject(
  plan: ChangePlan,
  service: ServiceState,
  agreed: ApprovedDeletions,
): Readonly<Record<string, unknown>> {
  const deleted = approvedDeletions(plan, agreed);
  const steps = (wanted: PlanStep["kind"]): readonly object[] =>
    changingSteps(plan)
      .filter(({ kind }) => kind === wanted)
      .map((step) => ({
        ...jsonIdentity(step.entry),
        id: step.kind === "update" ? step.connection.id : undefined,
        changes: stepChanges(step, service),
      }));
  return {
    create: steps("create"),
    update: steps("update"),
    unverified: plan.steps
      .filter(({ unverified }) => unverified.length > 0)
      .map(({ entry, unverified }) => ({ ...jsonIdentity(entry), settings: unverified })),
    delete: deleted.map(jsonIdentity),
    held_back: allSurplus(plan)
      .filter((connection) => !deleted.includes(connection))
      .map((connection) => ({ ...jsonIdentity(connection), needs: deletionFlags(plan, connection) })),
  };
}
