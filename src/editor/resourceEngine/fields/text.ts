import { l10n } from "vscode";
import type { PlainField } from "../../../domain/resource/model.ts";
import { display } from "../../../domain/text/display.ts";
import { askText } from "../../kit/inputs/ask.ts";
import type { Check } from "../../words/names.ts";
import type { FieldView, QuestionContext } from "../resource.ts";

interface Text<Value, Reply, Values> extends Pick<
  FieldView<Value, Reply, Values>,
  "label" | "row" | "volatile"
> {
  readonly prompt: (context: QuestionContext<Value, Reply, Values>) => string;
  readonly placeholder: (values: Partial<Values>) => string;
  /** What stands in the input to begin with; if left out, the answer or what is live. */
  readonly begun?: (context: QuestionContext<Value, Reply, Values>) => string;
  readonly check: (text: string, context: QuestionContext<Value, Reply, Values>) => Check | undefined;
  /** Of a text that was checked. */
  readonly parse: (text: string) => Value;
  /** As the review and the page of a change show it; if left out, as it is. */
  readonly words?: (value: Value) => string;
}

/** A field that is a line of text. */
export function text<Value extends string | number, Reply, Values>(
  { reported }: PlainField<Value, Reply>,
  { begun, check, label, parse, placeholder, prompt, words = String, ...drawn }: Text<Value, Reply, Values>,
): FieldView<Value, Reply, Values> {
  return {
    label,
    async ask(context) {
      const { frame, live, refused, typed, value, values } = context;
      const answer = await askText({
        frame,
        prompt: prompt(context),
        placeholder: placeholder(values),
        value: begun?.(context) ?? typed ?? String(value ?? refused.at(-1) ?? (live && reported(live)) ?? ""),
        check: (now) => check(now, context),
      });
      return answer.kind === "accepted" ? { kind: "accepted", value: parse(answer.value) } : answer;
    },
    summary(value, live) {
      const shown = value ?? (live && reported(live));
      return shown === undefined ? l10n.t("Not reported") : display(words(shown));
    },
    ...drawn,
  };
}
