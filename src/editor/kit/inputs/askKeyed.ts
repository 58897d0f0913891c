import { l10n } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { Check } from "../../words/names.ts";
import { series } from "../../words/sentences.ts";
import { type Answer, askText, type Choice, type Frame, pickOne } from "./ask.ts";

/** What stands for a value that is not shown. */
export const masked = "•••";

interface Keyed {
  readonly key: string;
  readonly value: string;
}

/** How the key of a secret value is asked for, and what is said of both. */
export interface KeyedWords {
  readonly prompt: string;
  readonly placeholder: string;
  readonly checkKey: (key: string) => Check | undefined;
  readonly checkValue: (value: string, key: string) => Check | undefined;
}

/** Asks for the key of a secret value, unless that is known, and the value. Back from the first question leads to the list. */
export async function askKeyed(
  frame: Frame,
  known: string | undefined,
  { checkKey, checkValue, placeholder, prompt }: KeyedWords,
): Promise<Answer<Keyed>> {
  const back = { ...frame, back: true };
  let typed = "";
  for (;;) {
    const named: Answer<string> =
      known === undefined
        ? await askText({ frame: back, prompt, placeholder, value: typed, check: checkKey })
        : { kind: "accepted", value: known };
    if (named.kind !== "accepted") return named;
    const key = named.value;
    const value = await askSecretValue(back, key, (text) => checkValue(text, key));
    if (value.kind === "accepted") return { kind: "accepted", value: { key, value: value.value } };
    // Nothing of a value is kept.
    if (value.kind === "cancelled" || known !== undefined) return { kind: value.kind, typed: "" };
    typed = key;
  }
}

async function askSecretValue(
  frame: Frame,
  key: string,
  check: (value: string) => Check | undefined,
): Promise<Answer<string>> {
  return askText({
    frame,
    prompt: l10n.t("The value of {0}. Sent once; VS Code never shows or stores the value.", display(key)),
    value: "",
    password: true,
    check,
  });
}

/** Keys, each with what stands for its value. */
export function keyedWords(keys: readonly string[]): string {
  return series(keys.map((key) => `${display(key)} ${masked}`));
}

interface KeyedList<T> {
  readonly placeholder: string;
  readonly keyOf: (item: T) => string;
  /** Rows that add what is usual and is not there; their values are keys. */
  readonly usual: (
    keys: readonly string[],
  ) => readonly { readonly label: string; readonly description?: string; readonly value: string }[];
  /** Adds another one; `undefined` where there may be no more. */
  readonly another: (keys: readonly string[]) => string | undefined;
  /** Stands beside "Continue" where there are none. */
  readonly none: string;
  readonly ask: (items: readonly T[], known: string | undefined) => Promise<Answer<T>>;
}

type KeyedChoice =
  | { readonly kind: "add"; readonly key?: string }
  | { readonly kind: "remove"; readonly key: string }
  | { readonly kind: "done" };

/** Shows secret values by their keys, to add some and take some away, until there are no more. */
export async function askKeyedList<T>(
  frame: Frame,
  given: readonly T[],
  { another, ask, keyOf, none, placeholder, usual }: KeyedList<T>,
): Promise<Answer<readonly T[]>> {
  let items = given;
  for (;;) {
    const keys = items.map(keyOf);
    const missing = usual(keys);
    const more = another(keys);
    const done: Choice<KeyedChoice> = {
      label: `$(check) ${l10n.t("Continue")}`,
      description: keys.length === 0 ? none : keyedWords(keys),
      value: { kind: "done" },
    };
    const answer = await pickOne<KeyedChoice>({
      frame,
      placeholder,
      choices: [
        ...(missing.length === 0 ? [done] : []),
        ...missing.map(({ label, value, ...row }): Choice<KeyedChoice> => ({
          ...row,
          label: `$(add) ${label}`,
          value: { kind: "add", key: value },
        })),
        ...(more === undefined ? [] : [{ label: `$(add) ${more}`, value: { kind: "add" } } as const]),
        ...(missing.length === 0 ? [] : [done]),
        ...keys.map((key): Choice<KeyedChoice> => ({
          label: display(key),
          description: l10n.t("{0} · choose to remove", masked),
          value: { kind: "remove", key },
          button: { icon: "trash", tooltip: l10n.t("Remove"), value: { kind: "remove", key } },
        })),
      ],
    });
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    if (value.kind === "done") return { kind: "accepted", value: items };
    if (value.kind === "remove") items = items.filter((item) => keyOf(item) !== value.key);
    else {
      const added = await ask(items, value.key);
      if (added.kind === "cancelled") return added;
      if (added.kind === "accepted") items = [...items, added.value];
    }
  }
}
