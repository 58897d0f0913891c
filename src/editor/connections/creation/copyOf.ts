import { env, l10n } from "vscode";
import { toRequest } from "../../../domain/draft/draft.ts";
import { duplicateOf, type Duplicate } from "../../../domain/connections/duplicateOf.ts";
import { requestPreview } from "../../../domain/requestCode/requestPreview.ts";
import type { PreviewFormat } from "../../../domain/requestCode/requestPreview.ts";
import { maskedJson } from "../../../domain/text/secrets.ts";
import { inform, warn } from "../../kit/notify.ts";
import { readOrSay } from "../shown/read.ts";
import type { ReadParts } from "../shown/read.ts";
import { series } from "../../words/sentences.ts";
import { codePlace } from "./previewWords.ts";
import { subjectOf } from "./steps/subject.ts";

/** What creates a connection like this one, read now; `undefined` when the user left or it has failed. */
export async function draftLike(parts: ReadParts, id: string | undefined): Promise<Duplicate | undefined> {
  const read = await readOrSay(parts, l10n.t("Duplicate Connection"), id);
  return read && duplicateOf(read.connection);
}

/**
 * Copies a connection: as JSON what the service reports, its secrets masked; else the request that creates the same, with
 * the token by name.
 */
export async function copyAs(parts: ReadParts, format: PreviewFormat, id: string | undefined): Promise<void> {
  const read = await readOrSay(parts, l10n.t("Copy Connection"), id);
  if (read === undefined) return;
  const { draft, notKept } = duplicateOf(read.connection);
  const request = toRequest(draft);
  if (format === "json") await env.clipboard.writeText(maskedJson(read.raw));
  else if (request !== undefined)
    await env.clipboard.writeText(requestPreview(request, format, codePlace(read.access)));
  else {
    void warn(l10n.t("Not copied: the service reports no domain or profile."));
    return;
  }
  if (format !== "json" && notKept.length > 0) {
    void warn(l10n.t("Request copied without: {0}.", series(notKept.map(subjectOf))), {
      label: l10n.t("Duplicate…"),
      run: () => parts.start("managedAuth.duplicateConnection", { id: read.connection.id }),
    });
    return;
  }
  void inform(format === "json" ? l10n.t("Connection copied") : l10n.t("Request copied"));
}
