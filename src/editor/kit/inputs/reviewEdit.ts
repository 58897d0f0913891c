// The review of an edit, and the prompt for conflicts with another client's changes.
import { l10n } from "vscode";
import { type Answer, type Choice, type Frame, pickOne, type PickContent } from "./ask.ts";
import type { WizardContext, StepAnswer } from "./wizard.ts";
import { compact } from "../../../domain/compact.ts";

export interface EditRow<Field> {
  readonly field: Field;
  readonly label: string;
  /** The current value, formatted. */
  readonly currentValue: string;
  /** The new value, formatted. Undefined if the setting doesn't change. */
  readonly newValue?: string | undefined;
  /** The reason why the setting can't be edited. Shown when the user chooses the setting's row. */
  readonly fixed?: string;
}

interface EditReview<Draft, Field> {
  /** The account and host to which the change is saved. */
  readonly accountName: string;
  /**
   * Returns the message below the input. Called again when `names` has resolved. An error about the user's last choice
   * replaces the message.
   */
  readonly problem: () => string | undefined;
  /** Returns all settings with separators. Called again when `names` has resolved, to show the fetched names. */
  readonly rows: () => readonly (EditRow<Field> | { readonly separator: string })[];
  readonly names?: (signal: AbortSignal) => Promise<unknown> | undefined;
  readonly undone: (field: Field) => Draft;
}

type ReviewDecision<Field> =
  | { readonly kind: "save"; readonly hasChanges: boolean }
  | { readonly kind: "choose" | "undo"; readonly row: EditRow<Field> };

/**
 * Shows all settings, with changed ones first. Choosing a row opens the prompt for that setting. A button on the row
 * undoes the change. The first row saves.
 */
export async function reviewEdit<Draft, Field extends string>(
  { edited, frame }: WizardContext<Draft, Field>,
  { names, accountName, rows, problem, undone }: EditReview<Draft, Field>,
): Promise<StepAnswer<Draft, Field>> {
  let [first, fault]: readonly [Field | undefined, string | undefined] = [edited, undefined];
  const shown = (): PickContent<ReviewDecision<Field>> => {
    const allRows = rows();
    const isChanged = (row: (typeof allRows)[number]): row is EditRow<Field> =>
      "field" in row && row.newValue !== undefined;
    const changed = allRows.filter(isChanged);
    // Drop the separator of a group if all of its settings have changed and are therefore listed above.
    const otherRows = allRows
      .filter((row) => !isChanged(row))
      .filter((row, index, remaining) => "field" in row || "field" in (remaining[index + 1] ?? row));
    const choices: PickContent<ReviewDecision<Field>>["choices"] = compact(
      {
        label: `$(save) ${l10n.t("Save Changes")}`,
        description: changed.length > 0 ? l10n.t("in {0}", accountName) : l10n.t("no changes yet"),
        value: { kind: "save", hasChanges: changed.length > 0 },
      },
      changed.length > 0 && { separator: l10n.t("Changes") },
      ...changed.map((row) => editRowChoice(row)),
      ...otherRows.map((row) => ("field" in row ? editRowChoice(row) : row)),
    );
    return { choices, prompt: fault ?? problem() };
  };
  for (;;) {
    const active = first;
    const stop = new AbortController();
    const answer = await pickOne<ReviewDecision<Field>>({
      frame,
      placeholder: l10n.t("Save, or choose what to change"),
      ...shown(),
      // Focus the row that was just edited, so that pressing Enter twice doesn't save.
      active: (value) => value.kind === "choose" && value.row.field === active,
      updates: names?.(stop.signal)?.then(shown),
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

function editRowChoice<Field>(row: EditRow<Field>): Choice<ReviewDecision<Field>> {
  const { label, currentValue, newValue } = row;
  const value = { kind: "choose", row } as const;
  if (newValue === undefined) return { label, description: currentValue, value };
  return {
    label,
    description: l10n.t({
      message: "{0} → {1}",
      args: [currentValue, newValue],
      comment: "what a setting is now, and what it will be",
    }),
    value,
    button: { icon: "discard", tooltip: l10n.t("Undo Change"), value: { kind: "undo", row } },
  };
}

/** A setting that both the user and another client have changed, with both values as text. */
export interface ConflictRow<Field> {
  readonly field: Field;
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

/**
 * Prompts for each conflict and returns the fields to overwrite. `name` is the name of the edited item. The other
 * client's value is the first choice, so that pressing Enter overwrites nothing.
 */
export async function askConflicts<Field>(
  name: string,
  conflicts: readonly ConflictRow<Field>[],
): Promise<Answer<readonly Field[]>> {
  const overwritten = new Set<Field>();
  const totalSteps = conflicts.length;
  const frame: Frame = { title: l10n.t("Edit {0}: changed elsewhere", name), back: true, stays: true };
  for (let index = 0; ;) {
    const conflict = conflicts[index];
    if (conflict === undefined) return { kind: "accepted", value: [...overwritten] };
    const { field, label, mine, theirs } = conflict;
    const answer = await pickOne<boolean>({
      frame: { ...frame, ...(totalSteps > 1 && { step: index + 1, totalSteps }) },
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
