import { l10n } from "vscode";
import type { ProviderDraft, ProviderField, ProviderStep } from "../../domain/providers/draft.ts";
import { createRequestOf } from "../../domain/providers/draft.ts";
import { display } from "../../domain/text/display.ts";
import { askText } from "../kit/inputs/ask.ts";
import type { Answer, Frame } from "../kit/inputs/ask.ts";
import { masked } from "../kit/inputs/askKeyed.ts";
import { reviewCreation } from "../kit/inputs/reviewCreation.ts";
import type { AskedToCreate } from "../kit/inputs/reviewCreation.ts";
import { named } from "../kit/inputs/wizard.ts";
import type { StepAnswer } from "../kit/inputs/wizard.ts";
import type { Check } from "../words/names.ts";
import { checkProviderName, checkProviderToken } from "./checks.ts";
import { subjectOf } from "./subject.ts";

/** What the questions know beside the draft. */
export interface QuestionContext extends AskedToCreate<ProviderDraft, ProviderField> {
  /** The names that are taken, as far as they are known. */
  readonly taken: () => readonly string[];
}

type Ask = (context: QuestionContext) => Promise<StepAnswer<ProviderDraft, ProviderField>>;

/** The questions about a credential provider to create. */
export const questions: Readonly<Record<ProviderStep, Ask>> = {
  name: async ({ draft, frame, taken, typed }) => {
    const answer = await askProviderName(frame, {
      prompt: l10n.t("A name for the provider. Connections refer to it by this."),
      value: typed ?? draft.name ?? draft.refusedName ?? "",
      taken,
    });
    return named(answer, draft);
  },
  token: async ({ draft, frame }) => {
    const answer = await askProviderToken(frame, draft.token);
    return answer.kind === "accepted"
      ? { kind: "answered", draft: { ...draft, token: answer.value } }
      : // Nothing of a token is kept.
        { kind: answer.kind, typed: "" };
  },
  review,
};

/** Asks for a name that no other provider has; trimmed. */
export async function askProviderName(
  frame: Frame,
  {
    prompt,
    said,
    taken,
    value,
  }: {
    readonly prompt: string;
    readonly value: string;
    readonly taken: () => readonly string[];
    readonly said?: Check;
  },
): Promise<Answer<string>> {
  const answer = await askText({
    frame,
    prompt,
    placeholder: "my-1password",
    value,
    ...(said !== undefined && { said }),
    check: (text) => checkProviderName(text, taken()),
  });
  return answer.kind === "accepted" ? { ...answer, value: answer.value.trim() } : answer;
}

/** Asks for a token, which nobody sees; where there is one already, an empty answer keeps that. */
export async function askProviderToken(frame: Frame, known?: string): Promise<Answer<string>> {
  const answer = await askText({
    frame,
    prompt:
      known === undefined
        ? l10n.t("The 1Password service account token. It is sent once, and never shown or kept here.")
        : l10n.t("The 1Password service account token. Leave it empty to send the one you typed before."),
    placeholder: "ops_…",
    value: "",
    password: true,
    check: (text) => (text === "" && known !== undefined ? undefined : checkProviderToken(text)),
  });
  if (answer.kind !== "accepted") return answer;
  const token = answer.value.trim();
  return { kind: "accepted", value: token === "" && known !== undefined ? known : token };
}

/** Shows all answers. A row leads to its question; the first row sends. */
async function review(context: QuestionContext): Promise<StepAnswer<ProviderDraft, ProviderField>> {
  const { draft } = context;
  return reviewCreation(context, {
    create: l10n.t("Create Provider"),
    placeholder: l10n.t("Create the provider, or choose a row to change it"),
    heading: "1Password",
    rows: [
      { label: subjectOf("name"), description: display(draft.name ?? ""), value: "name" },
      { label: subjectOf("token"), description: masked, value: "token" },
    ],
    missing: createRequestOf(draft) === undefined ? "name" : undefined,
  });
}
