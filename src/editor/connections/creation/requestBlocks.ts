import { l10n } from "vscode";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import type { Block } from "../../../card/card.ts";
import { previewFormats, requestPreview } from "../../../domain/requestCode/requestPreview.ts";
import { codeRow, rows } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { Effect } from "../../results/buttonEffect.ts";
import { codePlace, formatLabel } from "./previewWords.ts";

/** The connection that a request is about, by its id where that is known. */
export function aboutBlock(
  { domain, profile_name }: Pick<ManagedAuthCreateRequest, "domain" | "profile_name">,
  id?: string,
  idLabel = l10n.t("ID"),
): Block<Effect> {
  return rows(
    l10n.t("Connection"),
    id === undefined ? undefined : codeRow(idLabel, id),
    codeRow(l10n.t("Domain"), domain),
    codeRow(l10n.t("Profile"), profile_name),
  );
}

/** What was sent, as code in four forms; it may hold addresses, so it is not kept over a reload. */
export function requestBlocks(
  request: ManagedAuthCreateRequest,
  occasion: Occasion,
): readonly Block<Effect>[] {
  const forms = previewFormats.map((format) => {
    const text = requestPreview(request, format, codePlace(occasion));
    return { label: formatLabel(format), press: { does: "copyRequest" as const, text }, text };
  });
  return [
    { kind: "forms", title: l10n.t("Request as code"), copyLabel: l10n.t("Copy"), forms, volatile: true },
  ];
}
