import { l10n } from "vscode";
import type { SubmitRequest } from "../../../api/loginSchemas.ts";
import {
  alternativesTo,
  type FormEntry,
  type FormOption,
} from "../../../domain/connections/awaitedInputs.ts";
import { isUserName, type LoginForm } from "../../../domain/login/loginForm.ts";
import { loginValueKind, prepareLoginValue } from "../../../domain/login/loginValue.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import { type Answer, type Choice, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { askTidily } from "../../kit/inputs/askTidily.ts";
import { checkTotpSecret, parseTotpSecret } from "../../words/authenticatorSecrets.ts";
import { ownProperty } from "../../words/labels.ts";
import { ensureFullStop, labelWithValue, joinSentences, joinWithCommas } from "../../words/sentences.ts";
import { inputError, inputInfo, inputWarning } from "../../words/inputChecks.ts";
import { awaitedName } from "../shown/words/awaitedWords.ts";

/** The form to fill in and its prompts. `Alternative` is the type of the choices that don't answer the form. */
interface AskFormOptions<Alternative> {
  readonly form: LoginForm;
  readonly frame: Frame;
  /** User names that were entered during this login, by field key. Newly entered user names are added. */
  readonly userNames: Map<string, string>;
  /** The message to show with the form: about the last answer or, if there is none, the website's message. */
  readonly message?: string | undefined;
  /** True if the service saves the entered values (interface.md §2.1 `save_credentials`). */
  readonly saves: boolean | undefined;
  /** The reason why an authenticator secret can't be entered, if any. */
  readonly secretRefusal: string | undefined;
  /** Choices besides the website's own options, such as opening the login page. */
  readonly alternatives: readonly Choice<Alternative>[];
}

/**
 * Prompts for the form's fields one by one, or for one of the website's options. While a field is shown, a button in
 * the title shows the options and alternatives. Entered values only appear in the result, except for user names,
 * which are also added to `userNames`.
 */
export async function askForm<Alternative>(
  options: AskFormOptions<Alternative>,
): Promise<Answer<SubmitRequest | Alternative>> {
  const { form, frame, message, userNames, alternatives } = options;
  const offered = form.options.map(optionRow);
  const names = form.entries.filter(isUserName).map(({ key }) => [key, userNames.get(key) ?? ""] as const);
  const values = new Map(names.filter(([, name]) => name !== ""));
  const progress = { values, index: 0 };
  for (;;) {
    if (form.entries.length > 0) {
      const entered = await askEntries(options, progress);
      if (entered !== showAlternatives) return entered;
    }
    const chosen = await pickOne<SubmitRequest | Alternative>({
      frame: { ...frame, back: form.entries.length > 0 || frame.back },
      placeholder: l10n.t("Choose how to continue"),
      // Keep the prompt open, because the user may have to get a code from another application.
      ignoreFocusOut: true,
      prompt: message,
      choices: [...offered, ...withHeading(l10n.t("This login"), alternatives)],
    });
    if (chosen.kind !== "back" || form.entries.length === 0) return chosen;
  }
}

/** Adds a separator with a heading above the choices. Returns an empty list if there are no choices. */
export function withHeading<T>(
  separator: string,
  choices: readonly Choice<T>[],
): readonly (Choice<T> | { readonly separator: string })[] {
  return choices.length === 0 ? [] : [{ separator }, ...choices];
}

/** Converts one of the website's options to a row of the picker. */
export function optionRow(option: FormOption): Choice<SubmitRequest> {
  const { hints, maskedDestination, submission, type } = option;
  const described = hints.map((hint) => display(maskedText(hint)));
  return {
    label: display(awaitedName(option)),
    ...(maskedDestination !== undefined && { description: display(maskedDestination) }),
    ...(described.length > 0 && { detail: described.join(" · ") }),
    icon: ownProperty(optionIcons, type ?? "") ?? "arrow-right",
    value: submission,
  };
}

const optionIcons = {
  sms: "device-mobile",
  push: "device-mobile",
  call: "call-outgoing",
  email: "mail",
  totp: "key",
  password: "key",
  passkey: "key",
  account: "account",
};

/** The value that a prompt returns if the user presses the button for the other options. */
const showAlternatives: unique symbol = Symbol();

/** The values entered so far, and the index of the current field. */
interface EntryProgress {
  readonly values: Map<string, string>;
  index: number;
}

