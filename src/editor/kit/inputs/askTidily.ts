import { l10n } from "vscode";
import type { LoginValue } from "../../../domain/login/loginValue.ts";
import { firstInvisible } from "../../../domain/text/invisible.ts";
import { hasOuterSpace } from "../../../domain/text/names.ts";
import { inBrackets } from "../../../domain/text/visible.ts";
import { joinSentences } from "../../words/sentences.ts";
import { type Answer, askText, pickOne, type TextOptions } from "./ask.ts";

interface TidyOptions<B> extends TextOptions<B> {
  /** The name of the value, used as the subject of error messages. */
  readonly name: string;
  readonly prepare: (text: string) => LoginValue;
}

/** Prompts for text to send to a website. Offers to remove leading or trailing spaces and invisible characters. */
export async function askTidily<B extends symbol = never>({
  name,
  prepare,
  ...options
}: TidyOptions<B>): Promise<Answer<string | B>> {
  let typed = options.value;
  for (;;) {
    const answer = await askText({ ...options, value: typed });
    if (answer.kind !== "accepted" || typeof answer.value !== "string") return answer;
    const { tidy, value } = prepare(answer.value);
    if (tidy === value) return { kind: "accepted", value };
    const asEntered = { label: l10n.t("Keep as Entered"), icon: "edit", value };
    const cleaned = {
      label: l10n.t("Clean Up"),
      detail: l10n.t("Removes outer spaces and invisible characters"),
      icon: "wand",
      value: tidy,
    };
    const chosen = await pickOne({
      frame: { ...options.frame, back: true },
      prompt: faultWords(name, value),
      placeholder: l10n.t("Choose what to send"),
      ignoreFocusOut: true,
      choices: tidy === "" ? [asEntered] : [cleaned, asEntered],
    });
    if (chosen.kind !== "back") return chosen;
    typed = answer.value;
  }
}

function faultWords(name: string, value: string): string {
  const invisible = firstInvisible(value) ?? /(?!\s)\p{Cc}/u.exec(value)?.[0];
  const words: string[] = [];
  if (hasOuterSpace(value)) words.push(l10n.t("{0} begins or ends with a space.", name));
  if (invisible !== undefined)
    words.push(l10n.t("{0} has an invisible character ({1}).", name, inBrackets(invisible)));
  return joinSentences(words);
}
