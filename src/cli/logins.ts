// `ensure` and `status`: how connections are logged in.
import { findConnection } from "../api/project.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import { connectionState } from "../domain/connections/connectionState.ts";
import { identityOf, parseConnectionFile } from "../domain/file/parse.ts";
import type { Need, Obstacle } from "../domain/login/ensuring.ts";
import { display, wholeName } from "../domain/text/display.ts";
import { ensure } from "./ensure.ts";
import type { Ensured } from "./ensure.ts";
import { errorWords } from "./errorWords.ts";
import { fileName, misnamed, misnamedWords, readConnections, shownName, stopsAt } from "./file.ts";
import { exits, Failure } from "./output.ts";
import type { Exit } from "./output.ts";
import { nameOf } from "./planText.ts";
import { readState, withService } from "./service.ts";
import type { Call } from "./service.ts";

/** Checks that a connection is logged in, and logs it in where that needs no one. */
export async function ensureLoggedIn(call: Call): Promise<Exit> {
  const { args, output, signal } = call;
  const [domain = "", profile_name = ""] = args.operands;
  return withService(call, undefined, async ({ client }) => {
    output.progress(`Checking ${nameOf({ domain, profile_name })}…`);
    const found = await findConnection(client, { domain, profile_name }, signal);
    if (found.kind === "unclear")
      throw new Failure(found.error ? errorWords(found.error) : "Some connections couldn't be read.");
    if (found.kind === "absent")
      throw new Failure(`There is no connection for ${nameOf({ domain, profile_name })} in this project.`);
    const ensured = await ensure(client, found.id, signal);
    const [exit, words] = ensuredWords(ensured);
    output.line(`${nameOf({ domain, profile_name })}: ${words}`, exit === exits.done ? "green" : "yellow");
    output.result({ domain, profile_name, id: found.id, result: ensured.kind, message: words });
    return exit;
  });
}

function ensuredWords(ensured: Ensured): readonly [Exit, string] {
  switch (ensured.kind) {
    case "loggedIn":
      return [exits.done, "Logged in."];
    case "needsPerson":
      return [exits.person, needWords(ensured.need)];
    case "cannot":
      return [isLocked(ensured.why) ? exits.person : exits.error, obstacleWords(ensured.why)];
    case "failed":
      return [exits.error, errorWords(ensured.error)];
    case "unknown":
      return [exits.error, "We couldn't confirm the login's result. No other login was started."];
    case "gone":
      return [exits.error, "The connection was deleted."];
    case "cancelled":
      return [exits.error, "Canceled."];
  }
}

/** Only a person can unlock an account. */
const isLocked = (why: Obstacle): boolean => why.kind === "failed" && why.code === "account_locked";

function needWords(need: Need): string {
  const code = "code" in need ? codeWords(need.code) : "";
  const words: Readonly<Record<Need["kind"], string>> = {
    asks: "A login is waiting for an answer. Log in from VS Code or the dashboard.",
    confirms:
      "A login is waiting for a step outside the browser. Complete the step, then run the command again.",
    undecided: "A login is still running. Run the command again later, or log in yourself.",
    failed: `The last login failed${code}. Log in from VS Code or the dashboard.`,
    expired: "The last login expired. Log in from VS Code or the dashboard.",
    canceled: "The last login was canceled. Log in from VS Code or the dashboard.",
  };
  return words[need.kind];
}

function obstacleWords(why: Obstacle): string {
  if (why.kind === "recent")
    return `A login ended a short while ago. Run the command again after ${new Date(why.until).toISOString()}.`;
  return isLocked(why)
    ? "The website locked the account. Unlock the account on the website; no login was started."
    : `The last login failed${codeWords(why.code)}. Try again later; no login was started.`;
}

const codeWords = (code: string | undefined): string => (code === undefined ? "" : ` (${display(code)})`);

/** Shows how the connections of a file, or without one all of the project, are logged in. */
export async function status(call: Call): Promise<Exit> {
  const { args, output, shell } = call;
  const name = fileName(args);
  const text = await readConnections(shell, name);
  if (text === undefined && args.operands.length > 0) throw new Failure(`${name} doesn't exist.`);
  const found = text === undefined ? await misnamed(shell, false) : undefined;
  if (found !== undefined) output.note(`warning: ${misnamedWords(found)}`);
  const file = text === undefined ? undefined : parseConnectionFile(text);
  if (
    file !== undefined &&
    text !== undefined &&
    stopsAt(output, { name: shownName(name), text }, file.problems)
  )
    return exits.error;
  return withService(call, file?.project, async ({ client }) => {
    const { connections } = await readState(call, client, { lists: new Set(), entitlements: false });
    const byIdentity = new Map(connections.map((connection) => [identityOf(connection), connection]));
    const rows = (file?.connections ?? connections).map((wanted) => {
      const connection = byIdentity.get(identityOf(wanted));
      return { domain: wanted.domain ?? "", profile_name: wanted.profile_name ?? "", connection };
    });
    const width = (of: (row: (typeof rows)[number]) => string): number =>
      Math.max(0, ...rows.map((row) => wholeName(of(row)).length));
    const widths = [width(({ domain }) => domain), width((row) => row.profile_name)] as const;
    for (const { connection, domain, profile_name } of rows) {
      const isIn = connection?.status === "AUTHENTICATED";
      output.line(
        `${wholeName(domain).padEnd(widths[0])}  ${wholeName(profile_name).padEnd(widths[1])}  ${stateWords(connection)}`,
        isIn ? "green" : "yellow",
      );
    }
    output.result({
      connections: rows.map(({ connection, domain, profile_name }) => ({
        domain,
        profile_name,
        id: connection?.id,
        status: connection?.status ?? "NOT_CREATED",
        can_reauth: connection?.can_reauth,
        last_auth_check_at: connection?.last_auth_check_at,
      })),
    });
    if (rows.some(({ connection }) => connection !== undefined && connection.status !== "AUTHENTICATED"))
      return exits.person;
    return rows.some(({ connection }) => connection === undefined) ? exits.changes : exits.done;
  });
}

function stateWords(connection: ManagedAuth | undefined): string {
  if (connection === undefined) return "not created";
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