/** Prompts for each field, starting with the current one. Only user names are stored outside the result. */
async function askEntries<Alternative>(
  options: AskFormOptions<Alternative>,
  progress: EntryProgress,
): Promise<Answer<SubmitRequest> | typeof showAlternatives> {
  const { form, frame, userNames } = options;
  const { entries } = form;
  const { values } = progress;
  for (;;) {
    const { index } = progress;
    const entry = entries[index];
    if (entry === undefined) return { kind: "accepted", value: form.submit(values) };
    const counter = entries.length > 1 && { step: index + 1, totalSteps: entries.length };
    const entryFrame = { ...frame, back: index > 0 || frame.back, stays: true, ...counter };
    const answer = await askEntry(options, entry, entryFrame, values.get(entry.key) ?? "");
    if (answer.kind === "cancelled" || (answer.kind === "back" && index === 0))
      return { ...answer, typed: "" };
    if (answer.kind === "back") {
      progress.index--;
      continue;
    }
    if (answer.value === showAlternatives) return showAlternatives;
    // Omit an optional field that was left empty, because an empty string would be sent as a value.
    if (answer.value === "") values.delete(entry.key);
    else values.set(entry.key, answer.value);
    if (isUserName(entry)) userNames.set(entry.key, answer.value);
    progress.index++;
  }
}

async function askEntry(
  { form, message, saves, secretRefusal, alternatives }: AskFormOptions<unknown>,
  entry: FormEntry,
  frame: Frame,
  value: string,
): Promise<Answer<string | typeof showAlternatives>> {
  const { hints, rejected, required, type } = entry;
  const label = display(awaitedName(entry));
  const kind = loginValueKind(type);
  const isSecret = type === "totp_secret";
  let note = message;
  if (rejected)
    note = joinSentences([
      message ?? l10n.t("The website refused this value."),
      l10n.t("Several wrong tries may lock the account."),
    ]);
  if (isSecret && secretRefusal !== undefined) note = secretRefusal;
  const otherOptions = alternativesTo(form.entries, form.options).map(optionRow);
  const otherLabels = [...otherOptions, ...alternatives].map((choice) => choice.label);
  const prompt = hints.map((hint) => ensureFullStop(display(maskedText(hint))));
  prompt.push(describeStorage(entry, saves));
  if (otherLabels.length > 0) prompt.push(l10n.t("Other ways: {0}", joinWithCommas(otherLabels)));
  const title = l10n.t("Other Ways");
  return askTidily({
    frame,
    name: label,
    prompt: labelWithValue(label, joinSentences(prompt)),
    // Show the label as the placeholder, too, because a message about an earlier answer replaces the prompt, which
    // contains the label.
    placeholder: label,
    value,
    password: type === "password" || isSecret,
    ...(note !== undefined && { initialMessage: inputWarning(note) }),
    button:
      form.options.length + alternatives.length === 0
        ? undefined
        : ({ icon: "list-selection", tooltip: title, value: showAlternatives } as const),
    check(text) {
      const sent = prepareLoginValue(kind, text).value;
      if (sent === "" && required === false) return undefined;
      if (sent === "") return inputError(l10n.t("The website requires a value."));
      if (isSecret && secretRefusal !== undefined) return inputError(secretRefusal);
      if (isSecret) return checkTotpSecret(text, false);
      return sent === text ? undefined : inputInfo(l10n.t("Press Enter to use {0}", display(sent)));
    },
    prepare(text) {
      if (!isSecret) return prepareLoginValue(kind, text);
      const secret = parseTotpSecret(text);
      return { value: secret, tidy: secret };
    },
  });
}

/** Returns a sentence that explains where the entered value is stored. */
function describeStorage(entry: FormEntry, saves: boolean | undefined): string {
  if (loginValueKind(entry.type) === "code") return l10n.t("Your code is sent once and never saved.");
  if (isUserName(entry))
    return saves === true
      ? l10n.t("Kept in memory. After a successful login the service saves this value.")
      : l10n.t("Kept in memory until the login ends.");
  switch (saves) {
    case true:
      return l10n.t("Sent once. After a successful login the service saves this value.");
    case false:
      return l10n.t("Sent once, never saved.");
    case undefined:
      return l10n.t("Sent once. VS Code doesn't save this value.");
  }
}
