import { l10n } from "vscode";
import { createRequestOf } from "../../domain/credentials/draft.ts";
import type {
  CredentialDraft,
  CredentialField,
  CredentialStep,
  KeyedValue,
} from "../../domain/credentials/draft.ts";
import { readDomain } from "../../domain/draft/domainName.ts";
import { display } from "../../domain/text/display.ts";
import { checkDomain } from "../words/domains.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Answer, Choice } from "../kit/inputs/ask.ts";
import type { Asked, StepAnswer } from "../kit/inputs/wizard.ts";
import { series } from "../words/sentences.ts";
import { askKeyedValue, askProvider, askSecret, masked, providerName, usualKeys } from "./askValues.ts";
import { checkCredentialName } from "./checks.ts";

/** What the questions know beside the draft. */
export interface QuestionContext extends Asked<CredentialDraft, CredentialField> {
  /** Names that are taken, as far as they are known. */
  readonly taken: () => readonly string[];
  /** The account and host that it is created in. */
  readonly place: string;
  /** What became of an earlier sending. */
  readonly said: string | undefined;
}

type Given = StepAnswer<CredentialDraft, CredentialField>;
type Ask = (context: QuestionContext) => Promise<Given>;

/** The questions about a credential to create. */
export const questions: Readonly<Record<CredentialStep, Ask>> = {
  name: async ({ draft, frame, taken, typed }) => {
    const answer = await askText({
      frame,
      prompt: l10n.t("A name for the credential. Connections refer to it by this."),
      placeholder: draft.domain === undefined ? "shop-login" : `${draft.domain.replaceAll(".", "-")}-login`,
      value: typed ?? draft.name ?? draft.refusedName ?? "",
      ignoreFocusOut: true,
      check: (text) => checkCredentialName(text, taken()),
    });
    if (answer.kind !== "accepted") return answer;
    const { refusedName, ...others } = draft;
    return {
      kind: "answered",
      draft: { ...others, name: answer.value },
      // A second Enter after that must not send.
      ...(refusedName !== undefined && { edited: "name" }),
    };
  },
  domain: async ({ draft, frame, typed }) => {
    const answer = await askText({
      frame,
      prompt: l10n.t("The domain of the site that it logs in to."),
      placeholder: "example.com",
      value: typed ?? draft.domain ?? "",
      // Addresses are copied from a browser.
      ignoreFocusOut: true,
      check: checkDomain,
    });
    return answered(answer, (text) => {
      const read = readDomain(text);
      return read.ok ? { ...draft, domain: read.domain } : draft;
    });
  },
  values: askValues,
  secret: async ({ draft, frame }) => {
    const answer = (draft.secret ?? "") === "" ? await askSecret(frame, true) : await askOther(frame);
    return answered(answer, (secret) => (secret === undefined ? draft : { ...draft, secret }));
  },
  provider: async ({ draft, frame }) =>
    answered(await askProvider(frame, draft.provider ?? ""), (provider) => ({ ...draft, provider })),
  review,
};

function answered<T>(answer: Answer<T>, draft: (value: T) => CredentialDraft): Given {
  return answer.kind === "accepted" ? { kind: "answered", draft: draft(answer.value) } : answer;
}

/** Asks what becomes of a secret that was typed before: it is not shown. Gives `undefined` where it stays. */
async function askOther(frame: QuestionContext["frame"]): Promise<Answer<string | undefined>> {
  for (;;) {
    const answer = await pickOne<"keep" | "other" | "none">({
      frame,
      placeholder: l10n.t("You have typed a secret for one-time codes"),
      choices: [
        { label: l10n.t("Keep It"), description: masked, value: "keep" },
        { label: l10n.t("Type Another…"), value: "other" },
        { label: l10n.t("Have None"), value: "none" },
      ],
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value !== "other")
      return { kind: "accepted", value: answer.value === "keep" ? undefined : "" };
    const secret = await askSecret({ ...frame, back: true }, false);
    if (secret.kind !== "back") return secret;
  }
}

type ValueChoice =
  | { readonly kind: "add"; readonly key?: string }
  | { readonly kind: "remove"; readonly key: string }
  | { readonly kind: "done" };

/** Shows the values by their keys, to add some and take some away, until there are no more. */
async function askValues({ draft, frame }: QuestionContext): Promise<Given> {
  let values = draft.values ?? [];
  for (;;) {
    const keys = values.map(({ key }) => key);
    const done: Choice<ValueChoice> = {
      label: `$(check) ${l10n.t("Continue")}`,
      description: values.length === 0 ? l10n.t("without values") : valuesWords(values),
      value: { kind: "done" },
    };
    const missing = usualKeys.filter((key) => !keys.includes(key));
    const answer = await pickOne<ValueChoice>({
      frame,
      placeholder: l10n.t("What the site asks for. The service enters it at each login"),
      choices: [
        ...(missing.length === 0 ? [done] : []),
        ...missing.map((key): Choice<ValueChoice> => ({
          label: `$(add) ${key === "username" ? l10n.t("Add User Name…") : l10n.t("Add Password…")}`,
          value: { kind: "add", key },
        })),
        { label: `$(add) ${l10n.t("Add Another Value…")}`, value: { kind: "add" } },
        ...(missing.length === 0 ? [] : [done]),
        ...keys.map((key): Choice<ValueChoice> => ({
          label: display(key),
          description: l10n.t("{0} · choose it to remove it", masked),
          value: { kind: "remove", key },
          button: { icon: "trash", tooltip: l10n.t("Remove"), value: { kind: "remove", key } },
        })),
      ],
    });
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    if (value.kind === "done") return { kind: "answered", draft: { ...draft, values } };
    if (value.kind === "remove") values = values.filter(({ key }) => key !== value.key);
    else {
      const added = await askKeyedValue(frame, keys, value.key);
      if (added.kind === "cancelled") return added;
      if (added.kind === "accepted") values = [...values, added.value];
    }
  }
}

function valuesWords(values: readonly KeyedValue[]): string {
  return series(values.map(({ key }) => `${display(key)} ${masked}`));
}

/** Shows all answers. A row leads to its question; the first row sends. */
async function review({ draft, edited, frame, place, said }: QuestionContext): Promise<Given> {
  const none = l10n.t("None");
  const { domain = "", name = "", provider = "", secret = "", values = [] } = draft;
  const row = (field: CredentialField, label: string, text: string): Choice<CredentialField> => ({
    label,
    description: text === "" ? none : text,
    value: field,
  });
  const answer = await pickOne<"create" | CredentialField>({
    frame,
    placeholder: l10n.t("Create the credential, or choose a row to change it"),
    ...(said !== undefined && { prompt: said }),
    // A second Enter after an edit must not send.
    active: (value) => value === edited,
    choices: [
      {
        label: `$(add) ${l10n.t("Create Credential")}`,
        description: l10n.t("in {0}", place),
        value: "create",
      },
      { separator: l10n.t("Credential") },
      row("name", l10n.t("Name"), display(name)),
      row("domain", l10n.t("Domain"), display(domain)),
      row("values", l10n.t("Values"), valuesWords(values)),
      row("secret", l10n.t("One-time codes"), secret === "" ? "" : l10n.t("From the secret {0}", masked)),
      row("provider", l10n.t("Logs in with"), provider === "" ? "" : providerName(provider)),
    ],
  });
  if (answer.kind !== "accepted") return answer;
  if (answer.value !== "create") return { kind: "edit", field: answer.value };
  return createRequestOf(draft) === undefined ? { kind: "edit", field: "name" } : { kind: "finished" };
}
