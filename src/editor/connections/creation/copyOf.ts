import { env, l10n } from "vscode";
import { getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { toRequest } from "../../../domain/draft.ts";
import type { Draft } from "../../../domain/draft.ts";
import { duplicateOf } from "../../../domain/duplicateOf.ts";
import { requestPreview } from "../../../domain/preview.ts";
import type { PreviewFormat } from "../../../domain/preview.ts";
import { maskedJson } from "../../../domain/secrets.ts";
import type { Access, RequiresAccess } from "../../accounts/service.ts";
import { inform, warn } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/whileLoading.ts";
import { pickConnection } from "../shown/pick.ts";
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

async function readOne(
  { requireAccess, start }: CopyParts,
  title: string,
  id: string | undefined,
): Promise<Read | undefined> {
  const access = await requireAccess(title);
  const chosen = access && (id ?? (await pickConnection(access, title)));
  if (access === undefined || chosen === undefined) return undefined;
  const outcome = await whileLoading({ title, back: false }, l10n.t("Reading the connection…"), (signal) =>
    access.client.call(getConnection, { path: { id: chosen } }, signal),
  );
  if (outcome === undefined || outcome.kind === "cancelled") return undefined;
  if (outcome.kind === "failed") {
    const { headline } = describeError(outcome.error);
    void warn(l10n.t("{0}: {1}.", title, headline), {
      label: l10n.t("Show Connection"),
      run: () => start("managedAuth.showConnection", { id: chosen }),
    });
    return undefined;
  }
  return { access, connection: outcome.value, raw: outcome.raw };
}
