import * as z from "zod/mini";
import { l10n } from "vscode";
import { ManagedAuthUpdateRequest } from "../../../api/updateRequest.ts";
import { DraftField } from "../../../domain/draft/draft.ts";
import { fetchedNames } from "../../catalogue/listModel.ts";
import { command, type CommandGroup } from "../../kit/command.ts";
import { editConnection, updateAfterEdit } from "./editConnection.ts";
import { expectedAnswers, settingsInUpdate } from "../../../domain/connections/settingChanges.ts";
import { readAfterEdit } from "../../../domain/connections/applyEdit.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { fetchChosenConnection } from "../shown/fetchConnection.ts";
import { editResult } from "./editResult.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** Creates the commands that edit connections and check changes with an unknown result. */
export function editingCommands(parts: ConnectionsContext) {
  const text = z.optional(z.string());
  return {
    "managedAuth.editConnection": command(
      z.strictObject({ id: text, resume: z.optional(z.literal(true)), setting: z.optional(DraftField) }),
      (args) => editConnection(parts, args),
    ),
    "managedAuth.checkEdit": command(
      z.strictObject({
        id: z.string(),
        domain: text,
        profile_name: text,
        sent: ManagedAuthUpdateRequest,
        resultId: z.uuid(),
      }),
      (args) => checkEdit(parts, args),
    ),
  } satisfies CommandGroup;
}

/**
 * Fetches the connection to find the outcome of changes with an unknown result. The outcome replaces the result page
 * that the check was started from.
 */
export async function checkEdit(
  parts: ConnectionsContext,
  { domain, id, profile_name, resultId, sent }: CommandArguments["managedAuth.checkEdit"],
): Promise<void> {
  const { edits, panel } = parts;
  const read = await fetchChosenConnection(parts, l10n.t("Check Changes"), id);
  if (read === undefined) return;
  const { access, outcome } = read;
  const edit = await readAfterEdit(sent, () => Promise.resolve(outcome));
  if (edit.kind === "cancelled" || edit.kind === "conflict" || edit.kind === "nothing") return;
  const connection = "after" in edit ? edit.after : { id, domain, profile_name };
  if (edit.kind === "saved" || edit.kind === "gone") edits.of(access.account.id).delete(id);
  await updateAfterEdit(parts, access.account, id, edit);
  const summary = {
    connection,
    settings: settingsInUpdate(sent),
    wanted: expectedAnswers(connection, sent),
    named: fetchedNames(parts),
  };
  await panel.show(editResult(parts, access, summary, edit, resultId));
}
