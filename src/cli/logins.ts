// `ensure` and `status`: log connections in and show their login state.
import type { Listing } from "../api/listing.ts";
import { listSimilar, type ServiceState } from "../api/project.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import { connectionState } from "../domain/connections/connectionState.ts";
import { ConnectionIndex, domainSpelling, type Identity } from "../domain/connections/identity.ts";
import { readDomain } from "../domain/draft/domainName.ts";
import { mayBeUnread, ownProblems } from "../domain/file/checks.ts";
import { usualFile } from "../domain/file/fileNames.ts";
import { fileProject } from "../domain/file/fileProject.ts";
import { parseConnectionFile } from "../domain/file/parse.ts";
import { nearest, type Problem, type Range } from "../domain/file/problem.ts";
import { outlineOf, type Outlined } from "../domain/file/writing.ts";
import type { Obstacle } from "../domain/login/ensuring.ts";
import { display, wholeName } from "../domain/text/display.ts";
import { ensure } from "./ensure.ts";
import type { Ensured } from "./ensure.ts";
import { errorWords } from "./errorWords.ts";
import { fileName, misnamedWords, printProblems, readConnections, shownName } from "./file.ts";
import { exits, Failure } from "./output.ts";
import type { Exit } from "./output.ts";
import { nameOf } from "./planText.ts";
import { finishingClient, readState, withService } from "./service.ts";
import type { Call, Service, WantedProject } from "./service.ts";

/** Makes sure that a connection is logged in, if that is possible without a person. */
export async function ensureLoggedIn(call: Call): Promise<Exit> {
  const { args, clock, output, shell, signal } = call;
  const [address = "", profile_name = ""] = args.operands;
  const read = readDomain(address);
  if (!read.ok) throw new Failure(`“${address}” isn't a domain. Use a host such as bank.example.`);
  const wanted = { domain: read.domain, profile_name };
  const file = await projectOfFile(call, usualFile, await readConnections(shell, usualFile));
  return withService(call, file, async ({ client, place }) => {
    output.progress(`Checking ${nameOf(wanted)}…`);
    const listing = await listSimilar(client, wanted, signal);
    const match = new ConnectionIndex(listing.rows).find(wanted);
    if (match.kind === "several") throw new Failure(severalWords(wanted, match.connections));
    if (match.kind === "absent") throw new Failure(absentWords(wanted, listing, place));
    const { domain, id, profile_name: profile } = match.connection;
    let isStarted = false;
    const options = {
      timeoutMs: args.timeoutMs,
      wait: args.wait,
      onStart: () => {
        isStarted = true;
      },
      onPersonNeeded: () => output.note("A login waits for a person. Log in from VS Code or the dashboard."),
    };
    const ensured = await ensure(finishingClient(client, signal), id, options, signal, clock);
    const [exit, words] = ensuredWords(ensured, isStarted);
    output.line(`${nameOf(match.connection)}: ${words}`, exit === exits.done ? "green" : "yellow");
    output.result({ domain, profile_name: profile, id, result: ensured.kind, message: words });
    return exit;
  });
}

function severalWords(wanted: Identity, connections: readonly Identity[]): string {
  return `Several connections match ${nameOf(wanted)}: ${connections.map(nameOf).join(", ")}. Use one of these spellings.`;
}

/** Maximum number of suggestions for a connection that isn't found. */
const mostSuggested = 3;

function absentWords(
  wanted: Required<Identity>,
  listing: Listing<ManagedAuth>,
  { base_url, project }: Service["place"],
): string {
  if (listing.kind === "failed") return errorWords(listing.error);
  if (listing.kind !== "complete" || listing.unreadable > 0)
    return `${nameOf(wanted)} may exist: some connections couldn't be read.`;
  const where = project === undefined ? "the default project" : `project ${project}`;
  const sharing = listing.rows.filter(({ domain = "" }) => domainSpelling(domain) === wanted.domain);
  const near = new Set([nearest(nameOf(wanted), listing.rows.map(nameOf)) ?? [], sharing.map(nameOf)].flat());
  const hint = near.size === 0 ? "" : ` Did you mean ${[...near].slice(0, mostSuggested).join(" or ")}?`;
  return `There is no connection for ${nameOf(wanted)} in ${where} at ${base_url}.${hint}`;
}

