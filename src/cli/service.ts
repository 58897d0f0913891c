// Access to the service for the command line: a client, and the lists that a plan needs.
import { parseBaseUrl } from "../api/baseUrl.ts";
import { ApiClient, type ClientOptions, type ApiCaller } from "../api/client.ts";
import type { Clock } from "../api/clock.ts";
import type { Project } from "../api/resourceSchemas.ts";
import { readProject, type UnreadList, type ProjectNeeds, type ServiceState } from "../api/projectReading.ts";
import { boundProject, findProject, type MissingProject } from "../api/projectLookup.ts";
import { checkToken, type TokenReason } from "../api/token.ts";
import type { PlanTarget } from "../domain/file/storedPlan.ts";
import { nearestWord } from "../domain/file/problem.ts";
import { publicBaseUrl } from "../domain/code/codeTarget.ts";
import { display } from "../domain/text/display.ts";
import type { UnreadRow } from "../api/listPage.ts";
import { describeApiError } from "./describeApiError.ts";
import { connectionLabel } from "./planText.ts";
import { commandLineVersion, type CommandArgs } from "./args.ts";
import { dispatcherFor } from "./network.ts";
import { CommandError, type CommandOutput, type CommandShell } from "./output.ts";
import type { OperationInput, Operation } from "../api/operation.ts";
import { assertCertificatesChecked } from "../api/networkFailure.ts";

