import { l10n } from "vscode";
import type { Credential } from "../../api/otherResources.ts";
import {
  changedFields,
  keysOf,
  withKept,
  withoutField,
  withoutValue,
  withValue,
} from "../../domain/credentials/changes.ts";
import type { CredentialEdit, EditedField } from "../../domain/credentials/changes.ts";
import { display } from "../../domain/text/display.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Answer, Choice, Frame } from "../kit/inputs/ask.ts";
import type { Asked, StepAnswer } from "../kit/inputs/wizard.ts";
import { paragraph, series } from "../words/sentences.ts";
import { masked } from "../kit/inputs/askKeyed.ts";
import { answered } from "../kit/inputs/wizard.ts";
import { askAboutSecret, askKeyedValue, askProvider, providerName } from "./askValues.ts";
import { checkCredentialName } from "./checks.ts";
import { subjectOf } from "./subject.ts";
import type { Users } from "../things/usedBy.ts";

/** What the questions know beside what is to change. */
export interface EditContext extends Asked<CredentialEdit, EditedField> {
  /** As it is. */
  readonly credential: Credential;
  readonly users: Users;
  /** Names of others, as far as they are known. */
  readonly taken: () => readonly string[];
  readonly place: string;
  /** What became of an earlier sending. */
  readonly said: string | undefined;
}

type Given = StepAnswer<CredentialEdit, EditedField>;

/** The questions about what is to become of a credential. */
export const editQuestions: Readonly<
  Record<EditedField | "review", (context: EditContext) => Promise<Given>>
> = {
  name: async ({ credential, draft, frame, taken, typed, users: { usedBy } }) => {
    const answer = await askText({
      frame,
      prompt: paragraph([
        l10n.t("Another name for the credential."),
        ...(usedBy.length === 0
          ? []
          : [l10n.t("Connections refer to it by its name; those that do: {0}.", usedBy.length)]),
      ]),
      value: typed ?? draft.name ?? draft.refusedName ?? credential.name,
      check: (text) => checkCredentialName(text, taken()),
    });
    if (answer.kind !== "accepted") return answer;
    const others = withoutField(draft, "name");
    return {
      kind: "answered",
      draft: answer.value === credential.name ? others : { ...others, name: answer.value },
      edited: "name",
    };
  },
  values: askEditedValues,
  secret: async ({ credential, draft, frame }) =>
    answered(await askEditedSecret(credential, draft, frame), (secret) => {
      const others = withoutField(draft, "secret");
      const isLeft = secret === undefined || (secret === "" && credential.has_totp_secret === false);
      return isLeft ? others : { ...others, secret };
    }),
  provider: async ({ credential, draft, frame }) =>
    answered(await askProvider(frame, draft.provider ?? credential.sso_provider ?? ""), (provider) => ({
      ...draft,
      provider,
    })),
  review,
};

/** Asks for the secret; gives it as it is sent, empty where there is to be none, `undefined` where it stays. */
function askEditedSecret(
  { has_totp_secret }: Credential,
  { secret: before }: CredentialEdit,
  frame: Frame,
): Promise<Answer<string | undefined>> {
  const remove = { label: l10n.t("Remove It"), description: l10n.t("one-time codes are typed by a person") };
  const isThere = has_totp_secret !== false || before !== undefined;
  return askAboutSecret(
    frame,
    l10n.t("What becomes of the secret for one-time codes?"),
    isThere && [
      { label: l10n.t("Type Another…"), value: "other" },
      ...(has_totp_secret === false ? [] : [{ ...remove, value: "none" } as const]),
      { label: l10n.t("Leave It as It Is"), value: "keep" },
    ],
  );
}

type ValueChoice =
  { readonly kind: "add" } | { readonly kind: "one"; readonly key: string } | { readonly kind: "done" };

/** Shows the values by their keys, to set and remove some, until there are no more. */
async function askEditedValues({ credential, draft, frame }: EditContext): Promise<Given> {
  let edit = draft;
  for (;;) {
    const keys = allKeys(credential, edit);
    const answer = await pickOne<ValueChoice>({
      frame,
      placeholder: l10n.t("Choose a value to replace or remove it"),
      choices: [
        ...keys.map((key): Choice<ValueChoice> => ({
          label: display(key),
          description: becomes(credential, edit, key) ?? l10n.t("stays"),
          value: { kind: "one", key },
        })),
        { label: `$(add) ${l10n.t("Add Another Value…")}`, value: { kind: "add" } },
        { label: `$(check) ${l10n.t("Continue")}`, value: { kind: "done" } },
      ],
    });
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    if (value.kind === "done") return { kind: "answered", draft: edit };
    const next =
      value.kind === "add"
        ? await added(frame, keys, edit)
        : await changed(credential, { ...frame, back: true }, edit, value.key);
    if (next.kind === "cancelled") return next;
    if (next.kind === "accepted") edit = next.value;
  }
}

