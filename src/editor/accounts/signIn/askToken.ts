import { l10n } from "vscode";
import { getEntitlements } from "../../../api/operations.ts";
import { checkToken, type TokenReason } from "../../../api/token.ts";
import { askText, pickOne, type Answer, type Frame } from "../../kit/inputs/ask.ts";
import type { Check } from "../../words/names.ts";
import type { Service } from "../service.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { displayHost } from "../../words/addresses.ts";
import { describeError } from "../../words/errors.ts";
import { paragraph } from "../../words/sentences.ts";
import type { BaseUrlReason } from "../../../api/baseUrl.ts";

/**
 * Asks for a token and tries it with `GET /org/entitlements` (§4.2). Only a 401 refuses it; after any other failure
 * the user may save it anyway, since §4.2 shows no errors for that operation. `said` stands in the input at first.
 */
export async function askToken(
  service: Service,
  frame: Frame,
  baseUrl: string,
  said?: Check,
): Promise<Answer<string>> {
  for (;;) {
    const answer = await askText({
      frame,
      prompt: l10n.t("Token for {0}. It is kept in VS Code's secret storage only.", displayHost(baseUrl)),
      value: "",
      ...(said !== undefined && { said }),
      password: true,
      check: checkTyped,
    });
    if (answer.kind !== "accepted") return answer.kind === "back" ? { kind: "back", typed: "" } : answer;
    const checked = checkToken(answer.value);
    if (!checked.ok) continue;
    switch (await tryOrKeep(service, frame, baseUrl, checked.token)) {
      case "kept":
        return { kind: "accepted", value: checked.token };
      case "left":
        return { kind: "cancelled", typed: "" };
      case "refused":
        said = refused();
    }
  }
}

/**
 * Tries a token; where that could not be done, asks whether to try it again or to keep it all the same. Whether it is kept,
 * the service refused it (401), or the user left.
 */
export async function tryOrKeep(
  service: Service,
  frame: Frame,
  baseUrl: string,
  token: string,
): Promise<"kept" | "refused" | "left"> {
  const alone = { ...frame, back: false };
  for (let within = frame; ; within = alone) {
    const outcome = await whileLoading(within, l10n.t("Trying the token…"), (signal) =>
      service.trial(baseUrl, token).call(getEntitlements, {}, signal),
    );
    if (outcome === undefined) return "left";
    if (outcome.kind !== "failed") return "kept";
    if (outcome.error.kind === "unauthorized") return "refused";
    const { advice, headline } = describeError(outcome.error);
    const answer = await pickOne<"again" | "keep">({
      frame: alone,
      placeholder: l10n.t("The token could not be tried: {0}", headline),
      choices: [
        { label: l10n.t("Try Again"), detail: paragraph(advice), value: "again" },
        {
          label: l10n.t("Save Anyway"),
          detail: l10n.t("The token is stored without being tried"),
          value: "keep",
        },
      ],
    });
    if (answer.kind !== "accepted") return "left";
    if (answer.value === "keep") return "kept";
  }
}

function checkTyped(text: string): Check | undefined {
  const checked = checkToken(text);
  return checked.ok ? undefined : { severity: "error", message: tokenFault(checked.reason) };
}

/** Says that the service refused a token. */
export function refused(): Check {
  return {
    severity: "error",
    message: l10n.t("The service refused this token (401). Was all of it pasted, and is it still valid?"),
  };
}

/** Why a text is not a base URL. */
export function baseUrlFault(reason: BaseUrlReason): string {
  const notSecure = l10n.t(
    "The URL must begin with https://. Plain http is allowed for 127.0.0.1 and [::1] only.",
  );
  return {
    empty: l10n.t("A base URL is needed, such as https://api.example.com."),
    tooLong: l10n.t("This is too long for a base URL."),
    characters: l10n.t("The URL holds a space or an invisible character. Type it instead of pasting it."),
    backslash: l10n.t("The URL holds a backslash. Use slashes."),
    notUrl: l10n.t("This is not a URL. Type one such as https://api.example.com."),
    scheme: notSecure,
    insecure: notSecure,
    localhost: l10n.t("Use http://127.0.0.1 or http://[::1]: the name localhost may lead elsewhere."),
    userinfo: l10n.t("Leave out the user name and password. The token is asked for next."),
    host: l10n.t("No host has such a name. Check the part between // and the next slash."),
    query: l10n.t("Leave out the question mark and what follows it."),
    fragment: l10n.t("Leave out the # and what follows it."),
    port: l10n.t("Browsers and VS Code never connect to this port. Choose another."),
  }[reason];
}

/** Why a text is not a token. It never repeats the text. */
export function tokenFault(reason: TokenReason): string {
  return {
    empty: l10n.t("A token is needed."),
    whitespace: l10n.t("A token has no spaces or line breaks. Copy it again, alone."),
    control: l10n.t("The text holds a control character. Copy the token again, alone."),
    nonAscii: l10n.t("A token has only ASCII letters, digits and signs. Copy it again, alone."),
    tooLong: l10n.t("This is too long for a token."),
  }[reason];
}
