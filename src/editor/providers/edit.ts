import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { getCredentialProvider, updateCredentialProvider } from "../../api/operations.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import type { CredentialProviderUpdateRequest } from "../../api/providerRequests.ts";
import { isCarriedOut } from "../../domain/providers/change.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { endQuestions } from "../kit/inputs/ask.ts";
import { isNameTaken } from "../kit/inputs/askAndSend.ts";
import { withCancel } from "../kit/progress.ts";
import type { PageParts } from "../results/showingParts.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { refusalWords } from "../words/errors.ts";
import { askChange } from "./editQuestions.ts";
import type { ChangeKind } from "./editQuestions.ts";
import { changedWords, unknownChange } from "./editedWords.ts";
import { findThing } from "../things/read.ts";
import type { Found } from "../things/read.ts";
import { meant, providers } from "./providers.ts";
import { showTold } from "./show.ts";

/** "Edit Provider…": one change, which is sent at once; a refusal leads back to it. */
export async function editProvider(
  parts: PageParts,
  asked: CommandArguments["managedAuth.editProvider"],
): Promise<void> {
  const { kind, told } = meant(asked);
  const found = await findThing(kind, parts, l10n.t("Edit Provider"), told);
  if (found === undefined) return;
  const stop = new AbortController();
  try {
    await converse(parts, found, asked.resultId, stop.signal);
  } finally {
    stop.abort();
    endQuestions();
  }
}

/** How sending a change ended. */
type ChangeEnd =
  | { readonly kind: "changed"; readonly lost: boolean }
  | { readonly kind: "unknown"; readonly error: ApiError | undefined }
  | { readonly kind: "notSent" }
  | { readonly kind: "refused"; readonly error: ApiError };

async function converse(
  parts: PageParts,
  { access, thing: provider, users }: Found<CredentialProvider>,
  resultId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  /** Names that the service says are taken. */
  const refused: string[] = [];
  let said: string | undefined;
  let start: ChangeKind | undefined;
  let typed: string | undefined;
  for (;;) {
    const change = await askChange({ access, provider, users, refused, said, start, typed, signal });
    if (change === undefined) return;
    const end = await send(access, provider, change);
    start = undefined;
    typed = undefined;
    switch (end.kind) {
      case "changed":
      case "unknown": {
        endQuestions();
        // What it is like, and what names it, is read: only that is sure.
        const here = { ...parts, requireAccess: () => Promise.resolve(access) };
        const after = await findThing(providers, here, l10n.t("Edit Provider"), {
          id: provider.id,
          resultId,
          said: [
            end.kind === "changed"
              ? l10n.t("The change was saved.")
              : l10n.t("We couldn't confirm the change."),
          ],
        });
        if (after === undefined) return;
        const words =
          end.kind === "unknown"
            ? unknownChange(change, end.error)
            : changedWords(change, provider, users, end.lost);
        await showTold(parts, after, resultId, { said: words });
        return;
      }
      case "notSent":
        said = l10n.t("You canceled before anything was sent.");
        break;
      case "refused":
        if (change.name !== undefined && isNameTaken(end.error)) {
          refused.push(change.name);
          start = "name";
          typed = change.name;
          said = undefined;
        } else said = refusalWords(end.error);
        break;
    }
  }
}

/** Sends a change once. Where its answer is lost, what became of it is looked for by reading alone. */
async function send(
  { client }: Access,
  { id, name }: CredentialProvider,
  body: CredentialProviderUpdateRequest,
): Promise<ChangeEnd> {
  const title = l10n.t("Changing {0}", display(name));
  const outcome = await withCancel(title, (_, signal) =>
    client.call(updateCredentialProvider, { path: { id }, body }, signal),
  );
  if (outcome.kind === "ok") return { kind: "changed", lost: false };
  if (outcome.kind === "failed" && outcome.error.sent !== "unknown")
    return { kind: "refused", error: outcome.error };
  if (outcome.kind === "cancelled" && outcome.sent === "no") return { kind: "notSent" };
  const found = await withCancel(title, (_, signal) =>
    client.call(getCredentialProvider, { path: { id } }, signal),
  );
  return found.kind === "ok" && isCarriedOut(body, found.value)
    ? { kind: "changed", lost: true }
    : { kind: "unknown", error: outcome.kind === "failed" ? outcome.error : undefined };
}
