import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import { display } from "../../../../domain/text/display.ts";
import type { LiveRow } from "../../../kit/inputs/livePick.ts";

/** The rows, and before them one for what was chosen earlier, where none of them stands for it. */
export function withChosen<V>(chosen: V, words: string, rows: readonly LiveRow<V>[]): readonly LiveRow<V>[] {
  return rows.some((row) => "value" in row && isDeepStrictEqual(row.value, chosen))
    ? rows
    : [{ separator: l10n.t("Chosen") }, { label: display(words), value: chosen }, { separator: "" }, ...rows];
}
