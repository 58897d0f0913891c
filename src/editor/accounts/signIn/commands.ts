import { env, l10n, UIKind } from "vscode";
import { display } from "../../../domain/display.ts";
import type { Account } from "../accounts.ts";
import { confirm, inform, listed, warn } from "../../kit/notify.ts";
import type { Parts } from "../../app/parts.ts";
import { endQuestions } from "../../kit/ask.ts";
import { whileLoading } from "../../kit/whileLoading.ts";
import type { Connection } from "../service.ts";
import { signIn } from "./signIn.ts";
import { pickAccount } from "./pickAccount.ts";
import { askToken } from "./askToken.ts";
import { accountLabel } from "../words.ts";
import { sandboxTrouble } from "../../words/sandboxTrouble.ts";

/** "Sign In…": the new account becomes the one of this window. */
export async function signInCommand(parts: Parts): Promise<Account | undefined> {
  const account = await signIn(parts);
  return account !== undefined && (await use(parts, account, l10n.t("Sign In"))) ? account : undefined;
}

/** Says that secret storage has lost the token of the account this window worked as, if so. */
export async function explainLostToken(parts: Parts): Promise<void> {
  const { state } = parts.session;
  if (state.kind === "signedIn" || state.lost === undefined) return;
  await warn(
    l10n.t(
      "VS Code's secret storage no longer has the token of {0}. If this happens after each start, VS Code has no keyring to keep it in.",
      display(state.lost),
    ),
    { label: l10n.t("Sign In"), run: () => signInCommand(parts) },
  );
}

/**
 * "Sign Out": deletes the account's token and whatever is kept for it; leaving the sandbox stops it. What can be checked
 * no more without the token is named before it goes.
 */
export async function signOutCommand({ keepers, log, sandbox, session }: Parts): Promise<void> {
  const { state } = session;
  if (state.kind === "signedOut") {
    void inform(l10n.t("Nobody is signed in in this window."));
    return;
  }
  const { account } = state;
  // The sandbox and its token stay, and so does what is kept for it.
  const lost = account.kind === "sandbox" ? [] : keepers;
  const scope = { accountId: account.id };
  const unknown = (await Promise.all(lost.map((keeper) => keeper.unknown(scope)))).flat();
  if (unknown.length > 0 && !(await confirmLoss(unknown))) return;
  // The window may have become another account's meanwhile.
  if (session.state.kind === "signedOut" || session.state.account.id !== account.id) return;
  await session.signOut();
  if (account.kind === "sandbox") {
    await sandbox.stop();
    return;
  }
  await Promise.all(lost.map((keeper) => log.tidied("signOut", keeper.forget(scope))));
  if (env.uiKind === UIKind.Web) {
    void inform(
      l10n.t("Signed out. Other open windows of this browser keep the token until they are reloaded."),
    );
  }
}

/** Asks before nobody can find out any more what became of these. */
async function confirmLoss(names: readonly string[]): Promise<boolean> {
  return confirm(
    l10n.t("Sign out with unknown results?"),
    [
      ...listed([...new Set(names)]),
      l10n.t("Without this account's token nobody can check whether they were created."),
    ].join("\n"),
    l10n.t("Sign Out Anyway"),
  );
}

/** "Replace Token…": tries the new token before it takes the place of the old one. */
export async function replaceTokenCommand(parts: Parts): Promise<boolean> {
  const { state } = parts.session;
  if (state.kind === "signedOut") return (await signInCommand(parts)) !== undefined;
  return replaceToken(parts, state.account);
}

async function replaceToken(parts: Parts, account: Account): Promise<boolean> {
  if (account.kind === "sandbox") {
    void inform(l10n.t("The sandbox has a token of its own that needs no replacing."));
    return false;
  }
  const title = l10n.t("Replace Token of {0}", display(account.label));
  const frame = { title, back: false, stays: true };
  const token = await askToken(parts.service, frame, account.baseUrl).finally(endQuestions);
  if (token.kind !== "accepted") return false;
  if (!(await parts.accounts.replaceToken(account.id, token.value))) {
    void inform(l10n.t("The account was signed out meanwhile. The token was not stored."));
    return false;
  }
  // It may be the same token, which the service takes again.
  parts.session.accept(account.id, token.value);
  if (parts.entitlements.state.failure?.kind === "unauthorized") void parts.entitlements.refresh();
  if (env.uiKind === UIKind.Web) {
    void inform(
      l10n.t("Token replaced. Other open windows of this browser keep the old one until they are reloaded."),
    );
  }
  return true;
}

/** "Switch Account…". */
export async function switchAccountCommand(parts: Parts): Promise<void> {
  const account = await pickAccount(parts.accounts, parts.session.state);
  if (account === "signIn") await signInCommand(parts);
  else if (account !== undefined) await use(parts, account, l10n.t("Switch Account"));
}

/**
 * Makes an account the one of this window; the sandbox once it runs. Resolves to whether it is: the user may have
 * called the start off, and of an account that is not there any more, or a sandbox that does not start, it is told.
 */
export async function use(parts: Parts, account: Account, title: string): Promise<boolean> {
  const { sandbox, session } = parts;
  if (account.kind === "sandbox" && (await connectTo(parts, account, title)) === undefined) {
    const { state } = session;
    // Nobody waits for a start that was called off.
    if (state.kind === "signedOut" || state.account.kind !== "sandbox") await sandbox.stop();
    return false;
  }
  const isThere = await session.use(account);
  if (!isThere)
    void inform(l10n.t("{0} was signed out meanwhile. Sign in to it again.", accountLabel(account)));
  return isThere;
}

/**
 * The connection that a command works with. Who is signed out, or whose token was refused, is asked to sign in
 * first, so that no command ends in front of a closed door; `undefined` when the user left.
 */
export async function connected(parts: Parts, title: string): Promise<Connection | undefined> {
  const { state } = parts.session;
  const active = state.kind === "signedIn" ? state.account : await signInCommand(parts);
  if (active === undefined) return undefined;
  if ((await parts.service.isRejected(active)) && !(await replaceToken(parts, active))) return undefined;
  return connectTo(parts, active, title);
}

/** The connection of an account; `undefined` where the user called it off, or the sandbox does not start, which is told. */
async function connectTo(parts: Parts, account: Account, title: string): Promise<Connection | undefined> {
  try {
    return await whileLoading(
      { title, back: false },
      account.kind === "sandbox" ? l10n.t("Starting the sandbox…") : l10n.t("Connecting…"),
      (signal) => parts.service.connect(account, signal),
    );
  } catch (fault) {
    if (account.kind !== "sandbox") throw fault;
    void warn(l10n.t("The sandbox did not start. {0}", sandboxTrouble(fault)), {
      label: l10n.t("Show Log"),
      run: () => parts.log.show(),
    });
    return undefined;
  }
}
