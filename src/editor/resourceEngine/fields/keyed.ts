import { l10n } from "vscode";
import type { KeyedChanges, KeyedField, DraftOf } from "../../../domain/resources/resourceModel.ts";
import type { LoginValue } from "../../../domain/login/loginValue.ts";
import { display } from "../../../domain/text/display.ts";
import { type Answer, askText, type Choice, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { askTidily } from "../../kit/inputs/askTidily.ts";
import type { ResultRow } from "../../results/buttons.ts";
import type { InputCheck } from "../../words/inputChecks.ts";
import { joinWithCommas } from "../../words/sentences.ts";
import type { FieldView } from "../resource.ts";
import { masked } from "./secret.ts";

interface KeyedFieldOptions<Reply, Values> {
  readonly label: string;
  readonly placeholder: string;
  readonly keyPrompt: string;
  readonly keyPlaceholder: string;
  readonly checkKey: (key: string, otherKeys: readonly string[]) => InputCheck | undefined;
  /** Validates a value. `otherValues` contains the values under the other keys after all changes, "" if unknown. */
  readonly checkValue: (value: string, key: string, otherValues: OtherValues) => InputCheck | undefined;
  /** Returns the typed text and a cleaned-up form (`tidy`). If they differ, the user chooses. Default: no cleanup. */
  readonly prepare?: (value: string, key: string) => LoginValue;
  /** Returns rows for frequently used keys, such as an authorization header. Each row adds a value for its key. */
  readonly usual: (
    values: DraftOf<Values>,
  ) => readonly { readonly value: string; readonly label: string; readonly description?: string }[];
  readonly another: string;
  /** Maximum number of values. */
  readonly maxValues?: number;
  readonly emptyText: string;
  /** Placeholder of the list of an existing resource's keys. */
  readonly choose: string;
  /** Placeholder of the list from which the user picks the key whose value to replace, before the review. */
  readonly replacePrompt?: string;
  /** Returns the text to show if the service reports no keys. */
  readonly unnamed: (reply: Reply) => string;
  readonly row: (reply: Reply, keys: readonly string[]) => ResultRow | undefined;
}

type OtherValues = ReadonlyMap<string, string>;

type KeyedRow =
  | { readonly kind: "add"; readonly key?: string }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "done" };

