import { CancellationError, l10n } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import { display } from "../../domain/text/display.ts";
import { connectionKey } from "../../domain/login/loginSnapshot.ts";
import { type SuggestedFix, isPasswordRefused, suggestedFix } from "../../domain/login/errorCodes.ts";
import type { EnsureResult } from "../../domain/login/ensureLogin.ts";
import { ensureAndUpdateRows } from "../connections/login/ensureLogins.ts";
import { ensuredNotes } from "../connections/login/ensuredWords.ts";
import { runGuarded, inform, mayNotify } from "../kit/notify.ts";
import { addWaitingQuestion } from "../kit/waiting.ts";
import { runForUser } from "../kit/userAttention.ts";
import { prependSentences, type ToolAnswer, errorAnswer, notDone } from "./answer.ts";
import { connectionAnswer, noSuchConnection } from "./connectionAnswer.ts";
import type { ToolInput } from "./inputs.ts";
import { type ToolCall, hasAccountChanged } from "./consent.ts";

/**
 * Logins that the user was asked to open but hasn't opened yet, each as a JSON array of account ID and connection ID.
 */
const openRequests = new Set<string>();

/**
 * Makes sure that a connection is logged in, like the command for users (interface.md §2.1). If a person is needed,
 * asks the user to open the login, at most once per login no matter how often the tool is called. Never reveals the
 * login's URL to the model. Never opens a login itself, because the user may be typing. Never supersedes a running
 * login.
 */
export async function ensureLoggedInTool(
  call: ToolCall,
  { id }: ToolInput<"managed_auth_ensure_logged_in">,
): Promise<ToolAnswer> {
  const { access, parts, signal } = call;
  const [row] = await ensureAndUpdateRows(parts, access, [id], { settled: () => undefined, signal });
  const ensured = row?.ensured;
  if (ensured === undefined || ensured.kind === "cancelled") throw new CancellationError();
  if (ensured.kind === "cannot") {
    if (ensured.why.kind === "gone") return noSuchConnection();
    if (ensured.why.kind === "error") return errorAnswer(ensured.why.error);
  }
  // Don't prompt the user after a cancellation or a switch of accounts. `callTool` replaces the answer after a switch.
  if (signal.aborted) throw new CancellationError();
  if (hasAccountChanged(parts, access)) return notDone();
  const { connection } = ensured;
  const aheadMs = parts.connections.logins.of(access.account.id, id)?.serviceAheadMs ?? 0;
  const details =
    connection === undefined ? notDone() : connectionAnswer(connection, new Date(Date.now() + aheadMs));
  const notes = ensuredNotes(ensured);
  switch (ensured.kind) {
    case "loggedIn":
    case "loggedInAfterLogin":
      return prependSentences(notes, details);
    case "needsPerson":
      return { ...details, done: false, sentences: [...notes, ...askUserToLogIn(call, id, ensured)] };
    case "cannot":
      return {
        ...details,
        done: false,
        sentences: [...notes, fixInstruction(loginFix(ensured.why, connection))],
      };
  }
}

/** Asks the user to log in if logging in helps, and describes the next step to the model. */
function askUserToLogIn(
  call: ToolCall,
  id: string,
  { connection, need }: Extract<EnsureResult, { readonly kind: "needsPerson" }>,
): readonly string[] {
  const { access, parts } = call;
  if (need.kind === "undecided") return [waitInstruction()];
  const fix = loginFix(need, connection);
  // If the website rejected the password, don't ask for another login, because the website would reject the same
  // password again. The user must decide how to log in.
  const isRefused = need.kind === "failed" && isPasswordRefused(need.code);
  if (isRefused || fix !== "logIn") return [fixInstruction(fix)];
  const login = parts.connections.logins.of(access.account.id, id);
  if (login !== undefined && login.end === undefined && isLoginOpen(call, login))
    return [l10n.t("The login is already open for the user."), ...loginInstructions()];
  const key = connectionKey(access.account.id, id);
  if (openRequests.has(key))
    return [l10n.t("The user has already been asked to log in."), ...loginInstructions()];
  announceLogin(call, connection, key, need.kind === "asks" || need.kind === "confirms");
  return [l10n.t("The user has been asked to log in."), ...loginInstructions()];
}

/** True if the login's page was opened or this window prompts for the login's input. */
function isLoginOpen({ parts: { memory } }: ToolCall, { key }: { readonly key: string }): boolean {
  return memory.openedPages.has(key) || memory.isReported(key);
}

/**
 * Shows a notification and a status bar item for a login that waits for the user, until the user opens the login or
 * the login ends.
 */
function announceLogin(call: ToolCall, { domain, id }: ManagedAuth, key: string, runs: boolean): void {
  const { access, parts } = call;
  const site = display(domain ?? id);
  const drop = (): void => {
    openRequests.delete(key);
    inStatusBar.dispose();
    following.dispose();
  };
  const open = (): Promise<void> => {
    drop();
    return parts.start("managedAuth.logIn", { id }, access.account.id);
  };
  openRequests.add(key);
  const inStatusBar = addWaitingQuestion({
    title: l10n.t("Log In to {0}", site),
    open: () => void runGuarded(parts.log, "managedAuth.logIn", () => runForUser(open)),
    drop,
  });
  const following = parts.connections.logins.onDidChange((login) => {
    if (login.accountId !== access.account.id || login.connectionId !== id) return;
    if (login.end !== undefined || isLoginOpen(call, login)) drop();
  });
  if (!mayNotify()) return;
  const label = runs ? l10n.t("Resume Login…") : l10n.t("Log In…");
  void inform(l10n.t("An agent needs you to log in to {0}.", site), { label, run: open });
}

function loginInstructions(): readonly string[] {
  return [
    l10n.t(
      "Tell the user to open the login in VS Code. Never ask for a password, a code or a link in the chat.",
    ),
    waitInstruction(),
  ];
}

const waitInstruction = (): string => l10n.t("Next: wait for the login with managed_auth_wait_for_login.");

/** Returns the fix that the connection's page suggests, such as changing a rejected password. */
function loginFix(
  { code, kind }: { readonly kind: string; readonly code?: string | undefined },
  connection: Pick<ManagedAuth, "credential"> = {},
): SuggestedFix {
  return kind === "failed" ? suggestedFix(connection, code) : "logIn";
}

function fixInstruction(fix: SuggestedFix): string {
  switch (fix) {
    case "logIn":
      return l10n.t('Next: ask the user to run "Managed Auth: Log In…" for this connection.');
    case "chooseProxy":
    case "setLoginPage":
    case "allowDomains":
      return l10n.t(
        'Next: call managed_auth_update_connection, or ask the user to run "Managed Auth: Log In…".',
      );
    case "replaceCredential":
      return l10n.t('Next: ask the user to run the command "Managed Auth: Edit Credential…".');
    case "openProvider":
      return l10n.t("Next: ask the user to change the password at the credential provider.");
    case "openWebsite":
    case "wait":
      return l10n.t("Next: tell the user. Starting a login here doesn't help.");
  }
}
