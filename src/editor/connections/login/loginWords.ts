// A login that is followed, in words: on the page of its connection, in the status bar and where the user is away.
import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { connectionState } from "../../../domain/connections/connectionState.ts";
import { display } from "../../../domain/text/display.ts";
import type { FollowedLogin } from "../../logins/followedLogin.ts";
import { shortMoment } from "../../words/numbers.ts";
import { failureSentence } from "../shown/words/failure.ts";

/** What the page of a connection says of its login that the connection itself does not tell; `opened`: its page was, here. */
export function loginNotes(
  login: FollowedLogin,
  connection: ManagedAuth,
  opened: boolean,
): readonly string[] {
  const notes = [
    login.contact.kind === "lost" && login.phase !== "ended"
      ? l10n.t(
          "Offline since {0}. The login goes on; this page will catch up.",
          shortMoment(new Date(login.contact.since)),
        )
      : undefined,
    login.superseded && login.phase !== "ended"
      ? l10n.t("Another login took over. This page follows it now.")
      : undefined,
    phaseNote(login, connection, opened),
  ];
  return notes.filter((note) => note !== undefined);
}

function phaseNote(
  { end, phase }: FollowedLogin,
  { profile_name }: ManagedAuth,
  opened: boolean,
): string | undefined {
  switch (phase) {
    case "starting":
      return l10n.t("The login is being started.");
    case "confirming":
      return l10n.t("Waiting until the service confirms it.");
    case "running":
      return opened
        ? l10n.t("Finish in your browser. This page follows and says when it is done.")
        : undefined;
    case "ended":
  }
  switch (end?.kind) {
    case "loggedIn":
      return profile_name === undefined
        ? l10n.t("Agents can use the profile now.")
        : l10n.t("Agents can use the profile {0} now.", display(profile_name));
    case "superseded":
      return l10n.t("Another login took over, which is not followed here.");
    case "unconfirmed":
      return l10n.t("Not confirmed: nobody said how the login ended. Refresh to look again.");
    case "startUnknown":
      return l10n.t("Nobody can tell whether the login was started. Refresh to look again.");
    case "stopped":
      return notFollowed(end.why);
    case "failed":
    case "expired":
    case "canceled":
    case "notStarted":
    case undefined:
      return undefined;
    case "gone":
      return l10n.t("The connection was deleted, and its login ended with it.");
  }
}

/** Says that a login goes on which is followed no more. */
export function notFollowed(why: string): string {
  return why === "unauthorized"
    ? l10n.t("Not followed any more: the service refused this token. The login goes on.")
    : l10n.t("Not followed any more. The login goes on.");
}

/** Where a login stands, for the status bar: an icon, a few words, and whether somebody is needed. */
export function statusOf(login: FollowedLogin, opened: boolean): { text: string; needsYou: boolean } {
  const { connection, contact, phase } = login;
  const site = display(connection?.domain ?? login.connectionId);
  if (contact.kind === "lost")
    return { text: withIcon("debug-disconnect", l10n.t("Login not followed: {0}", site)), needsYou: false };
  const spins = { text: withIcon("sync~spin", l10n.t("Logging in: {0}", site)), needsYou: false };
  if (phase !== "running" || connection === undefined) return spins;
  if (opened)
    return { text: withIcon("link-external", l10n.t("Finish in the browser: {0}", site)), needsYou: false };
  const state = connectionState(connection, new Date(Date.now() + login.serviceAheadMs));
  if (state.kind !== "running") return spins;
  switch (state.progress.kind) {
    case "asks":
      return { text: withIcon("bell-dot", l10n.t("Login waits for you: {0}", site)), needsYou: true };
    case "confirms":
      return { text: withIcon("device-mobile", l10n.t("Confirm the login: {0}", site)), needsYou: true };
    case "sends":
    case "looks":
      return spins;
  }
}

/** How a login ended, in a sentence; `undefined` where that needs none, or is said elsewhere. */
export function endSentence(login: FollowedLogin): string | undefined {
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
      return l10n.t("Not logged in to {0}. The login ran out of time.", site);
    case "canceled":
      return l10n.t("Not logged in to {0}. The login was canceled.", site);
    case "unconfirmed":
      return l10n.t("Nobody can tell how the login to {0} ended.", site);
    case "gone":
      return l10n.t("{0} was deleted during its login.", site);
    case "superseded":
    case "notStarted":
    case "startUnknown":
    case "stopped":
    case undefined:
      return undefined;
  }
}

/** Words of the status bar behind a codicon. */
export function withIcon(icon: string, words: string): string {
  return `$(${icon}) ${words}`;
}
