import { env, l10n, UIKind } from "vscode";
import type { Keeper } from "../../../storage/keeper.ts";
import { accountIdOf } from "../../../storage/scope.ts";
import { confirm, inform, listed } from "../../kit/notify.ts";
import type { AccountParts } from "./useAccount.ts";

/** What signing out works with. */
export interface SignOutParts extends Pick<AccountParts, "log" | "sandbox" | "session"> {
  /** Everything that is kept for accounts. */
  readonly keepers: readonly Keeper[];
}

/**
 * "Sign Out": deletes the account's token and whatever is kept for it; leaving the sandbox stops it. What can be checked
 * no more without the token is named before it goes.
 */
export async function signOut({ keepers, log, sandbox, session }: SignOutParts): Promise<void> {
  const { state } = session;
  if (state.kind === "signedOut") {
    void inform(l10n.t("This window is not signed in."));
    return;
  }
  const { account } = state;
  // The sandbox and its token stay, and so does what is kept for it.
  const lost = account.kind === "sandbox" ? [] : keepers;
  const scope = { accountId: accountIdOf(account.id) };
  const unknown = (await Promise.all(lost.map((keeper) => keeper.unknown(scope)))).flat();
  if (unknown.length > 0 && !(await confirmLoss(unknown))) return;
  // The window may have become another account's meanwhile.
  if (session.state.kind === "signedOut" || accountIdOf(session.state.account.id) !== scope.accountId) return;
  await session.signOut();
  if (account.kind === "sandbox") {
    await sandbox.stop();
    return;
  }
  await Promise.all(lost.map((keeper) => log.tidied("signOut", keeper.forget(scope))));
  if (env.uiKind === UIKind.Web) {
    void inform(l10n.t("Signed out. Reload other windows to sign out there."));
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
