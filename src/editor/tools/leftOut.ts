import { l10n } from "vscode";
import type { Listing } from "../../api/listing.ts";

/** Says what of a list is not told: rows beyond these, rows that were not read, and rows that cannot be read. */
export function leftOut({ more, unreadable }: Listing<unknown>, beyond: number): readonly string[] {
  return [
    ...(beyond > 0 ? [l10n.t("Left out here: {0}. Ask for fewer.", beyond)] : []),
    ...(more ? [l10n.t("The list goes on: not all of it was read.")] : []),
    ...(unreadable > 0 ? [l10n.t("Rows that this version cannot read: {0}.", unreadable)] : []),
  ];
}
