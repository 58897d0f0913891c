import { l10n } from "vscode";
import type { SegmentReason } from "../../api/requestUrl.ts";
import { display } from "../../domain/text/display.ts";

/** Why a destination's id or name cannot be part of an address. */
export function segmentFault(idOrName: string, reason: SegmentReason): string {
  return {
    empty: l10n.t("Enter an ID or name."),
    dots: l10n.t('The name "{0}" can\'t be part of an address. Use the ID instead.', idOrName),
    control: l10n.t('"{0}" has a control character. Use the ID instead.', display(idOrName)),
    surrogate: l10n.t('"{0}" contains an invalid character. Use the ID instead.', display(idOrName)),
    tooLong: l10n.t("The ID or name is too long."),
  }[reason];
}
