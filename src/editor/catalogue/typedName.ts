import { display } from "../../domain/display.ts";
import type { Choice } from "../kit/ask.ts";
import { checkName } from "../words/names.ts";

/**
 * What typed text stands for where a name or id may be typed; `what` begins a sentence, `meaning` says what the row
 * does. The text is not the label, or VS Code would sort the row above the rows that match the text.
 */
export function typedName(
  what: string,
  meaning: string,
): (text: string) => { readonly choice: Choice<string> } | { readonly fault: string } {
  return (text) => {
    const check = checkName(what, text);
    if (check?.severity === "error") return { fault: check.message };
    return {
      choice: {
        label: meaning,
        description: `"${display(text)}"`,
        ...(check !== undefined && { detail: check.message }),
        value: text,
      },
    };
  };
}
