import { l10n } from "vscode";
import { getConnection } from "../../../api/operations.ts";
import { answersIn } from "../../../domain/connections/answersOf.ts";
import { settingsIn } from "../../../domain/connections/changes.ts";
import { lookAfter } from "../../../domain/connections/edit.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import type { CommandArguments } from "../../words/contributions.ts";
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
  const { edits, panel, requireAccess } = parts;
  const title = l10n.t("Check Changes");
  const access = await requireAccess(title);
  if (access === undefined) return;
  const outcome = await whileLoading({ title, back: false }, l10n.t("Reading the connection…"), (signal) =>
    access.client.call(getConnection, { path: { id } }, signal),
  );
  if (outcome === undefined || outcome.kind === "cancelled") return;
  const end = await lookAfter(sent, () => Promise.resolve(outcome));
  if (end.kind === "cancelled" || end.kind === "nothing") return;
  const connection = "after" in end ? end.after : { id, domain, profile_name };
  if (end.kind === "saved" || end.kind === "gone") edits.drop(access.account.id, id);
  await takeUp(parts, access.account, id, end);
  const asked = { connection, settings: settingsIn(sent), then: answersIn(sent), proxies: [] };
  await panel.show(editResult(resultId, access, asked, end));
}
