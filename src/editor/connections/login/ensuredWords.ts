// Texts and buttons for the results of "Make Sure It Is Logged In".
import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
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

/** Renders the result as a pill with a few words. */
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

/**
 * Returns sentences that explain the result. If the service refused the request, the sentences include the service's
 * own message.
 */
export function ensuredNotes(ensured: EnsureResult): readonly string[] {
  switch (ensured.kind) {
    case "loggedIn":
      return [];
    case "loggedInAfterLogin":
      return [l10n.t("Confirmed by a login just now.")];
    case "needsPerson":
      return [describeNeed(ensured.need)];
    case "cannot":
      return describeCannot(ensured.why);
    case "cancelled":
      return ensured.runs ? [l10n.t("A login is still running.")] : [];
  }
}

function describeNeed(need: UserNeed): string {
  switch (need.kind) {
    case "asks":
      return l10n.t("A login is running. The website asks a question that only a person can answer.");
    case "confirms":
      return l10n.t("A login is running and must be approved outside the browser.");
    case "undecided":
      return l10n.t("A login is still running after a minute.");
    case "failed":
      return describeLastLogin("FAILED", need.code);
    case "expired":
      return l10n.t("The last login timed out.");
    case "canceled":
      return describeLastLogin("CANCELED");
  }
}

function describeCannot(why: EnsureObstacle): readonly string[] {
  switch (why.kind) {
    case "failed":
      return [describeLastLogin("FAILED", why.code)];
    case "recent":
      return [l10n.t("No login started: the last one was less than ten minutes ago.")];
    case "error": {
      const { advice, headline } = describeError(why.error);
      return [
        withFullStop(headline),
        ...(isPlainlyMissing(why.error) ? [] : quotedServiceMessages(why.error)),
        ...advice,
      ];
    }
    case "unknown":
      return [l10n.t("We couldn't confirm how the login started or ended.")];
    case "gone":
      return [l10n.t("This connection no longer exists.")];
    case "notFollowed":
      return [describeUpdatesStopped(why.why)];
  }
}

/** Returns the button for the most helpful action, or undefined if there is none. */
export function bestAction(ensured: EnsureResult, id: string): ResultButton | undefined {
  switch (ensured.kind) {
    case "loggedIn":
    case "loggedInAfterLogin":
    case "cancelled":
      return undefined;
    case "needsPerson":
      return needButton(ensured.need, { ...ensured.connection, id });
    case "cannot":
      return cannotButton(ensured.why, { ...ensured.connection, id });
  }
}

function needButton(need: UserNeed, connection: ManagedAuth): ResultButton | undefined {
  const { id } = connection;
  switch (need.kind) {
    case "asks":
    case "confirms":
    case "undecided":
      return resumeLoginButton(id);
    case "failed":
      return failureButton(need.code, connection);
    case "expired":
    case "canceled":
      return logInButton(id);
  }
}

function cannotButton(why: EnsureObstacle, connection: ManagedAuth): ResultButton | undefined {
  const { id } = connection;
  switch (why.kind) {
    case "failed":
      return failureButton(why.code, connection);
    case "recent":
      return logInButton(id);
    case "error":
      return remedyButton(describeError(why.error).remedies);
    case "notFollowed":
      return why.why === "unauthorized" ? signInAgainButton() : showConnectionButton(id);
    case "unknown":
      return showConnectionButton(id);
    case "gone":
      return undefined;
  }
}

function failureButton(code: string | undefined, connection: ManagedAuth): ResultButton | undefined {
  return fixButton(connection, suggestedFix(connection, code));
}
