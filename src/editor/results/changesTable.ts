import { l10n } from "vscode";
import type { BlockOf, CardValue } from "../../card/card.ts";
import type { ButtonAction } from "./buttons.ts";
import { plainValue } from "./cardParts.ts";
import { compact } from "../../domain/compact.ts";

export interface ChangedValue {
  readonly label: string;
  /** The value before the change. Undefined if that value is no longer known. */
  readonly before: string | undefined;
  readonly wanted: string;
  readonly result?: CardValue | undefined;
  readonly notes?: readonly string[] | undefined;
  /** True if the values are URLs that may contain secrets. The result page shows the values, but never stores them. */
  readonly volatile?: true | undefined;
}

/** Lists requested changes with the earlier value, the requested value and the result, as far as they are known. */
export function changesTable(
  subject: string,
  changes: readonly ChangedValue[],
): BlockOf<"table", ButtonAction> {
  return {
    kind: "table",
    title: l10n.t("Changes"),
    columns: compact(
      subject,
      changes.some(({ before }) => before !== undefined) && l10n.t("Before"),
      l10n.t("Asked for"),
      changes.some(({ result }) => result !== undefined) && l10n.t("Result"),
    ),
    rows: changes.map(({ before, label, notes = [], result, volatile, wanted }) => ({
      cells: compact(
        plainValue(label),
        before !== undefined && plainValue(before),
        plainValue(wanted),
        result,
      ),
      notes,
      ...(volatile && { volatile }),
    })),
  };
}

/**
 * Returns the result of a change. `isApplied` is true if the service reports the new value, and false if the service
 * certainly doesn't have the new value.
 */
export function changeResult(isApplied: boolean): CardValue {
  if (isApplied) return { text: l10n.t("Saved"), tone: "success" };
  return { text: l10n.t("Not applied"), tone: "warning" };
}
