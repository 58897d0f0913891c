import { l10n } from "vscode";
import { connectionRequests } from "../../api/projectReading.ts";
import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import {
  applyPlan,
  isTaskDone,
  tasksOf,
  type ApprovedDeletions,
  type ApplyPorts,
  type PlanTask,
  type PlanTaskOutcome,
} from "../../domain/file/apply.ts";
import type { PendingCreation } from "../connections/context/pendingCreations.ts";
import { askConflicts } from "../kit/inputs/reviewEdit.ts";
import { conflictRows } from "../connections/settings/settings.ts";
import { setContext } from "../kit/contextKeys.ts";
import { disposeIdleInput } from "../kit/inputs/ask.ts";
import { withCancel } from "../kit/progress.ts";
import { fileLabel } from "./commandFile.ts";
import type { FilesContext } from "./planFile.ts";
import type { PlannedFile } from "./filePlans.ts";
import { displayConnectionName } from "./planDescriptions.ts";
import { compact } from "../../domain/compact.ts";

/** A task and its outcome. If a creation's outcome is unknown, `pendingId` is the ID of the stored attempt. */
export interface TaskOutcome {
  readonly task: PlanTask;
  readonly outcome: PlanTaskOutcome;
  readonly pendingId?: string;
}

/**
 * Sends the confirmed tasks of a plan while a notification offers to cancel. Returns the outcomes in the order in which
 * the tasks were sent. If another client has changed a setting in the meantime, prompts about that setting or, with
 * `asks: false`, skips it. Agents use `asks: false`. Aborting `also` cancels the tasks, too.
 */
export async function sendPlan(
  parts: FilesContext,
  planned: PlannedFile,
  agreed: ApprovedDeletions,
  { also, asks = true }: { readonly also?: AbortSignal; readonly asks?: boolean } = {},
): Promise<readonly TaskOutcome[]> {
  const { access, plan, state, uri } = planned;
  const tasks = tasksOf(plan, agreed);
  const outcomes: TaskOutcome[] = [];
  const attempts = new Map<ManagedAuthCreateRequest, PendingCreation>();
  const idsToDelete = tasks.filter((task) => task.kind === "delete").map((task) => task.connection.id);
  const unmark = parts.connections.markDeleting(idsToDelete);
  await withCancel(
    l10n.t("Applying {0}", fileLabel(uri)),
    async (report, signal) => {
      const reportProgress = (): void =>
        report(l10n.t("{0} of {1}", outcomes.length, tasks.length), (100 * outcomes.length) / tasks.length);
      const requests = connectionRequests(access.client, signal);
      const ports: ApplyPorts = {
        ...requests,
        create: async (body) => {
          attempts.set(body, await parts.pending.add(access.account.id, access.baseUrl, body));
          return requests.create(body);
        },
        ...(asks && {
          decide: async (conflict, connection) => {
            const rows = conflictRows(conflict, state.proxies ?? []);
            return (await askConflicts(displayConnectionName(connection), rows)).value;
          },
        }),
      };
      reportProgress();
      await applyPlan(plan, agreed, state, ports, signal, (task, outcome) => {
        outcomes.push({ task, outcome });
        reportProgress();
      });
    },
    also,
  ).finally(() => {
    disposeIdleInput();
    void parts.connections.refreshIfLoaded().finally(unmark);
    void parts.listed.profiles.refreshIfLoaded();
  });
  const completed = compact(...outcomes.map(({ outcome, task }) => isTaskDone(outcome) && task));
  parts.comparisons.update(planned, completed);
  return recordOutcomes(parts, planned, outcomes, attempts);
}

async function recordOutcomes(
  parts: FilesContext,
  { access, uri }: PlannedFile,
  outcomes: readonly TaskOutcome[],
  attempts: ReadonlyMap<ManagedAuthCreateRequest, PendingCreation>,
): Promise<readonly TaskOutcome[]> {
  const { connections, entitlements, filePlans, log, logins, pending, watched } = parts;
  const { account } = access;
  const followed: TaskOutcome[] = [];
  const deletedIds: string[] = [];
  for (const { outcome, task } of outcomes) {
    const attempt = task.kind === "create" ? attempts.get(task.request) : undefined;
    const isOpen = attempt !== undefined && outcome.kind === "unknown";
    if (attempt !== undefined)
      await log.logFailure(
        "pendingCreations",
        isOpen ? pending.markUnknown(attempt) : pending.settle(attempt),
      );
    followed.push({ task, outcome, ...(isOpen && { pendingId: attempt.id }) });
    if (outcome.kind === "saved") {
      // Record the time of the change, because a login that failed before may succeed with the new settings.
      await logins.times.noteUserAction(account.id, outcome.connection.id);
      connections.updateRow(account, outcome.connection);
    }
    if (task.kind === "delete" && (outcome.kind === "deleted" || outcome.kind === "alreadyDone"))
      deletedIds.push(task.connection.id);
    if (outcome.kind === "created") void setContext("managedAuth.connectionCreated", true);
  }
  await watched.unwatch(account.id, deletedIds);
  void entitlements.fetchUsage(access);
  filePlans.forget(uri);
  return followed;
}
