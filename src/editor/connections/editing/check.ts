import { l10n } from "vscode";
import { answersAfter, settingsIn } from "../../../domain/connections/changes.ts";
import { lookAfter } from "../../../domain/connections/edit.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { readConnection } from "../shown/read.ts";
import type { EditParts } from "./edit.ts";
import { editResult } from "./result.ts";
import { takeUp } from "./takeUp.ts";

/**
 * Finds out by reading alone what became of a change whose end is not known; what is found takes the place of the result
 * that it was asked from.
 */
export async function checkEdit(
  parts: EditParts,
  { domain, id, profile_name, resultId, sent }: CommandArguments["managedAuth.checkEdit"],
): Promise<void> {
  const { edits, panel } = parts;
  const read = await readConnection(parts, l10n.t("Check Changes"), id);
  if (read === undefined) return;
  const { access, outcome } = read;
  const end = await lookAfter(sent, () => Promise.resolve(outcome));
  if (end.kind === "cancelled" || end.kind === "nothing") return;
  const connection = "after" in end ? end.after : { id, domain, profile_name };
  if (end.kind === "saved" || end.kind === "gone") edits.drop(access.account.id, id);
  await takeUp(parts, access.account, id, end);
  const asked = { connection, settings: settingsIn(sent), then: answersAfter(connection, sent), proxies: [] };
  await panel.show(editResult(resultId, access, asked, end));
}
