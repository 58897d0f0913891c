import { l10n } from "vscode";
import type { RequiresAccess } from "../../accounts/service.ts";
import { copyLines } from "../../kit/clipboard.ts";
import { inform } from "../../kit/notify.ts";
import { chosenIds } from "./chosenIds.ts";

/** Copies the IDs of connections, a line each; of the one that the user chooses where none is named. */
export async function copyConnectionIds(
  { requireAccess }: RequiresAccess,
  ids: readonly string[] = [],
): Promise<void> {
  const named = ids.length > 0 ? ids : await chosen(requireAccess, l10n.t("Copy Connection ID"));
  if (named.length > 0 && (await copyLines(named)))
    void inform(named.length === 1 ? l10n.t("ID copied") : l10n.t("IDs copied"));
}

async function chosen(
  requireAccess: RequiresAccess["requireAccess"],
  title: string,
): Promise<readonly string[]> {
  const access = await requireAccess(title);
  return (access && (await chosenIds(access, title, []))) ?? [];
}