async function added(
  frame: Frame,
  keys: readonly string[],
  edit: CredentialEdit,
): Promise<Answer<CredentialEdit>> {
  const value = await askKeyedValue(frame, keys, undefined);
  return value.kind === "accepted" ? { kind: "accepted", value: withValue(edit, value.value) } : value;
}

/** Asks what becomes of one value. */
async function changed(
  credential: Credential,
  frame: Frame,
  edit: CredentialEdit,
  key: string,
): Promise<Answer<CredentialEdit>> {
  const isThere = keysOf(credential).includes(key);
  for (;;) {
    const answer = await pickOne<"set" | "remove" | "keep">({
      frame,
      placeholder: l10n.t("What becomes of {0}?", display(key)),
      choices: [
        { label: l10n.t("Replace the Value…"), value: "set" },
        { label: l10n.t("Remove the Value"), value: "remove" },
        ...(isThere ? [{ label: l10n.t("Leave It as It Is"), value: "keep" as const }] : []),
      ],
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value === "remove") return { kind: "accepted", value: withoutValue(credential, edit, key) };
    if (answer.value === "keep") return { kind: "accepted", value: withKept(edit, key) };
    const value = await askKeyedValue(frame, [], key);
    if (value.kind === "cancelled") return value;
    if (value.kind === "accepted") return { kind: "accepted", value: withValue(edit, value.value) };
  }
}

function allKeys(credential: Credential, { values = [] }: CredentialEdit): readonly string[] {
  return [...new Set([...keysOf(credential), ...values.map(({ key }) => key)])];
}

/** What becomes of a value in a few words; `undefined` where it stays. */
function becomes(
  credential: Credential,
  { removed = [], values = [] }: CredentialEdit,
  key: string,
): string | undefined {
  if (values.some((one) => one.key === key))
    return keysOf(credential).includes(key) ? l10n.t("{0} replaced", masked) : l10n.t("{0} added", masked);
  return removed.includes(key) ? l10n.t("removed") : undefined;
}

function valuesWords(credential: Credential, edit: CredentialEdit): string {
  const keys = allKeys(credential, edit);
  if (keys.length === 0) return credential.has_values === true ? l10n.t("Some") : l10n.t("None");
  return series(
    keys.map((key) => {
      const change = becomes(credential, edit, key);
      return change === undefined ? display(key) : l10n.t("{0} ({1})", display(key), change);
    }),
  );
}

function secretWords({ has_totp_secret }: Credential, { secret }: CredentialEdit): string {
  if (secret === "") return l10n.t("None, the secret is removed");
  if (secret !== undefined) return l10n.t("From the secret {0}", masked);
  if (has_totp_secret === undefined) return l10n.t("Not reported");
  return has_totp_secret ? l10n.t("From a stored secret") : l10n.t("None");
}

/** Shows all of it as it is and as it is to become. A row leads to its question; the first row sends. */
async function review({ credential, draft, edited, frame, place, said }: EditContext): Promise<Given> {
  const fields = changedFields(credential, draft);
  let told = said;
  const row = (field: EditedField, now: string, then: string): Choice<EditedField> => ({
    label: subjectOf(field),
    description: now === then ? now : l10n.t("{0} · was {1}", then, now),
    value: field,
  });
  const provider = (id: string | undefined): string =>
    id === undefined || id === "" ? l10n.t("None") : providerName(id);
  for (;;) {
    const answer = await pickOne<"save" | EditedField>({
      frame,
      placeholder: l10n.t("Save the changes, or choose a row to change it"),
      ...(told !== undefined && { prompt: told }),
      // A second Enter after an answer must not save.
      active: (value) => value === edited,
      choices: [
        {
          label: `$(save) ${l10n.t("Save Changes")}`,
          description: fields.length === 0 ? l10n.t("nothing changed yet") : l10n.t("in {0}", place),
          value: "save",
        },
        { separator: l10n.t("Credential") },
        row("name", display(credential.name), display(draft.name ?? credential.name)),
        row("values", valuesWords(credential, {}), valuesWords(credential, draft)),
        row("secret", secretWords(credential, {}), secretWords(credential, draft)),
        row(
          "provider",
          provider(credential.sso_provider),
          provider(draft.provider ?? credential.sso_provider),
        ),
      ],
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value !== "save") return { kind: "edit", field: answer.value };
    if (fields.length > 0) return { kind: "finished" };
    told = l10n.t("Nothing is changed, so there is nothing to save.");
  }
}
