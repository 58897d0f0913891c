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
  readonly target: PlanTarget;
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
  return withPlan(command, async ({ target, plan: planned, state, warnings }) => {
    const { args, output } = command;
    printPlan(output, planned, state, args);
    if (out !== undefined) {
      const stored = JSON.stringify(toStoredPlan(planned, args, target), undefined, 2);
      await replaceFileAtomically(command, out, `${stored}\n`);
    }
    output.result({ ...target, ...planObject(planned, state, args), ...warnings });
    if (tasksOf(planned, args).length === 0) return exitCodes.done;
    return exitCodes.changes;
  });
}

export async function runApply(command: CommandContext): Promise<ExitCode> {
  return withPlan(command, async ({ file, target, plan: planned, state, warnings }, client) => {
    const { args, output, signal } = command;
    const { "plan-file": planFile } = args;
    if (planFile !== undefined) {
      const reviewed = await readStoredPlan(command, planFile);
      if (reviewed.prune !== args.prune || reviewed.replace !== args.replace)
        throw new CommandError(
          `${displayFileName(planFile)} was planned with other flags (${flagsText(reviewed)}). Use the same flags.`,
        );
      if (!matchesStoredPlan(reviewed, planned, args, target))
        throw new CommandError(
          `${displayFileName(planFile)} is out of date: ${describeDifferences(reviewed, toStoredPlan(planned, args, target))} No change was sent. Plan again.`,
        );
    }
    printPlan(output, planned, state, args);
    const total = tasksOf(planned, args).length;
    const outcomes: { readonly task: PlanTask; readonly outcome: PlanTaskOutcome }[] = [];
    const ports = connectionRequests(finishingClient(client, signal), signal);
    const showProgress = (): void => output.progress(`Applying ${outcomes.length + 1} of ${total}…`);
    if (total > 0) showProgress();
    await applyPlan(planned, args, state, ports, signal, (task, outcome) => {
      outcomes.push({ task, outcome });
      if (outcome.kind !== "notTried") printOutcome(output, file, task, outcome);
      if (outcomes.length < total) showProgress();
    });
    const notTried = outcomes.filter(({ outcome }) => outcome.kind === "notTried");
    if (notTried.length > 1) output.line(`${notTried.length} other changes: Not tried.`, "red");
    else for (const { outcome, task } of notTried) printOutcome(output, file, task, outcome);
    if (outcomes.some(({ outcome }) => outcome.kind === "heldBack"))
      output.line(
        "Nothing was deleted. Correct what failed, then apply again with the same flags.",
        "yellow",
      );
    output.result({
      ...target,
      results: outcomes.map(({ outcome, task }) => outcomeObject(task, outcome)),
      held_back: planObject(planned, state, args)["held_back"],
      ...warnings,
    });
    return exitCodeFor(
      outcomes.map(({ outcome }) => outcome),
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
  return withService(command, { file: file.name, project }, async ({ client, target: serviceTarget }) => {
    const [state, account] = await Promise.all([
      readServiceState(command, client, needsOf(file.parsed)),
      readTokenAccount(command, client),
    ]);
    const planned = planChanges(file.parsed, state);
    if (hasErrors(planned.problems)) return failWithProblems(output, file, planned.problems);
    const warnings = printProblems(output, file, planned.problems);
    const { organization, tokenProject } = account;
    if (tokenProject !== undefined && serviceTarget.project === undefined)
      output.note(`The token works only in the project ${display(tokenProject)}.`);
    const target = { ...serviceTarget, project: serviceTarget.project ?? tokenProject, organization };
    return use({ file, plan: planned, state, target, warnings }, client);
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
  const isStored = args.out !== undefined || args["plan-file"] !== undefined;
  const timeout = new AbortController();
  const stopTimer = clock.timer(isStored ? 10_000 : 3_000, () => timeout.abort());
  const context = await client.call(getAuthContext, {}, AbortSignal.any([signal, timeout.signal]));
  stopTimer();
  if (context.kind === "ok") {
    const { authorization, organization } = context.value;
    const tokenProject = authorization?.credential_scope?.project_id ?? undefined;
    return { organization: organization?.id, tokenProject };
  }
  if (!isStored || (context.kind === "failed" && context.error.kind === "notFound")) return {};
  const reason =
    context.kind === "failed" ? describeApiError(context.error) : "The service didn't answer in time.";
  throw new CommandError(
    `The token's organization couldn't be read, so a plan can't be kept or applied. No change was sent. ${reason}`,
  );
}

function printOutcome(
  output: CommandOutput,
  file: LoadedFile,
  task: PlanTask,
  outcome: PlanTaskOutcome,
): void {
  const name = connectionLabel(taskSubject(task));
  const message = outcomeText(task, outcome);
  if (isTaskDone(outcome))
    output.line(`${message}${outcome.kind === "alreadyDone" ? ":" : ""} ${name}`, "green");
  else {
    output.line(`${name}: ${message}.`, "red");
    if ("error" in outcome) output.line(`    ${describeApiError(outcome.error)}`);
    if (outcome.kind === "exists" && outcome.connection !== undefined)
      output.line(`    ID: ${outcome.connection.id}`);
  }
  // Annotate the line of the entry in the file, so that reviewers see the failure there.
  if (isTaskDone(outcome) || outcome.kind === "notTried" || task.kind === "delete") return;
  const reason = "error" in outcome ? ` ${describeApiError(outcome.error)}` : "";
  output.annotate(task.entry.range, file, `${message}.${reason}`);
}

function outcomeText({ kind: action }: PlanTask, outcome: PlanTaskOutcome): string {
  const differing: readonly string[] = "settings" in outcome ? outcome.settings : [];
  const names = connectionSettings.filter((setting) => differing.includes(setting)).join(", ");
  const isLimited = "error" in outcome && outcome.error.kind === "limited";
  const texts: Readonly<Record<PlanTaskOutcome["kind"], string>> = {
    created: "Created",
    saved: "Changed",
    deleted: "Deleted",
    alreadyDone: "Already done",
    exists: `Not created because the connection exists${names && ` with other settings (${names})`}`,
    conflict: `Not changed because someone else changed ${names} since the plan`,
    notTaken: `${action === "create" ? "Created" : "Changed"}, but the service doesn't show ${names} as sent`,
    otherConnection: `The service returned another connection${"connection" in outcome && outcome.connection ? `: ${connectionLabel(outcome.connection)}` : ""}`,
    heldBack: "Not deleted because a creation or change failed",
    gone: "Not changed because someone deleted the connection",
    refused: isLimited ? "Not done because of the rate limit" : "Refused",
    notSent: "Not sent",
    unknown: "Couldn't confirm the result. Plan again before you resend",
    notTried: "Not tried",
  };
  return texts[outcome.kind];
}

function outcomeObject(task: PlanTask, outcome: PlanTaskOutcome): object {
  const { domain, profile_name } = taskSubject(task);
  return {
    action: task.kind,
    domain,
    profile_name,
    result: outcome.kind,
    id: "connection" in outcome ? outcome.connection?.id : undefined,
    settings: "settings" in outcome ? outcome.settings : undefined,
    error: "error" in outcome ? describeApiError(outcome.error) : undefined,
  };
}

/** Returns the exit code. If each task that failed only needs a new plan, returns `changes` instead of `error`. */
function exitCodeFor(outcomes: readonly PlanTaskOutcome[], signal: AbortSignal): ExitCode {
  if (outcomes.every(isTaskDone)) return exitCodes.done;
  const outdated: readonly PlanTaskOutcome["kind"][] = ["exists", "conflict", "gone", "heldBack"];
  if (!signal.aborted && outcomes.every((outcome) => isTaskDone(outcome) || outdated.includes(outcome.kind)))
    return exitCodes.changes;
  return exitCodes.error;
}
