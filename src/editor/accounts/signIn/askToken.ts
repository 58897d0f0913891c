import { l10n } from "vscode";
import { getEntitlements } from "../../../api/operations.ts";
import { checkToken, type TokenReason } from "../../../api/token.ts";
import { askText, pickOne, type Answer, type Choice, type Frame } from "../../kit/inputs/ask.ts";
import { type InputCheck, inputError } from "../../words/inputChecks.ts";
import type { ClientFactory } from "../clientFactory.ts";
import { publicBaseUrl } from "../../../domain/code/codeTarget.ts";
import { openInBrowser } from "../../kit/openExternal.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { displayAddress, displayHost } from "../accountLabels.ts";
import { describeError } from "../../words/errors.ts";
import { joinSentences, withFullStop } from "../../words/sentences.ts";
import type { ApiError } from "../../../api/errors.ts";
import type { BaseUrlReason } from "../../../api/baseUrl.ts";

/** The page of the public service on which users create API keys. */
const apiKeysPage = { url: "https://dashboard.onkernel.com" };

export interface TokenPrompt {
  readonly service: ClientFactory;
  readonly frame: Frame;
  readonly baseUrl: string;
  /** True for a new account, whose base URL the user can still change. A stored account's base URL is fixed. */
  readonly isNew: boolean;
}

/** The answer to a token prompt: a token, or a request to enter another base URL. */
export type TokenAnswer = Answer<string> | { readonly kind: "changeAddress" };

/**
 * Prompts for a token and verifies it with `GET /org/entitlements` (interface.md §4.2). Only a 401 response means
 * that the token is invalid. After any other failure, the user can save the token anyway, because §4.2 lists no
 * errors for that operation. `validation` is the initial message below the input.
 */
export async function askToken(tokenPrompt: TokenPrompt, validation?: InputCheck): Promise<TokenAnswer> {
  const { baseUrl, frame } = tokenPrompt;
  const isPublic = new URL(baseUrl).origin === publicBaseUrl;
  const button = { icon: "link-external", tooltip: l10n.t("Get Token"), value: apiKeysPage } as const;
  for (;;) {
    const answer = await askText({
      frame,
      prompt: l10n.t("Token for {0}. Stored only in VS Code's secret storage.", displayHost(baseUrl)),
      value: "",
      button: isPublic ? button : undefined,
      ...(validation !== undefined && { initialMessage: validation }),
      password: true,
      check: checkTypedToken,
    });
    if (answer.kind !== "accepted") return answer.kind === "back" ? { kind: "back", typed: "" } : answer;
    if (typeof answer.value !== "string") {
      await openInBrowser(answer.value.url);
      continue;
    }
    const checked = checkToken(answer.value);
    if (!checked.ok) continue;
    const outcome = await verifyOrSaveToken(tokenPrompt, checked.token);
    if (outcome.kind === "refused") validation = refusedTokenCheck();
    else if (outcome.kind === "back") validation = undefined;
    else return outcome;
  }
}

type FailedCheckChoice = "address" | "again" | "keep";

/** Verifies a token. On failure, offers to retry, save the unverified token or change a new account's base URL. */
export async function verifyOrSaveToken(
  { baseUrl, frame, isNew, service }: TokenPrompt,
  token: string,
): Promise<TokenAnswer | { readonly kind: "refused" }> {
  for (;;) {
    const outcome = await whileLoading(frame, l10n.t("Checking the token…"), (signal) =>
      service.clientForToken(baseUrl, token).call(getEntitlements, {}, signal),
    );
    // If the user presses Esc, return to the earlier prompts. A server that doesn't respond may have a mistyped URL.
    if (outcome === undefined) return { kind: "back", typed: "" };
    if (outcome.kind !== "failed") return { kind: "accepted", value: token };
    const { error } = outcome;
    if (error.kind === "unauthorized") return { kind: "refused" };
    const { advice, headline } = describeError(error);
    const retry: Choice<FailedCheckChoice> = {
      label: l10n.t("Try Again"),
      detail: joinSentences(advice),
      value: "again",
    };
    const change: Choice<FailedCheckChoice> = {
      label: l10n.t("Change Address…"),
      description: displayAddress(baseUrl),
      value: "address",
    };
    const choices = addressErrorKinds.includes(error.kind) ? [change, retry] : [retry, change];
    const answer = await pickOne<FailedCheckChoice>({
      frame: { ...frame, back: true },
      placeholder: l10n.t("Choose how to continue"),
      prompt: withFullStop(l10n.t("Couldn't check the token: {0}", headline)),
      choices: [
        ...(isNew ? choices : [retry]),
        {
          label: l10n.t("Save Anyway"),
          detail: l10n.t("Stores the token without verifying it"),
          value: "keep",
        },
      ],
    });
    if (answer.kind !== "accepted") return answer;
    if (answer.value === "address") return { kind: "changeAddress" };
    if (answer.value === "keep") return { kind: "accepted", value: token };
  }
}

/** Kinds of errors that a mistyped URL can cause. */
const addressErrorKinds: readonly ApiError["kind"][] = [
  "offline",
  "certificate",
  "notFound",
  "redirected",
  "unreadable",
  "tooLarge",
];

function checkTypedToken(text: string): InputCheck | undefined {
  const checked = checkToken(text);
  if (checked.ok) return undefined;
  return inputError(tokenFault(checked.reason));
}

export function refusedTokenCheck(): InputCheck {
  return inputError(l10n.t("The service refused this token (401). Paste the whole token."));
}

export function baseUrlFault(reason: BaseUrlReason): string {
  const notSecure = l10n.t(
    "The address must begin with https://. Plain http works only for 127.0.0.1 and [::1].",
  );
  return {
    empty: l10n.t("Enter an address such as https://api.example.com."),
    tooLong: l10n.t("This address is too long."),
    characters: l10n.t("The address contains a space or an invisible character. Type the address instead."),
    backslash: l10n.t("The address contains a backslash. Use slashes."),
    notUrl: l10n.t("This address isn't valid. Enter an address such as https://api.example.com."),
    scheme: notSecure,
    insecure: notSecure,
    localhost: l10n.t("Use http://127.0.0.1 or http://[::1]: localhost may lead elsewhere."),
    userinfo: l10n.t("Remove the user name and password; the token comes next."),
    host: l10n.t("This host name isn't valid. Check the part after //."),
    query: l10n.t("Remove the question mark and everything after it."),
    fragment: l10n.t("Remove the # and everything after it."),
    port: l10n.t("VS Code never connects to this port. Choose another port."),
  }[reason];
}

/** Returns the validation message for an invalid token. The message never contains the token. */
export function tokenFault(reason: TokenReason): string {
  return {
    empty: l10n.t("Enter a token."),
    quoted: l10n.t("Remove the quotes or the comma around the token."),
    named: l10n.t("Remove the name before the token."),
    whitespace: l10n.t("A token contains no spaces or line breaks. Copy only the token."),
    control: l10n.t("The text contains a control character. Copy only the token."),
    nonAscii: l10n.t("A token contains only ASCII characters. Copy only the token."),
    tooLong: l10n.t("This token is too long."),
  }[reason];
}
