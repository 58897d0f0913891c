import { env, l10n, UIKind } from "vscode";
import { accountIdOf } from "../../../storage/scope.ts";
import type { Scope } from "../../../storage/scope.ts";
import type { Store } from "../../../storage/store.ts";
import type { Log } from "../../kit/log.ts";
import { confirm, inform, listed } from "../../kit/notify.ts";
import type { Sandbox } from "../sandboxRunner.ts";
import type { Session } from "../session.ts";

/** What signing out works with. */
export interface SignOutParts {
  readonly session: Session;
  readonly sandbox: Sandbox;
  readonly log: Log;
  /** Everything that is kept for accounts. */
  readonly store: Pick<Store, "forget">;
  /** What nobody could find out any more without an account's token, as words to show. */
  readonly pending: { readonly unknown: (scope: Scope) => Promise<readonly string[]> };
}

/**
 * "Sign Out": deletes the account's token and whatever is kept for it; leaving the sandbox stops it. What can be checked
 * no more without the token is named before it goes.
 */
export async function signOut({ log, pending, sandbox, session, store }: SignOutParts): Promise<void> {
  const { state } = session;
  if (state.kind === "signedOut") {
    void inform(l10n.t("This window is not signed in."));
    return;
  }
  const { account } = state;
  const scope = { accountId: accountIdOf(account.id) };
  // The sandbox and its token stay, and so does what is kept for it.
  const unknown = account.kind === "sandbox" ? [] : await pending.unknown(scope);
  if (unknown.length > 0 && !(await confirmLoss(unknown))) return;
  // The window may have become another account's meanwhile.
  if (session.state.kind === "signedOut" || accountIdOf(session.state.account.id) !== scope.accountId) return;
  await session.signOut();
  if (account.kind === "sandbox") {
    await sandbox.stop();
    return;
  }
  await log.tidied("signOut", store.forget(scope));
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
