import { l10n } from "vscode";
import { accountPlace } from "../accounts/words.ts";
import { confirmDeletion } from "../connections/listed/confirmDeletion.ts";
import { deleteAgreed } from "../connections/listed/delete.ts";
import type { Answer } from "./answer.ts";
import { connectionLine, secretsOf } from "./connectionAnswer.ts";
import { withoutConsent } from "./consent.ts";
import { deletionAnswer } from "./deletionAnswer.ts";
import type { ToolInput } from "./inputs.ts";
import { readConnection } from "./showConnection.ts";
import type { Call } from "./tool.ts";

/** Deletes a connection, once the user agrees. */
export async function deleteConnection(
  call: Call,
  { id }: ToolInput<"managed_auth_delete_connection">,
): Promise<Answer> {
  const { access, parts, signal } = call;
  const read = await readConnection(call, id);
  if ("says" in read) return read;
  const { connection, now } = read;
  const place = accountPlace(access.account, access.baseUrl);
  const refused = await withoutConsent(call, (asker) => confirmDeletion([connection], place, asker));
  if (refused !== undefined) return refused;
  const [{ deletion } = { deletion: { kind: "notTried" as const } }] = await deleteAgreed(
    parts,
    access,
    [connection],
    signal,
  );
  const answer = deletionAnswer(deletion, {
    act: "delete",
    gone: l10n.t("The connection was deleted. Its profile, its cookies and a stored credential stay."),
    look: l10n.t("Next: look whether it is there with managed_auth_show_connection."),
  });
  const told = { connection: connectionLine(connection, now) };
  return { ...answer, told: { ...told, ...answer.told }, secrets: secretsOf(connection), sent: true };
}
