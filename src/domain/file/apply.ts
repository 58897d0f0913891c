// Applies a plan. Sends the requests one after the other and never resends a request. If a response is lost, reads
// the connection to find the outcome.
import type { ApiError } from "../../api/errors.ts";
import type { ConnectionRequests, ServiceState } from "../../api/projectReading.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { judgeFirstAttempt, findInListing } from "../connections/creationOutcome.ts";
import { applyEdit } from "../connections/applyEdit.ts";
import type { SettingChanges } from "../connections/settingChanges.ts";
import { isSameConnection } from "../connections/identity.ts";
import type { SettingId } from "../connections/settings.ts";
import { toDeletionOutcome } from "../resources/deletionOutcome.ts";
import { isResourceGone } from "../resources/requestEnd.ts";
import { changingSteps, planUpdate, type CreateStep, type ChangePlan, type UpdateStep } from "./plan.ts";
import type { DeclaredEntry } from "./parseFile.ts";

/** The requests and prompts that applying a plan needs. Each request function sends one request. */
export interface ApplyPorts extends ConnectionRequests {
  /**
   * Asks the user how to resolve settings that another client changed after the plan was made. If omitted, a
   * conflicting change isn't sent.
   */
  readonly decide?: (
    conflict: SettingChanges,
    connection: ManagedAuth,
  ) => Promise<readonly SettingId[] | undefined>;
}

/** The kinds of deletions that the user approved. Creations and changes need no separate approval. */
export interface ApprovedDeletions {
  /**
   * Also delete surplus connections, except those that may have been renamed. Surplus connections match the file's
   * `owns` patterns but aren't declared in the file.
   */
  readonly prune: boolean;
  /** Also delete surplus connections (see `prune`) that may have been renamed. */
  readonly replace: boolean;
}

export type PlanTask =
  CreateStep | UpdateStep | { readonly kind: "delete"; readonly connection: ManagedAuth };

/** Returns the connection that the task deletes or, for any other task, the entry in the file. */
export function taskSubject(task: PlanTask): DeclaredEntry | ManagedAuth {
  if (task.kind === "delete") return task.connection;
  return task.entry;
}

export type PlanTaskOutcome =
  | { readonly kind: "created" | "saved"; readonly connection: ManagedAuth }
  | { readonly kind: "deleted" | "alreadyDone" }
  /**
   * Another client created the connection after the plan was made. Its differences from the file are reported, but no
   * update is sent.
   */
  | {
      readonly kind: "exists";
      readonly connection: ManagedAuth | undefined;
      readonly settings: readonly SettingId[];
      /** The service's conflict error, if the connection couldn't be read. */
      readonly error?: ApiError;
    }
  /** Another client changed the same settings after the plan was made. The planned change wasn't sent. */
  | { readonly kind: "conflict"; readonly settings: readonly SettingId[] }
  /** The request succeeded, but the service still reports different values for these settings. */
  | { readonly kind: "notTaken"; readonly settings: readonly SettingId[]; readonly connection?: ManagedAuth }
  /** The service responded to a creation with a connection for a different domain or profile. */
  | { readonly kind: "otherConnection"; readonly connection: ManagedAuth }
  /** A deletion that wasn't sent, because an earlier creation or change failed or may have failed. */
  | { readonly kind: "heldBack" }
  /** Another client deleted the connection after the plan was made. */
  | { readonly kind: "gone" }
  | { readonly kind: "refused" | "notSent"; readonly error: ApiError }
  /** The request may have taken effect. Reading the connection didn't reveal the outcome. */
  | { readonly kind: "unknown"; readonly error?: ApiError }
  /** Not sent, because the run was cancelled or the request would fail for the same reason as an earlier request. */
  | { readonly kind: "notTried" };

/**
 * Returns the tasks of a plan, including approved deletions. Deletions run last, so that no login is lost if a
 * creation or change fails.
 */
