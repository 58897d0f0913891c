import { CancellationError, l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import type { Outcome } from "../../api/errors.ts";
import { getConnection } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { flowFacts } from "../../domain/connections/flow.ts";
import { questionOf } from "../../domain/login/login.ts";
import { nextTurn } from "../connections/login/turn.ts";
import type { Place } from "../connections/login/turn.ts";
import type { Answer } from "./answer.ts";
import { connectionAnswer, notRead } from "./connectionAnswer.ts";
import type { ToolInput } from "./inputs.ts";
import { serviceNow } from "./showConnection.ts";
import type { Call } from "./tool.ts";

/** How long one call waits at most, in milliseconds: a model is told something before it takes a tool for dead. */
const longestMs = 25_000;

/** Waits for the end of a login that runs, for 25 seconds at most. It only reads. */
export async function waitForLogin(
  { access, parts, signal }: Call,
  { id }: ToolInput<"managed_auth_wait_for_login">,
): Promise<Answer> {
  const { clock = systemClock, connections, logins } = parts;
  const read = (): Promise<Outcome<ManagedAuth>> =>
    access.client.call(getConnection, { path: { id } }, signal);
  const before = await read();
  if (before.kind === "cancelled") throw new CancellationError();
  if (before.kind === "failed") return notRead(before.error);
  const place = { logins, accountId: access.account.id, connectionId: id };
  const known = logins.of(place.accountId, id);
  const runs = flowFacts(before.value, serviceNow(before.answeredAt))?.status === "IN_PROGRESS";
  if (runs && (known === undefined || known.end !== undefined)) logins.follow(access, before.value);
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  await Promise.race([untilEnded(place, either), clock.sleep(longestMs, either)]).finally(() =>
    enough.abort(),
  );
  const after = await read();
  if (after.kind === "cancelled") throw new CancellationError();
  if (after.kind === "failed") return notRead(after.error);
  connections.saw(access.account, after.value);
  const answer = connectionAnswer(after.value, serviceNow(after.answeredAt));
  const login = logins.of(place.accountId, id);
  if (login === undefined || login.end !== undefined) return answer;
  const goesOn = l10n.t(
    "The login still runs after {0} seconds: nothing is lost by that.",
    longestMs / 1_000,
  );
  return { ...answer, says: [goesOn, ...answer.says] };
}

/** Waits until no login of the connection is followed any more, whatever it asks for meanwhile. */
async function untilEnded(place: Place, signal: AbortSignal): Promise<void> {
  let answered: string | undefined;
  for (;;) {
    const turn = await nextTurn(place, answered, signal);
    if (turn?.kind !== "asks" && turn?.kind !== "confirms") return;
    answered = questionOf(turn.connection);
  }
}