function ensuredWords(ensured: Ensured, isStarted: boolean): readonly [Exit, string] {
  switch (ensured.kind) {
    case "loggedIn":
      return [exits.done, "Logged in."];
    case "needsPerson":
      return [exits.person, needWords(ensured.need, isStarted)];
    case "cannot":
      return [isLocked(ensured.why) ? exits.person : exits.error, obstacleWords(ensured.why, isStarted)];
    case "failed":
      return [exits.error, errorWords(ensured.error)];
    case "unknown":
      return [exits.error, "We couldn't confirm the login's result. Run “status” to see the login state."];
    case "gone":
      return [exits.error, "The connection was deleted."];
    case "cancelled":
      return [
        exits.error,
        isStarted ? "Canceled. The login that was started is still running." : "Canceled.",
      ];
  }
}

/** Only a person can unlock an account. */
const isLocked = (why: Obstacle): boolean => why.kind === "failed" && why.code === "account_locked";

function needWords(need: Extract<Ensured, { kind: "needsPerson" }>["need"], isStarted: boolean): string {
  const login = isStarted ? "The login" : "The last login";
  const code = "code" in need ? codeWords(need.code) : "";
  const words: Readonly<Record<typeof need.kind, string>> = {
    attended:
      "A person must log in, so no login was started. Log in from VS Code or the dashboard, or use --wait.",
    asks: "A login is waiting for an answer. Log in from VS Code or the dashboard.",
    confirms:
      "A login is waiting for a step outside the browser. Complete the step, then run the command again.",
    undecided: "A login is still running. Run the command again later, or log in yourself.",
    failed: `${login} failed${code}. Log in from VS Code or the dashboard.`,
    expired: `${login} expired. Log in from VS Code or the dashboard.`,
    canceled: `${login} was canceled. Log in from VS Code or the dashboard.`,
  };
  return words[need.kind];
}

function obstacleWords(why: Obstacle, isStarted: boolean): string {
  if (why.kind === "recent")
    return `A login ended a short while ago. Run the command again after ${new Date(why.until).toISOString()}.`;
  const none = isStarted ? "" : "; no login was started";
  return isLocked(why)
    ? `The website locked the account. Unlock the account on the website${none}.`
    : `${isStarted ? "The login" : "The last login"} failed${codeWords(why.code)}. Try again later${none}.`;
}

const codeWords = (code: string | undefined): string => (code === undefined ? "" : ` (${display(code)})`);

/**
 * Returns the project of a file, even if the rest of the file has errors. Throws if the project is unknown and the
 * arguments name none, because a connection with the same name can exist in another project.
 */
export async function projectOfFile(
  { args, output, shell }: Call,
  name: string,
  text: string | undefined,
): Promise<WantedProject> {
  if (text === undefined) {
    const words = await misnamedWords(shell, name);
    if (args.command === "status" && args.operands.length > 0)
      throw new Failure(words ?? `${name} doesn't exist.`);
    if (words !== undefined) output.note(`warning: ${words}`);
    return {};
  }
  const file = shownName(name);
  const read = fileProject(text);
  if (read !== undefined) return { file, ...read };
  if (args.project !== undefined) {
    output.note(`warning: ${file} can't be read. Only --project decides about the project.`);
    return {};
  }
  throw new Failure(`${file} can't be read, so its project isn't known. Correct the file, or add --project.`);
}

