// The buttons of pages of a resource that run its commands.
import { l10n } from "vscode";
import { type ResultButton, button } from "../results/buttons.ts";
import type { Identified, Resource } from "./resource.ts";

/** Changes one. */
export function editButton<Reply extends Identified, Values>(
  { commands, text }: Resource<Reply, Values>,
  { id }: Reply,
): ResultButton {
  return button(text.edit ?? l10n.t("Edit…"), commands.edit, { id });
}

/** Lists all of the kind. */
export function listButton<Reply extends Identified, Values>({
  commands,
  text,
}: Resource<Reply, Values>): ResultButton {
  return button(text.titles.list, commands.list, {});
}

/** Reads one again, in the place of a page if one is named. */
export function showButton<Reply extends Identified, Values>(
  { commands }: Resource<Reply, Values>,
  label: string,
  id: string,
  resultId?: string,
): ResultButton {
  return button(label, commands.show, { id, ...(resultId !== undefined && { resultId }) });
}
