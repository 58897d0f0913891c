import { l10n } from "vscode";
import type { Log } from "../../kit/log.ts";
import { inform, warn } from "../../kit/notify.ts";
import type { Account, Accounts } from "../accounts.ts";
import type { Sandbox } from "../sandboxRunner.ts";
import type { Service, Access } from "../service.ts";
import type { Session } from "../session.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { sandboxTrouble } from "../../words/errors.ts";

/** What is done about the accounts of a window with. */
export interface AccountParts {
  readonly accounts: Accounts;
  readonly session: Session;
  readonly service: Service;
  readonly sandbox: Sandbox;
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called once an account has another token, which may be the same that the service takes again. */
  readonly tokenReplaced: () => void;
}

/**
 * Makes an account the one of this window; the sandbox once it runs. Resolves to whether it is: the user may have
 * called the start off, and of an account that is not there any more, or a sandbox that does not start, it is told.
 */
export async function use(parts: AccountParts, account: Account, title: string): Promise<boolean> {
  const { sandbox, session } = parts;
  if (account.kind === "sandbox" && (await accessTo(parts, account, title)) === undefined) {
    const { state } = session;
    // Nobody waits for a start that was called off.
    if (state.kind === "signedOut" || state.account.kind !== "sandbox") await sandbox.stop();
    return false;
  }
  const isThere = await session.use(account);
  if (!isThere) sayGone();
  return isThere;
}

/**
 * Does something as the account with this id: a notice may be older than what the window works as. Then that account comes
 * first, and nothing is done where it does not.
 */
export async function asAccount(
  parts: AccountParts,
  accountId: string,
  then: () => Promise<void>,
): Promise<void> {
  const { session } = parts;
  const isActive = (): boolean => session.state.kind === "signedIn" && session.state.account.id === accountId;
  if (!isActive()) {
    const account = await session.find(accountId);
    if (account === undefined) sayGone();
    else await use(parts, account, l10n.t("Switch Account"));
  }
  if (isActive()) await then();
}

function sayGone(): void {
  void inform(l10n.t("The account was signed out. Sign in to the account again."));
}

/** Access to an account; `undefined` where the user called it off, or the sandbox does not start, which is told. */
export async function accessTo(
  { log, service }: { readonly log: Log; readonly service: Service },
  account: Account,
  title: string,
): Promise<Access | undefined> {
  try {
    return await whileLoading(
      { title, back: false },
      account.kind === "sandbox" ? l10n.t("Starting the sandbox…") : l10n.t("Connecting…"),
      (signal) => service.access(account, signal),
    );
  } catch (fault) {
    if (account.kind !== "sandbox") throw fault;
    void warn(l10n.t("The sandbox didn't start. {0}", sandboxTrouble(fault)), {
      label: l10n.t("Show Log"),
      run: () => log.show(),
    });
    return undefined;
  }
}
