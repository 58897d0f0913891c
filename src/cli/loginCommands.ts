// The commands `ensure`, which makes sure that a connection is logged in, and `status`, which prints login states.
import type { Listing } from "../api/listing.ts";
import { listSimilar, type ServiceState } from "../api/projectReading.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import {
  connectionView,
  rankConnections,
  type ConnectionView,
} from "../domain/connections/connectionView.ts";
import { ConnectionIndex, domainSpelling, type ConnectionIdentity } from "../domain/connections/identity.ts";
import { parseDomain } from "../domain/draft/domainName.ts";
import { mayBeUnreadable, findFileProblems } from "../domain/file/serviceProblems.ts";
import { defaultFileName } from "../domain/file/fileNames.ts";
import { nearestWord, type FileProblem, type TextRange } from "../domain/file/problem.ts";
import { outlineFile, type OutlineEntry } from "../domain/file/writing.ts";
import {
  canPersonResolve,
  isAccountLocked,
  isRetryHarmful,
  loginErrorOf,
} from "../domain/login/errorCodes.ts";
import { display, displayFull } from "../domain/text/display.ts";
import { ensureConnection, type EnsureResult, type PersonNeed } from "./ensureLogin.ts";
import { describeApiError } from "./describeApiError.ts";
import { fileOperand, parseLoadedFile, printProblems, readWantedProject } from "./connectionFile.ts";
import { exitCodes, CommandError, type ExitCode } from "./output.ts";
import { connectionLabel } from "./planText.ts";
import { finishingClient, readServiceState, tokenProject, withService } from "./service.ts";
import type { CommandContext, ProjectService } from "./service.ts";

/** Makes sure that a connection is logged in. Without `--wait`, doesn't start a login that requires a person. */
export async function runEnsure(command: CommandContext): Promise<ExitCode> {
  const { args, clock, output, signal } = command;
  const [address = "", profile_name = ""] = args.operands;
  const parsed = parseDomain(address);
  if (!parsed.ok) throw new CommandError(`“${address}” isn't a domain. Use a host such as bank.example.`);
  // Keep the typed spelling of a domain, because the service may have a connection for each spelling.
  const isDomain = domainSpelling(address) === parsed.domain;
  const wanted = { domain: isDomain ? address.trim() : parsed.domain, profile_name };
  const file = await readWantedProject(command, defaultFileName);
  return withService(command, file, async (service) => {
    const { client } = service;
    output.progress(`Checking ${connectionLabel(wanted)}…`);
    const listing = await listSimilar(client, wanted, signal);
    const match = new ConnectionIndex(listing.rows).find(wanted);
    if (match.kind === "several") throw new CommandError(ambiguousMatchText(wanted, match.connections));
    if (match.kind === "absent")
      throw new CommandError(await absentConnectionText(wanted, listing, service, signal));
    const { domain, id, profile_name: profile } = match.connection;
    let isStarted = false;
    const options = {
      timeoutMs: args.timeoutMs,
      wait: args.wait,
      onStart: () => void (isStarted = true),
      onPersonNeeded: () => output.note("A login waits for a person. Log in from VS Code or the dashboard."),
    };
    // The timeout also covers waits for rate limits and for slow responses.
    const timeout = new AbortController();
    const stopTimer = clock.timer(args.timeoutMs, () => timeout.abort());
    const stop = AbortSignal.any([signal, timeout.signal]);
    const outcome = await ensureConnection(finishingClient(client, stop), id, options, stop, clock);
    stopTimer();
    const isLate = outcome.kind === "cancelled" && !signal.aborted;
    const ensured: EnsureResult = isLate ? { kind: "needsPerson", need: { kind: "undecided" } } : outcome;
    const [exit, message] = ensureResultText(ensured, isStarted);
    const color = exit === exitCodes.done ? "green" : "yellow";
    output.line(`${connectionLabel(match.connection)}: ${message}`, color);
    output.result({ domain, profile_name: profile, id, result: ensured.kind, message });
    return exit;
  });
}

function ambiguousMatchText(wanted: ConnectionIdentity, connections: readonly ConnectionIdentity[]): string {
  return `Several connections match ${connectionLabel(wanted)}: ${connections.map(connectionLabel).join(", ")}. Use one of these spellings.`;
}

/** Maximum number of suggestions for a connection that isn't found. */
const maxSuggestions = 3;