export function tasksOf(plan: ChangePlan, agreed: ApprovedDeletions): readonly PlanTask[] {
  const deletions = approvedDeletions(plan, agreed);
  return [
    ...changingSteps(plan),
    ...deletions.map((connection): PlanTask => ({ kind: "delete", connection })),
  ];
}

export function approvedDeletions(
  { deletions, renames }: ChangePlan,
  { prune, replace }: ApprovedDeletions,
): readonly ManagedAuth[] {
  return [...(prune ? deletions : []), ...(replace ? renames : [])];
}

/** True if the connection now matches the file, or has been deleted as planned. */
export function isTaskDone({ kind }: PlanTaskOutcome): boolean {
  return kind === "created" || kind === "saved" || kind === "deleted" || kind === "alreadyDone";
}

/**
 * Runs the tasks in order and reports each outcome immediately. Stops if the signal is aborted or a failure would
 * affect all remaining tasks. The caller must ensure that the plan has no errors.
 */
export async function applyPlan(
  plan: ChangePlan,
  agreed: ApprovedDeletions,
  service: ServiceState,
  ports: ApplyPorts,
  signal: AbortSignal,
  report: (task: PlanTask, outcome: PlanTaskOutcome) => void,
): Promise<void> {
  let stopped = false;
  let failed = false;
  let forbidden = false;
  for (const task of tasksOf(plan, agreed)) {
    const outcome = await applyTask(task);
    failed ||= task.kind !== "delete" && !isTaskDone(outcome);
    stopped ||= "error" in outcome && affectsAllRequests(outcome.error);
    forbidden ||= "error" in outcome && willRepeat(task, outcome.error);
    report(task, outcome);
  }

  async function applyTask(task: PlanTask): Promise<PlanTaskOutcome> {
    if (stopped || (forbidden && task.kind !== "delete") || signal.aborted) return { kind: "notTried" };
    if (failed && task.kind === "delete") return { kind: "heldBack" };
    switch (task.kind) {
      case "create":
        return applyCreation(task, service, ports, signal);
      case "update":
        return applyUpdate(task, ports);
      case "delete":
        return applyDeletion(task.connection, ports);
    }
  }
}

/**
 * True if the service would also refuse the remaining creations and changes. False if the task sets a credential or
 * proxy, because the organization's subscription may lack only that feature.
 */
function willRepeat(task: PlanTask, { kind }: ApiError): boolean {
  if (kind !== "forbidden" || task.kind === "delete") return false;
  return !task.settings.some((setting) => setting === "credential" || setting === "proxy");
}

function affectsAllRequests({ kind }: ApiError): boolean {
  const shared: readonly ApiError["kind"][] = [
    "unauthorized",
    "limited",
    "offline",
    "timeout",
    "certificate",
    "proxyLogin",
    "proxyRefused",
    "redirected",
  ];
  return shared.includes(kind);
}

