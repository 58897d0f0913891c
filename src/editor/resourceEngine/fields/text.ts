import { l10n } from "vscode";
import type { PlainField } from "../../../domain/resource/model.ts";
import { display } from "../../../domain/text/display.ts";
import { askText } from "../../kit/inputs/ask.ts";
import { codeRow, plain } from "../../results/cardParts.ts";
import type { Check } from "../../words/names.ts";
import type { FieldView, QuestionContext } from "../resource.ts";

interface Text<Reply, Values> {
  readonly label: string;
  readonly prompt: (context: QuestionContext<string, Reply, Values>) => string;
  readonly placeholder: (values: Partial<Values>) => string;
  readonly check: (text: string, context: QuestionContext<string, Reply, Values>) => Check | undefined;
  /** Of a text that was checked; it is the text itself, if left out. */
  readonly parse?: (text: string) => string;
  /** It has a row on the page. */
  readonly shown?: true;
}

/** A field that is a line of text. */
export function text<Reply, Values>(
  { reported }: PlainField<string, Reply>,
  { check, label, parse = (text) => text, placeholder, prompt, shown }: Text<Reply, Values>,
): FieldView<string, Reply, Values> {
  return {
    label,
    async ask(context) {
      const { frame, live, refused, typed, value, values } = context;
      const answer = await askText({
        frame,
        prompt: prompt(context),
        placeholder: placeholder(values),
        value: typed ?? value ?? refused.at(-1) ?? (live && reported(live)) ?? "",
        check: (now) => check(now, context),
      });
      return answer.kind === "accepted" ? { kind: "accepted", value: parse(answer.value) } : answer;
    },
    summary: (value, live) => display(value ?? (live && reported(live)) ?? ""),
    ...(shown && {
      row(reply) {
        const words = reported(reply);
        return words === undefined
          ? { label, value: plain(l10n.t("Not reported")) }
          : codeRow(label, display(words));
      },
    }),
  };
}