async function absentConnectionText(
  wanted: Required<ConnectionIdentity>,
  listing: Listing<ManagedAuth>,
  service: ProjectService,
  signal: AbortSignal,
): Promise<string> {
  if (listing.kind === "failed") return describeApiError(listing.error);
  const isPartial = mayBeUnreadable(wanted, { connections: listing.rows });
  if (listing.kind !== "complete" || listing.unreadable > 0 || isPartial)
    return `${connectionLabel(wanted)} may exist: some connections couldn't be read.`;
  const project = service.project ?? (await tokenProject(service.client, signal));
  const location = project ? `project ${display(project.name ?? project.id)}` : "the default project";
  const spelling = domainSpelling(wanted.domain ?? "");
  const sameDomain = listing.rows.filter(({ domain = "" }) => domainSpelling(domain) === spelling);
  const near = new Set(
    [
      nearestWord(connectionLabel(wanted), listing.rows.map(connectionLabel)) ?? [],
      sameDomain.map(connectionLabel),
    ].flat(),
  );
  const hint = near.size === 0 ? "" : ` Did you mean ${[...near].slice(0, maxSuggestions).join(" or ")}?`;
  return `There is no connection for ${connectionLabel(wanted)} in ${location} at ${service.target.base_url}.${hint}`;
}

function ensureResultText(ensured: EnsureResult, isStarted: boolean): readonly [ExitCode, string] {
  switch (ensured.kind) {
    case "loggedIn":
      return [exitCodes.done, "Logged in."];
    case "needsPerson":
      if (ensured.need.kind === "failed") return failureText(ensured.need.code, isStarted);
      return [exitCodes.person, neededPersonText(ensured.need.kind, isStarted)];
    case "cannot":
      if (ensured.why.kind === "failed") return failureText(ensured.why.code, isStarted);
      return [
        exitCodes.error,
        `A login ended a short while ago. Run the command again after ${new Date(ensured.why.until).toISOString()}.`,
      ];
    case "failed":
      return [exitCodes.error, describeApiError(ensured.error)];
    case "unknown":
      return [
        exitCodes.error,
        "We couldn't confirm the login's result. Run “status” to see the login state.",
      ];
    case "gone":
      return [exitCodes.error, "The connection was deleted."];
    case "cancelled":
      if (isStarted) return [exitCodes.error, "Canceled. The login that was started is still running."];
      return [exitCodes.error, "Canceled."];
  }
}

function neededPersonText(need: Exclude<PersonNeed["kind"], "failed">, isStarted: boolean): string {
  const login = isStarted ? "The login" : "The last login";
  const texts: Readonly<Record<typeof need, string>> = {
    attended:
      "A person must log in, so no login was started. Log in from VS Code or the dashboard, or use --wait.",
    asks: "A login is waiting for an answer. Log in from VS Code or the dashboard.",
    confirms:
      "A login is waiting for a step outside the browser. Complete the step, then run the command again.",
    undecided: `${isStarted ? "The login is still" : "A login may still be"} running. Run the command again later, or log in yourself.`,
    expired: `${login} expired. Log in from VS Code or the dashboard.`,
    canceled: `${login} was canceled. Log in from VS Code or the dashboard.`,
  };
  return texts[need];
}

function failureText(code: string | undefined, isStarted: boolean): readonly [ExitCode, string] {
  const failed = `${isStarted ? "The login" : "The last login"} failed${codeSuffix(code)}.`;
  const place = "from VS Code or the dashboard";
  const { advice, cause, fix } = loginErrorOf(code) ?? {};
  if (canPersonResolve(code) || isAccountLocked(code)) {
    const action = `${fix === "openWebsite" ? "Then log in" : "Log in"} ${place}.`;
    return [exitCodes.person, [failed, cause, advice, action].filter(Boolean).join(" ")];
  }
  // After some errors, this command starts no login until a person has logged in.
  const action = isRetryHarmful(code) ? `Log in later ${place}` : "Try again later";
  const notStarted = isStarted ? "" : "; no login was started";
  return [exitCodes.error, [failed, cause, `${action}${notStarted}.`].filter(Boolean).join(" ")];
}

const codeSuffix = (code: string | undefined): string => (code === undefined ? "" : ` (${display(code)})`);

