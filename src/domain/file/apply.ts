// Carries out a plan: each request once, one after the other, and each lost answer looked for by reading alone.
import type { ApiError } from "../../api/errors.ts";
import type { ConnectionRequests, ServiceState } from "../../api/project.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { firstVerdict, foundIn } from "../connections/creation.ts";
import { edit } from "../connections/edit.ts";
import type { Changes } from "../connections/changes.ts";
import { isSameConnection } from "../connections/identity.ts";
import type { Setting } from "../connections/settings.ts";
import { deletionOf, isGone } from "../deletion/deletion.ts";
import { applicable, change } from "./plan.ts";
import type { CreateStep, Plan, UpdateStep } from "./plan.ts";

/** What applying a plan asks of others; each request carries out one operation. */
export interface ApplyPorts extends ConnectionRequests {
  /** Asks about settings that someone else changed since the plan; without it, such a change is left out. */
  readonly decide?: (conflict: Changes, connection: ManagedAuth) => Promise<readonly Setting[] | undefined>;
}

/** Deletions that a person has agreed to, besides creations and changes. */
export interface Agreed {
  /** Delete surplus connections that weren't renamed. */
  readonly prune: boolean;
  /** Delete surplus connections that may have been renamed. */
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
  | { readonly kind: "notTaken"; readonly settings: readonly Setting[]; readonly connection?: ManagedAuth }
  /** The service answered a creation with a connection for another domain or profile. */
  | { readonly kind: "otherConnection"; readonly connection: ManagedAuth }
  /** A deletion that wasn't sent, because a creation or change before it failed or may have failed. */
  | { readonly kind: "heldBack" }
  /** Someone deleted it since the plan. */
  | { readonly kind: "gone" }
  | { readonly kind: "refused" | "notSent"; readonly error: ApiError }
  /** It may have been carried out, and reading can't tell. */
  | { readonly kind: "unknown"; readonly error?: ApiError }
  /** Never sent: it was cancelled, or something ended that the rest would share. */
  | { readonly kind: "notTried" };

/** Returns the agreed tasks of a plan. Deletions run last, so that no login is lost for a change that fails. */
export function tasksOf(plan: Plan, agreed: Agreed): readonly Task[] {
  const deletions = agreedDeletions(plan, agreed);
  return [...applicable(plan), ...deletions.map((connection): Task => ({ kind: "delete", connection }))];
}

/** Returns the surplus connections that a person has agreed to delete. */
export function agreedDeletions(
  { deletions, renames }: Plan,
  { prune, replace }: Agreed,
): readonly ManagedAuth[] {
  return [...(prune ? deletions : []), ...(replace ? renames : [])];
}

/** True if the service now has the connection as the file declares it, or no longer has a deleted one. */
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
  let failed = false;
  let forbidden = false;
  for (const task of tasksOf(plan, agreed)) {
    const end = await next(task);
    failed ||= task.kind !== "delete" && !isDone(end);
    stopped ||= "error" in end && isShared(end.error);
    forbidden ||= "error" in end && willRepeat(task, end.error);
    report(task, end);
  }

  async function next(task: Task): Promise<TaskEnd> {
    if (stopped || (forbidden && task.kind !== "delete") || signal.aborted) return { kind: "notTried" };
    if (failed && task.kind === "delete") return { kind: "heldBack" };
    switch (task.kind) {
      case "create":
        return create(task, service, ports, signal);
      case "update":
        return update(task, ports);
      case "delete":
        return remove(task.connection, ports);
    }
  }
}

/** True if the other creations and changes would be refused, too. A plan may lack what only some need: credential or proxy. */
function willRepeat(task: Task, { kind }: ApiError): boolean {
  if (kind !== "forbidden" || task.kind === "delete") return false;
  return !task.settings.some((setting) => setting === "credential" || setting === "proxy");
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

async function create(
  { entry, request }: CreateStep,
  service: ServiceState,
  ports: ApplyPorts,
  signal: AbortSignal,
): Promise<TaskEnd> {
  const verdict = firstVerdict(await ports.create(request));
  if (verdict === "check") {
    if (signal.aborted) return { kind: "unknown" };
    const found = foundIn(await ports.list(request), request);
    // What can't be found may still be on its way.
    if (found.kind !== "found")
      return { kind: "unknown", ...(found.kind === "unclear" && found.error && { error: found.error }) };
    return existing(found.id, (connection) => ({ kind: "created", connection }));
  }
  switch (verdict.kind) {
    case "created": {
      const connection = verdict.value;
      const settings = differences(connection);
      if (settings === undefined) return { kind: "otherConnection", connection };
      return settings.length === 0
        ? { kind: "created", connection }
        : { kind: "notTaken", settings, connection };
    }
    case "exists": {
      const found =
        verdict.id === undefined ? foundIn(await ports.list(request), request) : { id: verdict.id };
      // Without a code or an ID, the conflict may be about something else.
      if (!("id" in found) && verdict.error.code === undefined)
        return { kind: "refused", error: verdict.error };
      return existing("id" in found ? found.id : undefined, () => ({ kind: "alreadyDone" }));
    }
    case "notSent":
      return { kind: "notTried" };
    case "refused":
      return { kind: verdict.error.sent === "no" ? "notSent" : "refused", error: verdict.error };
    case "unknown":
      return verdict;
  }

  /** Returns the settings of a connection that differ from the entry; `undefined` if it isn't the entry's connection. */
  function differences(connection: ManagedAuth): readonly Setting[] | undefined {
    // A reply may leave out either name.
    const { domain = entry.domain, profile_name = entry.profile_name } = connection;
    return isSameConnection({ domain, profile_name }, entry)
      ? change(entry, connection, service).settings
      : undefined;
  }

  /** Reads a connection that exists, and returns `asDeclared` if it is as the entry declares it. */
  async function existing(
    id: string | undefined,
    asDeclared: (connection: ManagedAuth) => TaskEnd,
  ): Promise<TaskEnd> {
    const outcome = id === undefined ? undefined : await ports.read(id);
    if (outcome?.kind !== "ok") return { kind: "exists", connection: undefined, settings: [] };
    const connection = outcome.value;
    const settings = differences(connection);
    if (settings === undefined) return { kind: "otherConnection", connection };
    return settings.length === 0 ? asDeclared(connection) : { kind: "exists", connection, settings };
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
