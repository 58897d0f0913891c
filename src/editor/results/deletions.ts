import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { Tone, Value } from "../../card/card.ts";
import type { Deletion } from "../../domain/deletion/deletion.ts";
import { describeError, isPlainlyMissing, serviceWords } from "../words/errors.ts";
import { sentence } from "../words/sentences.ts";
import type { ResultButton } from "./buttonEffect.ts";
import { remedyButton } from "./buttons.ts";

/** What a batch of deletions asks of the reader. */
export function deletionTone(deletions: readonly Deletion[]): Tone {
  const kinds = new Set(deletions.map(({ kind }) => kind));
  if (kinds.has("failed")) return "error";
  const others = [...kinds].filter((kind) => kind !== "deleted" && kind !== "accepted");
  if (others.length > 0) return "warning";
  return kinds.has("accepted") ? "info" : "success";
}

/** What became of one, as a cell of a table. */
export function deletionValue({ kind }: Deletion): Value {
  const values: Record<Deletion["kind"], Value> = {
    deleted: { text: l10n.t("Deleted"), tone: "success" },
    accepted: { text: l10n.t("Accepted"), tone: "info" },
    refused: { text: l10n.t("Refused, in use"), tone: "warning" },
    notFound: { text: l10n.t("Not found"), tone: "neutral" },
    failed: { text: l10n.t("Failed"), tone: "error" },
    unknown: { text: l10n.t("Unknown"), tone: "warning" },
    skipped: { text: l10n.t("Not sent"), tone: "neutral" },
    notTried: { text: l10n.t("Not tried"), tone: "neutral" },
  };
  return values[kind];
}

/** Why one ended so; `missing` says what is not there, `scope` what a token may lack, where these are the reason. */
export function deletionNotes(
  deletion: Deletion,
  { missing, scope }: { readonly missing: string; readonly scope?: string },
): readonly string[] {
  switch (deletion.kind) {
    case "deleted":
    case "accepted":
    case "skipped":
    case "notTried":
      return [];
    case "notFound":
      return [missing, ...(isPlainlyMissing(deletion.error) ? [] : serviceWords(deletion.error))];
    case "refused":
      return serviceWords(deletion.error);
    case "failed":
      return errorNotes(deletion.error, scope);
    case "unknown":
      return deletion.error === undefined
        ? [l10n.t("You canceled before the answer.")]
        : errorNotes(deletion.error, scope);
  }
}

function errorNotes(error: ApiError, scope: string | undefined): readonly string[] {
  const { advice, headline } = describeError(error);
  const why = error.kind === "forbidden" && scope !== undefined ? [scope] : advice;
  return [sentence(headline), ...serviceWords(error), ...why];
}

/** What has to come before another try: another token, or another project. */
export function deletionHelp(deletions: readonly Deletion[]): ResultButton | undefined {
  const errors = deletions.map(errorOf).filter((error) => error !== undefined);
  return remedyButton(errors.flatMap((error) => describeError(error).remedies));
}

/** The error that a deletion ended with. */
export function errorOf(deletion: Deletion): ApiError | undefined {
  return "error" in deletion ? deletion.error : undefined;
}