async function applyCreation(
  { entry, request }: CreateStep,
  service: ServiceState,
  ports: ApplyPorts,
  signal: AbortSignal,
): Promise<PlanTaskOutcome> {
  const verdict = judgeFirstAttempt(await ports.create(request));
  switch (verdict.kind) {
    case "created": {
      const connection = verdict.value;
      const settings = differences(connection);
      if (settings === undefined) return { kind: "otherConnection", connection };
      if (settings.length === 0) return { kind: "created", connection };
      return { kind: "notTaken", settings, connection };
    }
    case "exists": {
      const found =
        verdict.id === undefined ? findInListing(await ports.list(request), request) : { id: verdict.id };
      // If the service reports neither an error code nor an ID, the conflict may have a different cause than an
      // existing connection.
      if (!("id" in found) && verdict.error.code === undefined)
        return { kind: "refused", error: verdict.error };
      return existing("id" in found ? found.id : undefined, () => ({ kind: "alreadyDone" }));
    }
    case "cancelled":
      return { kind: "notTried" };
    case "refused":
      return failedTask(verdict.error);
    case "unknown": {
      if (signal.aborted || verdict.error === undefined) return { kind: "unknown" };
      const found = findInListing(await ports.list(request), request);
      // If the connection isn't listed, the outcome stays unknown, because the service may still be processing the
      // request.
      if (found.kind !== "found") return unknownOutcome(found.kind === "unclear" ? found.error : undefined);
      return existing(found.id, (connection) => ({ kind: "created", connection }));
    }
  }

  /**
   * Returns the settings in which a connection differs from the entry, or undefined if the connection has a different
   * domain or profile.
   */
  function differences(connection: ManagedAuth): readonly SettingId[] | undefined {
    // The response may omit the domain or the profile name. Assume that an omitted value matches.
    const { domain = entry.domain, profile_name = entry.profile_name } = connection;
    if (!isSameConnection({ domain, profile_name }, entry)) return undefined;
    return planUpdate(entry, connection, service).settings;
  }

  /** Fetches an existing connection. Returns the outcome from `asDeclared` if the connection matches the entry. */
  async function existing(
    id: string | undefined,
    asDeclared: (connection: ManagedAuth) => PlanTaskOutcome,
  ): Promise<PlanTaskOutcome> {
    const outcome = id !== undefined && (await ports.read(id));
    if (!outcome || outcome.kind !== "ok") {
      const conflict = verdict.kind === "exists" ? { error: verdict.error } : {};
      return { kind: "exists", connection: undefined, settings: [], ...conflict };
    }
    const connection = outcome.value;
    const settings = differences(connection);
    if (settings === undefined) return { kind: "otherConnection", connection };
    if (settings.length === 0) return asDeclared(connection);
    return { kind: "exists", connection, settings };
  }
}

async function applyUpdate(
  { connection, declared: wanted }: UpdateStep,
  ports: ApplyPorts,
): Promise<PlanTaskOutcome> {
  const { id } = connection;
  const outcome = await applyEdit(connection, wanted, {
    read: () => ports.read(id),
    send: (body) => ports.update(id, body),
    resolveConflict: async (conflict) => ports.decide?.(conflict, connection),
  });
  switch (outcome.kind) {
    case "nothing":
      return { kind: "alreadyDone" };
    case "saved":
      return { kind: "saved", connection: outcome.after };
    case "notTaken": {
      const settings = outcome.unapplied.filter(({ isCertain }) => isCertain).map(({ field }) => field);
      if (settings.length === 0) return { kind: "saved", connection: outcome.after };
      if (outcome.isAnswered) return { kind: "notTaken", settings };
      return { kind: "unknown" };
    }
    case "gone":
      return { kind: "gone" };
    case "refused":
      return failedTask(outcome.error);
    case "notRead":
      return { kind: "notSent", error: outcome.error };
    case "cancelled":
      return { kind: "notTried" };
    case "conflict":
      return { kind: "conflict", settings: outcome.fields };
    case "unknown":
      return unknownOutcome(outcome.error);
  }
}

function failedTask(error: ApiError): PlanTaskOutcome {
  if (error.sent === "no") return { kind: "notSent", error };
  return { kind: "refused", error };
}

function unknownOutcome(error: ApiError | undefined): PlanTaskOutcome {
  return { kind: "unknown", ...(error && { error }) };
}

async function applyDeletion({ id }: ManagedAuth, ports: ApplyPorts): Promise<PlanTaskOutcome> {
  const outcome = toDeletionOutcome(await ports.remove(id));
  switch (outcome.kind) {
    case "deleted":
    case "accepted":
      return { kind: "deleted" };
    case "gone":
      return { kind: "alreadyDone" };
    case "inUse":
    case "refused":
      return failedTask(outcome.error);
    case "unknown": {
      const found = await ports.read(id);
      if (found.kind === "failed" && isResourceGone(found.error)) return { kind: "deleted" };
      return unknownOutcome(outcome.error);
    }
    case "cancelled":
    case "notTried":
      return { kind: "notTried" };
  }
}
