import { env, l10n } from "vscode";
import { toRequest } from "../../../domain/draft/draft.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { duplicateOf } from "../../../domain/connections/duplicateOf.ts";
import { requestPreview } from "../../../domain/requestCode/requestPreview.ts";
import type { PreviewFormat } from "../../../domain/requestCode/requestPreview.ts";
import { maskedJson } from "../../../domain/text/secrets.ts";
import { inform, warn } from "../../kit/notify.ts";
import { readOrSay } from "../shown/read.ts";
import type { ReadParts } from "../shown/read.ts";
import { codePlace } from "./previewWords.ts";

/** The answers that create a connection like this one, read anew; `undefined` when the user left or it has failed. */
export async function draftLike(parts: ReadParts, id: string | undefined): Promise<Draft | undefined> {
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
  const request = toRequest(duplicateOf(read.connection));
  if (format === "json") await env.clipboard.writeText(maskedJson(read.raw));
  else if (request !== undefined)
    await env.clipboard.writeText(requestPreview(request, format, codePlace(read.access)));
  else {
    void warn(l10n.t("Not copied: the service reports no domain or profile."));
    return;
  }
  void inform(format === "json" ? l10n.t("Connection copied") : l10n.t("Request copied"));
}
