import { commands, l10n } from "vscode";
import { display } from "../../../domain/text/display.ts";
import type { Account } from "../../accounts/accounts.ts";
import { mayNotify, type NotifyAction, warn } from "../../kit/notify.ts";
import { changeSetting } from "../../kit/settings.ts";
import type { OfAccount } from "../../watching/watching.ts";
import { connectionsViewId } from "../../words/contributions.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** Notifies of watched connections that have logged out: one message however many, with a button that helps. */
export function notifyLoggedOut(parts: ConnectionsContext, { account, connections }: OfAccount): void {
  const [first, ...others] = connections;
  if (first === undefined || !mayNotify()) return;
  const silence: NotifyAction = {
    label: l10n.t("Don't Notify Me"),
    run: () => changeSetting("managedAuth.notices", "badge"),
  };
  if (others.length === 0) {
    void warn(
      l10n.t("{0} is logged out.", display(first.domain ?? first.id)),
      {
        label: l10n.t("Log In…"),
        run: () => parts.start("managedAuth.logIn", { id: first.id }, account.id),
      },
      silence,
    );
    return;
  }
  void warn(
    l10n.t("{0} connections that you watch are logged out.", connections.length),
    {
      label: l10n.t("Show Connections"),
      run: () => showNeedingYou(parts, account),
    },
    silence,
  );
}

async function showNeedingYou({ start }: ConnectionsContext, { id }: Account): Promise<void> {
  await commands.executeCommand(`${connectionsViewId}.focus`);
  await start("managedAuth.showConnectionsNeedingYou", undefined, id);
}
