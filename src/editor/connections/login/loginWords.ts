// Messages about the logins that this window tracks, for connection pages, the status bar and notifications.
import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { compact } from "../../../domain/compact.ts";
import { display } from "../../../domain/text/display.ts";
import type { LoginSnapshot } from "../../../domain/login/loginSnapshot.ts";
import { formatShortDateTime } from "../../words/formatting.ts";
import { failureSentence } from "../shown/words/failureWords.ts";

/** Returns notes about a login for its connection's page. The notes state facts that the service doesn't report. */
export function loginNotes(login: LoginSnapshot, { profile_name }: ManagedAuth): readonly string[] {
  const runs = login.phase !== "ended";
  return compact(
    runs &&
      login.lostSince !== undefined &&
      l10n.t(
        "No updates since {0}. The login may still be running; updates resume by themselves.",
        formatShortDateTime(new Date(login.lostSince)),
      ),
    runs && login.superseded && l10n.t("Another login took over. This page now shows that login."),
    phaseNote(login, profile_name),
  );
}

function phaseNote({ end, phase }: LoginSnapshot, profile: string | undefined): string | undefined {
  switch (phase) {
    case "starting":
      return l10n.t("The login is starting.");
    case "confirming":
      return l10n.t("The service is confirming the login.");
    case "running":
      return undefined;
    case "ended":
  }
  switch (end?.kind) {
    case "loggedIn":
      if (profile === undefined) return l10n.t("Agents can now use the profile.");
      return l10n.t("Agents can now use the profile {0}.", display(profile));
    case "superseded":
      return l10n.t("Another login took over. Refresh to see that login.");
    case "unconfirmed":
      return l10n.t("We couldn't confirm how the login ended. Refresh to check again.");
    case "startUnknown":
      return l10n.t("We couldn't confirm that the login started. Refresh to check again.");
    case "stopped":
      return describeUpdatesStopped(end.why);
    case "failed":
    case "expired":
    case "canceled":
    case "notStarted":
    case "gone":
    case undefined:
      return undefined;
  }
}

/** Returns the message for a connection's page if the live updates of its running login have stopped. */
export function describeUpdatesStopped(reason: string): string {
  return reason === "unauthorized"
    ? l10n.t("The service refused this token. Live updates stopped; the login is still running.")
    : l10n.t("Live updates stopped; the login is still running.");
}

/** Returns the status bar text of a login, with an icon. `needsYou` is true if the login waits for the user. */
export function statusBarText(login: LoginSnapshot, opened: boolean): { text: string; needsYou: boolean } {
  const { awaits, connection, lostSince, phase } = login;
  const site = display(connection?.domain ?? login.connectionId);
  if (lostSince !== undefined)
    return { text: withIcon("debug-disconnect", l10n.t("Login updates paused: {0}", site)), needsYou: false };
  const spins = { text: withIcon("sync~spin", l10n.t("Logging in: {0}", site)), needsYou: false };
  if (phase !== "running" || connection === undefined) return spins;
  if (opened)
    return { text: withIcon("link-external", l10n.t("Finish in your browser: {0}", site)), needsYou: false };
  switch (awaits) {
    case "asks":
      return { text: withIcon("bell-dot", l10n.t("Login is waiting for you: {0}", site)), needsYou: true };
    case "confirms":
      return { text: withIcon("device-mobile", l10n.t("Approve the login: {0}", site)), needsYou: true };
    case undefined:
      return spins;
  }
}

/**
 * Returns a sentence about the end of a login, or undefined if the end needs no sentence or is reported elsewhere.
 */
export function endSentence(login: LoginSnapshot): string | undefined {
  const { connection, end } = login;
  const site = display(connection?.domain ?? login.connectionId);
  switch (end?.kind) {
    case "loggedIn":
      return l10n.t("Logged in to {0}.", site);
    case "failed":
      return l10n.t(
        "Not logged in to {0}. {1}",
        site,
        failureSentence(end.code) ?? l10n.t("The login failed."),
      );
    case "expired":
      return l10n.t("Not logged in to {0}. The login timed out.", site);
    case "canceled":
      return l10n.t("Not logged in to {0}. The login was canceled.", site);
    case "unconfirmed":
      return l10n.t("We couldn't confirm how the login to {0} ended.", site);
    case "gone":
      return l10n.t("The connection was deleted: {0}.", site);
    case "superseded":
    case "notStarted":
    case "startUnknown":
    case "stopped":
    case undefined:
      return undefined;
  }
}

export function withIcon(icon: string, words: string): string {
  return `$(${icon}) ${words}`;
}
