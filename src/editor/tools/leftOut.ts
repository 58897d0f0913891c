import { l10n } from "vscode";
import type { Listing } from "../../api/listing.ts";
import { paragraph } from "../words/sentences.ts";

/**
 * Says what of a list is not told: rows beyond these and how to be told of them, where there is a way; rows that were not
 * read; and rows that cannot be read.
 */
export function leftOut(
  { more, unreadable }: Listing<unknown>,
  beyond: number,
  how: string | undefined,
): readonly string[] {
  return [
    ...(beyond > 0
      ? [paragraph([l10n.t("Left out here: {0}.", beyond), ...(how === undefined ? [] : [how])])]
      : []),
    ...(more ? [l10n.t("The list goes on: not all of it was read.")] : []),
    ...(unreadable > 0 ? [l10n.t("Rows that this version cannot read: {0}.", unreadable)] : []),
  ];
}
