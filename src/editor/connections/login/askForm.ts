import { l10n } from "vscode";
import type { SubmitRequest } from "../../../api/login.ts";
import { isUserName } from "../../../domain/login/form.ts";
import type { Entry, LoginForm, Option } from "../../../domain/login/form.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import { askText, pickOne } from "../../kit/inputs/ask.ts";
import type { Answer, Choice, Frame } from "../../kit/inputs/ask.ts";
import { among } from "../../words/labels.ts";
import { all, paragraph } from "../../words/sentences.ts";
import { error, warning } from "../../words/names.ts";

/** What is asked, and where. */
interface AskFormOptions {
  readonly form: LoginForm;
  readonly frame: Frame;
  /** The user names that were entered for this login, by field; what is entered is added. */
  readonly userNames: Map<string, string>;
  /** What became of the last answer, or what the website says; nothing at first. */
  readonly said?: string | undefined;
  /** Whether the service saves what is entered (§2.1 `save_credentials`). */
  readonly saves: boolean | undefined;
}

/** Asks what the website asks for. What is entered is in the answer and, but for user names, nowhere else. */
export async function askForm(options: AskFormOptions): Promise<Answer<SubmitRequest>> {
  const { entries, options: others } = options.form;
  if (others.length === 0) return askEntries(options);
  for (;;) {
    const way = await pickOne<SubmitRequest | "enter">({
      frame: options.frame,
      placeholder:
        entries.length === 0
          ? l10n.t("How do you want to go on?")
          : l10n.t("Enter it, or choose another way"),
      // A code is fetched elsewhere.
      ignoreFocusOut: true,
      ...(options.said !== undefined && { prompt: options.said }),
      choices: [
        ...(entries.length === 0
          ? []
          : [
              {
                label: l10n.t("{0}…", all(entries.map(({ label }) => display(label)))),
                icon: "edit",
                value: "enter" as const,
              },
              { separator: l10n.t("Another way") },
            ]),
        ...others.map(optionRow),
      ],
    });
    if (way.kind !== "accepted") return way;
    if (way.value !== "enter") return { kind: "accepted", value: way.value };
    const entered = await askEntries({ ...options, frame: { ...options.frame, back: true } });
    if (entered.kind !== "back") return entered;
  }
}

/** A row for something to choose, as the website offers it. */
export function optionRow({
  hints,
  label,
  maskedDestination,
  submission,
  type,
}: Option): Choice<SubmitRequest> {
  const described = hints.map((hint) => display(maskedText(hint)));
  return {
    label: display(label),
    ...(maskedDestination !== undefined && { description: display(maskedDestination) }),
    ...(described.length > 0 && { detail: described.join(" · ") }),
    icon: optionIcon(type),
    value: submission,
  };
}

function optionIcon(type: string | undefined): string {
  return among(optionIcons, type ?? "") ?? "arrow-right";
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

/** Asks for the values one by one. But for user names they are in this call alone, and go with the answer. */
async function askEntries(options: AskFormOptions): Promise<Answer<SubmitRequest>> {
  const { form, frame, userNames } = options;
  const values = new Map(form.entries.flatMap((entry) => enteredBefore(entry, userNames)));
  for (let at = firstToAsk(form.entries, values); ;) {
    const entry = form.entries[at];
    if (entry === undefined) return { kind: "accepted", value: form.submit(values) };
    const many = form.entries.length > 1;
    const answer = await askEntry(
      options,
      entry,
      {
        ...frame,
        back: at > 0 || frame.back,
        stays: true,
        ...(many && { step: at + 1, totalSteps: form.entries.length }),
      },
      values.get(entry.key) ?? "",
    );
    if (answer.kind === "cancelled" || (answer.kind === "back" && at === 0)) return { ...answer, typed: "" };
    if (answer.kind === "back") {
      at--;
      continue;
    }
    // What is not required may be left out, and nothing is not sent as a value.
    if (answer.value === "") values.delete(entry.key);
    else values.set(entry.key, answer.value);
    if (isUserName(entry)) userNames.set(entry.key, answer.value);
    at++;
  }
}

function enteredBefore(
  entry: Entry,
  userNames: ReadonlyMap<string, string>,
): readonly (readonly [key: string, value: string])[] {
  const value = isUserName(entry) ? (userNames.get(entry.key) ?? "") : "";
  return value === "" ? [] : [[entry.key, value]];
}

/** Where something was refused, the first that was, or that has to be entered again with it; else the first of all. */
function firstToAsk(entries: readonly Entry[], values: ReadonlyMap<string, string>): number {
  if (!entries.some(({ rejected }) => rejected)) return 0;
  return entries.findIndex(
    ({ key, rejected, required }) => rejected || (required !== false && !values.has(key)),
  );
}

async function askEntry(
  { said, saves }: AskFormOptions,
  entry: Entry,
  frame: Frame,
  value: string,
): Promise<Answer<string>> {
  const { hints, label, rejected, required, type } = entry;
  const below = rejected
    ? paragraph([
        said ?? l10n.t("The website refused this."),
        l10n.t("After several tries it may lock the account."),
      ])
    : said;
  const answer = await askText({
    frame,
    prompt: [display(label), ...hints.map((hint) => display(maskedText(hint))), kept(entry, saves)].join(
      " · ",
    ),
    // What is said of an earlier answer takes the place of the prompt: what is asked for is still told.
    placeholder: display(label),
    value,
    password: isHidden(type),
    ...(below !== undefined && { said: warning(below) }),
    check: (text) =>
      sentOf(type, text) === "" && required !== false ? error(l10n.t("The website needs this.")) : undefined,
  });
  return answer.kind === "accepted" ? { kind: "accepted", value: sentOf(type, answer.value) } : answer;
}

/** A text as it is sent: a code is copied with what stands around it, which no code has. */
function sentOf(type: string | undefined, text: string): string {
  return isCode(type) ? text.replaceAll(/\s/gu, "") : text;
}

function isHidden(type: string | undefined): boolean {
  return type === "password" || type === "totp_secret";
}

function isCode(type: string | undefined): boolean {
  return type === "code" || type === "totp_code" || type === "totp";
}

/** Who keeps what is entered. */
function kept(entry: Entry, saves: boolean | undefined): string {
  if (isCode(entry.type)) return l10n.t("Sent once; a one-time code is never saved.");
  if (isUserName(entry))
    return saves === true
      ? l10n.t("Kept in memory until the login ends. The service saves it after a successful login.")
      : l10n.t("Kept in memory until the login ends.");
  switch (saves) {
    case true:
      return l10n.t("Sent once, not kept by VS Code. The service saves it after a successful login.");
    case false:
      return l10n.t("Sent once, kept by nobody.");
    case undefined:
      return l10n.t("Sent once, not kept by VS Code.");
  }
}