/** A field with secret values by key. The service reports only the keys. New values are kept until they are sent. */
export function keyed<Reply, Values>(
  { canonical, keys }: KeyedField<Reply, Values>,
  declared: KeyedFieldOptions<Reply, Values>,
): FieldView<KeyedChanges, Reply, Values> {
  const keysOf = (reply: Reply): readonly string[] => keys(reply) ?? [];
  const allKeys = (live: Reply, changes: KeyedChanges): readonly string[] => [
    ...new Set([...keysOf(live), ...changes.keys()]),
  ];
  /** Returns the changes with each key spelled as the service currently spells it. */
  const respelled = (live: Reply, changes: KeyedChanges): KeyedChanges =>
    new Map(
      [...changes].map(([key, value]) => {
        const liveKey = keysOf(live).find((candidate) => canonical(candidate) === canonical(key));
        return [liveKey ?? key, value];
      }),
    );
  /** Returns the keys and values that remain after the changes are applied. */
  const remaining = (listed: readonly string[], changes: KeyedChanges): Map<string, string> =>
    new Map(
      listed.flatMap((key) => {
        const value = changes.get(key);
        return value === null ? [] : [[key, value ?? ""]];
      }),
    );
  const anotherRow = (count: number): readonly Choice<KeyedRow>[] =>
    count < (declared.maxValues ?? Number.POSITIVE_INFINITY)
      ? [{ label: `$(add) ${declared.another}`, value: { kind: "add" } }]
      : [];

  /** Prompts for a key (unless `liveKey` is set) and its value. The key prompt's Back button returns to the list. */
  async function askValue(
    frame: Frame,
    takenKeys: readonly string[],
    otherValues: OtherValues,
    liveKey: string | undefined,
  ): Promise<Answer<readonly [key: string, value: string]>> {
    const backFrame = { ...frame, back: true };
    let typed = "";
    for (;;) {
      const named: Answer<string> =
        liveKey === undefined
          ? await askText({
              frame: backFrame,
              prompt: declared.keyPrompt,
              placeholder: declared.keyPlaceholder,
              value: typed,
              check: (key) => declared.checkKey(key, takenKeys),
            })
          : { kind: "accepted", value: liveKey };
      if (named.kind !== "accepted") return named;
      const key = named.value;
      const value = await askTidily({
        frame: backFrame,
        name: l10n.t("The value"),
        prompt: l10n.t("The value of {0}. Sent once; VS Code never shows or stores the value.", display(key)),
        value: "",
        password: true,
        check: (text) => declared.checkValue(text, key, otherValues),
        prepare: (text) => declared.prepare?.(text, key) ?? { value: text, tidy: text },
      });
      if (value.kind === "accepted") return { kind: "accepted", value: [key, value.value] };
      // The Back button of the value prompt returns to the key prompt with the typed key. The secret value isn't kept.
      if (value.kind === "cancelled" || liveKey !== undefined) return { kind: value.kind, typed: "" };
      typed = key;
    }
  }

  /** Lists the keys of a new resource's values, so that the user can add and remove values. */
  async function askNew(
    frame: Frame,
    changes: KeyedChanges,
    answers: DraftOf<Values>,
    keepPart: (added: KeyedChanges | undefined) => void,
  ): Promise<Answer<KeyedChanges>> {
    let added = changes;
    for (;;) {
      const keys = [...added.keys()];
      const missing = declared
        .usual(answers)
        .filter(({ value }) => keys.every((key) => canonical(key) !== canonical(value)));
      const continueRow: Choice<KeyedRow> = {
        label: `$(check) ${l10n.t("Continue")}`,
        description: keys.length === 0 ? declared.emptyText : keyedWords(keys),
        value: { kind: "done" },
      };
      const answer = await pickOne<KeyedRow>({
        frame,
        placeholder: declared.placeholder,
        choices: [
          ...(missing.length === 0 ? [continueRow] : []),
          ...missing.map(({ label, value, ...row }): Choice<KeyedRow> => ({
            ...row,
            label: `$(add) ${label}`,
            value: { kind: "add", key: value },
          })),
          ...anotherRow(keys.length),
          ...(missing.length === 0 ? [] : [continueRow]),
          ...keys.map((key): Choice<KeyedRow> => ({
            label: display(key),
            description: l10n.t("{0} · choose to remove", masked),
            value: { kind: "key", key },
            button: { icon: "trash", tooltip: l10n.t("Remove"), value: { kind: "key", key } },
          })),
        ],
      });
      if (answer.kind !== "accepted") return answer;
      const { value: row } = answer;
      if (row.kind === "done") return { kind: "accepted", value: added };
      if (row.kind === "key") added = new Map([...added].filter(([key]) => key !== row.key));
      else {
        const next = await askValue(frame, keys, remaining(keys, added), row.key);
        if (next.kind === "cancelled") return next;
        if (next.kind === "accepted") added = new Map([...added, next.value]);
      }
      keepPart(added.size === 0 ? undefined : added);
    }
  }

  /** Lists the keys of existing values and prompts for the values to set or remove. */
  async function askChanges(
    frame: Frame,
    live: Reply,
    initial: KeyedChanges,
    keepPart: (changes: KeyedChanges) => void,
  ): Promise<Answer<KeyedChanges>> {
    let changes = initial;
    for (;;) {
      const listed = allKeys(live, changes);
      const answer = await pickOne<KeyedRow>({
        frame,
        placeholder: declared.choose,
        choices: [
          ...listed.map((key): Choice<KeyedRow> => ({
            label: display(key),
            description: becomes(live, changes, key) ?? l10n.t("stays"),
            value: { kind: "key", key },
          })),
          ...anotherRow(remaining(listed, changes).size),
          { label: `$(check) ${l10n.t("Continue")}`, value: { kind: "done" } },
        ],
      });
      if (answer.kind !== "accepted") return answer;
      const { value: row } = answer;
      if (row.kind === "done") return { kind: "accepted", value: changes };
      const next =
        row.kind === "key"
          ? await askChange({ ...frame, back: true }, live, changes, row.key)
          : await askSet(frame, live, changes, undefined);
      if (next.kind === "cancelled") return next;
      if (next.kind === "accepted") changes = next.value;
      keepPart(changes);
    }
  }

  /** Prompts for a new value of a key. If there are several keys, first prompts for the key. */
  async function askReplacement(
    frame: Frame,
    live: Reply,
    placeholder: string,
  ): Promise<Answer<KeyedChanges>> {
    const [only, ...others] = keysOf(live);
    const chosen: Answer<string | undefined> =
      others.length === 0
        ? { kind: "accepted", value: only }
        : await pickOne<string>({
            frame,
            placeholder,
            choices: keysOf(live).map((key) => ({ label: display(key), value: key })),
          });
    return chosen.kind === "accepted" ? askSet(frame, live, new Map(), chosen.value) : chosen;
  }

  /** Prompts for an action on a value: replace, remove or keep. */
  async function askChange(
    frame: Frame,
    live: Reply,
    changes: KeyedChanges,
    key: string,
  ): Promise<Answer<KeyedChanges>> {
    const isLive = keysOf(live).includes(key);
    const otherChanges = new Map([...changes].filter(([changedKey]) => changedKey !== key));
    for (;;) {
      const answer = await pickOne<"set" | "remove" | "keep">({
        frame,
        placeholder: l10n.t("Choose how to continue"),
        prompt: l10n.t("Replace or remove {0}?", display(key)),
        choices: [
          { label: l10n.t("Replace…"), value: "set" },
          { label: l10n.t("Remove"), value: "remove" },
          ...(isLive ? [{ label: l10n.t("Keep"), value: "keep" as const }] : []),
        ],
      });
      if (answer.kind !== "accepted") return answer;
      if (answer.value === "keep" || (answer.value === "remove" && !isLive))
        return { kind: "accepted", value: otherChanges };
      if (answer.value === "remove") return { kind: "accepted", value: otherChanges.set(key, null) };
      const next = await askSet(frame, live, changes, key);
      if (next.kind !== "back") return next;
    }
  }

  /** Prompts for a key and its value, or only for the value of `liveKey`. Returns the changes with the new value. */
  async function askSet(
    frame: Frame,
    live: Reply,
    changes: KeyedChanges,
    liveKey: string | undefined,
  ): Promise<Answer<KeyedChanges>> {
    const otherValues = remaining(allKeys(live, changes), changes);
    const takenKeys = [...otherValues.keys()];
    if (liveKey !== undefined) otherValues.delete(liveKey);
    const answer = await askValue(frame, takenKeys, otherValues, liveKey);
    if (answer.kind !== "accepted") return answer;
    // If the user removed a key and then added it with a different spelling, set the value of the existing key.
    const next = new Map([...changes, answer.value]);
    return { kind: "accepted", value: respelled(live, next) };
  }

  /** Describes the pending change of a value briefly. Returns undefined if the value doesn't change. */
  function becomes(live: Reply, changes: KeyedChanges, key: string): string | undefined {
    const value = changes.get(key);
    if (value === undefined) return undefined;
    if (value === null) return l10n.t("removed");
    return keysOf(live).includes(key) ? l10n.t("{0} replaced", masked) : l10n.t("{0} added", masked);
  }

  return {
    label: declared.label,
    ask({ frame, isFirst, keepPart, live, value = new Map(), values }) {
      if (live === undefined) return askNew(frame, value, values, keepPart);
      if (isFirst && declared.replacePrompt !== undefined)
        return askReplacement(frame, live, declared.replacePrompt);
      return askChanges(frame, live, respelled(live, value), keepPart);
    },
    summary(value = new Map(), live) {
      if (live === undefined) return value.size === 0 ? l10n.t("None") : keyedWords([...value.keys()]);
      const changes = respelled(live, value);
      const listed = allKeys(live, changes);
      if (listed.length === 0) return declared.unnamed(live);
      return joinWithCommas(
        listed.map((key) => {
          const change = becomes(live, changes, key);
          return change === undefined ? display(key) : l10n.t("{0} ({1})", display(key), change);
        }),
      );
    },
    row: (reply) => declared.row(reply, keysOf(reply)),
  };
}

function keyedWords(keys: readonly string[]): string {
  return joinWithCommas(keys.map((key) => `${display(key)} ${masked}`));
}
