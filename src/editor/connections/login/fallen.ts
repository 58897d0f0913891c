import { commands, l10n } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/session.ts";
import { mayNotify, warn } from "../../kit/notify.ts";
import type { NotifyAction } from "../../kit/notify.ts";
import { changeSetting } from "../../kit/settings.ts";
import type { OfAccount } from "../../watching/watching.ts";
import { connectionsViewId } from "../../words/contributions.ts";
import type { CommandId } from "../../words/contributions.ts";

/** What telling of falls works with. */
export interface FallenParts {
  readonly session: Pick<Session, "state">;
  readonly use: (account: Account, title: string) => Promise<unknown>;
  readonly start: (command: CommandId, told?: unknown) => Promise<void>;
}

/** Says that watched connections are logged in no more: however many at once, by one message, with what helps. */
export function tellFallen(parts: FallenParts, { account, connections }: OfAccount): void {
  const [first, ...others] = connections;
  if (first === undefined || !mayNotify()) return;
  const silence: NotifyAction = {
    label: l10n.t("Don't Tell Me"),
    run: () => changeSetting("managedAuth.notices", "badge"),
  };
  if (others.length === 0) {
    void warn(
      l10n.t("{0} is logged out.", display(first.domain ?? first.id)),
      {
        label: l10n.t("Log In…"),
        run: () => asAccount(parts, account, () => parts.start("managedAuth.logIn", { id: first.id })),
      },
      silence,
    );
    return;
  }
  void warn(
    l10n.t("{0} connections that you watch are logged out.", connections.length),
    {
      label: l10n.t("Show Connections"),
      run: () => asAccount(parts, account, () => showNeedingYou(parts)),
    },
    silence,
  );
}

async function showNeedingYou({ start }: FallenParts): Promise<void> {
  await commands.executeCommand(`${connectionsViewId}.focus`);
  await start("managedAuth.showConnectionsNeedingYou");
}

/** The message may be older than what the window works as: then that comes first, and nothing where it does not. */
export async function asAccount(
  { session, use }: Pick<FallenParts, "session" | "use">,
  account: Account,
  then: () => Promise<void>,
): Promise<void> {
  const isActive = (): boolean =>
    session.state.kind === "signedIn" && session.state.account.id === account.id;
  if (!isActive()) await use(account, l10n.t("Log In"));
  if (isActive()) await then();
}
