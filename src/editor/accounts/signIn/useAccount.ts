import { l10n } from "vscode";
import type { Log } from "../../kit/log.ts";
import { inform, warn, showLogAction } from "../../kit/notify.ts";
import type { Account, AccountRegistry } from "../accounts.ts";
import type { SandboxRunner } from "../sandboxRunner.ts";
import type { ClientFactory, AccountAccess } from "../clientFactory.ts";
import type { WindowSession } from "../session.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { sandboxStartFailure } from "../../words/errors.ts";

export interface AccountParts {
  readonly accounts: AccountRegistry;
  readonly session: WindowSession;
  readonly service: ClientFactory;
  readonly sandbox: SandboxRunner;
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Called after the user has replaced an account's token. Also called if the new token is the same as the old one,
   * because the service may accept that token again.
   */
  readonly tokenReplaced: () => void;
}

/**
 * Activates an account in this window. Starts the sandbox first if necessary. Returns false if the user cancels the
 * start. Also returns false, after showing a message, if the account no longer exists or the sandbox can't start.
 */
export async function useAccount(parts: AccountParts, account: Account, title: string): Promise<boolean> {
  const { sandbox, session } = parts;
  if (account.kind === "sandbox" && (await openAccess(parts, account, title)) === undefined) {
    const { state } = session;
    // If the user cancelled the start, stop the sandbox unless this window already uses it.
    if (state.kind === "signedOut" || state.account.kind !== "sandbox") await sandbox.stop();
    return false;
  }
  const isActivated = await session.switchTo(account);
  if (!isActivated) informSignedOut();
  return isActivated;
}

/**
 * Activates the given account and then calls `action`. The account may differ from the window's, for example if the
 * user responds to an old notification. Doesn't call `action` if the account can't be activated.
 */
export async function runAsAccount(
  parts: AccountParts,
  accountId: string,
  action: () => unknown,
): Promise<void> {
  const { session } = parts;
  const isActive = (): boolean => session.state.account?.id === accountId;
  if (!isActive()) {
    const account = await session.find(accountId);
    if (account === undefined) informSignedOut();
    else await useAccount(parts, account, l10n.t("Switch Account"));
  }
  if (isActive()) await action();
}

function informSignedOut(): void {
  void inform(l10n.t("The account was signed out. Sign in to the account again."));
}

/** Returns access to an account, or undefined if the user cancels or, after a warning, if the sandbox can't start. */
export async function openAccess(
  { log, service }: { readonly log: Log; readonly service: ClientFactory },
  account: Account,
  title: string,
): Promise<AccountAccess | undefined> {
  try {
    return await whileLoading(
      { title, back: false },
      account.kind === "sandbox" ? l10n.t("Starting the sandbox…") : l10n.t("Connecting…"),
      (signal) => service.access(account, signal),
    );
  } catch (fault) {
    if (account.kind !== "sandbox") throw fault;
    void warn(l10n.t("The sandbox didn't start. {0}", sandboxStartFailure(fault)), showLogAction(log));
    return undefined;
  }
}
