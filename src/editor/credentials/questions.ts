import { l10n } from "vscode";
import { createRequestOf } from "../../domain/credentials/draft.ts";
import type { CredentialDraft, CredentialField, CredentialStep } from "../../domain/credentials/draft.ts";
import { readDomain } from "../../domain/draft/domainName.ts";
import { display } from "../../domain/text/display.ts";
import { checkDomain } from "../words/domains.ts";
import { askText } from "../kit/inputs/ask.ts";
import { askKeyedList, keyedWords, masked } from "../kit/inputs/askKeyed.ts";
import { reviewCreation } from "../kit/inputs/reviewCreation.ts";
import type { AskedToCreate } from "../kit/inputs/reviewCreation.ts";
import { answered, named } from "../kit/inputs/wizard.ts";
import type { StepAnswer } from "../kit/inputs/wizard.ts";
import { askAboutSecret, askKeyedValue, askProvider, providerName, usualKeys } from "./askValues.ts";
import { checkCredentialName } from "./checks.ts";
import { subjectOf } from "./subject.ts";

/** What the questions know beside the draft. */
export interface QuestionContext extends AskedToCreate<CredentialDraft, CredentialField> {
  /** Names that are taken, as far as they are known. */
  readonly taken: () => readonly string[];
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
      check: (text) => checkCredentialName(text, taken()),
    });
    return named(answer, draft);
  },
  domain: async ({ draft, frame, typed }) => {
    const answer = await askText({
      frame,
      prompt: l10n.t("The domain of the site that it logs in to."),
      placeholder: "example.com",
      value: typed ?? draft.domain ?? "",
      check: checkDomain,
    });
    return answered(answer, (text) => {
      const read = readDomain(text);
      return read.ok ? { ...draft, domain: read.domain } : draft;
    });
  },
  values: askValues,
  secret: async ({ draft, frame }) => {
    const isTyped = (draft.secret ?? "") !== "";
    const answer = await askAboutSecret(
      frame,
      l10n.t("You have typed a secret for one-time codes"),
      isTyped && [
        { label: l10n.t("Keep It"), description: masked, value: "keep" },
        { label: l10n.t("Type Another…"), value: "other" },
        { label: l10n.t("Have None"), value: "none" },
      ],
    );
    return answered(answer, (secret) => (secret === undefined ? draft : { ...draft, secret }));
  },
  provider: async ({ draft, frame }) =>
    answered(await askProvider(frame, draft.provider ?? ""), (provider) => ({ ...draft, provider })),
  review,
};

/** Shows the values by their keys, to add some and take some away, until there are no more. */
async function askValues({ draft, frame }: QuestionContext): Promise<Given> {
  const answer = await askKeyedList(frame, draft.values ?? [], {
    placeholder: l10n.t("What the site asks for. The service enters it at each login"),
    keyOf: ({ key }) => key,
    usual: (keys) =>
      usualKeys
        .filter((key) => !keys.includes(key))
        .map((key) => ({
          value: key,
          label: key === "username" ? l10n.t("Add User Name…") : l10n.t("Add Password…"),
        })),
    another: () => l10n.t("Add Another Value…"),
    none: l10n.t("without values"),
    ask: (values, known) =>
      askKeyedValue(
        frame,
        values.map(({ key }) => key),
        known,
      ),
  });
  return answered(answer, (values) => ({ ...draft, values }));
}

/** Shows all answers. A row leads to its question; the first row sends. */
async function review(context: QuestionContext): Promise<Given> {
  const { draft } = context;
  const { domain = "", name = "", provider = "", secret = "", values = [] } = draft;
  const row = (value: CredentialField, text: string) => ({
    label: subjectOf(value),
    description: text === "" ? l10n.t("None") : text,
    value,
  });
  return reviewCreation(context, {
    create: l10n.t("Create Credential"),
    placeholder: l10n.t("Create the credential, or choose a row to change it"),
    heading: l10n.t("Credential"),
    rows: [
      row("name", display(name)),
      row("domain", display(domain)),
      row("values", keyedWords(values.map(({ key }) => key))),
      row("secret", secret === "" ? "" : l10n.t("From the secret {0}", masked)),
      row("provider", provider === "" ? "" : providerName(provider)),
    ],
    missing: createRequestOf(draft) === undefined ? "name" : undefined,
  });
}
