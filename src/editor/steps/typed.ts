import { display } from "../../domain/display.ts";
import type { Choice } from "../prompts.ts";
import { checkName } from "../words/names.ts";

/** What typed text stands for where a name or id may be typed; `what` begins a sentence, `meaning` says what it does. */
export function typedName(
  what: string,
  meaning: string,
): (text: string) => { readonly choice: Choice<string> } | { readonly fault: string } {
  return (text) => {
    const check = checkName(what, text);
    if (check?.severity === "error") return { fault: check.message };
    return { choice: { label: display(text), description: check?.message ?? meaning, value: text } };
  };
}
