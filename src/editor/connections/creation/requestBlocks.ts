import { l10n } from "vscode";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import type { Block } from "../../../card/card.ts";
import { previewFormats, requestPreview } from "../../../domain/preview.ts";
import { button } from "../../results/buttons.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { Effect } from "../../results/effect.ts";
import { codePlace, formatLabel } from "./previewWords.ts";

/** What was sent, as code in four forms; it may hold addresses, so it is not kept over a reload. */
export function requestBlocks(
  request: ManagedAuthCreateRequest,
  occasion: Occasion,
): readonly Block<Effect>[] {
  const forms = previewFormats.map((format) => {
    const text = requestPreview(request, format, codePlace(occasion));
    return { ...button(formatLabel(format), { does: "copyRequest", text }), text };
  });
  return [
    { kind: "forms", title: l10n.t("Request as code"), copyLabel: l10n.t("Copy"), forms, volatile: true },
  ];
}
