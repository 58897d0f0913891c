import { l10n } from "vscode";
import { pickOne } from "./ask.ts";
import type { Asked, StepAnswer } from "./wizard.ts";

/** What a review of something to create shows. */
interface Review<Field> {
  /** Creates it. */
  readonly create: string;
  readonly heading: string;
  /** Each field with its answer in words. */
  readonly rows: readonly { readonly value: Field; readonly label: string; readonly description: string }[];
  /** The field to ask for where an answer is missing. */
  readonly missing: Field | undefined;
}

/** What the questions about something to create know beside its answers. */
export interface AskedToCreate<Draft, Field> extends Asked<Draft, Field> {
  /** The account and host that it is created in. */
  readonly place: string;
  /** What became of an earlier sending. */
  readonly said: string | undefined;
}

/** Shows all answers. A row leads to its question; the first row sends. */
export async function reviewCreation<Field extends string>(
  { edited, frame, place, said }: AskedToCreate<unknown, Field>,
  { create, heading, missing, rows }: Review<Field>,
): Promise<Exclude<StepAnswer<never, Field>, { kind: "answered" }>> {
  const answer = await pickOne<{ readonly field: Field } | "create">({
    frame,
    placeholder: l10n.t("Create, or choose what to change"),
    ...(said !== undefined && { prompt: said }),
    // A second Enter after an edit must not send.
    active: (value) => value !== "create" && value.field === edited,
    choices: [
      { label: `$(add) ${create}`, description: l10n.t("in {0}", place), value: "create" },
      { separator: heading },
      ...rows.map(({ description, label, value }) => ({ label, description, value: { field: value } })),
    ],
  });
  if (answer.kind !== "accepted") return answer;
  const field = answer.value === "create" ? missing : answer.value.field;
  return field === undefined ? { kind: "finished" } : { kind: "edit", field };
}
