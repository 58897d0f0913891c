import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import type { Typed } from "../kit/inputs/livePick.ts";
import { checkName } from "../words/inputChecks.ts";

/**
 * Returns the picker row for typed text in a picker that accepts a name or ID. `subject` is the start of the
 * validation message. `describe` returns a note about the text, and its argument is true if the list is fully loaded.
 * The text isn't part of the label, because VS Code would then sort this row above the rows that match the text.
 */
export function typedNamePick<V>(
  subject: string,
  valueOf: (text: string) => V,
  describe?: (isListed: boolean) => string,
): Typed<V> {
  return (text, isListed) => {
    const check = checkName(subject, text);
    if (check?.severity === "error") return { fault: check.message };
    const quoted = `"${display(text)}"`;
    return {
      choices: [
        {
          label: l10n.t({ message: "Use", comment: "what was typed stands behind it" }),
          description: describe === undefined ? quoted : l10n.t("{0} · {1}", quoted, describe(isListed)),
          ...(check !== undefined && { detail: check.message }),
          icon: "edit",
          value: valueOf(text),
        },
      ],
    };
  };
}
