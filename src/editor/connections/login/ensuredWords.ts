// Messages and buttons for the results of "Make Sure It Is Logged In".
import { l10n } from "vscode";
import type { CardValue } from "../../../card/card.ts";
import { suggestedFix } from "../../../domain/login/errorCodes.ts";
import type { UserNeed } from "../../../domain/login/ensureDecision.ts";
import type { EnsureObstacle, EnsureResult } from "../../../domain/login/ensureLogin.ts";
import { remedyButton, signInAgainButton, type ResultButton } from "../../results/buttons.ts";
import { describeError, isPlainlyMissing, quotedServiceMessages } from "../../words/errors.ts";
import { withFullStop } from "../../words/sentences.ts";
import {
  resumeLoginButton,
  fixButton,
  logInButton,
  showConnectionButton,
} from "../shown/connectionActions.ts";
import { describeLastLogin } from "../shown/words/failureWords.ts";
import { describeUpdatesStopped } from "./loginWords.ts";

export function ensuredPill(ensured: EnsureResult): CardValue {
  switch (ensured.kind) {
    case "loggedIn":
    case "loggedInAfterLogin":
      return { text: l10n.t("Logged in"), tone: "success" };
    case "needsPerson":
      return { text: l10n.t("Needs you"), tone: "warning" };
    case "cannot":
      return {
        text: isKnownLoggedOut(ensured) ? l10n.t("Not logged in") : l10n.t("Not sure"),
        tone: "error",
      };
    case "cancelled":
      return { text: l10n.t("Canceled"), tone: "neutral" };
  }
}

/** True if the service reported the connection as logged out and no later login could have changed this state. */
export function isKnownLoggedOut(ensured: EnsureResult): boolean {
  if (ensured.kind !== "cannot" || ensured.connection?.status !== "NEEDS_AUTH") return false;
  return ensured.why.kind === "failed" || ensured.why.kind === "recent";
}

/** Returns sentences that explain the result, with the service's own message after a refusal. */
export function ensuredNotes(ensured: EnsureResult): readonly string[] {
  switch (ensured.kind) {
    case "loggedIn":
      return [];
    case "loggedInAfterLogin":
      return [l10n.t("Confirmed by a login just now.")];
    case "needsPerson":
      return describeReason(ensured.need);
    case "cannot":
      return describeReason(ensured.why);
    case "cancelled":
      return ensured.runs ? [l10n.t("A login is still running.")] : [];
  }
}

function describeReason(reason: UserNeed | EnsureObstacle): readonly string[] {
  switch (reason.kind) {
    case "asks":
      return [l10n.t("A login is running. The website asks a question that only a person can answer.")];
    case "confirms":
      return [l10n.t("A login is running and must be approved outside the browser.")];
    case "undecided":
      return [l10n.t("A login is still running after a minute.")];
    case "failed":
      return [describeLastLogin("FAILED", reason.code)];
    case "expired":
      return [l10n.t("The last login timed out.")];
    case "canceled":
      return [describeLastLogin("CANCELED")];
    case "recent":
      return [l10n.t("No login started: the last one was less than ten minutes ago.")];
    case "error": {
      const { advice, headline } = describeError(reason.error);
      const quoted = isPlainlyMissing(reason.error) ? [] : quotedServiceMessages(reason.error);
      return [withFullStop(headline), ...quoted, ...advice];
    }
    case "unknown":
      return [l10n.t("We couldn't confirm how the login started or ended.")];
    case "gone":
      return [l10n.t("This connection no longer exists.")];
    case "notFollowed":
      return [describeUpdatesStopped(reason.why)];
  }
}

/** Returns the button for the most helpful action, or undefined if there is none. */
export function bestAction(ensured: EnsureResult, id: string): ResultButton | undefined {
  if (ensured.kind !== "needsPerson" && ensured.kind !== "cannot") return undefined;
  const reason = ensured.kind === "cannot" ? ensured.why : ensured.need;
  const connection = { ...ensured.connection, id };
  switch (reason.kind) {
    case "asks":
    case "confirms":
    case "undecided":
      return resumeLoginButton(id);
    case "failed":
      return fixButton(connection, suggestedFix(connection, reason.code));
    case "expired":
    case "canceled":
    case "recent":
      return logInButton(id);
    case "error":
      return remedyButton(describeError(reason.error).remedies);
    case "unknown":
      return showConnectionButton(id);
    case "notFollowed":
      return reason.why === "unauthorized" ? signInAgainButton() : showConnectionButton(id);
    case "gone":
      return undefined;
  }
}
