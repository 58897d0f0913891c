// How a login begins: what it will ask for, and what of it a stored credential answers.
import type { Reader, Writer } from "../../db/store.ts";
import { newCode, newId } from "../../ids.ts";
import type { ConnectionRow } from "../connections/rows.ts";
import { storedSettings } from "../connections/shown.ts";
import { stored } from "../credentials.ts";
import { minute } from "../isoTime.ts";
import { flowAt } from "./flow.ts";
import { addFlow } from "./rows.ts";
import type { ScriptName } from "./scripts.ts";
import type { FlowRow } from "./shown.ts";
import { switchOf } from "./switches.ts";

/** Begins a login at that time (milliseconds since 1970). */
export function startFlow(
  store: Writer,
  connection: ConnectionRow,
  type: "LOGIN" | "REAUTH",
  beganAt: number,
  destinationId: string | null = connection.destinationId,
): FlowRow {
  const row: FlowRow = {
    id: newId("flow"),
    connectionId: connection.id,
    destinationId,
    script: scriptFor(connection),
    type,
    beganAt,
    code: newCode(),
    answers: [],
    canceledAt: null,
  };
  const { credential } = storedSettings(connection);
  const filled =
    credential === undefined ? row : filledIn(row, answering(store, connection.project, credential));
  addFlow(store, filled);
  return filled;
}

/** What a credential answers by itself. What a provider holds, nobody says: a name and a password are believed of it. */
export const answering = (
  store: Reader,
  project: string,
  { name }: { readonly name?: string | undefined },
): ReturnType<typeof stored> =>
  name === undefined ? { values: true, secret: false } : stored(store, project, name);

/** A connection that is logged in is only looked at. */
function scriptFor(connection: ConnectionRow): ScriptName {
  if (connection.status === "AUTHENTICATED") return "stillIn";
  const { login = "plain" } = switchOf(connection.domain);
  const allowed = storedSettings(connection).allowed_domains;
  return login === "redirecting" && allowed.includes("id.redirected.example") ? "plain" : login;
}

/** With the answers that a credential gives by itself, at the times at which they are asked for. */
function filledIn(row: FlowRow, has: ReturnType<typeof stored>): FlowRow {
  // When whatever passes by itself has passed, and before it waited too long.
  const { form, since, shown } = flowAt({ ...row, type: "LOGIN" }, row.beganAt + 5 * minute);
  if (form === undefined || form.fields.length === 0 || shown.flow_step !== "AWAITING_INPUT") return row;
  const known = [...(has.values ? ["identifier", "password"] : []), ...(has.secret ? ["totp_code"] : [])];
  if (!form.fields.every(({ type }) => known.includes(type))) return row;
  const wrong = form.hopeless === true ? form.fields.map(({ id }) => id) : undefined;
  const answers = [...row.answers, wrong ? { at: since, wrong } : { at: since, to: form.then }];
  // What was refused once is not sent again: that locks accounts.
  return wrong ? { ...row, answers } : filledIn({ ...row, answers }, has);
}
