import * as z from "zod/mini";
import { l10n } from "vscode";
import { command, type CommandGroup } from "../../kit/command.ts";
import { ensureAndReport } from "./ensureLogins.ts";
import { logIn } from "./logIn.ts";
import { isLoginRunning } from "../../../domain/login/loginState.ts";
import { fetchOrWarn } from "../shown/fetchConnection.ts";
import type { ConnectionsContext } from "../context/context.ts";

export function loginCommands(parts: ConnectionsContext) {
  const idSchema = z.strictObject({ id: z.string() });
  const idsSchema = z.strictObject({ ids: z.optional(z.array(z.string())) });
  const schema = z.strictObject({
    id: z.optional(z.string()),
    way: z.optional(z.enum(["browser", "here"])),
    page: z.optional(z.literal(true)),
    varied: z.optional(z.enum(["otherProxy", "recording"])),
  });
  return {
    "managedAuth.logIn": command(schema, (args) => logIn(parts, args)),
    "managedAuth.followLogin": command(idSchema, ({ id }) => resumeUpdates(parts, id)),
    "managedAuth.stopFollowing": command(idSchema, ({ id }) => stopFollowing(parts, id)),
    "managedAuth.ensureLoggedIn": command(idsSchema, ({ ids }) => ensureAndReport(parts, ids)),
  } satisfies CommandGroup;
}

/** Stops tracking a login in this window. The login continues. The connection's page shows that updates stopped. */
export async function stopFollowing(
  { connections, logins, session, start }: ConnectionsContext,
  id: string,
): Promise<void> {
  const { state } = session;
  if (state.kind === "signedOut") return;
  const login = connections.logins.of(state.account.id, id);
  // After a login has ended, an outdated page may still show the button that stops live updates.
  if (login === undefined || login.end !== undefined) await start("managedAuth.showConnection", { id });
  else logins.stop(state.account.id, id);
}

/** Resumes tracking of a connection's login if the login is still running. Otherwise shows the connection. */
export async function resumeUpdates(parts: ConnectionsContext, id: string): Promise<void> {
  const read = await fetchOrWarn(parts, l10n.t("Resume Updates"), id);
  if (read === undefined) return;
  const { access, answeredAt: at, connection } = read;
  parts.connections.updateRow(access.account, connection);
  if (isLoginRunning(connection, at)) parts.logins.follow(access, connection);
  else await parts.start("managedAuth.showConnection", { id });
}