export interface CommandContext {
  readonly shell: CommandShell;
  readonly args: CommandArgs;
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** A client that is bound to one project. `target` identifies the service and project to which plans apply. */
export interface ProjectService {
  readonly client: ApiClient;
  /** The selected project. Undefined for the default project. */
  readonly project: Project | undefined;
  readonly target: Omit<PlanTarget, "organization">;
}

/** Maximum number of unreadable rows that a warning lists. */
const maxListedRows = 10;

const listName = (list: UnreadList["list"]): string => (list === "providers" ? "credential providers" : list);

function unreadRowLabel({ domain, id, name, profile_name }: UnreadRow): string {
  if (profile_name !== undefined) return connectionLabel({ domain, id, profile_name });
  return display(name ?? domain ?? id ?? "no name");
}

/**
 * Fetches the service's state for a plan. Rejects with a {@link CommandError} if a list can't be fetched completely.
 * Rows that couldn't be parsed only cause a warning.
 */
export async function readServiceState(
  { args, output, signal }: CommandContext,
  client: ApiClient,
  needs: ProjectNeeds,
): Promise<ServiceState> {
  output.progress("Reading connections…");
  const reading = await readProject(client, needs, signal);
  if (reading.kind === "ok") {
    for (const [listKey, rows] of reading.state.unread ?? []) {
      const names = rows.slice(0, maxListedRows).map(unreadRowLabel).join(", ");
      const effect = args.prune && listKey === "connections" ? " Nothing is deleted." : "";
      output.note(`warning: ${rows.length} of the ${listName(listKey)} can't be read: ${names}.${effect}`);
    }
    return reading.state;
  }
  // This message isn't printed, because a cancelled command reports the cancellation instead.
  if (reading.kind === "cancelled") throw new CommandError("The lists weren't read.");
  const list = listName(reading.list);
  if (reading.error === undefined) throw new CommandError(`Not all ${list} could be read.`);
  throw new CommandError(`The ${list} can't be read. ${describeApiError(reading.error)}`);
}

/** Grace period for running requests after the command is cancelled, in milliseconds. */
const cancelGraceMs = 2_000;

/**
 * Returns a client for commands that change data. After the signal aborts, the client still sends reads, but no
 * further changes. A running request gets a grace period to finish, so that its outcome is known.
 */
export function finishingClient(client: ApiClient, signal: AbortSignal): ApiCaller {
  const grace = new AbortController();
  signal.addEventListener("abort", () => setTimeout(() => grace.abort(), cancelGraceMs).unref(), {
    once: true,
  });
  return {
    call: <Given extends OperationInput, Value>(operation: Operation<Given, Value>, input: Given) =>
      signal.aborted && operation.method !== "GET"
        ? Promise.resolve({ kind: "cancelled", sent: "no" } as const)
        : client.call(operation, input, grace.signal),
  };
}

/** The project named in a connection file. If `project` is undefined, the command uses the value of `--project`. */
export interface WantedProject {
  /** The file name to show in messages, if the command uses a file. */
  readonly file?: string | undefined;
  readonly project?: string | undefined;
}

/**
 * Returns the service's address. If the address is invalid, throws a {@link CommandError} that names the option or
 * environment variable.
 */
function serviceAddress({ args, shell: { env } }: CommandContext) {
  const option = args["base-url"];
  const variable = env["KERNEL_BASE_URL"]?.trim() ?? "";
  const address = parseBaseUrl(option ?? (variable || publicBaseUrl));
  if (address.ok) return address;
  const source = option === undefined ? "KERNEL_BASE_URL" : "--base-url";
  throw new CommandError(`${source} must be an https address, or http on 127.0.0.1 or [::1].`);
}

/**
 * Prints a custom service address to standard error, because the environment variable may have been set for another
 * program.
 */
export function announceAddress(command: CommandContext): void {
  const { url } = serviceAddress(command);
  if (url !== publicBaseUrl) command.output.note(`Service: ${display(url)}`);
}

/** Returns the token from the environment. Throws if the token is malformed, so that it is never sent. */
function tokenFromEnvironment(env: CommandShell["env"]): string {
  const checked = checkToken(env["KERNEL_API_KEY"] ?? "");
  if (checked.ok) return checked.token;
  const texts: Readonly<Record<TokenReason, string>> = {
    empty: "No token is set. Set KERNEL_API_KEY.",
    quoted: "KERNEL_API_KEY has quotes or a comma around the token. Set the token alone.",
    named: "KERNEL_API_KEY begins with its own name or “Bearer”. Set the token alone.",
    whitespace: "KERNEL_API_KEY contains spaces or line breaks. Set the token alone.",
    control: "KERNEL_API_KEY contains a control character. Set the token again.",
    nonAscii: "KERNEL_API_KEY contains a character that no token has. Set the token again.",
    tooLong: "KERNEL_API_KEY is too long for a token. Set the token again.",
  };
  throw new CommandError(texts[checked.reason]);
}

/**
 * Returns a function that takes the duration of a rate limit in milliseconds and reports it. Requests that wait at
 * the same time produce only one report.
 */
function rateLimitReporter({ clock, output }: CommandContext): (ms: number) => void {
  let reportedUntil = 0;
  return (ms) => {
    const until = clock.now() + ms;
    if (until - reportedUntil < 1000) return;
    reportedUntil = until;
    const time = new Date(until).toTimeString().slice(0, 8);
    output.note(`The service's rate limit was reached. Waiting until ${time} (${Math.ceil(ms / 1000)} s).`);
  };
}

/** Runs `use` with a client for the project and closes the client's connections afterwards. */
export async function withService<T>(
  command: CommandContext,
  wanted: WantedProject,
  use: (service: ProjectService) => Promise<T>,
): Promise<T> {
  const { clock, shell, signal } = command;
  const address = serviceAddress(command);
  const token = tokenFromEnvironment(shell.env);
  const dispatcher = dispatcherFor(shell.env, address.origin);
  const options: ClientOptions = {
    baseUrl: address.url,
    dispatchers: {
      for: (origin: string) => {
        assertCertificatesChecked(origin);
        return Promise.resolve(dispatcher);
      },
    },
    token: () => Promise.resolve(token),
    userAgent: `managed-auth-cli/${commandLineVersion}`,
    clock,
    rateLimitWait: { signal, onWait: rateLimitReporter(command) },
  };
  try {
    const project = await selectProject(command, new ApiClient(options), wanted, signal);
    const client = new ApiClient({ ...options, ...(project && { projectId: project.id }) });
    return await use({ client, project, target: { base_url: address.url, project: project?.id } });
  } finally {
    await dispatcher.destroy();
  }
}

async function selectProject(
  { args }: CommandContext,
  client: ApiClient,
  { file, project: fileProject }: WantedProject,
  signal: AbortSignal,
): Promise<Project | undefined> {
  const wanted = fileProject ?? args.project;
  if (wanted === undefined) return undefined;
  const found = await findProject(client, wanted, signal);
  if (found.kind !== "found") throw new CommandError(lookupFailureText(wanted, found));
  if (fileProject === undefined || args.project === undefined || args.project === fileProject)
    return found.project;
  const other = await findProject(client, args.project, signal);
  if (other.kind === "found" && other.project.id === found.project.id) return found.project;
  const named = other.kind === "found" ? (other.project.name ?? other.project.id) : args.project;
  throw new CommandError(
    `${file ?? "The file"} is for the project “${display(found.project.name ?? fileProject)}”, but --project names “${display(named)}”.`,
  );
}

/** Fetches the project that the token is bound to. Stops after 3 s, because some services don't report this project. */
export function tokenProject(client: ApiClient, signal: AbortSignal): Promise<Project | undefined> {
  return boundProject(client, AbortSignal.any([signal, AbortSignal.timeout(3_000)]));
}

function lookupFailureText(wanted: string, lookup: MissingProject): string {
  const name = display(wanted);
  switch (lookup.kind) {
    case "archived":
      return `The project “${display(lookup.project.name ?? wanted)}” is archived. Restore the project, or name another one.`;
    case "ambiguous":
      return `Several projects are called “${name}”. Use an ID: ${lookup.projects.map(({ id }) => display(id)).join(", ")}.`;
    case "absent": {
      const suggestion = nearestWord(
        wanted,
        lookup.active.flatMap(({ id, name = id }) => [name, id]),
      );
      const hint = suggestion === undefined ? "" : ` Did you mean “${display(suggestion)}”?`;
      return `There is no project “${name}”.${hint}`;
    }
    case "otherToken":
      return `The token works only in the project “${display(lookup.project.name ?? lookup.project.id)}”, not in “${name}”.`;
    case "unclear":
      if (lookup.error === undefined) return "Not all projects could be read. Use the project's ID.";
      return `The projects can't be read. ${describeApiError(lookup.error)}`;
    case "cancelled":
      return "Canceled.";
  }
}
