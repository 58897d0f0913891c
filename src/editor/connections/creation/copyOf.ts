import { env, l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { toRequest } from "../../../domain/draft.ts";
import type { Draft } from "../../../domain/draft.ts";
import { duplicateOf } from "../../../domain/duplicateOf.ts";
import { requestPreview } from "../../../domain/preview.ts";
import type { PreviewFormat } from "../../../domain/preview.ts";
import { maskedJson } from "../../../domain/secrets.ts";
import type { Access, RequiresAccess } from "../../accounts/service.ts";
import { inform, warn } from "../../kit/notify.ts";
import { readConnection } from "../shown/read.ts";
import { describeError } from "../../words/errors.ts";
import type { CommandId } from "../../words/contributions.ts";
import { codePlace } from "./previewWords.ts";

/** What reading a connection to copy it works with. */
export interface CopyParts extends RequiresAccess {
  readonly start: (command: CommandId, told?: unknown) => Promise<void>;
}

/** The answers that create a connection like this one, read anew; `undefined` when the user left or it has failed. */
export async function draftLike(parts: CopyParts, id: string | undefined): Promise<Draft | undefined> {
  const read = await readOne(parts, l10n.t("Duplicate Connection"), id);
  return read && duplicateOf(read.connection);
}

/**
 * Copies a connection: as JSON what the service reports, its secrets masked; else the request that creates the same, with
 * the token by name.
 */
export async function copyAs(parts: CopyParts, format: PreviewFormat, id: string | undefined): Promise<void> {
  const read = await readOne(parts, l10n.t("Copy Connection"), id);
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

interface Read {
  readonly access: Access;
  readonly connection: ManagedAuth;
  readonly raw: unknown;
}

async function readOne(parts: CopyParts, title: string, id: string | undefined): Promise<Read | undefined> {
  const read = await readConnection(parts, title, id);
  if (read === undefined) return undefined;
  const { access, outcome } = read;
  if (outcome.kind === "failed") {
    const { headline } = describeError(outcome.error);
    void warn(l10n.t("{0}: {1}.", title, headline), {
      label: l10n.t("Show Connection"),
      run: () => parts.start("managedAuth.showConnection", { id: read.id }),
    });
    return undefined;
  }
  return { access, connection: outcome.value, raw: outcome.raw };
}
