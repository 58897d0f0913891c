import { env, l10n } from "vscode";
import * as z from "zod/mini";
import { Draft, DraftField, toRequest } from "../../../domain/draft/draft.ts";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { checkPending } from "./check.ts";
import { createConnection } from "./collect.ts";
import type { Beginning, CreateConnectionParts } from "./collect.ts";
import type { PreviewFormat } from "../../../domain/requestCode/requestPreview.ts";
import type { ReadParts } from "../shown/read.ts";
import { dismissPending, pickAndDismiss } from "./dismiss.ts";
import type { DismissParts } from "./dismiss.ts";
import type { PageParts } from "../../results/showingParts.ts";
import { duplicateOf, type Duplicate } from "../../../domain/draft/draft.ts";
import { requestPreview } from "../../../domain/requestCode/requestPreview.ts";
import { maskedJson } from "../../../domain/text/secrets.ts";
import { inform, warn } from "../../kit/notify.ts";
import { readOrSay } from "../shown/read.ts";
import { labelled, series } from "../../words/sentences.ts";
import { codePlace } from "./requestCode.ts";
import { subjectOf } from "../settings/settings.ts";

type CommandParts = CreateConnectionParts & DismissParts & PageParts & ReadParts;
type Id =
  | "managedAuth.createConnection"
  | "managedAuth.duplicateConnection"
  | "managedAuth.copyConnectionAsJson"
  | "managedAuth.copyConnectionAsCurl"
  | "managedAuth.copyConnectionAsTypeScript"
  | "managedAuth.copyConnectionAsPython"
  | "managedAuth.checkPending"
  | "managedAuth.dismissPending";

/** Results whose request is being sent again: pressed twice, a button sends it once. */
const sentAgain = new Set<string>();

/** What people do to have a connection, and about attempts whose end is not known. */
export function creationCommands(parts: CommandParts): Commands<Id> {
  const id = z.optional(z.string());
  const copying = (format: PreviewFormat): Commands["managedAuth.copyConnectionAsJson"] =>
    command(z.strictObject({ id }), (told) => copyAs(parts, format, told.id));
  return {
    "managedAuth.createConnection": command(
      z.strictObject({
        draft: z.optional(Draft),
        start: z.optional(z.enum(["domain", "review"])),
        loginPageLeftOut: z.optional(z.literal(true)),
        notKept: z.optional(z.array(DraftField)),
        send: z.optional(z.literal(true)),
        resultId: z.optional(z.uuid()),
      }),
      async ({ draft, loginPageLeftOut, notKept = [], resultId, send, start }) => {
        const beginning = draft && {
          draft,
          start: start ?? ("domain" as const),
          notKept: [...notKept, ...(loginPageLeftOut ? (["login_url"] as const) : [])],
          send,
        };
        if (resultId === undefined) return create(parts, beginning);
        if (sentAgain.has(resultId)) return;
        sentAgain.add(resultId);
        return create(parts, beginning, resultId).finally(() => sentAgain.delete(resultId));
      },
    ),
    "managedAuth.duplicateConnection": command(z.strictObject({ id }), async (told) => {
      const like = await draftLike(parts, told.id);
      // What tells it from the other is asked first.
      return like && { command: "managedAuth.createConnection", told: { ...like, start: "domain" } };
    }),
    "managedAuth.copyConnectionAsJson": copying("json"),
    "managedAuth.copyConnectionAsCurl": copying("curl"),
    "managedAuth.copyConnectionAsTypeScript": copying("typescript"),
    "managedAuth.copyConnectionAsPython": copying("python"),
    "managedAuth.checkPending": command(z.strictObject({ id, resultId: z.optional(z.uuid()) }), (told) =>
      checkPending(parts, told.id, told.resultId),
    ),
    "managedAuth.dismissPending": command(z.strictObject({ id }), (told) =>
      told.id === undefined ? pickAndDismiss(parts) : dismissPending(parts, told.id),
    ),
  };
}

/** Creates a connection, from the start or from given answers, shows what became of it, and may lead on to its login. */
async function create(parts: CommandParts, beginning?: Beginning, resultId?: string): Promise<void> {
  const access = await parts.requireAccess(l10n.t("Create Connection"));
  if (access === undefined) return;
  const creation = await createConnection(parts, access, beginning, resultId);
  if (creation === undefined) return;
  const { done, title } = creation.result.card;
  const toAway = done && labelled(done.text, title);
  await parts.panel.show(creation.result, toAway === undefined ? {} : { toAway });
  const { toLogIn: id } = creation;
  // The window may have left the account while it was created.
  if (id !== undefined) await parts.start("managedAuth.logIn", { id }, access.account.id);
}

/** What creates a connection like this one, read now; `undefined` when the user left or it has failed. */
export async function draftLike(parts: ReadParts, id: string | undefined): Promise<Duplicate | undefined> {
  const read = await readOrSay(parts, l10n.t("Duplicate Connection"), id);
  return read && duplicateOf(read.connection);
}

/**
 * Copies a connection: as JSON what the service reports, its secrets masked; else the request that creates the same, with
 * the token by name.
 */
async function copyAs(parts: ReadParts, format: PreviewFormat, id: string | undefined): Promise<void> {
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
