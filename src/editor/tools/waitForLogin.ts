import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import { isLive } from "../../domain/login/login.ts";
import { untilLogin } from "../logins/untilLogin.ts";
import { after } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { connectionAnswer } from "./connectionAnswer.ts";
import type { ToolInput } from "./inputs.ts";
import { readConnection } from "./showConnection.ts";
import type { Call } from "./tool.ts";

/** How long one call waits at most, in milliseconds: a model is told something before it takes a tool for dead. */
const longestMs = 25_000;

/** Waits for the end of a login that runs, for 25 seconds at most. It only reads. */
export async function waitForLogin(
  call: Call,
  { id }: ToolInput<"managed_auth_wait_for_login">,
): Promise<Answer> {
  const { access, parts, signal } = call;
  const { clock = systemClock, logins } = parts;
  const before = await readConnection(call, id);
  if ("says" in before) return before;
  const accountId = access.account.id;
  const known = logins.of(accountId, id);
  const runs = isLive(before.connection, before.now.getTime());
  if (runs && (known === undefined || known.end !== undefined)) logins.follow(access, before.connection);
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  await Promise.race([untilEnded(call, id, either), clock.sleep(longestMs, either)]).finally(() =>
    enough.abort(),
  );
  const ended = await readConnection(call, id);
  if ("says" in ended) return ended;
  const answer = connectionAnswer(ended.connection, ended.now);
  const login = logins.of(accountId, id);
  if (login === undefined || login.end !== undefined) return answer;
  const goesOn = l10n.t(
    "The login still runs after {0} seconds: nothing is lost by that.",
    longestMs / 1_000,
  );
  return after([goesOn], answer);
}

/** Waits until no login of the connection is followed any more, whatever it asks for meanwhile. */
async function untilEnded(
  { access, parts: { logins } }: Call,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const isEnded = (): boolean => (logins.of(access.account.id, id)?.phase ?? "ended") === "ended";
  await untilLogin(logins, () => (isEnded() ? true : undefined), signal);
}