/** Prints the login state of the connections in a file, or of all connections in the project if there is no file. */
export async function runStatus(command: CommandContext): Promise<ExitCode> {
  const { args, output } = command;
  const name = fileOperand(args);
  const wanted = await readWantedProject(command, name);
  // If the file is unreadable and only `--project` specifies the project, list all connections in that project.
  const file = wanted.text === undefined ? undefined : parseLoadedFile(name, wanted.text);
  return withService(command, wanted, async ({ client }) => {
    const state = await readServiceState(command, client, { lists: new Set(), entitlements: false });
    let printed: object | undefined;
    let rows: readonly StatusRow[];
    let isIncomplete = false;
    if (file === undefined)
      rows = rankConnections(state.connections, new Date()).map((view) => ({
        identity: view.connection,
        view,
        missing: "",
      }));
    else {
      const problems = findFileProblems(file.parsed, state);
      printed = printProblems(output, file, problems);
      const { entries, isComplete } = outlineFile(file.text);
      isIncomplete = !isComplete;
      rows = findStatusRows(entries, problems, state);
    }
    const widths = (["domain", "profile_name"] as const).map((key) => {
      const lengths = rows.map(({ identity }) => displayFull(identity[key] ?? "").length);
      return Math.max(0, ...lengths.filter((length) => length <= maxColumnWidth));
    });
    for (const { identity, missing, view } of rows) {
      const names = [identity.domain, identity.profile_name].map((name, column) =>
        displayFull(name ?? "").padEnd(widths[column] ?? 0),
      );
      const stateText = view ? loginStateText(view) : missing;
      const color = view?.connection.status === "AUTHENTICATED" ? "green" : "yellow";
      output.line(`${names.join("  ")}  ${stateText}`, color);
    }
    output.result({
      ...printed,
      connections: rows.map(({ identity, missing, view }) => ({
        domain: identity.domain ?? "",
        profile_name: identity.profile_name ?? "",
        id: view?.connection.id,
        status: view?.connection.status ?? (missing === invalidEntry ? "INVALID" : "NOT_CREATED"),
        can_reauth: view?.connection.can_reauth,
        last_auth_check_at: view?.connection.last_auth_check_at,
      })),
    });
    if (isIncomplete || rows.some(({ missing }) => missing === invalidEntry)) return exitCodes.error;
    if (rows.some(({ view }) => view !== undefined && view.connection.status !== "AUTHENTICATED"))
      return exitCodes.person;
    if (rows.some(({ view }) => view === undefined)) return exitCodes.changes;
    return exitCodes.done;
  });
}

/** Maximum width of a column, in characters. A longer name shifts only the remaining columns of its own row. */
const maxColumnWidth = 32;

/** A row of the status table. If there is no connection, `missing` is the reason. */
interface StatusRow {
  readonly identity: ConnectionIdentity;
  readonly view: ConnectionView | undefined;
  readonly missing: string;
}

const invalidEntry = "error in the file";

/** Finds the connection that belongs to each entry in a file. */
function findStatusRows(
  entries: readonly OutlineEntry[],
  problems: readonly FileProblem[],
  state: ServiceState,
): readonly StatusRow[] {
  const index = new ConnectionIndex(state.connections);
  const now = new Date();
  const isIn = ({ offset }: FileProblem, range: TextRange): boolean =>
    offset >= range.offset && offset < range.offset + range.length;
  return entries.map((identity) => {
    const match = index.find(identity);
    if (match.kind === "several") throw new CommandError(ambiguousMatchText(identity, match.connections));
    if (match.kind === "found") return { identity, view: connectionView(match.connection, now), missing: "" };
    const isInvalid = problems.some(
      (problem) =>
        problem.severity === "error" &&
        (isIn(problem, identity.domainRange) || isIn(problem, identity.profileRange)),
    );
    if (isInvalid) return { identity, view: undefined, missing: invalidEntry };
    const missing = mayBeUnreadable(identity, state) ? "can't be read" : "not created";
    return { identity, view: undefined, missing };
  });
}

export function loginStateText({ state }: ConnectionView): string {
  switch (state.kind) {
    case "running":
      return "login running";
    case "loggedIn":
      if (state.checkedAt === undefined) return "logged in";
      return `logged in, checked ${state.checkedAt.toISOString().slice(0, 16)}Z`;
    case "needsLogin":
      if (state.why === "never") return "never logged in";
      return "needs a login";
    case "failed":
      return `needs a login; last login: ${loginErrorOf(state.code)?.short ?? "failed"}${codeSuffix(state.code)}`;
    case "unknown":
      return "status unknown";
  }
}
