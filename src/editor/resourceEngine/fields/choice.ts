import { compact } from "../../../domain/compact.ts";
import type { PlainField, DraftOf } from "../../../domain/resources/resourceModel.ts";
import { askText, type Choice, pickOne } from "../../kit/inputs/ask.ts";
import type { InputCheck } from "../../words/inputChecks.ts";
import type { FieldView, QuestionContext } from "../resource.ts";

type ChoiceOption<Value> = Omit<Choice<Value>, "button" | "icon">;

interface ChoiceSeparator {
  readonly separator: string;
}

interface ChoiceOf<Value, Reply, Values> {
  readonly label: string;
  readonly placeholder: string;
  readonly options: (
    context: QuestionContext<Value, Reply, Values>,
  ) => readonly (ChoiceOption<Value> | ChoiceSeparator)[];
  /** A row that opens an input box for any other value. */
  readonly other?: {
    readonly row: string;
    readonly prompt: string;
    readonly placeholder: string;
    readonly check: (text: string) => InputCheck | undefined;
    readonly parse: (text: string) => Value;
  };
  readonly words: (value: Value | undefined, values: DraftOf<Values>) => string;
  /** Returns the row on the resource's page. Default: no row. */
  readonly row?: FieldView<Value, Reply, Values>["row"];
}

type ChosenValue<Value> = { readonly value: Value } | "other";

/** A field that offers common values in a list and also accepts a typed value. */
export function choice<Value extends string | boolean, Reply, Values>(
  { reported }: PlainField<Value, Reply, Values>,
  { label, options, other, placeholder, row, words }: ChoiceOf<Value, Reply, Values>,
): FieldView<Value, Reply, Values> {
  return {
    label,
    async ask(context) {
      const { frame, live } = context;
      const current = context.value ?? (live && reported(live));
      const usual = options(context);
      const isUsual = usual.some((option) => "value" in option && option.value === current);
      const custom = isUsual ? undefined : current;
      let isTyping = false;
      for (;;) {
        const isOther = isTyping;
        const answer = await pickOne<ChosenValue<Value>>({
          frame,
          placeholder,
          active: (chosen) => (chosen === "other" ? isOther : !isOther && chosen.value === current),
          choices: compact<Choice<ChosenValue<Value>> | ChoiceSeparator>(
            ...usual.map((option) =>
              "value" in option ? { ...option, value: { value: option.value } } : option,
            ),
            custom !== undefined && { label: words(custom, context.values), value: { value: custom } },
            other && { label: other.row, value: "other" },
          ),
        });
        if (answer.kind !== "accepted") return answer;
        if (answer.value !== "other") return { kind: "accepted", value: answer.value.value };
        if (other === undefined) continue;
        isTyping = true;
        const typed = await askText({
          frame: { ...frame, back: true },
          prompt: other.prompt,
          placeholder: other.placeholder,
          value: custom === undefined ? "" : String(custom),
          check: other.check,
        });
        if (typed.kind === "accepted") return { kind: "accepted", value: other.parse(typed.value) };
        if (typed.kind === "cancelled") return typed;
      }
    },
    summary: (value, live, values) => words(value ?? (live && reported(live)), values),
    ...(row && { row }),
  };
}
