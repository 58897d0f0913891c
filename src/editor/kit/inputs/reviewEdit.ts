// The review of a change, and the question about what someone else changed meanwhile.
import { l10n } from "vscode";
import { type Answer, type Choice, type Frame, pickOne, type PickOptions } from "./ask.ts";
import type { WizardContext, StepAnswer } from "./wizard.ts";

/** One setting in the review of a change. */
export interface EditRow<Field> {
  readonly field: Field;
  readonly label: string;
  /** In words, as it is. */
  readonly now: string;
  /** The same as it will be, where that differs. */
  readonly then?: string | undefined;
  /** Why no question follows; said once the row is chosen. */
  readonly fixed?: string;
}

interface Review<Draft, Field> {
  /** The account and host that it is saved in. */
  readonly place: string;
  /** Shown below the input until the user tries to do something impossible. Called again once `names` is done. */
  readonly said: () => string | undefined;
  /** All settings, in their groups; once `names` has come, with what it has made known. */
  readonly rows: () => readonly (EditRow<Field> | { readonly separator: string })[];
  readonly names?: (signal: AbortSignal) => Promise<unknown> | undefined;
  /** The draft without the change of one. */
  readonly undone: (field: Field) => Draft;
}

type Decision<Field> =
  | { readonly kind: "save"; readonly hasChanges: boolean }
  | { readonly kind: "choose" | "undo"; readonly row: EditRow<Field> };

/** Shows all settings, what will change above the rest. A row leads to its question, its button undoes; the first row saves. */
export async function reviewEdit<Draft, Field extends string>(
  { edited, frame }: Pick<WizardContext<Draft, Field>, "edited" | "frame">,
  { names, place, rows, said, undone }: Review<Draft, Field>,
): Promise<StepAnswer<Draft, Field>> {
  let [first, fault]: readonly [Field | undefined, string | undefined] = [edited, undefined];
  const shown = (): Pick<PickOptions<Decision<Field>>, "choices" | "prompt"> => {
    const all = rows();
    const isChanged = (row: (typeof all)[number]): row is EditRow<Field> =>
      "field" in row && row.then !== undefined;
    const changed = all.filter(isChanged);
    // A group whose settings all change has none left to head.
    const others = all
      .filter((row) => !isChanged(row))
      .filter((row, index, left) => "field" in row || "field" in (left[index + 1] ?? row));
    const choices: PickOptions<Decision<Field>>["choices"] = [
      {
        label: `$(save) ${l10n.t("Save Changes")}`,
        description: changed.length > 0 ? l10n.t("in {0}", place) : l10n.t("no changes yet"),
        value: { kind: "save", hasChanges: changed.length > 0 },
      },
      ...(changed.length > 0 ? [{ separator: l10n.t("Changes") }] : []),
      ...changed.map((row) => choiceOf(row)),
      ...others.map((row) => ("field" in row ? choiceOf(row) : row)),
    ];
    return { choices, prompt: fault ?? said() };
  };
  for (;;) {
    const active = first;
    const stop = new AbortController();
    const answer = await pickOne<Decision<Field>>({
      frame,
      placeholder: l10n.t("Save, or choose what to change"),
      ...shown(),
      // A second Enter after an answer must not save.
      active: (value) => value.kind === "choose" && value.row.field === active,
      later: names?.(stop.signal)?.then(shown),
    }).finally(() => stop.abort());
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    if (value.kind === "undo")
      return { kind: "answered", draft: undone(value.row.field), edited: value.row.field };
    if (value.kind === "save") {
      if (value.hasChanges) return { kind: "finished" };
      fault = l10n.t("No changes to save yet.");
    } else if (value.row.fixed === undefined) return { kind: "edit", field: value.row.field };
    else [first, fault] = [value.row.field, value.row.fixed];
  }
}

function choiceOf<Field>(row: EditRow<Field>): Choice<Decision<Field>> {
  const { label, now, then } = row;
  const value = { kind: "choose", row } as const;
  if (then === undefined) return { label, description: now, value };
  return {
    label,
    description: l10n.t({
      message: "{0} → {1}",
      args: [now, then],
      comment: "what a setting is now, and what it will be",
    }),
    value,
    button: { icon: "discard", tooltip: l10n.t("Undo Change"), value: { kind: "undo", row } },
  };
}

/** A setting that the user and someone else changed, in words. */
export interface ConflictRow<Field> {
  readonly field: Field;
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

/** Asks about each of these, theirs first so that Enter overwrites nothing; gives the settings that become the user's. */
export async function askConflicts<Field>(
  frame: Frame,
  conflicts: readonly ConflictRow<Field>[],
): Promise<Answer<readonly Field[]>> {
  const overwritten = new Set<Field>();
  const totalSteps = conflicts.length;
  for (let index = 0; ;) {
    const conflict = conflicts[index];
    if (conflict === undefined) return { kind: "accepted", value: [...overwritten] };
    const { field, label, mine, theirs } = conflict;
    const answer = await pickOne<boolean>({
      frame: { ...frame, back: true, ...(totalSteps > 1 && { step: index + 1, totalSteps }) },
      placeholder: l10n.t("Choose the value to keep"),
      prompt: l10n.t("{0}: someone else changed this setting, too.", label),
      active: (isMine) => isMine === overwritten.has(field),
      choices: [
        { label: l10n.t("Keep {0}", theirs), value: false },
        { label: l10n.t("Use mine: {0}", mine), value: true },
      ],
    });
    if (answer.kind === "cancelled" || (answer.kind === "back" && index === 0)) return answer;
    if (answer.kind === "accepted") {
      if (answer.value) overwritten.add(field);
      else overwritten.delete(field);
    }
    index += answer.kind === "accepted" ? 1 : -1;
  }
}
