// Carries out a plan: each request once, one after the other, and each lost answer looked for by reading alone.
import type { ApiError } from "../../api/errors.ts";
import type { ConnectionRequests, ServiceState } from "../../api/project.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { firstVerdict } from "../connections/creation.ts";
import { edit } from "../connections/edit.ts";
import type { Changes } from "../connections/changes.ts";
import type { Setting } from "../connections/settings.ts";
import { deletionOf, isGone } from "../deletion/deletion.ts";
import { applicable, change } from "./plan.ts";
import type { CreateStep, Plan, UpdateStep } from "./plan.ts";

/** What applying a plan asks of others; each request carries out one operation. */
export interface ApplyPorts extends ConnectionRequests {
  /** Asks about settings that someone else changed since the plan; without it, such a change is left out. */
  readonly decide?: (conflict: Changes, connection: ManagedAuth) => Promise<readonly Setting[] | undefined>;
}

/** What a person has agreed to beside creations and changes. */
export interface Agreed {
  /** Deletions, and nothing that may be a rename. */
  readonly prune: boolean;
  /** Both halves of what may be renames, where pruning is agreed to as well. */
  readonly replace: boolean;
}

/** One thing that a plan does. */
export type Task = CreateStep | UpdateStep | { readonly kind: "delete"; readonly connection: ManagedAuth };

/** What became of a task. */
export type TaskEnd =
  | { readonly kind: "created" | "saved"; readonly connection: ManagedAuth }
  | { readonly kind: "deleted" | "alreadyDone" }
  /** Someone created it since the plan: what differs from the file is shown, and not sent. */
  | {
      readonly kind: "exists";
      readonly connection: ManagedAuth | undefined;
      readonly settings: readonly Setting[];
    }
  /** Someone changed the same settings since the plan; nothing was sent. */
  | { readonly kind: "conflict"; readonly settings: readonly Setting[] }
  /** The service answered, and doesn't show these as they were sent. */
  | { readonly kind: "notTaken"; readonly settings: readonly Setting[] }
  /** Someone deleted it since the plan. */
  | { readonly kind: "gone" }
  | { readonly kind: "refused" | "notSent"; readonly error: ApiError }
  /** It may have been carried out, and reading can't tell. */
  | { readonly kind: "unknown"; readonly error?: ApiError }
  /** Never sent: it was cancelled, or something ended that the rest would share. */
  | { readonly kind: "notTried" };

/** The tasks of a plan, as far as they are agreed to: creations and changes first, so that no login ends for nothing. */
export function tasksOf(plan: Plan, { prune, replace }: Agreed): readonly Task[] {
  const deletions = prune ? plan.deletions.map(deletion) : [];
  // The old connection goes only after the new one is there.
  const renames =
    prune && replace ? plan.renames.flatMap((one) => [one.creation, deletion(one.deletion)]) : [];
  return [...applicable(plan), ...deletions, ...renames];
}

const deletion = (connection: ManagedAuth): Task => ({ kind: "delete", connection });

/** Whether a task did what the file says; the other half of a rename must not follow one that did not. */
export function isDone({ kind }: TaskEnd): boolean {
  return kind === "created" || kind === "saved" || kind === "deleted" || kind === "alreadyDone";
}

/**
 * Carries out tasks in their order, and reports the end of each as it comes. Stops sending when the signal aborts, and
 * after a failure that the rest would share. The caller has seen to it that the plan has no error.
 */
export async function apply(
  plan: Plan,
  agreed: Agreed,
  service: ServiceState,
  ports: ApplyPorts,
  signal: AbortSignal,
  report: (task: Task, end: TaskEnd) => void,
): Promise<void> {
  let stopped = false;
  const failed = new Set<Task>();
  for (const task of tasksOf(plan, agreed)) {
    const rename = plan.renames.find(
      ({ deletion: old }) => task.kind === "delete" && old === task.connection,
    );
    const isHeldBack = rename !== undefined && failed.has(rename.creation);
    const end: TaskEnd =
      stopped || isHeldBack || signal.aborted
        ? { kind: "notTried" }
        : await carryOut(task, service, ports, signal);
    if (!isDone(end)) failed.add(task);
    stopped ||= "error" in end && isShared(end.error);
    report(task, end);
  }
}

