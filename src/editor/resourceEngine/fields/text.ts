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
  readonly placeholder?: (values: Partial<Values>) => string;
  /** What it begins with where there is no answer yet. */
  readonly suggest?: (values: Partial<Values>) => string;
  /** What it begins with in place of all that is known, if anything. */
  readonly begun?: (context: QuestionContext<Value, Reply, Values>) => string | undefined;
  readonly check: (text: string, context: QuestionContext<Value, Reply, Values>) => Check | undefined;
  /** Of a text that was checked. */
  readonly parse: (text: string) => Value;
  /** As it is typed. */
  readonly format?: (value: Value) => string;
  /** What is shown of the text, where that is not all of it; then it is not begun with. */
  readonly masked?: (text: string) => string;
}

/** A field that is a line of text. */
export function text<Value, Reply, Values>(
  { reported }: PlainField<Value, Reply, Values>,
  {
    begun,
    check,
    format = String,
    label,
    masked = (shown) => shown,
    parse,
    placeholder,
    prompt,
    suggest,
    ...drawn
  }: Text<Value, Reply, Values>,
): FieldView<Value, Reply, Values> {
  const formatted = (value: Value | undefined): string | undefined =>
    value === undefined ? undefined : format(value);
  const shownWhole = (shown: string | undefined): string | undefined =>
    shown === undefined || masked(shown) === shown ? shown : undefined;
  return {
    label,
    async ask(context) {
      const { frame, live, refused, typed, value, values } = context;
      const answer = await askText({
        frame,
        prompt: prompt(context),
        ...(placeholder !== undefined && { placeholder: placeholder(values) }),
        value:
          begun?.(context) ??
          typed ??
          formatted(value) ??
          refused.at(-1) ??
          shownWhole(formatted(live && reported(live))) ??
          suggest?.(values) ??
          "",
        check: (now) => check(now, context),
      });
      return answer.kind === "accepted" ? { kind: "accepted", value: parse(answer.value) } : answer;
    },
    summary(value, live) {
      const shown = formatted(value ?? (live && reported(live)));
      if (shown === undefined) return l10n.t("Not reported");
      return shown === "" ? l10n.t("None") : display(masked(shown));
    },
    ...drawn,
  };
}
