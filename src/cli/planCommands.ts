// The commands `validate`, `plan` and `apply`.
import type { ApiClient } from "../api/client.ts";
import { getAuthContext } from "../api/operations.ts";
import { connectionRequests, type ServiceState } from "../api/projectReading.ts";
import { settingIds as connectionSettings } from "../domain/connections/settings.ts";
import { applyPlan, isTaskDone, tasksOf, taskSubject } from "../domain/file/apply.ts";
import type { ApprovedDeletions, PlanTask, PlanTaskOutcome } from "../domain/file/apply.ts";
import { planChanges, type ChangePlan } from "../domain/file/plan.ts";
import { matchesStoredPlan, toStoredPlan, type PlanTarget } from "../domain/file/storedPlan.ts";
import { hasErrors, preventsPlan } from "../domain/file/problem.ts";
import { needsOf } from "../domain/file/references.ts";
import { display } from "../domain/text/display.ts";
import { isStandardOutput } from "./args.ts";
import { describeApiError } from "./describeApiError.ts";
import {
  failWithProblems,
  fileOperand,
  loadFile,
  resolveRealPath,
  printProblems,
  displayFileName,
  replaceFileAtomically,
  type LoadedFile,
} from "./connectionFile.ts";
import { describeDifferences, readStoredPlan } from "./readStoredPlan.ts";
import { exitCodes, CommandError, type ExitCode, type CommandOutput } from "./output.ts";
import { connectionCountText, connectionLabel, planObject, printPlan } from "./planText.ts";
import { finishingClient, readServiceState, withService, type CommandContext } from "./service.ts";

/** Validates a file without contacting the service. */
export async function runValidate(command: CommandContext): Promise<ExitCode> {
  const { output } = command;
  const file = await loadFile(command);
  const { connections, problems } = file.parsed;
  const isWrong = hasErrors(problems);
  const printed = printProblems(output, file, problems);
  if (!isWrong) output.line(`${file.name} is valid: ${connectionCountText(connections.length)}.`, "green");
  output.result({ valid: !isWrong, connections: connections.length, ...printed });
  if (isWrong) return exitCodes.error;
  return exitCodes.done;
}

interface PreparedPlan {
  readonly file: LoadedFile;
  readonly plan: ChangePlan;
  readonly state: ServiceState;
  readonly place: PlanTarget;
  /** The printed warnings, as objects for `--json`. */
  readonly warnings: ReturnType<typeof printProblems>;
}

export async function runPlan(command: CommandContext): Promise<ExitCode> {
  const { out } = command.args;
  if (
    out !== undefined &&
    !isStandardOutput(out) &&
    (await resolveRealPath(command.shell, out)) ===
      (await resolveRealPath(command.shell, fileOperand(command.args)))
  )
    throw new CommandError(`--out would overwrite ${out}. Name another file.`);
  return withPlan(command, async ({ place, plan: planned, state, warnings }) => {
    const { args, output } = command;
    printPlan(output, planned, state, args);
    if (out !== undefined) {
      const stored = JSON.stringify(toStoredPlan(planned, args, place), undefined, 2);
      await replaceFileAtomically(command, out, `${stored}\n`);
    }
    output.result({ ...place, ...planObject(planned, state, args), ...warnings });
    if (tasksOf(planned, args).length === 0) return exitCodes.done;
    return exitCodes.changes;
  });
}

export async function runApply(command: CommandContext): Promise<ExitCode> {
  return withPlan(command, async ({ file, place, plan: planned, state, warnings }, client) => {
    const { args, output, signal } = command;
    const { "plan-file": planFile } = args;
    if (planFile !== undefined) {
      const reviewed = await readStoredPlan(command, planFile);
      if (reviewed.prune !== args.prune || reviewed.replace !== args.replace)
        throw new CommandError(
          `${displayFileName(planFile)} was planned with other flags (${flagsText(reviewed)}). Use the same flags.`,
        );
      if (!matchesStoredPlan(reviewed, planned, args, place))
        throw new CommandError(
          `${displayFileName(planFile)} is out of date: ${describeDifferences(reviewed, toStoredPlan(planned, args, place))} No change was sent. Plan again.`,
        );
    }
    printPlan(output, planned, state, args);
    const total = tasksOf(planned, args).length;
    const ends: { readonly task: PlanTask; readonly end: PlanTaskOutcome }[] = [];
    const ports = connectionRequests(finishingClient(client, signal), signal);
    const next = (): void => output.progress(`Applying ${ends.length + 1} of ${total}…`);
    if (total > 0) next();
    await applyPlan(planned, args, state, ports, signal, (task, end) => {
      ends.push({ task, end });
      if (end.kind !== "notTried") printOutcome(output, file, task, end);
      if (ends.length < total) next();
    });
    const notTried = ends.filter(({ end }) => end.kind === "notTried");
    const [only, ...others] = notTried;
    if (others.length > 0) output.line(`${notTried.length} other changes: Not tried.`, "red");
    else if (only !== undefined) printOutcome(output, file, only.task, only.end);
    if (ends.some(({ end }) => end.kind === "heldBack"))
      output.line(
        "Nothing was deleted. Correct what failed, then apply again with the same flags.",
        "yellow",
      );
    output.result({
      ...place,
      results: ends.map(({ end, task }) => outcomeObject(task, end)),
      held_back: planObject(planned, state, args)["held_back"],
      ...warnings,
    });
    return exitCodeFor(
      ends.map(({ end }) => end),
      signal,
    );
  });
}

