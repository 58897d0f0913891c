import { l10n } from "vscode";
import { getEntitlements } from "../../../api/operations.ts";
import { checkToken, type TokenReason } from "../../../api/token.ts";
import { askText, pickOne, type Answer, type Frame } from "../../kit/inputs/ask.ts";
import type { Check } from "../../words/names.ts";
import type { Service } from "../service.ts";
import { publicBaseUrl } from "../../../domain/requestCode/codePlace.ts";
import { handOn } from "../../kit/openExternal.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { displayHost } from "../words.ts";
import { describeError } from "../../words/errors.ts";
import { paragraph } from "../../words/sentences.ts";
import type { BaseUrlReason } from "../../../api/baseUrl.ts";

/** Where the public service creates API keys. */
const dashboard = { url: "https://dashboard.onkernel.com" };

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
  const isPublic = new URL(baseUrl).origin === publicBaseUrl;
  const button = { icon: "link-external", tooltip: l10n.t("Get Token"), value: dashboard } as const;
  for (;;) {
    const answer = await askText({
      frame,
      prompt: l10n.t("Token for {0}. Stored only in VS Code's secret storage.", displayHost(baseUrl)),
      value: "",
      button: isPublic ? button : undefined,
      ...(said !== undefined && { said }),
      password: true,
      check: checkTyped,
    });
    if (answer.kind !== "accepted") return answer.kind === "back" ? { kind: "back", typed: "" } : answer;
    if (typeof answer.value !== "string") {
      await handOn(answer.value.url);
      continue;
    }
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
    const outcome = await whileLoading(within, l10n.t("Checking the token…"), (signal) =>
      service.trial(baseUrl, token).call(getEntitlements, {}, signal),
    );
    if (outcome === undefined) return "left";
    if (outcome.kind !== "failed") return "kept";
    if (outcome.error.kind === "unauthorized") return "refused";
    const { advice, headline } = describeError(outcome.error);
    const answer = await pickOne<"again" | "keep">({
      frame: alone,
      placeholder: l10n.t("Couldn't check the token: {0}", headline),
      choices: [
        { label: l10n.t("Try Again"), detail: paragraph(advice), value: "again" },
        {
          label: l10n.t("Save Anyway"),
          detail: l10n.t("Stores the token without verifying it"),
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
    message: l10n.t("The service refused this token (401). Paste the whole token."),
  };
}

/** Why a text is not a base URL. */
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

/** Why a text is not a token. It never repeats the text. */
export function tokenFault(reason: TokenReason): string {
  return {
    empty: l10n.t("Enter a token."),
    whitespace: l10n.t("A token contains no spaces or line breaks. Copy only the token."),
    control: l10n.t("The text contains a control character. Copy only the token."),
    nonAscii: l10n.t("A token contains only ASCII characters. Copy only the token."),
    tooLong: l10n.t("This token is too long."),
  }[reason];
}
