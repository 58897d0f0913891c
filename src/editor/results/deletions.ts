import { unknownOutcomeReason } from "./cardParts.ts";
import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { TableCell, CardTone, CardValue } from "../../card/card.ts";
import type { DeletionOutcome } from "../../domain/resources/deletionOutcome.ts";
import { distinctNames } from "../../domain/text/names.ts";
import { describeError, isPlainlyMissing, quotedServiceMessages } from "../words/errors.ts";
import { withFullStop } from "../words/sentences.ts";
import {
  type ButtonAction,
  type ResultButton,
  copyIdButton,
  remedyButton,
  type ResultBlock,
} from "./buttons.ts";
import { compact } from "../../domain/compact.ts";

export function deletionTone(deletions: readonly DeletionOutcome[]): CardTone {
  const kinds = new Set(deletions.map(({ kind }) => kind));
  if (kinds.has("refused")) return "error";
  const otherKinds = [...kinds].filter((kind) => kind !== "deleted" && kind !== "accepted");
  if (otherKinds.length > 0) return "warning";
  if (kinds.has("accepted")) return "info";
  return "success";
}

function deletionValue({ kind }: DeletionOutcome): CardValue {
  const values: Record<DeletionOutcome["kind"], CardValue> = {
    deleted: { text: l10n.t("Deleted"), tone: "success" },
    accepted: { text: l10n.t("Accepted"), tone: "info" },
    inUse: { text: l10n.t("Refused, in use"), tone: "warning" },
    gone: { text: l10n.t("Not found"), tone: "neutral" },
    refused: { text: l10n.t("Failed"), tone: "error" },
    unknown: { text: l10n.t("Unknown"), tone: "warning" },
    cancelled: { text: l10n.t("Not sent"), tone: "neutral" },
    notTried: { text: l10n.t("Not tried"), tone: "neutral" },
  };
  return values[kind];
}

/**
 * Returns the reasons for a deletion's outcome. `missing` is the text for an object that doesn't exist. `scope` is
 * the text about the permission that a token may lack.
 */
export function deletionNotes(
  deletion: DeletionOutcome,
  { missing, scope }: { readonly missing: string; readonly scope?: string },
): readonly string[] {
  switch (deletion.kind) {
    case "deleted":
    case "accepted":
    case "cancelled":
    case "notTried":
      return [];
    case "gone":
      return [missing, ...(isPlainlyMissing(deletion.error) ? [] : quotedServiceMessages(deletion.error))];
    case "inUse":
      return quotedServiceMessages(deletion.error);
    case "refused":
      return errorNotes(deletion.error, scope);
    case "unknown":
      if (deletion.error === undefined) return [unknownOutcomeReason(undefined)];
      return errorNotes(deletion.error, scope);
  }
}

function errorNotes(error: ApiError, scope: string | undefined): readonly string[] {
  const { advice, headline } = describeError(error);
  const instructions = error.kind === "forbidden" && scope !== undefined ? [scope] : advice;
  return [withFullStop(headline), ...quotedServiceMessages(error), ...instructions];
}

export interface DeletedRow {
  /** The ID used in the request. */
  readonly id: string;
  readonly name: string;
  readonly deletion: DeletionOutcome;
  /** Links to the connections that still use the object. */
  readonly heldBy?: TableCell<ButtonAction>;
  /** The reasons why the object still exists, one sentence each. */
  readonly notes: readonly string[];
  readonly actions: readonly ResultButton[];
}

/** Builds a table with the outcome of each deletion. Each row's reasons and buttons are below the row. */
export function deletionBlocks(title: string, deleted: readonly DeletedRow[]): readonly ResultBlock[] {
  const names = distinctNames(deleted);
  const isHeld = deleted.some(({ heldBy }) => heldBy !== undefined);
  return [
    {
      kind: "table",
      title,
      columns: compact(l10n.t("Name"), l10n.t("Result"), isHeld && l10n.t("Used by")),
      rows: deleted.map(({ actions, deletion, heldBy, id, name, notes }, index) => ({
        cells: compact(
          { text: names[index] ?? name, ...(id !== name && { hint: id }) },
          deletionValue(deletion),
          isHeld && (heldBy ?? { text: "" }),
        ),
        copy: copyIdButton(id),
        notes,
        ...(actions.length > 0 && { actions }),
      })),
    },
  ];
}

export function deletionCountTitle(deleted: number, total: number): string {
  return l10n.t("{0} of {1} deleted", deleted, total);
}

export function deletionResultTitle(name: string, { kind }: DeletionOutcome): string {
  switch (kind) {
    case "deleted":
      return l10n.t("{0} deleted", name);
    case "gone":
      return l10n.t("{0} was already deleted", name);
    case "accepted":
      return l10n.t("Deletion of {0} accepted", name);
    case "unknown":
      return l10n.t("Couldn't confirm that {0} was deleted", name);
    case "inUse":
    case "refused":
    case "cancelled":
    case "notTried":
      return l10n.t("{0} not deleted", name);
  }
}

/** Returns the button that changes the token or project, if the deletion can only succeed after such a change. */
export function deletionRemedy(deletions: readonly DeletionOutcome[]): ResultButton | undefined {
  const errors = compact(...deletions.map(deletionError));
  return remedyButton(errors.flatMap((error) => describeError(error).remedies));
}

export function deletionError(deletion: DeletionOutcome): ApiError | undefined {
  return "error" in deletion ? deletion.error : undefined;
}