/** Prints the login state of a file's connections, or of all the project's if there is no file. */
export async function status(call: Call): Promise<Exit> {
  const { args, output, shell } = call;
  const name = fileName(args);
  const text = await readConnections(shell, name);
  const wanted = await projectOfFile(call, name, text);
  const file =
    text === undefined || wanted.file === undefined
      ? undefined
      : { name: wanted.file, text, parsed: parseConnectionFile(text) };
  return withService(call, wanted, async ({ client }) => {
    const state = await readState(call, client, { lists: new Set(), entitlements: false });
    const problems = file === undefined ? [] : ownProblems(file.parsed, state);
    const printed = file && printProblems(output, file, problems);
    const rows =
      file === undefined
        ? state.connections.map((connection) => ({ of: connection, connection, missing: "" }))
        : rowsOf(outlineOf(file.text).entries, problems, state);
    const widths = (["domain", "profile_name"] as const).map((key) => {
      const lengths = rows.map(({ of }) => wholeName(of[key] ?? "").length);
      return Math.max(0, ...lengths.filter((length) => length <= widestColumn));
    });
    for (const { connection, missing, of } of rows) {
      const names = [of.domain, of.profile_name].map((one, at) =>
        wholeName(one ?? "").padEnd(widths[at] ?? 0),
      );
      const words = connection === undefined ? missing : stateWords(connection);
      output.line(
        `${names.join("  ")}  ${words}`,
        connection?.status === "AUTHENTICATED" ? "green" : "yellow",
      );
    }
    output.result({
      ...printed,
      connections: rows.map(({ connection, missing, of }) => ({
        domain: of.domain ?? "",
        profile_name: of.profile_name ?? "",
        id: connection?.id,
        status: connection?.status ?? (missing === invalid ? "INVALID" : "NOT_CREATED"),
        can_reauth: connection?.can_reauth,
        last_auth_check_at: connection?.last_auth_check_at,
      })),
    });
    if (rows.some(({ missing }) => missing === invalid)) return exits.error;
    if (rows.some(({ connection }) => connection !== undefined && connection.status !== "AUTHENTICATED"))
      return exits.person;
    return rows.some(({ connection }) => connection === undefined) ? exits.changes : exits.done;
  });
}

/** Maximum width of a column, in characters. A longer name shifts only its own row. */
const widestColumn = 32;

/** A row of the table. If there is no connection, `missing` is the reason. */
interface Row {
  readonly of: Identity;
  readonly connection: ManagedAuth | undefined;
  readonly missing: string;
}

const invalid = "error in the file";

/** Finds the connections of a file's entries. */
function rowsOf(
  entries: readonly Outlined[],
  problems: readonly Problem[],
  { connections, unread }: ServiceState,
): readonly Row[] {
  const index = new ConnectionIndex(connections);
  const isIn = ({ offset }: Problem, range: Range): boolean =>
    offset >= range.offset && offset < range.offset + range.length;
  return entries.map((of) => {
    const match = index.find(of);
    if (match.kind === "several") throw new Failure(severalWords(of, match.connections));
    if (match.kind === "found") return { of, connection: match.connection, missing: "" };
    const isInvalid = problems.some(
      (problem) =>
        problem.severity === "error" && (isIn(problem, of.domainRange) || isIn(problem, of.profileRange)),
    );
    const absent = mayBeUnread(of, unread) ? "can't be read" : "not created";
    return { of, connection: undefined, missing: isInvalid ? invalid : absent };
  });
}

function stateWords(connection: ManagedAuth): string {
  const state = connectionState(connection, new Date());
  switch (state.kind) {
    case "running":
      return "login running";
    case "loggedIn":
      return state.checkedAt === undefined
        ? "logged in"
        : `logged in, checked ${state.checkedAt.toISOString().slice(0, 16)}Z`;
    case "needsLogin":
      return state.why === "never" ? "never logged in" : "needs a login";
    case "failed":
      return `needs a login: the last login failed${codeWords(state.code)}`;
    case "unknown":
      return "status unknown";
  }
}
