import { l10n } from "vscode";
import type { PlainField } from "../../../domain/resource/model.ts";
import { askText, pickOne } from "../../kit/inputs/ask.ts";
import { plain } from "../../results/cardParts.ts";
import type { Check } from "../../words/names.ts";
import type { FieldView } from "../resource.ts";

/** A row without a button. */
interface Option {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
}

interface ChoiceOf {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly Option[];
  /** Leads to an input for any other value. */
  readonly other: {
    readonly row: string;
    readonly prompt: string;
    readonly placeholder: string;
    readonly check: (text: string) => Check | undefined;
  };
  readonly words: (value: string) => string;
  /** Stands below it on the page. */
  readonly note: string;
}

type Chosen = { readonly value: string } | "other";

/** A field that is one of some usual values, or another one that is typed. */
export function choice<Reply, Values>(
  { reported }: PlainField<string, Reply>,
  { label, note, options, other, placeholder, words }: ChoiceOf,
): FieldView<string, Reply, Values> {
  return {
    label,
    async ask({ frame, live, value }) {
      const current = value ?? (live && reported(live)) ?? "";
      const isOwn = options.every((option) => option.value !== current);
      let active: Chosen = { value: current };
      for (;;) {
        const first = active;
        const answer = await pickOne<Chosen>({
          frame,
          placeholder,
          active: (row) => (row === "other" || first === "other" ? row === first : row.value === first.value),
          choices: [
            ...options.map((option) => ({ ...option, value: { value: option.value } })),
            ...(isOwn ? [{ label: words(current), value: { value: current } }] : []),
            { label: other.row, value: "other" },
          ],
        });
        if (answer.kind !== "accepted") return answer;
        if (answer.value !== "other") return { kind: "accepted", value: answer.value.value };
        active = "other";
        const typed = await askText({
          frame: { ...frame, back: true },
          prompt: other.prompt,
          placeholder: other.placeholder,
          value: isOwn ? current : "",
          check: other.check,
        });
        if (typed.kind !== "back") return typed;
      }
    },
    summary(value, live) {
      const current = value ?? (live && reported(live)) ?? "";
      return current === "" ? l10n.t("None") : words(current);
    },
    row(reply) {
      const value = reported(reply);
      return value === undefined ? undefined : { label, value: plain(words(value)), note };
    },
  };
}
