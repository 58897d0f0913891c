import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { ConnectionView } from "../../../domain/connections/connectionView.ts";
import {
  type LoginVariation,
  type SuggestedFix,
  suggestedFix,
  suggestedVariation,
} from "../../../domain/login/errorCodes.ts";
import {
  type ResultButton,
  type ResultCard,
  commandButton,
  copyIdButton,
  moreMenu,
  type VisibleButtons,
} from "../../results/buttons.ts";
import type { LocalLoginInfo } from "../context/context.ts";
import type { ResultContext } from "../../results/cardParts.ts";
import type { SettingId } from "../../../domain/connections/settings.ts";

export function connectionActions(
  context: ResultContext,
  view: ConnectionView,
  login?: LocalLoginInfo,
): ResultCard["actions"] {
  const { connection, state } = view;
  const { id } = connection;
  const varied = state.kind === "failed" ? suggestedVariation(state.code) : undefined;
  const visible = state.kind === "running" ? {} : visibleButtons(view, varied);
  const visibleLabels = [visible.next, visible.other].map((button) => button?.label);
  return {
    ...visible,
    refresh: refreshConnectionButton(l10n.t("Refresh"), id, context),
    ...moreMenu(
      ...[
        state.kind === "running" ? followButton(id, login?.following) : undefined,
        ...(varied === undefined ? [] : [logInButton(id), variedLoginButton(id, varied)]),
        editConnectionButton(id),
        commandButton(l10n.t("Make Sure It Is Logged In"), "managedAuth.ensureLoggedIn", { ids: [id] }),
        copyCodeButton(id),
        commandButton(l10n.t("Launch Browser…"), "managedAuth.launchBrowser", { id }),
        historyButton(id),
        commandButton(l10n.t("Duplicate…"), "managedAuth.duplicateConnection", { id }),
        commandButton(l10n.t("Watch This Connection"), "managedAuth.watchConnection", { ids: [id] }),
        commandButton(l10n.t("Delete…"), "managedAuth.deleteConnection", { ids: [id] }),
        copyIdButton(id),
      ].filter((button) => !visibleLabels.includes(button?.label)),
    ),
  };
}

/**
 * Returns the two buttons that are visible outside the menu. The first button is the most helpful action for the
 * connection's state. Harmful actions are left out, such as another login while the website refuses every login.
 */
function visibleButtons(view: ConnectionView, varied: LoginVariation | undefined): VisibleButtons {
  const { id } = view.connection;
  const next = nextAction(view);
  if (next === undefined) return { next: historyButton(id), other: editConnectionButton(id) };
  const logIn = logInButton(id);
  const mayRetry = view.state.kind === "failed" && !view.isHopeless && next.label !== logIn.label;
  if (mayRetry && varied !== "otherProxy") return { next, other: logIn };
  return { next, other: varied === undefined ? historyButton(id) : variedLoginButton(id, varied) };
}

/**
 * Returns the button with the most helpful action for a connection's state: start or resume the login, fix the cause of
 * a failed login, or copy code that uses the connection. Returns `undefined` if the user can only wait.
 */
export function nextAction({ connection, state }: ConnectionView): ResultButton | undefined {
  const { id } = connection;
  switch (state.kind) {
    case "running":
      return resumeLoginButton(id);
    case "loggedIn":
      return { ...copyCodeButton(id), primary: true };
    case "failed":
      return fixButton(connection, suggestedFix(connection, state.code));
    case "needsLogin":
    case "unknown":
      return logInButton(id);
  }
}

/**
 * Returns the button that starts or resumes the login of a connection. Returns `undefined` if the connection is logged
 * in or if another attempt would do harm.
 */
export function loginAction({ connection, isHopeless, state }: ConnectionView): ResultButton | undefined {
  if (state.kind === "running") return resumeLoginButton(connection.id);
  if (state.kind === "loggedIn" || isHopeless) return undefined;
  return logInButton(connection.id);
}

/** Returns the button that fixes the cause of a failed login, or `undefined` if the user can only wait. */
export function fixButton(
  { credential, domain, id }: ManagedAuth,
  fix: SuggestedFix,
): ResultButton | undefined {
  const { name, provider } = credential ?? {};
  const editSettingButton = (label: string, setting: SettingId): ResultButton =>
    commandButton(label, "managedAuth.editConnection", { id, setting });
  switch (fix) {
    case "logIn":
      return logInButton(id);
    case "replaceCredential":
      return commandButton(l10n.t("Replace Credential Values…"), "managedAuth.editCredential", { id: name });
    case "openProvider":
      return commandButton(l10n.t("Open Provider"), "managedAuth.showProviders", { name: provider });
    case "chooseProxy":
      return editSettingButton(l10n.t("Choose Another Proxy…"), "proxy");
    case "setLoginPage":
      return editSettingButton(l10n.t("Set Login Page…"), "login_url");
    case "allowDomains":
      return editSettingButton(l10n.t("Allow More Domains…"), "allowed_domains");
    case "openWebsite":
      if (domain === undefined) return undefined;
      return { label: l10n.t("Open Website"), press: { does: "openWebsite", domain } };
    case "wait":
      return undefined;
  }
}

function followButton(id: string, following: LocalLoginInfo["following"] = "no"): ResultButton | undefined {
  if (following === "left") return commandButton(l10n.t("Resume Updates"), "managedAuth.followLogin", { id });
  if (following === "no") return undefined;
  return commandButton(l10n.t("Stop Updates"), "managedAuth.stopFollowing", { id });
}

function editConnectionButton(id: string): ResultButton {
  return commandButton(l10n.t("Edit…"), "managedAuth.editConnection", { id });
}

function historyButton(id: string): ResultButton {
  return commandButton(l10n.t("Show History"), "managedAuth.showHistory", { id });
}

function copyCodeButton(id: string): ResultButton {
  return commandButton(l10n.t("Copy Code…"), "managedAuth.copyUseCode", { id });
}

export function resumeLoginButton(id: string): ResultButton {
  return commandButton(l10n.t("Resume Login…"), "managedAuth.logIn", { id });
}

export function logInButton(id: string): ResultButton {
  return commandButton(l10n.t("Log In…"), "managedAuth.logIn", { id });
}

function variedLoginButton(id: string, varied: LoginVariation): ResultButton {
  return commandButton(
    varied === "recording" ? l10n.t("Record This Login") : l10n.t("Log In Once Through Another Proxy…"),
    "managedAuth.logIn",
    { id, varied },
  );
}

export function showConnectionButton(id: string): ResultButton {
  return commandButton(l10n.t("Show Connection"), "managedAuth.showConnection", { id });
}

/** Returns the button that fetches the connection again. The new result replaces the current card. */
export function refreshConnectionButton(
  label: string,
  id: string,
  { id: resultId }: ResultContext,
): ResultButton {
  return commandButton(label, "managedAuth.showConnection", { id, resultId });
}