/** Whether a failure would meet every other request, too. */
function isShared({ kind }: ApiError): boolean {
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

async function carryOut(
  task: Task,
  service: ServiceState,
  ports: ApplyPorts,
  signal: AbortSignal,
): Promise<TaskEnd> {
  switch (task.kind) {
    case "create":
      return create(task, service, ports, signal);
    case "update":
      return update(task, ports);
    case "delete":
      return remove(task.connection, ports);
  }
}

async function create(
  { entry, request }: CreateStep,
  service: ServiceState,
  ports: ApplyPorts,
  signal: AbortSignal,
): Promise<TaskEnd> {
  const verdict = firstVerdict(await ports.create(request));
  if (verdict === "check") {
    if (signal.aborted) return { kind: "unknown" };
    const found = await ports.find(request);
    // What can't be found may still be on its way.
    if (found.kind !== "found")
      return { kind: "unknown", ...(found.kind === "unclear" && found.error && { error: found.error }) };
    const looked = await readDifferences(found.id);
    return looked.connection !== undefined && looked.settings.length === 0
      ? { kind: "created", connection: looked.connection }
      : { kind: "exists", ...looked };
  }
  switch (verdict.kind) {
    case "created":
      return { kind: "created", connection: verdict.value };
    case "exists": {
      const found = verdict.id === undefined ? await ports.find(request) : { kind: "found", id: verdict.id };
      return { kind: "exists", ...(await readDifferences("id" in found ? found.id : undefined)) };
    }
    case "notSent":
      return { kind: "notTried" };
    case "refused":
      return { kind: verdict.error.sent === "no" ? "notSent" : "refused", error: verdict.error };
    case "unknown":
      return verdict;
  }

  async function readDifferences(
    id: string | undefined,
  ): Promise<{ readonly connection: ManagedAuth | undefined; readonly settings: readonly Setting[] }> {
    const outcome = id === undefined ? undefined : await ports.read(id);
    if (outcome?.kind !== "ok") return { connection: undefined, settings: [] };
    return { connection: outcome.value, settings: change(entry, outcome.value, service).settings };
  }
}

async function update({ connection, wanted }: UpdateStep, ports: ApplyPorts): Promise<TaskEnd> {
  const { id } = connection;
  let conflicting: readonly Setting[] | undefined;
  const end = await edit(connection, wanted, {
    read: () => ports.read(id),
    send: (body) => ports.update(id, body),
    decide: async (conflict) => {
      conflicting = conflict.settings;
      return ports.decide?.(conflict, connection);
    },
  });
  switch (end.kind) {
    case "nothing":
      return { kind: "alreadyDone" };
    case "saved":
      return { kind: "saved", connection: end.after };
    case "notTaken": {
      const settings = end.left.filter(({ sure }) => sure).map(({ setting }) => setting);
      if (settings.length === 0) return { kind: "saved", connection: end.after };
      return end.answered ? { kind: "notTaken", settings } : { kind: "unknown" };
    }
    case "gone":
      return { kind: "gone" };
    case "refused":
      return { kind: end.error.sent === "no" ? "notSent" : "refused", error: end.error };
    case "notRead":
      return { kind: "notSent", error: end.error };
    case "cancelled":
      return conflicting === undefined ? { kind: "notTried" } : { kind: "conflict", settings: conflicting };
    case "unknown":
      return { kind: "unknown", ...(end.error && { error: end.error }) };
  }
}

async function remove({ id }: ManagedAuth, ports: ApplyPorts): Promise<TaskEnd> {
  const end = deletionOf(await ports.remove(id));
  switch (end.kind) {
    case "deleted":
    case "accepted":
      return { kind: "deleted" };
    case "notFound":
      return { kind: "alreadyDone" };
    case "refused":
    case "failed":
      return { kind: end.error.sent === "no" ? "notSent" : "refused", error: end.error };
    case "unknown": {
      const found = await ports.read(id);
      if (found.kind === "failed" && isGone(found.error)) return { kind: "deleted" };
      return { kind: "unknown", ...(end.error && { error: end.error }) };
    }
    case "skipped":
    case "notTried":
      return { kind: "notTried" };
  }
}
