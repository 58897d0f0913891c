import { l10n } from "vscode";
import type { Row } from "../../../card/card.ts";
import type { KeyedChanges, KeyedField } from "../../../domain/resource/model.ts";
import { display } from "../../../domain/text/display.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { Answer, Choice, Frame } from "../../kit/inputs/ask.ts";
import { askKeyed, askKeyedList, keyedWords, masked } from "../../kit/inputs/askKeyed.ts";
import type { Effect } from "../../results/buttonEffect.ts";
import type { Check } from "../../words/names.ts";
import { series } from "../../words/sentences.ts";
import type { FieldView } from "../resource.ts";

interface Keyed<Reply> {
  readonly label: string;
  readonly placeholder: string;
  readonly keyPrompt: string;
  readonly keyPlaceholder: string;
  readonly checkKey: (key: string, others: readonly string[]) => Check | undefined;
  readonly checkValue: (value: string) => Check | undefined;
  /** Rows that add a value of a usual key. */
  readonly usual: readonly { readonly value: string; readonly label: string }[];
  readonly another: string;
  readonly none: string;
  /** Asked about values that are there already. */
  readonly choose: string;
  /** Its words where no key is told. */
  readonly unnamed: (reply: Reply) => string;
  readonly row: (reply: Reply, keys: readonly string[]) => Row<Effect>;
}

type ChangeRow = { readonly kind: "add" | "done" } | { readonly kind: "key"; readonly key: string };

/** A field of secret values by their keys: what is there is told by its keys, what is set lives until it is sent. */
export function keyed<Reply, Values>(
  { reported }: KeyedField<Reply, Values>,
  declared: Keyed<Reply>,
): FieldView<KeyedChanges, Reply, Values> {
  const keysOf = (reply: Reply): readonly string[] => reported(reply) ?? [];
  const allKeys = (live: Reply, changes: KeyedChanges): readonly string[] => [
    ...new Set([...keysOf(live), ...changes.keys()]),
  ];
  const askValue = (frame: Frame, others: readonly string[], known: string | undefined) =>
    askKeyed(frame, known, {
      prompt: declared.keyPrompt,
      placeholder: declared.keyPlaceholder,
      checkKey: (key) => declared.checkKey(key, others),
      checkValue: declared.checkValue,
    });

  async function askNew(frame: Frame, given: KeyedChanges): Promise<Answer<KeyedChanges>> {
    const answer = await askKeyedList<readonly [string, string | null]>(frame, [...given], {
      placeholder: declared.placeholder,
      keyOf: ([key]) => key,
      usual: (keys) => declared.usual.filter(({ value }) => !keys.includes(value)),
      another: () => declared.another,
      none: declared.none,
      async ask(values, known) {
        const keys = values.map(([key]) => key);
        const added = await askValue(frame, keys, known);
        if (added.kind !== "accepted") return added;
        return { kind: "accepted", value: [added.value.key, added.value.value] };
      },
    });
    return answer.kind === "accepted" ? { kind: "accepted", value: new Map(answer.value) } : answer;
  }

  /** Shows the values by their keys, to set and remove some, until there are no more. */
  async function askChanges(frame: Frame, live: Reply, given: KeyedChanges): Promise<Answer<KeyedChanges>> {
    let changes = given;
    for (;;) {
      const keys = allKeys(live, changes);
      const answer = await pickOne<ChangeRow>({
        frame,
        placeholder: declared.choose,
        choices: [
          ...keys.map((key): Choice<ChangeRow> => ({
            label: display(key),
            description: becomes(live, changes, key) ?? l10n.t("stays"),
            value: { kind: "key", key },
          })),
          { label: `$(add) ${declared.another}`, value: { kind: "add" } },
          { label: `$(check) ${l10n.t("Continue")}`, value: { kind: "done" } },
        ],
      });
      if (answer.kind !== "accepted") return answer;
      const { value: row } = answer;
      if (row.kind === "done") return { kind: "accepted", value: changes };
      const next =
        row.kind === "key"
          ? await askChange({ ...frame, back: true }, live, changes, row.key)
          : await askSet(frame, changes, keys, undefined);
      if (next.kind === "cancelled") return next;
      if (next.kind === "accepted") changes = next.value;
    }
  }

  /** Asks what becomes of one value. */
  async function askChange(
    frame: Frame,
    live: Reply,
    changes: KeyedChanges,
    key: string,
  ): Promise<Answer<KeyedChanges>> {
    const isLive = keysOf(live).includes(key);
    const others = new Map([...changes].filter(([one]) => one !== key));
    for (;;) {
      const answer = await pickOne<"set" | "remove" | "keep">({
        frame,
        placeholder: l10n.t("What becomes of {0}?", display(key)),
        choices: [
          { label: l10n.t("Replace the Value…"), value: "set" },
          { label: l10n.t("Remove the Value"), value: "remove" },
          ...(isLive ? [{ label: l10n.t("Leave It as It Is"), value: "keep" as const }] : []),
        ],
      });
      if (answer.kind !== "accepted") return answer;
      if (answer.value === "keep" || (answer.value === "remove" && !isLive))
        return { kind: "accepted", value: others };
      if (answer.value === "remove") return { kind: "accepted", value: others.set(key, null) };
      const next = await askSet(frame, changes, [], key);
      if (next.kind !== "back") return next;
    }
  }

  /** Asks for a value, and for its key where that is not known; gives the changes with it. */
  async function askSet(
    frame: Frame,
    changes: KeyedChanges,
    others: readonly string[],
    known: string | undefined,
  ): Promise<Answer<KeyedChanges>> {
    const answer = await askValue(frame, others, known);
    if (answer.kind !== "accepted") return answer;
    return { kind: "accepted", value: new Map(changes).set(answer.value.key, answer.value.value) };
  }

  /** What becomes of a value in a few words; `undefined` where it stays. */
  function becomes(live: Reply, changes: KeyedChanges, key: string): string | undefined {
    const value = changes.get(key);
    if (value === undefined) return undefined;
    if (value === null) return l10n.t("removed");
    return keysOf(live).includes(key) ? l10n.t("{0} replaced", masked) : l10n.t("{0} added", masked);
  }

  return {
    label: declared.label,
    ask: ({ frame, live, value = new Map() }) =>
      live === undefined ? askNew(frame, value) : askChanges(frame, live, value),
    summary(value = new Map(), live) {
      if (live === undefined) return value.size === 0 ? l10n.t("None") : keyedWords([...value.keys()]);
      const keys = allKeys(live, value);
      if (keys.length === 0) return declared.unnamed(live);
      return series(
        keys.map((key) => {
          const change = becomes(live, value, key);
          return change === undefined ? display(key) : l10n.t("{0} ({1})", display(key), change);
        }),
      );
    },
    row: (reply) => declared.row(reply, keysOf(reply)),
  };
}
