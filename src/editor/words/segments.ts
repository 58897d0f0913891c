import { l10n } from "vscode";
import type { SegmentReason } from "../../api/requestUrl.ts";
import { display } from "../../domain/text/display.ts";

/** Why a destination cannot be addressed by this id or name. */
export function segmentFault(idOrName: string, reason: SegmentReason): string {
  return {
    empty: l10n.t("An ID or name is needed."),
    dots: l10n.t('A destination named "{0}" cannot be addressed by URL. Use its ID.', idOrName),
    control: l10n.t('"{0}" holds a control character. Use the ID instead.', display(idOrName)),
    surrogate: l10n.t('"{0}" holds half a character. Use the ID instead.', display(idOrName)),
    tooLong: l10n.t("This is too long for an ID or name."),
  }[reason];
}
