// The commands `validate`, `plan` and `apply`.
import type { Client } from "../api/client.ts";
import { getAuthContext } from "../api/operations.ts";
import { connectionRequests } from "../api/project.ts";
import type { ServiceState } from "../api/project.ts";
import { settings as connectionSettings } from "../domain/connections/settings.ts";
import { apply, isDone, tasksOf } from "../domain/file/apply.ts";
import type { Agreed, Task, TaskEnd } from "../domain/file/apply.ts";
import { planOf } from "../domain/file/plan.ts";
import type { Plan } from "../domain/file/plan.ts";
import { isSamePlan, planFileOf } from "../domain/file/planFile.ts";
import type { PlanPlace } from "../domain/file/planFile.ts";
import { hasErrors, preventsPlan } from "../domain/file/problem.ts";
import { needsOf } from "../domain/file/references.ts";
import { display } from "../domain/text/display.ts";
import { isStandardOutput } from "./args.ts";
import { errorWords } from "./errorWords.ts";
import { fileName, loadFile, pathOf, printProblems, shownName, stopsAt, writeWhole } from "./file.ts";
import type { LoadedFile } from "./file.ts";
import { differenceWords, readPlanFile } from "./keptPlan.ts";
import { exits, Failure } from "./output.ts";
import type { Exit, Output } from "./output.ts";
import { counted, nameOf, planObject, printPlan } from "./planText.ts";
import { finishingClient, readState, withService } from "./service.ts";
import type { Call } from "./service.ts";

/** Validates a file without contacting the service. */
export async function validate({ args, output, shell }: Call): Promise<Exit> {
  const file = await loadFile(shell, args);
  const { connections, problems } = file.parsed;
  const isWrong = hasErrors(problems);
  const printed = printProblems(output, file, problems);
  if (!isWrong) output.line(`${file.name} is valid: ${counted(connections.length)}.`, "green");
  output.result({
    valid: !isWrong,
    connections: connections.length,
    ...printed,
  });
  return isWrong ? exits.error : exits.done;
}

/** A plan with its file and the account that it is for. */
interface Planned {
  readonly file: LoadedFile;
  readonly plan: Plan;
  readonly state: ServiceState;
  readonly place: PlanPlace;
}

/** Prints the changes that applying the file would make. */
export async function plan(call: Call): Promise<Exit> {
  const { out } = call.args;
  if (
    out !== undefined &&
    !isStandardOutput(out) &&
    (await pathOf(call.shell, out)) === (await pathOf(call.shell, fileName(call.args)))
  )
    throw new Failure(`--out would overwrite ${out}. Name another file.`);
  return withPlan(call, async ({ place, plan: planned, state }) => {
    const { args, output, shell } = call;
    printPlan(output, planned, state, args);
    if (out !== undefined)
      await writeWhole(shell, out, `${JSON.stringify(planFileOf(planned, args, place), undefined, 2)}\n`);
    output.result({ ...place, ...planObject(planned, state, args) });
    return tasksOf(planned, args).length === 0 ? exits.done : exits.changes;
  });
}

/** Applies a file. */
export async function applyFile(call: Call): Promise<Exit> {
  return withPlan(call, async ({ file, place, plan: planned, state }, client) => {
    const { args, output, shell, signal } = call;
    const { "plan-file": planFile } = args;
    if (planFile !== undefined) {
      const reviewed = await readPlanFile(shell, planFile);
      if (reviewed.prune !== args.prune || reviewed.replace !== args.replace)
        throw new Failure(
          `${shownName(planFile)} was planned with other flags (${flagWords(reviewed)}). Use the same flags.`,
        );
      if (!isSamePlan(reviewed, planned, args, place))
        throw new Failure(
          `${shownName(planFile)} is out of date: ${differenceWords(reviewed, planFileOf(planned, args, place))} No change was sent. Plan again.`,
        );
    }
    printPlan(output, planned, state, args);
    const total = tasksOf(planned, args).length;
    const ends: { readonly task: Task; readonly end: TaskEnd }[] = [];
    const ports = connectionRequests(finishingClient(client, signal), signal);
    const next = (): void => output.progress(`Applying ${ends.length + 1} of ${total}…`);
    if (total > 0) next();
    await apply(planned, args, state, ports, signal, (task, end) => {
      ends.push({ task, end });
      if (end.kind !== "notTried") printEnd(output, file, task, end);
      if (ends.length < total) next();
    });
    const notTried = ends.filter(({ end }) => end.kind === "notTried");
    const [only, ...others] = notTried;
    if (others.length > 0) output.line(`${notTried.length} other changes: Not tried.`, "red");
    else if (only !== undefined) printEnd(output, file, only.task, only.end);
    if (ends.some(({ end }) => end.kind === "heldBack"))
      output.line(
        "Nothing was deleted. Correct what failed, then apply again with the same flags.",
        "yellow",
      );
    output.result({
      ...place,
      results: ends.map(({ end, task }) => endObject(task, end)),
      held_back: planObject(planned, state, args)["held_back"],
    });
    return exitOf(
      ends.map(({ end }) => end),
      signal,
    );
  });
}

