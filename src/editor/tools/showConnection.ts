import { CancellationError } from "vscode";
import { getConnection } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Answer } from "./answer.ts";
import { connectionAnswer, notRead } from "./connectionAnswer.ts";
import type { ToolInput } from "./inputs.ts";
import type { Call } from "./tool.ts";

/** Shows a connection (§2.1): where it stands, why it cannot log in by itself, and what to do. */
export async function showConnection(
  call: Call,
  { id }: ToolInput<"managed_auth_show_connection">,
): Promise<Answer> {
  const read = await readConnection(call, id);
  return "says" in read ? read : connectionAnswer(read.connection, read.now);
}

/** A connection as it is read, and when that is by the service's clock; or the answer to who asks for one that cannot be. */
export async function readConnection(
  { access, parts, signal }: Call,
  id: string,
): Promise<{ readonly connection: ManagedAuth; readonly now: Date } | Answer> {
  const outcome = await access.client.call(getConnection, { path: { id } }, signal);
  if (outcome.kind === "cancelled") throw new CancellationError();
  if (outcome.kind === "failed") return notRead(outcome.error);
  parts.connections.saw(access.account, outcome.value);
  return { connection: outcome.value, now: serviceNow(outcome.answeredAt) };
}

/** The present moment by the service's clock, where it told it: its times are compared with that. */
export function serviceNow(answeredAt: number | undefined): Date {
  return answeredAt === undefined ? new Date() : new Date(answeredAt);
}