async function withPlan(
  command: CommandContext,
  use: (planned: PreparedPlan, client: ApiClient) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { output } = command;
  const file = await loadFile(command);
  const { problems, project } = file.parsed;
  // Stop only for problems that prevent a plan. Other problems depend on the service's data and are checked later.
  if (preventsPlan(problems)) return failWithProblems(output, file, problems);
  return withService(command, { file: file.name, project }, async ({ client, place }) => {
    const [state, account] = await Promise.all([
      readServiceState(command, client, needsOf(file.parsed)),
      readTokenAccount(command, client),
    ]);
    const planned = planChanges(file.parsed, state);
    if (hasErrors(planned.problems)) return failWithProblems(output, file, planned.problems);
    const warnings = printProblems(output, file, planned.problems);
    const { organization, tokenProject } = account;
    if (tokenProject !== undefined && place.project === undefined)
      output.note(`The token works only in the project ${display(tokenProject)}.`);
    const planPlace = { ...place, project: place.project ?? tokenProject, organization };
    return use({ file, plan: planned, state, place: planPlace, warnings }, client);
  });
}

function flagsText({ prune, replace }: ApprovedDeletions): string {
  if (!prune) return "no --prune";
  if (replace) return "--prune --replace";
  return "--prune";
}

interface TokenAccount {
  readonly organization?: string | undefined;
  /** The token's project, if the token is bound to one. */
  readonly tokenProject?: string | undefined;
}

/**
 * Fetches the token's organization and project. Both are undefined if the service is too old to report them. Waits
 * longer with `--out` or `--plan-file`, because a stored plan without an organization could be applied to a different
 * organization.
 */
async function readTokenAccount(
  { args, clock, signal }: CommandContext,
  client: ApiClient,
): Promise<TokenAccount> {
  const isKept = args.out !== undefined || args["plan-file"] !== undefined;
  const late = new AbortController();
  const stopTimer = clock.timer(isKept ? 10_000 : 3_000, () => late.abort());
  const context = await client.call(getAuthContext, {}, AbortSignal.any([signal, late.signal]));
  stopTimer();
  if (context.kind === "ok") {
    const { authorization, organization } = context.value;
    const tokenProject = authorization?.credential_scope?.project_id ?? undefined;
    return { organization: organization?.id, tokenProject };
  }
  if (!isKept || (context.kind === "failed" && context.error.kind === "notFound")) return {};
  const reason =
    context.kind === "failed" ? describeApiError(context.error) : "The service didn't answer in time.";
  throw new CommandError(
    `The token's organization couldn't be read, so a plan can't be kept or applied. No change was sent. ${reason}`,
  );
}

function printOutcome(output: CommandOutput, file: LoadedFile, task: PlanTask, end: PlanTaskOutcome): void {
  const name = connectionLabel(taskSubject(task));
  const words = outcomeText(task, end);
  if (isTaskDone(end)) output.line(`${words}${end.kind === "alreadyDone" ? ":" : ""} ${name}`, "green");
  else {
    output.line(`${name}: ${words}.`, "red");
    if ("error" in end) output.line(`    ${describeApiError(end.error)}`);
    if (end.kind === "exists" && end.connection !== undefined) output.line(`    ID: ${end.connection.id}`);
  }
  // Annotate the line of the entry in the file, so that reviewers see the failure there.
  if (isTaskDone(end) || end.kind === "notTried" || task.kind === "delete") return;
  const reason = "error" in end ? ` ${describeApiError(end.error)}` : "";
  output.annotate(task.entry.range, file, `${words}.${reason}`);
}

function outcomeText({ kind: action }: PlanTask, end: PlanTaskOutcome): string {
  const set: readonly string[] = "settings" in end ? end.settings : [];
  const names = connectionSettings.filter((setting) => set.includes(setting)).join(", ");
  const isLimited = "error" in end && end.error.kind === "limited";
  const words: Readonly<Record<PlanTaskOutcome["kind"], string>> = {
    created: "Created",
    saved: "Changed",
    deleted: "Deleted",
    alreadyDone: "Already done",
    exists: `Not created because the connection exists${names && ` with other settings (${names})`}`,
    conflict: `Not changed because someone else changed ${names} since the plan`,
    notTaken: `${action === "create" ? "Created" : "Changed"}, but the service doesn't show ${names} as sent`,
    otherConnection: `The service returned another connection${"connection" in end && end.connection ? `: ${connectionLabel(end.connection)}` : ""}`,
    heldBack: "Not deleted because a creation or change failed",
    gone: "Not changed because someone deleted the connection",
    refused: isLimited ? "Not done because of the rate limit" : "Refused",
    notSent: "Not sent",
    unknown: "Couldn't confirm the result. Plan again before you resend",
    notTried: "Not tried",
  };
  return words[end.kind];
}

function outcomeObject(task: PlanTask, end: PlanTaskOutcome): object {
  const { domain, profile_name } = taskSubject(task);
  return {
    action: task.kind,
    domain,
    profile_name,
    result: end.kind,
    id: "connection" in end ? end.connection?.id : undefined,
    settings: "settings" in end ? end.settings : undefined,
    error: "error" in end ? describeApiError(end.error) : undefined,
  };
}

/** Returns the exit code. Outdated entries yield `changes` instead of `error`, because a new plan can include them. */
function exitCodeFor(ends: readonly PlanTaskOutcome[], signal: AbortSignal): ExitCode {
  if (ends.every(isTaskDone)) return exitCodes.done;
  const outdated: readonly PlanTaskOutcome["kind"][] = ["exists", "conflict", "gone", "heldBack"];
  if (!signal.aborted && ends.every((end) => isTaskDone(end) || outdated.includes(end.kind)))
    return exitCodes.changes;
  return exitCodes.error;
}
