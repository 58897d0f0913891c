import { l10n } from "vscode";
import { display } from "../../domain/text/display.ts";
import { askText, pickOne } from "../kit/inputs/ask.ts";
import type { Answer, Choice, Frame } from "../kit/inputs/ask.ts";
import { askKeyed } from "../kit/inputs/askKeyed.ts";
import type { KeyedValue } from "../../domain/credentials/draft.ts";
import { paragraph } from "../words/sentences.ts";
import { checkKey, checkProvider, checkSecret, checkValue } from "./checks.ts";
import { totpSecretOf } from "../../api/credentialRequests.ts";

/** Keys that most sites ask for. */
export const usualKeys = ["username", "password"] as const;

/** Asks for the key of a value beside others, unless that is known, and the value: {@link askKeyed}. */
export async function askKeyedValue(
  frame: Frame,
  others: readonly string[],
  known: string | undefined,
): Promise<Answer<KeyedValue>> {
  return askKeyed(frame, known, {
    prompt: l10n.t("What the site asks for, as a key. The value comes next."),
    placeholder: "email",
    checkKey: (text) => checkKey(text, others),
    checkValue,
  });
}

/** Asks for a secret for one-time codes; gives it as it is sent, or an empty text where none was typed. */
async function askSecret(frame: Frame, mayBeEmpty: boolean): Promise<Answer<string>> {
  const prompt = l10n.t("The secret that the site shows for an authenticator app. It is never shown here.");
  const answer = await askText({
    frame,
    prompt: paragraph([prompt, ...(mayBeEmpty ? [l10n.t("Leave it empty to have none.")] : [])]),
    placeholder: "JBSW Y3DP EHPK 3PXP",
    value: "",
    password: true,
    check: (text) => checkSecret(text, mayBeEmpty),
  });
  // Nothing of a secret is kept.
  if (answer.kind !== "accepted") return { kind: answer.kind, typed: "" };
  return { kind: "accepted", value: totpSecretOf(answer.value) ?? "" };
}

/**
 * Asks for a secret, where there is one what becomes of it: it is not shown. Gives it as it is sent, empty where there is to
 * be none, `undefined` where it stays.
 */
export async function askAboutSecret(
  frame: Frame,
  placeholder: string,
  whereThereIsOne: readonly Choice<"keep" | "other" | "none">[] | false,
): Promise<Answer<string | undefined>> {
  if (whereThereIsOne === false) return askSecret(frame, true);
  for (;;) {
    const answer = await pickOne({ frame, placeholder, choices: whereThereIsOne });
    if (answer.kind !== "accepted") return answer;
    if (answer.value !== "other")
      return { kind: "accepted", value: answer.value === "keep" ? undefined : "" };
    const secret = await askSecret({ ...frame, back: true }, false);
    if (secret.kind !== "back") return secret;
  }
}

type ProviderRow = { readonly kind: "name"; readonly name: string } | { readonly kind: "other" };

/** Names of providers, which are no words of a language, and what the service calls them. */
const knownProviders: Readonly<Record<string, string>> = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
};

/** A provider in a few words. */
export const providerName = (id: string): string =>
  Object.hasOwn(knownProviders, id) ? (knownProviders[id] ?? id) : display(id);

/** Asks whose sign-in the site is entered with; gives an empty text for none. */
export async function askProvider(frame: Frame, current: string): Promise<Answer<string>> {
  let active: ProviderRow = { kind: "name", name: current };
  for (;;) {
    const row = (name: string, label: string): Choice<ProviderRow> => ({
      label,
      value: { kind: "name", name },
    });
    const isOther = current !== "" && !Object.hasOwn(knownProviders, current);
    const answer = await pickOne<ProviderRow>({
      frame,
      placeholder: l10n.t("Does the site's login go through another account?"),
      active: (value) => value.kind === active.kind && ("name" in value ? value.name : "") === current,
      choices: [
        {
          ...row("", l10n.t("No")),
          description: l10n.t("the values are entered at the site itself"),
        },
        ...Object.entries(knownProviders).map(([id, name]) => row(id, name)),
        ...(isOther ? [row(current, providerName(current))] : []),
        { label: l10n.t("Another Provider…"), value: { kind: "other" } },
      ],
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value.kind === "name") return { kind: "accepted", value: answer.value.name };
    active = answer.value;
    const typed = await askText({
      frame: { ...frame, back: true },
      prompt: l10n.t("The provider, as the site's button calls it."),
      placeholder: "okta",
      value: isOther ? current : "",
      check: checkProvider,
    });
    if (typed.kind !== "back") return typed;
  }
}