async function withPlan(call: Call, use: (planned: Planned, client: Client) => Promise<Exit>): Promise<Exit> {
  const { args, output, shell } = call;
  const file = await loadFile(shell, args);
  const { problems, project } = file.parsed;
  // Other problems depend on the service's data.
  if (preventsPlan(problems)) {
    stopsAt(output, file, problems);
    return exits.error;
  }
  return withService(call, { file: file.name, project }, async ({ client, place }) => {
    const [state, account] = await Promise.all([
      readState(call, client, needsOf(file.parsed)),
      readAccount(call, client),
    ]);
    const planned = planOf(file.parsed, state);
    if (stopsAt(output, file, planned.problems)) return exits.error;
    const { organization, tokenProject } = account;
    if (tokenProject !== undefined && place.project === undefined)
      output.note(`The token works only in the project ${display(tokenProject)}.`);
    const planPlace = { ...place, project: place.project ?? tokenProject, organization };
    return use({ file, plan: planned, state, place: planPlace }, client);
  });
}

function flagWords({ prune, replace }: Agreed): string {
  if (!prune) return "no --prune";
  return replace ? "--prune --replace" : "--prune";
}

interface TokenAccount {
  readonly organization?: string | undefined;
  /** The token's project, if the token is bound to one. */
  readonly tokenProject?: string | undefined;
}

/**
 * Fetches the organization and project of the token. Both are missing if the service is too old to report them. A
 * stored plan requires the organization, because otherwise it could be applied in another one. For other plans, the
 * wait is short.
 */
async function readAccount({ args, clock, signal }: Call, client: Client): Promise<TokenAccount> {
  const isKept = args.out !== undefined || args["plan-file"] !== undefined;
  const late = new AbortController();
  const stopTimer = clock.timer(isKept ? 10_000 : 3_000, () => late.abort());
  const context = await client.call(getAuthContext, {}, AbortSignal.any([signal, late.signal]));
  stopTimer();
  if (context.kind === "ok") {
    const { authorization, organization } = context.value;
    return {
      organization: organization?.id,
      tokenProject: authorization?.credential_scope?.project_id ?? undefined,
    };
  }
  if (!isKept || (context.kind === "failed" && context.error.kind === "notFound")) return {};
  const reason = context.kind === "failed" ? errorWords(context.error) : "The service didn't answer in time.";
  throw new Failure(
    `The token's organization couldn't be read, so a plan can't be kept or applied. No change was sent. ${reason}`,
  );
}

function printEnd(output: Output, file: LoadedFile, task: Task, end: TaskEnd): void {
  const name = nameOf(task.kind === "delete" ? task.connection : task.entry);
  const words = endWords(task, end);
  if (isDone(end)) output.line(`${words}${end.kind === "alreadyDone" ? ":" : ""} ${name}`, "green");
  else {
    output.line(`${name}: ${words}.`, "red");
    if ("error" in end) output.line(`    ${errorWords(end.error)}`);
    if (end.kind === "exists" && end.connection !== undefined) output.line(`    ID: ${end.connection.id}`);
  }
  // Annotate the entry's line, where reviewers will see the failure.
  if (!isDone(end) && end.kind !== "notTried" && task.kind !== "delete")
    output.annotate(
      task.entry.range,
      file,
      "error" in end ? `${words}. ${errorWords(end.error)}` : `${words}.`,
    );
}

function endWords({ kind: action }: Task, end: TaskEnd): string {
  const set: readonly string[] = "settings" in end ? end.settings : [];
  const names = connectionSettings.filter((setting) => set.includes(setting)).join(", ");
  const isLimited = "error" in end && end.error.kind === "limited";
  const words: Readonly<Record<TaskEnd["kind"], string>> = {
    created: "Created",
    saved: "Changed",
    deleted: "Deleted",
    alreadyDone: "Already done",
    exists: `Not created because the connection exists${names && ` with other settings (${names})`}`,
    conflict: `Not changed because someone else changed ${names} since the plan`,
    notTaken: `${action === "create" ? "Created" : "Changed"}, but the service doesn't show ${names} as sent`,
    otherConnection: `The service returned another connection${"connection" in end && end.connection ? `: ${nameOf(end.connection)}` : ""}`,
    heldBack: "Not deleted because a creation or change failed",
    gone: "Not changed because someone deleted the connection",
    refused: isLimited ? "Not done because of the rate limit" : "Refused",
    notSent: "Not sent",
    unknown: "Couldn't confirm the result. Plan again before you resend",
    notTried: "Not tried",
  };
  return words[end.kind];
}

function endObject(task: Task, end: TaskEnd): object {
  const { domain, profile_name } = task.kind === "delete" ? task.connection : task.entry;
  return {
    action: task.kind,
    domain,
    profile_name,
    result: end.kind,
    ...("connection" in end && { id: end.connection?.id }),
    ...("settings" in end && { settings: end.settings }),
    ...("error" in end && { error: errorWords(end.error) }),
  };
}

/** Returns the exit code. Outdated entries count as changes instead of errors, because they can be planned again. */
function exitOf(ends: readonly TaskEnd[], signal: AbortSignal): Exit {
  if (ends.every(isDone)) return exits.done;
  const outdated: readonly TaskEnd["kind"][] = ["exists", "conflict", "gone", "heldBack"];
  return !signal.aborted && ends.every((end) => isDone(end) || outdated.includes(end.kind))
    ? exits.changes
    : exits.error;
}
