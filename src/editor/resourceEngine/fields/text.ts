import { l10n } from "vscode";
import type { PlainField, DraftOf } from "../../../domain/resources/resourceModel.ts";
import { display } from "../../../domain/text/display.ts";
import { askText } from "../../kit/inputs/ask.ts";
import type { InputCheck } from "../../words/inputChecks.ts";
import type { FieldView, QuestionContext } from "../resource.ts";

interface TextFieldOptions<Value, Reply, Values> extends Pick<
  FieldView<Value, Reply, Values>,
  "label" | "row" | "volatile"
> {
  readonly prompt: (context: QuestionContext<Value, Reply, Values>) => string;
  readonly placeholder?: (values: DraftOf<Values>) => string;
  /** Returns the initial text of the input if the field has no value yet. */
  readonly suggest?: (values: DraftOf<Values>) => string;
  /** Returns the initial text of the input, or undefined to start with the last typed text or the current value. */
  readonly begun?: (context: QuestionContext<Value, Reply, Values>) => string | undefined;
  readonly check: (text: string, context: QuestionContext<Value, Reply, Values>) => InputCheck | undefined;
  /** Parses a text that has passed `check`. */
  readonly parse: (text: string) => Value;
  /** Formats a value for display and editing. Default: the value converted to a string. */
  readonly format?: (value: Value) => string;
  /** Masks the secrets in a text for display. If a text contains secrets, the input starts empty. */
  readonly masked?: (text: string) => string;
}

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
  }: TextFieldOptions<Value, Reply, Values>,
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
