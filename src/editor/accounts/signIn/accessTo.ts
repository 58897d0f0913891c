import { l10n } from "vscode";
import type { Log } from "../../kit/log.ts";
import { warn } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { sandboxTrouble } from "../../words/sandboxTrouble.ts";
import type { Account } from "../accounts.ts";
import type { Access, Service } from "../service.ts";

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
    void warn(l10n.t("The sandbox did not start. {0}", sandboxTrouble(fault)), {
      label: l10n.t("Show Log"),
      run: () => log.show(),
    });
    return undefined;
  }
}
