// Buttons for resource pages. Each button runs a command of the resource.
import { l10n } from "vscode";
import { type ResultButton, commandButton } from "../results/buttons.ts";
import type { EditCommand, Identified, ShownResource } from "./resource.ts";

export function editButton(
  { commands, text }: { readonly commands: EditCommand; readonly text: { readonly edit?: string } },
  { id }: Identified,
): ResultButton {
  return commandButton(text.edit ?? l10n.t("Edit…"), commands.edit, { id });
}

export function listButton<Reply extends Identified, Values>({
  commands,
  text,
}: ShownResource<Reply, Values>): ResultButton {
  return commandButton(text.titles.list, commands.list, {});
}

/** Returns the button that fetches a resource again. The new page replaces the page of `resultId`, if given. */
export function showButton<Reply extends Identified, Values>(
  { commands }: ShownResource<Reply, Values>,
  label: string,
  id: string,
  resultId?: string,
): ResultButton {
  return commandButton(label, commands.show, { id, ...(resultId !== undefined && { resultId }) });
}
